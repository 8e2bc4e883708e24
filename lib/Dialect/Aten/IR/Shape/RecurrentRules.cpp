// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Rules.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

/// The hidden state; an lstm has its cell behind it.
static Value getHidden(AtenOp op) {
  unsigned index = op.indexOf("hx");
  if (!op.getSchema().getArguments()[index].type.list)
    return op.tensor(index);
  SmallVector<Value> states = op.tensors(index);
  return states.empty() ? Value() : states.front();
}

/// Do the weights [gates, inputs] and [gates, hidden] take what comes in?
static bool takes(SizesRef inputWeight, SizesRef hiddenWeight, ExprAttr input,
                  ExprAttr hidden) {
  return inputWeight.size() == 2 && hiddenWeight.size() == 2 &&
         !differ(inputWeight[0], hiddenWeight[0]) &&
         !differ(inputWeight[1], input) && !differ(hiddenWeight[1], hidden);
}

/// Input [time, batch, inputs], state [layers * directions, batch, hidden];
/// [time, batch, directions * hidden].
static RuleResult inferSequence(AtenOp op) {
  Value state = getHidden(op);
  SizesRef input = getSizes(op.tensor(0));
  SizesRef hidden = state ? getSizes(state) : SizesRef();
  if (input.size() != 3 || hidden.size() != 3)
    return failure();
  int64_t directions = op.getBool("bidirectional") ? 2 : 1;
  int64_t steps = op.getInt("num_layers") * directions;
  SmallVector<Value> params = op.tensors("params");
  MLIRContext *context = op->getContext();
  unsigned batch = op.getBool("batch_first") ? 0 : 1;
  if (steps <= 0 || params.size() % steps || params.size() < 2 ||
      differ(hidden[0], ep::makeInt(context, steps)) ||
      differ(hidden[1], input[batch]) ||
      !takes(getSizes(params[0]), getSizes(params[1]), input[2], hidden[2]))
    return failure();
  Sizes result(input);
  result[2] = ep::mul(hidden[2], ep::makeInt(context, directions));
  return result;
}

/// One step: the new hidden state.
static RuleResult inferCell(AtenOp op) {
  Value state = getHidden(op);
  SizesRef input = getSizes(op.tensor(0));
  SizesRef hidden = state ? getSizes(state) : SizesRef();
  if (input.empty() || input.size() != hidden.size() ||
      !takes(getSizes(op.tensor("w_ih")), getSizes(op.tensor("w_hh")),
             input.back(), hidden.back()))
    return failure();
  return Sizes(hidden);
}

void aten::addRecurrentRules(RuleTable &rules) {
  constexpr const char *kFit = "input, state and weights do not fit";
  for (const char *name : {"aten.gru.input", "aten.lstm.input",
                           "aten.rnn_relu.input", "aten.rnn_tanh.input"})
    rules[name] = {inferSequence, kFit};
  for (const char *name :
       {"aten.gru_cell.default", "aten.lstm_cell.default",
        "aten.rnn_relu_cell.default", "aten.rnn_tanh_cell.default"})
    rules[name] = {inferCell, kFit};
}

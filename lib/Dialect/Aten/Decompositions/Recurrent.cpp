// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lstm, gru and rnn: their cells, and sequences of known length unrolled.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

namespace {
/// The parameters of one layer in one direction; null where there are none.
struct Weights {
  Term input, hidden, inputBias, hiddenBias, projection;
};

struct State {
  Term hidden, cell; ///< only lstm has a cell
};

/// One step, given the input's contribution to the gates.
using Step = State (*)(Term gates, State state, const Weights &weights);
} // namespace

/// `x` in `count` parts along the last dimension.
static Terms chunk(Term x, int64_t count) {
  ExprAttr size = ep::floorDiv(x.size(-1), x.in().expr(count));
  Terms parts;
  for (int64_t i = 0; i < count; ++i)
    parts.push_back(slice(x, -1, ep::mul(x.in().expr(i), size),
                          ep::mul(x.in().expr(i + 1), size)));
  return parts;
}

static State stepLSTM(Term gates, State state, const Weights &weights) {
  gates = gates + linear(state.hidden, weights.hidden, weights.hiddenBias);
  if (!gates)
    return {};
  Terms parts = chunk(gates, 4); // input, forget, new, output
  Term cell =
      sigmoid(parts[1]) * state.cell + sigmoid(parts[0]) * tanh(parts[2]);
  Term hidden = sigmoid(parts[3]) * tanh(cell);
  if (weights.projection)
    hidden = linear(hidden, weights.projection, Term());
  return {hidden, cell};
}

static State stepGRU(Term gates, State state, const Weights &weights) {
  Term own = linear(state.hidden, weights.hidden, weights.hiddenBias);
  if (!gates || !own)
    return {};
  Terms in = chunk(gates, 3), back = chunk(own, 3); // reset, update, new
  Term reset = sigmoid(in[0] + back[0]), update = sigmoid(in[1] + back[1]);
  Term fresh = tanh(in[2] + reset * back[2]);
  return {(state.hidden - fresh) * update + fresh, Term()};
}

static State stepTanh(Term gates, State state, const Weights &weights) {
  return {
      tanh(gates + linear(state.hidden, weights.hidden, weights.hiddenBias)),
      Term()};
}
static State stepRelu(Term gates, State state, const Weights &weights) {
  return {
      relu(gates + linear(state.hidden, weights.hidden, weights.hiddenBias)),
      Term()};
}

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

/// One layer in one direction over [time, batch, features]; `state` becomes the
/// last one.
static Term runLayer(Term x, State &state, const Weights &weights, Step step,
                     bool reverse) {
  Term gates = linear(x, weights.input, weights.inputBias);
  if (!gates)
    return {};
  int64_t length = x.size(0).getValue();
  Terms outputs(length);
  for (int64_t i = 0; i < length; ++i) {
    int64_t time = reverse ? length - 1 - i : i;
    state = step(select(gates, 0, x.in().expr(time)), state, weights);
    if (!state.hidden)
      return {};
    outputs[time] = state.hidden;
  }
  return stack(outputs, 0);
}

static Term dropOut(Call &c, Term x) {
  double p = c.number("dropout");
  if (!c.flag("train") || p == 0)
    return x;
  Operation *op =
      c.build("aten.native_dropout.default",
              {x.type(), x.type().withElementType(c.boolean())}, x, p, true);
  return Term(c, op->getResult(0));
}

/// Output, and the last states of all layers and directions.
static Terms runNetwork(Call &c, Term hidden, Term cell, Step step) {
  Term x = c("input");
  bool isBatchFirst = c.flag("batch_first"), hasBiases = c.flag("has_biases");
  int64_t layers = c.integer("num_layers");
  int64_t directions = c.flag("bidirectional") ? 2 : 1;
  Terms params = c.list("params");
  if (isBatchFirst)
    x = transpose(x, 0, 1);
  if (x.rank() != 3 || !x.size(0).isInt() || x.size(0).isInt(0))
    return {c.reject("the length of the sequence is not known")};
  bool isProjected = cell && hidden.size(-1) != cell.size(-1);
  size_t each = (hasBiases ? 4 : 2) + isProjected;
  if (params.size() != each * layers * directions)
    return {c.reject("has another number of parameters")};
  Terms lastHidden, lastCell;
  for (int64_t layer = 0; layer < layers; ++layer) {
    Terms outputs;
    for (int64_t direction = 0; direction < directions; ++direction) {
      int64_t i = layer * directions + direction;
      ArrayRef<Term> own = ArrayRef(params).slice(i * each, each);
      Weights weights = {own[0], own[1], hasBiases ? own[2] : Term(),
                         hasBiases ? own[3] : Term(),
                         isProjected ? own.back() : Term()};
      State state = {select(hidden, 0, c.expr(i)),
                     cell ? select(cell, 0, c.expr(i)) : Term()};
      outputs.push_back(runLayer(x, state, weights, step, direction == 1));
      lastHidden.push_back(state.hidden);
      lastCell.push_back(state.cell);
    }
    x = cat(outputs, 2);
    if (!x)
      return {x};
    if (layer + 1 < layers)
      x = dropOut(c, x);
  }
  Terms results = {isBatchFirst ? transpose(x, 0, 1) : x, stack(lastHidden, 0)};
  if (cell)
    results.push_back(stack(lastCell, 0));
  return results;
}

static Terms decomposeLSTM(Call &c) {
  Terms states = c.list("hx");
  if (states.size() != 2)
    return {c.reject("has no cell")};
  return runNetwork(c, states[0], states[1], stepLSTM);
}
static Terms decomposeGRU(Call &c) {
  return runNetwork(c, c("hx"), Term(), stepGRU);
}
static Terms decomposeTanh(Call &c) {
  return runNetwork(c, c("hx"), Term(), stepTanh);
}
static Terms decomposeRelu(Call &c) {
  return runNetwork(c, c("hx"), Term(), stepRelu);
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

static State runCell(Call &c, State state, Step step) {
  Weights weights = {c("w_ih"), c("w_hh"), c("b_ih"), c("b_hh"), Term()};
  return step(linear(c("input"), weights.input, weights.inputBias), state,
              weights);
}
static Terms decomposeLSTMCell(Call &c) {
  Terms states = c.list("hx");
  if (states.size() != 2)
    return {c.reject("has no cell")};
  State state = runCell(c, {states[0], states[1]}, stepLSTM);
  return {state.hidden, state.cell};
}
static Term decomposeGRUCell(Call &c) {
  return runCell(c, {c("hx"), Term()}, stepGRU).hidden;
}
static Term decomposeTanhCell(Call &c) {
  return runCell(c, {c("hx"), Term()}, stepTanh).hidden;
}
static Term decomposeReluCell(Call &c) {
  return runCell(c, {c("hx"), Term()}, stepRelu).hidden;
}

void aten::populateRecurrentDecompositions(RewritePatternSet &patterns,
                                           const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.lstm.input", decomposeLSTM},
            {"aten.gru.input", decomposeGRU},
            {"aten.rnn_tanh.input", decomposeTanh},
            {"aten.rnn_relu.input", decomposeRelu},
            {"aten.lstm_cell.default", decomposeLSTMCell},
            {"aten.gru_cell.default", decomposeGRUCell},
            {"aten.rnn_tanh_cell.default", decomposeTanhCell},
            {"aten.rnn_relu_cell.default", decomposeReluCell}});
}

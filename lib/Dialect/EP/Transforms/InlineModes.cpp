// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Autocast.h"
#include "kiln/Dialect/Aten/Builder.h"
#include "kiln/Dialect/Aten/Decompositions.h"
#include "kiln/Dialect/EP/Passes.h"
#include "mlir/IR/IRMapping.h"

namespace kiln::ep {
#define GEN_PASS_DEF_EPINLINEMODES
#include "kiln/Dialect/EP/Passes.h.inc"
} // namespace kiln::ep

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

/// Puts the body in the place of `op`: its arguments are `inputs`, and the last
/// results of `op` are the values that it yields.
static void inlineBody(Operation *op, Region &body, ValueRange inputs) {
  Block &block = body.front();
  Operation *yield = block.getTerminator();
  for (auto [argument, input] : llvm::zip(block.getArguments(), inputs))
    argument.replaceAllUsesWith(input);
  ValueRange results =
      ValueRange(op->getResults()).take_back(yield->getNumOperands());
  for (auto [result, value] : llvm::zip(results, yield->getOperands()))
    result.replaceAllUsesWith(value);
  yield->erase();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         block.getOperations());
  op->erase();
}

static Value buildClone(OpBuilder &builder, Location loc, Value value) {
  const aten::Schema *schema = aten::lookupSchema("aten.clone.default");
  aten::NamedArgument arguments[] = {{"self", value}};
  return aten::buildAtenOp(builder, loc, *schema, arguments, value.getType())
      ->getResult(0);
}

/// Does the body only hold operators with a schema?
static bool isKnown(Region &body) {
  return llvm::all_of(body.front().without_terminator(), [](Operation &op) {
    return isa<aten::AtenOp, NumberOp>(op);
  });
}

/// Inlines `op` where it runs its body once.
static void inlineOnce(Operation *op) {
  if (auto mode = dyn_cast<GradModeOp>(op))
    return inlineBody(op, mode.getBody(), mode.getInputs());
  if (auto mode = dyn_cast<AutocastOp>(op))
    return inlineBody(op, mode.getBody(), mode.getInputs());
  if (auto call = dyn_cast<InvokeOp>(op))
    return inlineBody(op, call.getBody(), call.getInputs());
  if (auto call = dyn_cast<WithEffectsOp>(op)) {
    call.getResult(0).replaceAllUsesWith(call.getToken());
    return inlineBody(op, call.getBody(), call.getInputs());
  }
  auto call = dyn_cast<AutoFunctionalizedOp>(op);
  if (!call || !isKnown(call.getBody()))
    return;
  OpBuilder builder(op);
  SmallVector<Value> inputs;
  for (Value base : call.getBases())
    inputs.push_back(buildClone(builder, op->getLoc(), base));
  llvm::append_range(inputs, call.getInputs());
  inlineBody(op, call.getBody(), inputs);
}

namespace {
struct EPInlineModes : ep::impl::EPInlineModesBase<EPInlineModes> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet patterns(context);
    aten::populateDecompositions(patterns, /*keep=*/{});
    decompositions = std::move(patterns);
    return success();
  }

  void runOnOperation() override {
    GraphOp graph = getOperation().getGraph();
    if (graph && failed(process(graph.getBody().front(), {})))
      signalPassFailure();
  }

  /// The ops of a block in order, with the modes that are on there.
  LogicalResult process(Block &block, const AutocastState &state) {
    bool valid = true;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      AutocastState inner = state;
      if (auto mode = dyn_cast<AutocastOp>(op)) {
        FailureOr<AutocastState> entered = enterAutocast(mode, state);
        if (failed(entered))
          return failure();
        inner = *entered;
      }
      for (Region &region : op.getRegions())
        for (Block &nested : region)
          valid &= succeeded(process(nested, inner));
      if (auto aten = dyn_cast<aten::AtenOp>(op))
        valid &= succeeded(castOperands(aten, state, decompositions));
      else if (valid)
        inlineOnce(&op);
    }
    return success(valid);
  }

  FrozenRewritePatternSet decompositions;
};
} // namespace

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functionalization: a walk over each block from top to bottom, in which every
// operator reads the newest values of its operands.
#include "Aliasing.h"
#include "GraphState.h"
#include "WriteRewriter.h"
#include "WrittenInputs.h"
#include "kiln/Dialect/Aten/CustomOp.h"
#include "kiln/Dialect/Aten/Passes.h"
#include "kiln/Dialect/EP/Facts.h"
#include "kiln/Support/PassCount.h"

namespace kiln::aten {
#define GEN_PASS_DEF_ATENFUNCTIONALIZE
#include "kiln/Dialect/Aten/Passes.h.inc"
} // namespace kiln::aten

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

/// The schema of a custom operator is not in the archive. Where nobody tells
/// it, by PyTorch's naming one that ends in an underscore writes, and so does
/// one without results.
static bool mayWriteUnknown(Operation *op) {
  if (!isCustomOp(op) || hasKnownWrites(op))
    return false;
  StringRef base = getCustomOpName(op).getValue().rsplit('.').first;
  return op->getNumResults() == 0 || base.ends_with("_");
}

static bool isAsStrided(Operation *op) {
  auto aten = dyn_cast<AtenOp>(op);
  return aten && aten.getSchema().getName() == "aten.as_strided.default";
}

namespace {
/// Makes one block functional.
class BlockFunctionalizer {
public:
  BlockFunctionalizer(Block &block, const ep::Facts &facts)
      : block(block), tracker(block.getParentOp()->getContext(), facts),
        writes(tracker, getWriteObstacle) {}

  LogicalResult run();
  AliasTracker &getTracker() { return tracker; }
  /// The aliases that the inputs of the block had at its start.
  ArrayRef<Alias *> getInputs() const { return inputs; }

private:
  LogicalResult visit(Operation *op);
  void trackResults(Operation *op);

  Block &block;
  AliasTracker tracker;
  WriteRewriter writes;
  SmallVector<Alias *> inputs;
};
} // namespace

static LogicalResult functionalizeRegions(Operation *op,
                                          const ep::Facts &facts) {
  // Its body is the one place where a write is meant.
  if (isa<ep::AutoFunctionalizedOp>(op))
    return success();
  LogicalResult all = success();
  for (Region &region : op->getRegions())
    for (Block &inner : region)
      if (failed(BlockFunctionalizer(inner, facts).run()))
        all = failure();
  return all;
}

LogicalResult BlockFunctionalizer::run() {
  for (BlockArgument input : block.getArguments())
    inputs.push_back(
        isa<ep::TensorType>(input.getType()) ? tracker.lookup(input) : nullptr);
  LogicalResult all = success();
  for (Operation &op : llvm::make_early_inc_range(block))
    if (failed(visit(&op)))
      all = failure();
  if (succeeded(all))
    writes.eraseRewritten();
  return all;
}

void BlockFunctionalizer::trackResults(Operation *op) {
  for (OpResult result : op->getResults()) {
    unsigned index = result.getResultNumber();
    ResultSource source = getSource(op, index, tracker.getFacts());
    if (source.kind == ResultSource::New)
      continue;
    Alias *viewed = tracker.lookup(source.operand->get());
    if (source.kind == ResultSource::View)
      tracker.addView(result, viewed, *source.operand, index);
    else
      tracker.relate(viewed, tracker.lookup(result));
  }
}

LogicalResult BlockFunctionalizer::visit(Operation *op) {
  if (mayWriteUnknown(op))
    return refuse(op,
                  "is a custom operator that writes its operands: " +
                      getCustomOpName(op).str(),
                  "--op-schema tells which");
  if (failed(functionalizeRegions(op, tracker.getFacts())))
    return failure();
  if (isCustomWrite(op))
    return writes.rewriteCustom(op);
  if (isWrite(op))
    return writes.rewrite(AtenOp(op));
  if (isAsStrided(op))
    return writes.rewriteAsStrided(AtenOp(op));
  // Views are recorded by the names of before, then everything is read anew.
  trackResults(op);
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands())
    if (isa<ep::TensorType>(operand.get().getType()))
      operand.set(tracker.read(tracker.lookup(operand.get()), builder));
  return success();
}

static LogicalResult functionalize(ep::GraphOp graph) {
  Block &block = graph.getBody().front();
  ep::Facts facts = getFacts(graph.getProgram());
  bool needed = false;
  graph.walk([&](Operation *op) {
    needed |= isWrite(op) || isAsStrided(op) || mayWriteUnknown(op);
  });
  if (!needed)
    return success();
  llvm::DenseMap<Value, Value> joined;
  if (failed(
          joinOverlappingState(graph, findWrittenInputs(block, facts), joined)))
    return failure();
  BlockFunctionalizer functionalizer(block, facts);
  if (failed(functionalizer.run()))
    return failure();
  AliasTracker &tracker = functionalizer.getTracker();
  SmallVector<Alias *> inputs(functionalizer.getInputs());
  for (auto [i, input] : llvm::enumerate(block.getArguments()))
    if (Value view = joined.lookup(input))
      inputs[i] = tracker.lookup(view);
  addMutationOutputs(graph, inputs, tracker);
  return success();
}

namespace {
struct AtenFunctionalize
    : aten::impl::AtenFunctionalizeBase<AtenFunctionalize> {
  void runOnOperation() override {
    // Views are strides.
    if (failed(ep::verifyStrided(getOperation())))
      return signalPassFailure();
    ep::GraphOp graph = getOperation().getGraph();
    uint64_t writes = 0;
    getOperation().walk(
        [&](AtenOp op) { writes += op.getSchema().isMutating(); });
    count(getOperation(), *this, numWrites, writes,
          "operators write their arguments");
    if (graph && failed(functionalize(graph)))
      signalPassFailure();
  }
};
} // namespace

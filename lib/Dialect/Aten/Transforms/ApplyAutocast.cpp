// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Autocast.h"
#include "kiln/Dialect/Aten/Decompositions.h"
#include "kiln/Dialect/Aten/Passes.h"
#include "kiln/Support/PassCount.h"

namespace kiln::aten {
#define GEN_PASS_DEF_ATENAPPLYAUTOCAST
#include "kiln/Dialect/Aten/Passes.h.inc"
} // namespace kiln::aten

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

namespace {
struct AtenApplyAutocast
    : aten::impl::AtenApplyAutocastBase<AtenApplyAutocast> {
  void runOnOperation() override {
    ep::GraphOp graph = getOperation().getGraph();
    bool isNeeded = false;
    getOperation().walk([&](ep::AutocastOp) { isNeeded = true; });
    if (!graph || !isNeeded)
      return;
    RewritePatternSet patterns(&getContext());
    populateDecompositions(patterns, /*keep=*/{});
    decompositions = std::move(patterns);
    if (failed(process(graph.getBody().front(), {})))
      signalPassFailure();
    count(getOperation(), *this, numRegions, std::exchange(regions, 0),
          "regions of autocast inlined");
  }

  /// The ops of a block in order, with the modes that are on there.
  LogicalResult process(Block &block, const AutocastState &state) {
    bool valid = true;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      auto mode = dyn_cast<ep::AutocastOp>(op);
      FailureOr<AutocastState> inner =
          mode ? enterAutocast(mode, state) : state;
      if (failed(inner))
        return failure();
      for (Region &region : op.getRegions())
        for (Block &nested : region)
          valid &= succeeded(process(nested, *inner));
      if (auto aten = dyn_cast<AtenOp>(op))
        valid &= succeeded(castOperands(aten, state, decompositions));
      else if (mode && valid) {
        ep::inlineBody(mode, mode.getBody(), mode.getInputs());
        ++regions;
      }
    }
    return success(valid);
  }

  FrozenRewritePatternSet decompositions;
  uint64_t regions = 0;
};
} // namespace

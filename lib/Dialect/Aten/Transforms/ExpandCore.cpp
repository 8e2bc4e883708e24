// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/Decompositions.h"
#include "kiln/Dialect/Aten/Passes.h"
#include "kiln/Support/PassCount.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace kiln::aten {
#define GEN_PASS_DEF_ATENEXPANDCORE
#include "kiln/Dialect/Aten/Passes.h.inc"
} // namespace kiln::aten

using namespace mlir;
using namespace kiln;

namespace {
struct AtenExpandCore : aten::impl::AtenExpandCoreBase<AtenExpandCore> {
  using AtenExpandCoreBase::AtenExpandCoreBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    aten::populateCoreExpansions(set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    // Folding would turn sizes into constants of another phase.
    GreedyRewriteConfig config;
    config.enableFolding(false);
    ReplacementCounter counter;
    config.setListener(&counter);
    if (failed(applyPatternsGreedily(getOperation(), patterns, config)))
      signalPassFailure();
    count(getOperation(), *this, numReplaced, counter.number,
          "operations replaced");
  }

  FrozenRewritePatternSet patterns;
};
} // namespace

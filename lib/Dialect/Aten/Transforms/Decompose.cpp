// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/Decompositions.h"
#include "kiln/Dialect/Aten/Passes.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace kiln::aten {
#define GEN_PASS_DEF_ATENDECOMPOSE
#include "kiln/Dialect/Aten/Passes.h.inc"
} // namespace kiln::aten

using namespace mlir;
using namespace kiln;

namespace {
struct AtenDecompose : aten::impl::AtenDecomposeBase<AtenDecompose> {
  using AtenDecomposeBase::AtenDecomposeBase;

  LogicalResult initialize(MLIRContext *context) override {
    aten::KeepSet kept;
    for (const std::string &name : keep) {
      if (!aten::lookupSchema(name))
        return emitError(UnknownLoc::get(context))
               << "kiln-aten-decompose: keep names an unknown overload '"
               << name << "'";
      kept.insert(name);
    }
    RewritePatternSet set(context);
    aten::populateDecompositions(set, kept);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    // Folding would turn sizes into constants of another phase.
    GreedyRewriteConfig config;
    config.enableFolding(false);
    if (failed(applyPatternsGreedily(getOperation(), patterns, config)))
      signalPassFailure();
  }

  FrozenRewritePatternSet patterns;
};
} // namespace

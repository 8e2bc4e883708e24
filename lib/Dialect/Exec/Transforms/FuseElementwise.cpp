// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuses elementwise neighbours with upstream's patterns, where it pays.
#include "ElementwiseEdges.h"
#include "kiln/Dialect/Exec/Passes.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "kiln/Support/Decision.h"
#include "kiln/Support/PassCount.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace kiln::exec {
#define GEN_PASS_DEF_FUSEELEMENTWISE
#include "kiln/Dialect/Exec/Passes.h.inc"
} // namespace kiln::exec

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;

namespace {
struct FuseElementwisePass
    : exec::impl::FuseElementwiseBase<FuseElementwisePass> {
  void runOnOperation() override {
    for (auto graph : getOperation().getBody().getOps<ep::GraphOp>())
      if (failed(fuse(graph)))
        return signalPassFailure();
    count(getOperation(), *this, numReplaced, std::exchange(counter.number, 0),
          "operations replaced");
  }

  LogicalResult fuse(ep::GraphOp graph) {
    MLIRContext *context = graph.getContext();
    RewritePatternSet patterns(context);
    linalg::populateElementwiseOpsFusionPatterns(
        patterns, [](OpOperand *operand) {
          return !isElementwiseEdge(operand) ||
                 (refuseElementwise(operand).empty() &&
                  decideFusion(
                      {operand->get().getDefiningOp(), operand->getOwner()}));
        });
    linalg::GenericOp::getCanonicalizationPatterns(patterns, context);
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal(true);
    config.setListener(&counter);
    return failure(
        failed(applyPatternsGreedily(graph, std::move(patterns), config)) ||
        failed(resolveSizes(graph)));
  }

  ReplacementCounter counter;
};
} // namespace

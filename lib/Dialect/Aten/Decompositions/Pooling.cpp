// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// max_pool2d, adaptive_avg_pool2d, sum.
#include "kiln/Dialect/Aten/Pooling.h"
#include "kiln/Dialect/Aten/Decomposition.h"
#include "kiln/Dialect/Aten/Reduction.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

namespace {
struct DecomposeMaxPool2d : Decomposition<MaxPool2dOp> {
  using Decomposition::Decomposition;
  LogicalResult matchAndRewrite(MaxPool2dOp op,
                                PatternRewriter &rewriter) const override {
    ep::TensorType type = op.getType();
    auto toArray = [](const SmallVector<int64_t> &list) {
      return ArrayRef<int64_t>(list);
    };
    auto pool = MaxPool2dWithIndicesOp::create(
        rewriter, getDecomposedLoc(op),
        {type, type.withElementType(rewriter.getI64Type())}, op.getSelf(),
        toArray(op.getKernelSize()), toArray(op.getStride()),
        toArray(op.getPadding()), toArray(op.getDilation()), op.getCeilMode());
    rewriter.replaceOp(op, pool->getResult(0));
    return success();
  }
};

/// One output element per channel is the mean of the plane.
struct DecomposeAdaptiveAvgPool2d : Decomposition<AdaptiveAvgPool2dOp> {
  using Decomposition::Decomposition;
  LogicalResult matchAndRewrite(AdaptiveAvgPool2dOp op,
                                PatternRewriter &rewriter) const override {
    Sizes size = op.getOutputSize();
    Location loc = getDecomposedLoc(op);
    bool isMean = llvm::all_of(size, [](ep::ExprAttr e) { return e.isInt(1); });
    Operation *pool =
        isMean ? MeanDimOp::create(rewriter, loc, op.getType(), op.getSelf(),
                                   ArrayRef<int64_t>({-1, -2}), true)
                     .getOperation()
               : PrivateAdaptiveAvgPool2dOp::create(
                     rewriter, loc, op.getType(), op.getSelf(), ArrayRef(size));
    rewriter.replaceOp(op, pool->getResult(0));
    return success();
  }
};

/// Over all dimensions.
struct DecomposeSum : Decomposition<SumOp> {
  using Decomposition::Decomposition;
  LogicalResult matchAndRewrite(SumOp op,
                                PatternRewriter &rewriter) const override {
    auto sum = SumDimIntListOp::create(
        rewriter, getDecomposedLoc(op), op.getType(), op.getSelf(),
        ArrayRef<int64_t>(), false, op.getDtype());
    rewriter.replaceOp(op, sum->getResult(0));
    return success();
  }
};
} // namespace

void aten::populatePoolingDecompositions(RewritePatternSet &patterns,
                                         const KeepSet &keep) {
  addDecompositions<DecomposeMaxPool2d, DecomposeAdaptiveAvgPool2d,
                    DecomposeSum>(patterns, keep);
}

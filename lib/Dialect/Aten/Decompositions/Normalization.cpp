// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// batch_norm and dropout of inference, layer_norm, softmax.
#include "kiln/Dialect/Aten/Normalization.h"
#include "kiln/Dialect/Aten/Decomposition.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

namespace {
/// With running statistics. The saved statistics are empty, as on PyTorch's
/// CPU.
struct DecomposeBatchNorm : Decomposition<BatchNormOp> {
  using Decomposition::Decomposition;
  LogicalResult matchAndRewrite(BatchNormOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getTraining() || !op.getRunningMean() || !op.getRunningVar())
      return rewriter.notifyMatchFailure(op, "needs statistics of the batch");
    ep::TensorType type = op.getType();
    Type saved = type.withSizes(makeSizes(op->getContext(), {0}));
    auto norm = PrivateNativeBatchNormLegitNoTrainingOp::create(
        rewriter, getDecomposedLoc(op), {type, saved, saved}, op.getInput(),
        op.getWeight(), op.getBias(), op.getRunningMean(), op.getRunningVar(),
        op.getMomentum(), op.getEps());
    rewriter.replaceOp(op, norm->getResult(0));
    return success();
  }
};

template <typename DropoutOpT>
struct DecomposeDropout : Decomposition<DropoutOpT> {
  using Decomposition<DropoutOpT>::Decomposition;
  LogicalResult matchAndRewrite(DropoutOpT op,
                                PatternRewriter &rewriter) const override {
    if (op.getTrain())
      return rewriter.notifyMatchFailure(op, "drops at random");
    replaceWith(rewriter, op, op.getInput());
    return success();
  }
};

struct DecomposeLayerNorm : Decomposition<LayerNormOp> {
  using Decomposition::Decomposition;
  LogicalResult matchAndRewrite(LayerNormOp op,
                                PatternRewriter &rewriter) const override {
    ep::TensorType type = op.getType();
    Sizes shape = op.getNormalizedShape();
    SizesRef sizes = type.getSizes();
    if (shape.size() > sizes.size())
      return rewriter.notifyMatchFailure(op, "normalizes more than there is");
    Sizes outer(sizes.drop_back(shape.size()));
    outer.append(shape.size(), ep::makeInt(op->getContext(), 1));
    Type saved = type.withSizes(outer);
    auto norm = NativeLayerNormOp::create(
        rewriter, getDecomposedLoc(op), {type, saved, saved}, op.getInput(),
        ArrayRef(shape), op.getWeight(), op.getBias(), op.getEps());
    rewriter.replaceOp(op, norm->getResult(0));
    return success();
  }
};

/// A dtype casts the input first.
template <typename SoftmaxOpT, typename CoreOp>
struct DecomposeSoftmax : Decomposition<SoftmaxOpT> {
  using Decomposition<SoftmaxOpT>::Decomposition;
  LogicalResult matchAndRewrite(SoftmaxOpT op,
                                PatternRewriter &rewriter) const override {
    Location loc = getDecomposedLoc(op);
    Value input =
        createCast(rewriter, loc, op.getSelf(), op.getType().getElementType());
    auto softmax = CoreOp::create(rewriter, loc, op.getType(), input,
                                  op.getDim(), /*half_to_float=*/false);
    rewriter.replaceOp(op, softmax->getResult(0));
    return success();
  }
};
} // namespace

void aten::populateNormalizationDecompositions(RewritePatternSet &patterns,
                                               const KeepSet &keep) {
  addDecompositions<DecomposeBatchNorm, DecomposeDropout<DropoutOp>,
                    DecomposeDropout<FeatureDropoutOp>, DecomposeLayerNorm,
                    DecomposeSoftmax<SoftmaxIntOp, PrivateSoftmaxOp>,
                    DecomposeSoftmax<LogSoftmaxIntOp, PrivateLogSoftmaxOp>>(
      patterns, keep);
}

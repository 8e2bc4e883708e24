// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// conv1d, conv2d, conv3d -> convolution.
#include "kiln/Dialect/Aten/Convolution.h"
#include "Decomposition.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

namespace {
/// An input without a batch dimension gets one of size 1.
template <typename ConvOp, unsigned Spatial>
struct DecomposeConv : Decomposition<ConvOp> {
  using Decomposition<ConvOp>::Decomposition;
  LogicalResult matchAndRewrite(ConvOp op,
                                PatternRewriter &rewriter) const override {
    MLIRContext *context = op->getContext();
    Location loc = getDecomposedLoc(op);
    Value input = op.getInput();
    ep::TensorType type = op.getType(), batched = type;
    bool hasBatch = getSizes(input).size() == Spatial + 2;
    if (!hasBatch && getSizes(input).size() != Spatial + 1)
      return rewriter.notifyMatchFailure(op, "input has another rank");
    ExprAttr one = ep::makeInt(context, 1);
    if (!hasBatch) {
      Sizes sizes(getSizes(input));
      sizes.insert(sizes.begin(), one);
      input = createView(rewriter, loc, input, sizes);
      sizes.assign(type.getSizes().begin(), type.getSizes().end());
      sizes.insert(sizes.begin(), one);
      batched = type.withSizes(sizes);
    }
    SmallVector<int64_t> zeros(Spatial, 0);
    Sizes stride = op.getStride(), padding = op.getPadding(),
          dilation = op.getDilation();
    Value result =
        ConvolutionOp::create(rewriter, loc, batched, input, op.getWeight(),
                              op.getBias(), ArrayRef(stride), ArrayRef(padding),
                              ArrayRef(dilation), false,
                              ArrayRef<int64_t>(zeros), op.getGroups())
            ->getResult(0);
    rewriter.replaceOp(op, createView(rewriter, loc, result, type));
    return success();
  }
};
} // namespace

void aten::populateConvolutionDecompositions(RewritePatternSet &patterns,
                                             const KeepSet &keep) {
  addDecompositions<DecomposeConv<Conv1dOp, 1>, DecomposeConv<Conv2dOp, 2>,
                    DecomposeConv<Conv3dOp, 3>>(patterns, keep);
}

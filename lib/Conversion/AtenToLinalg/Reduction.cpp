// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sum, mean, amax, amin: accumulated in order, half floats in f32.
#include "kiln/Dialect/Aten/Reduction.h"
#include "Lowering.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

/// The sizes of the result, where reduced dimensions may be kept as 1.
static LogicalResult replaceReduced(ConversionPatternRewriter &rewriter,
                                    Operation *op, Lowering &lowering,
                                    const Tensor &reduced, Type dtype,
                                    SizesRef sizes) {
  FailureOr<Tensor> result =
      lowering.view(lowering.cast(reduced, dtype), sizes);
  if (failed(result))
    return rewriter.notifyMatchFailure(op, "sizes do not match");
  return replace(rewriter, op, *result);
}

namespace {
template <typename OpT, bool IsMean>
struct ConvertSum : AtenConversion<OpT> {
  using AtenConversion<OpT>::AtenConversion;
  LogicalResult convert(OpT op, typename OpT::Adaptor adaptor,
                        ConversionPatternRewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    auto dims = wrapDims(op.getDim(), self.rank(), /*emptyIsAll=*/true);
    if (failed(dims))
      return rewriter.notifyMatchFailure(op, "dimensions out of range");
    ep::TensorType type = op.getType();
    Type dtype = getComputeType(type.getElementType());
    Lowering lowering(rewriter, op.getLoc());
    Tensor sum = lowering.sumDims(self, *dims, dtype);
    if (IsMean)
      sum = divideByCount(lowering, sum, self, *dims);
    return replaceReduced(rewriter, op, lowering, sum, type.getElementType(),
                          type.getSizes());
  }

  static Tensor divideByCount(Lowering &lowering, const Tensor &sum,
                              const Tensor &self, ArrayRef<int64_t> dims) {
    Sizes sizes;
    for (int64_t dim : dims)
      sizes.push_back(self.sizes[dim]);
    ep::ExprAttr count = ep::product(lowering.getContext(), sizes);
    return lowering.pointwise(
        sum.sizes, sum.dtype, sum,
        [&](OpBuilder &b, Location l, ValueRange arguments) {
          Value divisor = makeScalar(b, l, count, sum.dtype);
          return arith::DivFOp::create(b, l, arguments[0], divisor).getResult();
        });
  }
};

/// NaN wins.
template <typename OpT, bool IsMax>
struct ConvertExtremum : AtenConversion<OpT> {
  using AtenConversion<OpT>::AtenConversion;
  LogicalResult convert(OpT op, typename OpT::Adaptor adaptor,
                        ConversionPatternRewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    auto dims = wrapDims(op.getDim(), self.rank(), /*emptyIsAll=*/true);
    if (failed(dims))
      return rewriter.notifyMatchFailure(op, "dimensions out of range");
    Location loc = op.getLoc();
    Lowering lowering(rewriter, loc);
    Value identity = IsMax ? makeLowest(rewriter, loc, self.dtype)
                           : makeHighest(rewriter, loc, self.dtype);
    Tensor result = lowering.reduceDims(
        self, *dims, self.dtype, identity,
        [&](OpBuilder &b, Location l, ValueRange arguments) {
          return IsMax ? makeMax(b, l, self.dtype, arguments[0], arguments[1])
                       : makeMin(b, l, self.dtype, arguments[0], arguments[1]);
        });
    return replaceReduced(rewriter, op, lowering, result,
                          op.getType().getElementType(),
                          op.getType().getSizes());
  }
};
} // namespace

void kiln::populateReductionToLinalg(TypeConverter &converter,
                                     RewritePatternSet &patterns) {
  patterns.add<ConvertSum<SumDimIntListOp, false>, ConvertSum<MeanDimOp, true>,
               ConvertExtremum<AmaxOp, true>, ConvertExtremum<AminOp, false>>(
      converter, patterns.getContext());
}

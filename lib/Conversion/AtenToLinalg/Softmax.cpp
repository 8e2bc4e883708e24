// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// _softmax and _log_softmax: the maximum is taken away first; half floats are
// computed in f32.
#include "Lowering.h"
#include "kiln/Dialect/Aten/Normalization.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

namespace {
template <typename OpT, bool IsLog>
struct ConvertSoftmax : AtenConversion<OpT> {
  using AtenConversion<OpT>::AtenConversion;
  LogicalResult convert(OpT op, typename OpT::Adaptor adaptor,
                        ConversionPatternRewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    FailureOr<int64_t> dim = wrapDim(op.getDim(), self.rank());
    if (failed(dim))
      return rewriter.notifyMatchFailure(op, "dimension out of range");
    Lowering lowering(rewriter, op.getLoc());
    if (self.rank() == 0)
      self = *lowering.view(self, ep::makeInt(op->getContext(), 1));
    Type dtype = getComputeType(op.getType().getElementType());
    SmallVector<int64_t> outer;
    for (int64_t i = 0; i < self.rank(); ++i)
      if (i != *dim)
        outer.push_back(i);
    AffineMap all = rewriter.getMultiDimIdentityMap(self.rank());
    AffineMap row = lowering.loopMap(self.rank(), outer);
    Tensor shifted = subtractMax(lowering, self, *dim, dtype, {all, row});
    Tensor exponentials = lowering.pointwise(
        self.sizes, dtype, shifted,
        [&](OpBuilder &b, Location l, ValueRange args) {
          return math::ExpOp::create(b, l, args[0]).getResult();
        });
    Tensor sum = lowering.sumDims(exponentials, *dim, dtype);
    Tensor result = lowering.pointwise(
        self.sizes, op.getType().getElementType(),
        {IsLog ? shifted : exponentials, sum},
        [&](OpBuilder &b, Location l, ValueRange args) {
          Value value =
              IsLog ? Value(arith::SubFOp::create(
                          b, l, args[0], math::LogOp::create(b, l, args[1])))
                    : divide(b, l, args[0], args[1]);
          return castComputed(b, l, value, dtype,
                              op.getType().getElementType());
        },
        {all, row});
    return replace(rewriter, op,
                   *lowering.view(result, op.getType().getSizes()));
  }

  /// By the inverse, which is the same along a row: a sum of exponentials, of
  /// which one is 1, has one that is a normal number.
  static Value divide(OpBuilder &b, Location l, Value exponential, Value sum) {
    Value one =
        arith::ConstantOp::create(b, l, b.getFloatAttr(sum.getType(), 1.0));
    return arith::MulFOp::create(b, l, exponential,
                                 arith::DivFOp::create(b, l, one, sum));
  }

  static Tensor subtractMax(Lowering &lowering, const Tensor &self, int64_t dim,
                            Type dtype, ArrayRef<AffineMap> maps) {
    // Vectors have no comparisons of half floats.
    Tensor max = lowering.reduceDims(
        self, dim, dtype, makeLowest(lowering.builder, lowering.loc, dtype),
        [&](OpBuilder &b, Location l, ValueRange args) {
          Value x = castScalar(b, l, args[0], self.dtype, dtype);
          return makeMax(b, l, dtype, x, args[1]);
        });
    return lowering.pointwise(
        self.sizes, dtype, {self, max},
        [&](OpBuilder &b, Location l, ValueRange args) {
          Value x = castScalar(b, l, args[0], self.dtype, dtype);
          return arith::SubFOp::create(b, l, x, args[1]).getResult();
        },
        maps);
  }
};
} // namespace

void kiln::populateSoftmaxToLinalg(TypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<ConvertSoftmax<PrivateSoftmaxOp, false>,
               ConvertSoftmax<PrivateLogSoftmaxOp, true>>(
      converter, patterns.getContext());
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// native_layer_norm; half floats are computed in f32.
#include "kiln/Dialect/Aten/Normalization.h"
#include "Lowering.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

/// 1 / sqrt(variance + eps)
static Value makeInverseDeviation(OpBuilder &builder, Location loc, Type dtype,
                                  Value variance, double eps) {
  Value sum = makeAdd(builder, loc, dtype, variance,
                      makeConstant(builder, loc, dtype, eps));
  return arith::DivFOp::create(builder, loc,
                               makeConstant(builder, loc, dtype, 1),
                               math::SqrtOp::create(builder, loc, sum));
}

namespace {
/// Over the last dimensions, in two passes: mean, then the mean of squares of
/// what is left.
struct ConvertLayerNorm : AtenConversion<NativeLayerNormOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(NativeLayerNormOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor input = Lowering::get(op.getInput(), adaptor.getInput());
    Tensor weight = Lowering::get(op.getWeight(), adaptor.getWeight());
    Tensor bias = Lowering::get(op.getBias(), adaptor.getBias());
    int64_t rank = input.rank();
    int64_t outer = rank - static_cast<int64_t>(op.getNormalizedShape().size());
    if (outer < 0)
      return rewriter.notifyMatchFailure(op, "normalizes more than there is");
    Lowering lowering(rewriter, op.getLoc());
    Type dtype = getComputeType(input.dtype);
    auto dims = llvm::to_vector(llvm::seq<int64_t>(outer, rank));
    auto kept = llvm::to_vector(llvm::seq<int64_t>(0, outer));
    AffineMap all = rewriter.getMultiDimIdentityMap(rank);
    AffineMap row = lowering.loopMap(rank, kept);
    AffineMap inner = lowering.loopMap(rank, dims);
    ep::ExprAttr count =
        ep::product(op->getContext(), ArrayRef(input.sizes).drop_front(outer));
    Tensor mean = divide(lowering, lowering.sumDims(input, dims, dtype), count);
    Tensor centred =
        lowering.pointwise(input.sizes, dtype, {input, mean},
                           [&](OpBuilder &b, Location l, ValueRange args) {
                             Value x =
                                 castScalar(b, l, args[0], input.dtype, dtype);
                             return makeSub(b, l, dtype, x, args[1]);
                           },
                           {all, row});
    Tensor rstd =
        getInverseDeviation(lowering, centred, dims, count, dtype, op.getEps());
    SmallVector<Tensor> operands = {centred, rstd};
    SmallVector<AffineMap> maps = {all, row};
    for (const Tensor &affine : {weight, bias})
      if (affine) {
        operands.push_back(affine);
        maps.push_back(inner);
      }
    Tensor result = lowering.pointwise(
        input.sizes, input.dtype, operands,
        [&](OpBuilder &b, Location l, ValueRange args) {
          Value x = makeMul(b, l, dtype, args[0], args[1]);
          if (weight)
            x = makeMul(b, l, dtype, x,
                        castComputed(b, l, args[2], weight.dtype, dtype));
          if (bias)
            x = makeAdd(b, l, dtype, x,
                        castComputed(b, l, args.back(), bias.dtype, dtype));
          return castComputed(b, l, x, dtype, input.dtype);
        },
        maps);
    SmallVector<Value> results = {result.value};
    SmallVector<Tensor> statistics = {mean, rstd};
    for (auto [saved, value] :
         llvm::zip(op->getResults().drop_front(), statistics)) {
      auto type = cast<ep::TensorType>(saved.getType());
      FailureOr<Tensor> viewed = lowering.view(
          lowering.round(value, type.getElementType()), type.getSizes());
      if (failed(viewed))
        return rewriter.notifyMatchFailure(op, "statistics have other sizes");
      results.push_back(viewed->value);
    }
    rewriter.replaceOp(op, results);
    return success();
  }

  static Tensor divide(Lowering &lowering, const Tensor &sum,
                       ep::ExprAttr count) {
    return lowering.pointwise(
        sum.sizes, sum.dtype, sum,
        [&](OpBuilder &b, Location l, ValueRange args) {
          Value divisor = makeScalar(b, l, count, sum.dtype);
          return arith::DivFOp::create(b, l, args[0], divisor).getResult();
        });
  }

  static Tensor getInverseDeviation(Lowering &lowering, const Tensor &centred,
                                    ArrayRef<int64_t> dims, ep::ExprAttr count,
                                    Type dtype, double eps) {
    Tensor squares =
        lowering.reduceDims(centred, dims, dtype, lowering.constant(dtype, 0),
                            [&](OpBuilder &b, Location l, ValueRange args) {
                              Value square =
                                  makeMul(b, l, dtype, args[0], args[0]);
                              return makeAdd(b, l, dtype, args[1], square);
                            });
    return lowering.pointwise(
        squares.sizes, dtype, squares,
        [&](OpBuilder &b, Location l, ValueRange args) {
          Value variance = arith::DivFOp::create(
              b, l, args[0], makeScalar(b, l, count, dtype));
          return makeInverseDeviation(b, l, dtype, variance, eps);
        });
  }
};
} // namespace

void kiln::populateNormalizationToLinalg(TypeConverter &converter,
                                         RewritePatternSet &patterns) {
  patterns.add<ConvertLayerNorm>(converter, patterns.getContext());
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maxima and averages over windows in one to three dimensions.
#include "kiln/Dialect/Aten/Pooling.h"
#include "Pool.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

/// Where in its plane the maximum lies: the first element equal to it.
static Tensor findIndices(const Pool &pool, const Tensor &input,
                          const Tensor &padded, const Tensor &max) {
  Lowering &lowering = pool.lowering;
  Type i64 = lowering.builder.getI64Type();
  auto body = [&](OpBuilder &b, Location l, ValueRange args) {
    Value isMax;
    if (isFloat(max.dtype)) {
      Value equal = arith::CmpFOp::create(b, l, arith::CmpFPredicate::OEQ,
                                          args[0], args[1]);
      Value isNan = arith::CmpFOp::create(b, l, arith::CmpFPredicate::UNO,
                                          args[0], args[0]);
      isMax = arith::OrIOp::create(b, l, equal, isNan);
    } else {
      isMax = arith::CmpIOp::create(b, l, arith::CmpIPredicate::eq, args[0],
                                    args[1]);
    }
    Indices index{b, l};
    Value flat = pool.getPosition(b, l, 0);
    for (unsigned i = 1; i < pool.spatial; ++i) {
      Value extent = lowering.sizeValue(input.sizes[pool.outer + i]);
      Value position = pool.getPosition(b, l, i);
      flat = index.add(index.mul(flat, extent), position);
    }
    Value candidate =
        arith::SelectOp::create(b, l, isMax, index.toI64(flat), args[3]);
    return makeMin(b, l, i64, args[3], candidate);
  };
  return lowering.reduce(
      pool.result, i64, makeHighest(lowering.builder, lowering.loc, i64),
      {padded, max, pool.getWindow(max.dtype)},
      {pool.getInputMap(), pool.getResultMap(), pool.getWindowMap()},
      pool.getResultMap(), body);
}

/// The maxima of the windows of `padded`, which `pool` has padded. Half floats
/// are compared in f32, as vectors compare them.
static Tensor takeAtOnce(const Pool &pool, const Tensor &padded) {
  Lowering &lowering = pool.lowering;
  Type dtype = getComputeType(padded.dtype);
  Tensor maxima = lowering.reduce(
      pool.result, dtype, makeLowest(lowering.builder, lowering.loc, dtype),
      {padded, pool.getWindow(dtype)},
      {pool.getInputMap(), pool.getWindowMap()}, pool.getResultMap(),
      [&](OpBuilder &b, Location l, ValueRange args) {
        Value x = castComputed(b, l, args[0], padded.dtype, dtype);
        return makeMax(b, l, dtype, args[2], x);
      });
  return lowering.round(maxima, padded.dtype);
}

/// The maxima over each dimension in turn: of the sum of the window's extents
/// in place of their product.
static Tensor takeInTurn(const Pool &pool, Tensor input, Value lowest) {
  for (unsigned i = 0; i < pool.spatial; ++i) {
    if (pool.g.kernel[i] == 1 && pool.g.stride[i] == 1 &&
        pool.g.padding[i] == 0)
      continue;
    Pool::Geometry line = {SmallVector<int64_t>(pool.spatial, 1),
                           SmallVector<int64_t>(pool.spatial, 1),
                           SmallVector<int64_t>(pool.spatial, 0),
                           SmallVector<int64_t>(pool.spatial, 1)};
    line.kernel[i] = pool.g.kernel[i];
    line.stride[i] = pool.g.stride[i];
    line.padding[i] = pool.g.padding[i];
    line.dilation[i] = pool.g.dilation[i];
    Sizes sizes = input.sizes;
    sizes[pool.outer + i] = pool.result[pool.outer + i];
    Pool pass(pool.lowering, pool.spatial, line, sizes);
    input = takeAtOnce(pass, pass.pad(input, lowest));
  }
  return input;
}

/// Is a pass for each dimension worth the results in between? A pass over whole
/// windows combines each of their rows once; where rows are long, passes are as
/// fast as memory.
static bool isWideWindow(const Pool &pool, const Tensor &input) {
  constexpr int64_t kLongRow = 96;
  ExprAttr row = input.sizes.back();
  int64_t area = 1, sum = 0;
  for (int64_t extent : pool.g.kernel) {
    area *= extent;
    sum += extent;
  }
  bool isShort = row.isInt() && row.getValue() < kLongRow;
  return area > (isShort ? 2 : 1) * sum;
}

std::pair<Tensor, Tensor>
kiln::takeMaxima(const Pool &pool, const Tensor &input, bool withPlaces) {
  Lowering &lowering = pool.lowering;
  Value lowest = makeLowest(lowering.builder, lowering.loc, input.dtype);
  Tensor none = lowering.empty(pool.result, lowering.builder.getI64Type());
  if (!withPlaces && isWideWindow(pool, input))
    return {takeInTurn(pool, input, lowest), none};
  Tensor padded = pool.pad(input, lowest);
  Tensor max = takeAtOnce(pool, padded);
  return {max, withPlaces ? findIndices(pool, input, padded, max) : none};
}

Tensor kiln::sumWindows(const Pool &pool, const Tensor &padded) {
  Lowering &lowering = pool.lowering;
  Type dtype = getComputeType(padded.dtype);
  return lowering.reduce(
      pool.result, dtype, lowering.constant(dtype, 0),
      {padded, pool.getWindow(dtype)},
      {pool.getInputMap(), pool.getWindowMap()}, pool.getResultMap(),
      [&](OpBuilder &b, Location l, ValueRange args) {
        Value x = castScalar(b, l, args[0], padded.dtype, dtype);
        return makeAdd(b, l, dtype, args[2], x);
      });
}

namespace {
template <typename OpT, unsigned Spatial>
struct ConvertMaxPool : AtenConversion<OpT> {
  using AtenConversion<OpT>::AtenConversion;
  LogicalResult convert(OpT op, typename OpT::Adaptor adaptor,
                        ConversionPatternRewriter &rewriter) const override {
    Tensor input = Lowering::get(op.getSelf(), adaptor.getSelf());
    if (input.rank() <= static_cast<int64_t>(Spatial))
      return rewriter.notifyMatchFailure(op, "pools more than there is");
    Lowering lowering(rewriter, op.getLoc());
    Pool pool(
        lowering, Spatial,
        {op.getKernelSize(), op.getStride(), op.getPadding(), op.getDilation()},
        op.getType().getSizes());
    auto [max, places] =
        takeMaxima(pool, input, /*withPlaces=*/!op->getResult(1).use_empty());
    rewriter.replaceOp(op, {max.value, places.value});
    return success();
  }
};

/// Integers are divided towards zero.
template <typename OpT, unsigned Spatial>
struct ConvertAvgPool : AtenConversion<OpT> {
  using AtenConversion<OpT>::AtenConversion;
  LogicalResult convert(OpT op, typename OpT::Adaptor adaptor,
                        ConversionPatternRewriter &rewriter) const override {
    Tensor input = Lowering::get(op.getSelf(), adaptor.getSelf());
    if (input.rank() <= static_cast<int64_t>(Spatial))
      return rewriter.notifyMatchFailure(op, "pools more than there is");
    Lowering lowering(rewriter, op.getLoc());
    Pool pool(lowering, Spatial,
              {op.getKernelSize(), op.getStride(), op.getPadding(), {1}},
              op.getType().getSizes());
    Pool::Averaging averaging = {op.getCeilMode(), op.getCountIncludePad(), {}};
    if constexpr (Spatial > 1)
      averaging.divisor = op.getDivisorOverride();
    Type dtype = getComputeType(input.dtype);
    Tensor sum =
        sumWindows(pool, pool.pad(input, lowering.constant(input.dtype, 0)));
    Tensor average = lowering.pointwise(
        pool.result, input.dtype, sum,
        [&](OpBuilder &b, Location l, ValueRange args) {
          SmallVector<Value> place;
          for (unsigned i = 0; i < Spatial; ++i)
            place.push_back(linalg::IndexOp::create(b, l, pool.outer + i));
          Value count =
              pool.getCount(b, l, averaging, input.sizes, place, dtype);
          Value value =
              isFloat(dtype)
                  ? arith::DivFOp::create(b, l, args[0], count).getResult()
                  : arith::DivSIOp::create(b, l, args[0], count).getResult();
          return castComputed(b, l, value, dtype, input.dtype);
        });
    return replace(rewriter, op, average);
  }
};
} // namespace

void kiln::populatePoolingToLinalg(TypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<ConvertMaxPool<MaxPool2dWithIndicesOp, 2>,
               ConvertMaxPool<MaxPool3dWithIndicesOp, 3>,
               ConvertAvgPool<AvgPool1dOp, 1>, ConvertAvgPool<AvgPool2dOp, 2>,
               ConvertAvgPool<AvgPool3dOp, 3>>(converter,
                                               patterns.getContext());
}

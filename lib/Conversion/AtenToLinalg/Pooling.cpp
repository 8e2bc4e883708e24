// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pooling in two dimensions: loops (outer…, oh, ow; kh, kw), whose window
// extents come from an operand without data.
#include "kiln/Dialect/Aten/Pooling.h"
#include "Lowering.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

namespace {
/// The numbers of one pooling; the last two dimensions are pooled.
struct Geometry {
  SmallVector<int64_t> kernel, stride, padding, dilation;
};

class Pool {
public:
  Pool(Lowering &lowering, Geometry geometry, SizesRef result)
      : lowering(lowering), g(std::move(geometry)), result(result),
        outer(result.size() - 2) {}

  /// The input with room for every window. With ceil mode the last one may
  /// reach beyond the padding.
  Tensor pad(const Tensor &input, Value scalar) const {
    MLIRContext *context = lowering.getContext();
    ExprAttr zero = ep::makeInt(context, 0);
    Sizes low(outer, zero), high(outer, zero);
    for (unsigned i = 0; i < 2; ++i) {
      auto number = [&](int64_t v) { return ep::makeInt(context, v); };
      ExprAttr before = number(g.padding[i]);
      ExprAttr last =
          ep::mul(ep::sub(result[outer + i], number(1)), number(g.stride[i]));
      ExprAttr reach =
          ep::add(last, number((g.kernel[i] - 1) * g.dilation[i] + 1));
      ExprAttr beyond = ep::sub(reach, ep::add(input.sizes[outer + i], before));
      low.push_back(before);
      bool isExact = ep::proveEqual(beyond, before) == ep::Answer::Yes;
      high.push_back(isExact ? before : ep::max(beyond, before));
    }
    return lowering.pad(input, low, high, scalar);
  }

  /// The window's element of the padded input.
  AffineMap getInputMap() const {
    SmallVector<AffineExpr> exprs = getOuter();
    for (unsigned i = 0; i < 2; ++i)
      exprs.push_back(dim(outer + i) * g.stride[i] +
                      dim(outer + 2 + i) * g.dilation[i]);
    return makeMap(exprs);
  }
  AffineMap getWindowMap() const {
    return makeMap({dim(outer + 2), dim(outer + 3)});
  }
  AffineMap getResultMap() const {
    SmallVector<AffineExpr> exprs = getOuter();
    exprs.append({dim(outer), dim(outer + 1)});
    return makeMap(exprs);
  }
  Tensor getWindow(Type dtype) const {
    return lowering.empty(makeSizes(lowering.getContext(), g.kernel), dtype);
  }

  /// The position in the unpadded input of dimension i of the window.
  Value getPosition(OpBuilder &b, Location l, unsigned i) const {
    auto scaled = [&](unsigned loop, int64_t factor) -> Value {
      Value index = linalg::IndexOp::create(b, l, loop);
      return arith::MulIOp::create(
          b, l, index, arith::ConstantIndexOp::create(b, l, factor));
    };
    Value sum = arith::AddIOp::create(b, l, scaled(outer + i, g.stride[i]),
                                      scaled(outer + 2 + i, g.dilation[i]));
    return arith::SubIOp::create(
        b, l, sum, arith::ConstantIndexOp::create(b, l, g.padding[i]));
  }

  Lowering &lowering;
  Geometry g;
  SizesRef result;
  unsigned outer;

private:
  AffineExpr dim(unsigned i) const {
    return lowering.builder.getAffineDimExpr(i);
  }
  SmallVector<AffineExpr> getOuter() const {
    SmallVector<AffineExpr> exprs;
    for (unsigned i = 0; i < outer; ++i)
      exprs.push_back(dim(i));
    return exprs;
  }
  AffineMap makeMap(ArrayRef<AffineExpr> exprs) const {
    return AffineMap::get(outer + 4, 0, exprs, lowering.getContext());
  }
};
} // namespace

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
    Value row = pool.getPosition(b, l, 0), column = pool.getPosition(b, l, 1);
    Value width = lowering.sizeValue(input.sizes.back());
    Value flat = arith::AddIOp::create(
        b, l, arith::MulIOp::create(b, l, row, width), column);
    flat = arith::IndexCastOp::create(b, l, i64, flat);
    Value candidate = arith::SelectOp::create(b, l, isMax, flat, args[3]);
    return makeMin(b, l, i64, args[3], candidate);
  };
  return lowering.reduce(
      pool.result, i64, makeHighest(lowering.builder, lowering.loc, i64),
      {padded, max, pool.getWindow(max.dtype)},
      {pool.getInputMap(), pool.getResultMap(), pool.getWindowMap()},
      pool.getResultMap(), body);
}

namespace {
struct ConvertMaxPool : AtenConversion<MaxPool2dWithIndicesOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(MaxPool2dWithIndicesOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor input = Lowering::get(op.getSelf(), adaptor.getSelf());
    Lowering lowering(rewriter, op.getLoc());
    SmallVector<int64_t> stride = op.getStride();
    Pool pool(lowering,
              {repeat(op.getKernelSize(), 2),
               repeat(stride.empty() ? op.getKernelSize() : stride, 2),
               repeat(op.getPadding(), 2), repeat(op.getDilation(), 2)},
              op.getType().getSizes());
    Value lowest = makeLowest(rewriter, op.getLoc(), input.dtype);
    Tensor padded = pool.pad(input, lowest);
    Tensor max = lowering.reduce(
        pool.result, input.dtype, lowest, {padded, pool.getWindow(input.dtype)},
        {pool.getInputMap(), pool.getWindowMap()}, pool.getResultMap(),
        [&](OpBuilder &b, Location l, ValueRange args) {
          return makeMax(b, l, input.dtype, args[2], args[0]);
        });
    Tensor indices = op->getResult(1).use_empty()
                         ? lowering.empty(pool.result, rewriter.getI64Type())
                         : findIndices(pool, input, padded, max);
    rewriter.replaceOp(op, {max.value, indices.value});
    return success();
  }
};

struct ConvertAvgPool : AtenConversion<AvgPool2dOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(AvgPool2dOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor input = Lowering::get(op.getSelf(), adaptor.getSelf());
    Lowering lowering(rewriter, op.getLoc());
    SmallVector<int64_t> stride = op.getStride();
    Pool pool(lowering,
              {repeat(op.getKernelSize(), 2),
               repeat(stride.empty() ? op.getKernelSize() : stride, 2),
               repeat(op.getPadding(), 2),
               {1, 1}},
              op.getType().getSizes());
    Type dtype = getComputeType(input.dtype);
    Tensor padded = pool.pad(input, lowering.constant(input.dtype, 0));
    Tensor sum = lowering.reduce(
        pool.result, dtype, lowering.constant(dtype, 0),
        {padded, pool.getWindow(dtype)},
        {pool.getInputMap(), pool.getWindowMap()}, pool.getResultMap(),
        [&](OpBuilder &b, Location l, ValueRange args) {
          Value x = castScalar(b, l, args[0], input.dtype, dtype);
          return makeAdd(b, l, dtype, args[2], x);
        });
    Tensor average = lowering.pointwise(
        pool.result, input.dtype, sum,
        [&](OpBuilder &b, Location l, ValueRange args) {
          Value count = getCount(b, l, pool, op, input, dtype);
          Value value = arith::DivFOp::create(b, l, args[0], count);
          return castScalar(b, l, value, dtype, input.dtype);
        });
    return replace(rewriter, op, average);
  }

  /// How many elements a window counts, by PyTorch's rules.
  static Value getCount(OpBuilder &b, Location l, const Pool &pool,
                        AvgPool2dOp op, const Tensor &input, Type dtype) {
    auto isZero = [](int64_t p) { return p == 0; };
    bool padless = llvm::all_of(pool.g.padding, isZero);
    if (std::optional<int64_t> divisor = op.getDivisorOverride())
      return makeIntConstant(b, l, dtype, *divisor);
    if ((padless || op.getCountIncludePad()) && !op.getCeilMode())
      return makeIntConstant(b, l, dtype, pool.g.kernel[0] * pool.g.kernel[1]);
    Value count;
    for (unsigned i = 0; i < 2; ++i) {
      auto constant = [&](int64_t v) -> Value {
        return arith::ConstantIndexOp::create(b, l, v);
      };
      Value size = pool.lowering.sizeValue(input.sizes[pool.outer + i]);
      Value loop = linalg::IndexOp::create(b, l, pool.outer + i);
      Value begin = arith::SubIOp::create(
          b, l, arith::MulIOp::create(b, l, loop, constant(pool.g.stride[i])),
          constant(pool.g.padding[i]));
      Value end =
          arith::AddIOp::create(b, l, begin, constant(pool.g.kernel[i]));
      // Padding counts when it is included, what lies beyond it never does.
      Value limit = size;
      if (op.getCountIncludePad())
        limit = arith::AddIOp::create(b, l, size, constant(pool.g.padding[i]));
      else
        begin = arith::MaxSIOp::create(b, l, begin, constant(0));
      end = arith::MinSIOp::create(b, l, end, limit);
      Value extent = arith::SubIOp::create(b, l, end, begin);
      count = count ? arith::MulIOp::create(b, l, count, extent).getResult()
                    : extent;
    }
    Type i64 = b.getI64Type();
    count = arith::IndexCastOp::create(b, l, i64, count);
    return castScalar(b, l, count, i64, dtype);
  }
};

} // namespace

void kiln::populatePoolingToLinalg(TypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<ConvertMaxPool, ConvertAvgPool>(converter,
                                               patterns.getContext());
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pool.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

Pool::Pool(Lowering &lowering, unsigned spatial, Geometry geometry,
           SizesRef result)
    : lowering(lowering), spatial(spatial), g(std::move(geometry)),
      result(result), outer(result.size() - spatial) {
  if (g.stride.empty())
    g.stride = g.kernel;
  for (SmallVector<int64_t> *list :
       {&g.kernel, &g.stride, &g.padding, &g.dilation})
    *list = repeat(*list, spatial);
}

Tensor Pool::pad(const Tensor &input, Value scalar) const {
  MLIRContext *context = lowering.getContext();
  ExprAttr zero = ep::makeInt(context, 0);
  Sizes low(outer, zero), high(outer, zero);
  for (unsigned i = 0; i < spatial; ++i) {
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

SmallVector<AffineExpr> Pool::getOuter() const {
  SmallVector<AffineExpr> exprs;
  for (unsigned i = 0; i < outer; ++i)
    exprs.push_back(dim(i));
  return exprs;
}

AffineMap Pool::getInputMap() const {
  SmallVector<AffineExpr> exprs = getOuter();
  for (unsigned i = 0; i < spatial; ++i)
    exprs.push_back(getResultDim(i) * g.stride[i] +
                    getKernelDim(i) * g.dilation[i]);
  return makeMap(exprs);
}

AffineMap Pool::getWindowMap() const {
  SmallVector<AffineExpr> exprs;
  for (unsigned i = 0; i < spatial; ++i)
    exprs.push_back(getKernelDim(i));
  return makeMap(exprs);
}

AffineMap Pool::getResultMap() const {
  SmallVector<AffineExpr> exprs = getOuter();
  for (unsigned i = 0; i < spatial; ++i)
    exprs.push_back(getResultDim(i));
  return makeMap(exprs);
}

Tensor Pool::getWindow(Type dtype) const {
  return lowering.empty(makeSizes(lowering.getContext(), g.kernel), dtype);
}

Value Pool::getPosition(OpBuilder &b, Location l, unsigned i) const {
  Indices index{b, l};
  auto scaled = [&](unsigned loop, int64_t factor) {
    Value at = linalg::IndexOp::create(b, l, loop);
    return index.mul(at, index.number(factor));
  };
  Value sum = index.add(scaled(outer + i, g.stride[i]),
                        scaled(outer + spatial + i, g.dilation[i]));
  return index.sub(sum, index.number(g.padding[i]));
}

Value Pool::getCount(OpBuilder &b, Location l, const Averaging &averaging,
                     SizesRef sizes, ValueRange place, Type dtype) const {
  auto isZero = [](int64_t p) { return p == 0; };
  bool padless = llvm::all_of(g.padding, isZero);
  if (averaging.divisor)
    return makeIntConstant(b, l, dtype, *averaging.divisor);
  int64_t area = 1;
  for (int64_t extent : g.kernel)
    area *= extent;
  if ((padless || averaging.countIncludePad) && !averaging.ceilMode)
    return makeIntConstant(b, l, dtype, area);
  // Vectors have more numbers of 32 bits than of 64.
  Type number = llvm::isInt<32>(area) ? b.getI32Type() : b.getI64Type();
  Indices index{b, l};
  Value count;
  for (unsigned i = 0; i < spatial; ++i) {
    Value size = lowering.sizeValue(sizes[outer + i]);
    Value begin = index.sub(index.mul(place[i], index.number(g.stride[i])),
                            index.number(g.padding[i]));
    Value end = index.add(begin, index.number(g.kernel[i]));
    // Padding counts when it is included, elements beyond it never do.
    Value limit = size;
    if (averaging.countIncludePad)
      limit = index.add(size, index.number(g.padding[i]));
    else
      begin = index.max(begin, index.number(0));
    end = index.min(end, limit);
    Value extent =
        arith::IndexCastOp::create(b, l, number, index.sub(end, begin));
    count = count ? arith::MulIOp::create(b, l, count, extent) : extent;
  }
  return castScalar(b, l, count, number, dtype);
}

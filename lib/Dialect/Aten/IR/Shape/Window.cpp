// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/Shape.h"
#include "kiln/Dialect/EP/Expr.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

ExprAttr aten::windowCount(ExprAttr size, const Window &window) {
  MLIRContext *context = size.getContext();
  ExprAttr one = ep::makeInt(context, 1), two = ep::makeInt(context, 2);
  ExprAttr extent =
      ep::add(ep::mul(window.dilation, ep::sub(window.kernel, one)), one);
  ExprAttr room = ep::sub(ep::add(size, ep::mul(two, window.padding)), extent);
  if (!window.ceilMode)
    return ep::add(ep::floorDiv(room, window.stride), one);
  // The last window must start inside the input or its left padding.
  ExprAttr count = ep::add(ep::ceilDiv(room, window.stride), one);
  ExprAttr lastStart = ep::mul(ep::sub(count, one), window.stride);
  ExprAttr limit = ep::add(size, window.padding);
  if (window.stride.isInt(1))
    return count;
  ExprAttr outside = ep::makeExpr(ep::ExprKind::Le, {limit, lastStart});
  return ep::makeExpr(ep::ExprKind::Where,
                      {outside, ep::sub(count, one), count});
}

static ExprAttr at(SizesRef list, size_t i) {
  return list.size() == 1 ? list[0] : list[i];
}

FailureOr<Sizes> aten::convolutionSizes(SizesRef input, SizesRef weight,
                                        SizesRef stride, SizesRef padding,
                                        SizesRef dilation) {
  size_t spatial = weight.size() < 3 ? 0 : weight.size() - 2;
  bool batched = input.size() == spatial + 2;
  if (!spatial || (!batched && input.size() != spatial + 1))
    return failure();
  for (SizesRef list : {stride, padding, dilation})
    if (list.size() != 1 && list.size() != spatial)
      return failure();
  Sizes result;
  if (batched)
    result.push_back(input[0]);
  result.push_back(weight[0]);
  for (size_t i = 0; i < spatial; ++i)
    result.push_back(windowCount(
        input[input.size() - spatial + i],
        {weight[2 + i], at(stride, i), at(padding, i), at(dilation, i)}));
  return result;
}

FailureOr<Sizes> aten::poolSizes(SizesRef input, ArrayRef<int64_t> kernel,
                                 ArrayRef<int64_t> stride,
                                 ArrayRef<int64_t> padding,
                                 ArrayRef<int64_t> dilation, bool ceilMode) {
  size_t spatial = kernel.size();
  if (!spatial || input.size() < spatial)
    return failure();
  MLIRContext *context = input[0].getContext();
  if (stride.empty())
    stride = kernel;
  for (ArrayRef<int64_t> list : {stride, padding, dilation})
    if (list.size() != 1 && list.size() != spatial)
      return failure();
  auto pick = [&](ArrayRef<int64_t> list, size_t i) {
    return ep::makeInt(context, list.size() == 1 ? list[0] : list[i]);
  };
  Sizes result(input.drop_back(spatial));
  for (size_t i = 0; i < spatial; ++i)
    result.push_back(
        windowCount(input[input.size() - spatial + i],
                    {pick(kernel, i), pick(stride, i), pick(padding, i),
                     pick(dilation, i), ceilMode}));
  return result;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gradients of a convolution are convolutions: that of the input transposed
// with the weight, that of the weight over the batch, where stride and dilation
// change places.
#include "Expansions.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

namespace {
struct Geometry {
  SmallVector<int64_t> stride, padding, dilation;
  int64_t groups;
};
} // namespace

static Term convolve(Term x, Term weight, const Geometry &g, bool transposed,
                     SizesRef outputPadding, SizesRef sizes) {
  if (!x || !weight)
    return invalid({x, weight});
  auto list = [&](ArrayRef<int64_t> values) {
    return makeSizes(x.get().getContext(), values);
  };
  return make(x.in(), "aten.convolution.default", x.type().withSizes(sizes), x,
              weight, std::nullopt, list(g.stride), list(g.padding),
              list(g.dilation), transposed, outputPadding,
              Attribute(x.in().expr(g.groups)));
}

/// [n, groups * c, …] -> [c, groups * n, …]
static Term byChannel(Term x, int64_t groups) {
  Term parts = split(x, 1, x.in().expr(groups),
                     ep::floorDiv(x.size(1), x.in().expr(groups)));
  SmallVector<int64_t> order = {2, 1, 0};
  for (int64_t i = 3; i < parts.rank(); ++i)
    order.push_back(i);
  return flatten(contiguous(permute(parts, order)), 1, 2);
}

/// The gradient of the weight of the convolution of `from` that gave `to`:
/// [channels of to, channels of from / groups, kernel…].
static Term weightGradient(Term from, Term to, const Geometry &g,
                           SizesRef kernel) {
  Geometry swapped = {g.dilation, g.padding, g.stride, g.groups};
  Term lhs = byChannel(from, g.groups);
  Term rhs = transpose(to, 0, 1);
  // One result for each place of the kernel, and some beyond where the stride
  // does not use the whole input.
  Sizes sizes = {lhs.size(0), rhs.size(0)};
  for (size_t i = 0; i < g.stride.size(); ++i) {
    ExprAttr size = lhs.size(2 + i);
    Window window = {rhs.size(2 + i), lhs.in().expr(swapped.stride[i]),
                     lhs.in().expr(swapped.padding[i]),
                     lhs.in().expr(swapped.dilation[i])};
    sizes.push_back(windowCount(size, window));
  }
  Sizes none(g.stride.size(), lhs.in().expr(0));
  Term result = convolve(lhs, contiguous(rhs), swapped, false, none, sizes);
  for (size_t i = 0; i < kernel.size(); ++i)
    if (result.size(2 + i) != kernel[i])
      result = slice(result, 2 + i, lhs.in().expr(0), kernel[i]);
  return transpose(result, 0, 1);
}

static Terms convolutionBackward(Call &c) {
  Term grad = c.raw("grad_output"), x = c.raw("input"),
       weight = c.raw("weight");
  unsigned spatial = weight.rank() - 2;
  auto getList = [&](StringRef name) {
    SmallVector<int64_t> list;
    for (ExprAttr expr : c.symInts(name)) {
      if (!expr.isInt())
        c.reject("symbolic geometry");
      list.push_back(expr.isInt() ? expr.getValue() : 0);
    }
    if (list.size() == 1)
      list.assign(spatial, list[0]);
    return list;
  };
  Geometry g = {getList("stride"), getList("padding"), getList("dilation"),
                c.integer("groups")};
  SmallVector<bool> wanted = c.op.booleans(c.op.indexOf("output_mask"));
  bool transposed = c.flag("transposed");
  if (c.isRejected() || x.rank() != weight.rank())
    return {c.reject("input and weight do not fit")};
  Sizes rest(spatial, c.expr(0));
  for (unsigned i = 0; i < spatial && !transposed; ++i) {
    // The elements behind the last window.
    ExprAttr full = ep::add(
        ep::mul(ep::sub(grad.size(2 + i), c.expr(1)), c.expr(g.stride[i])),
        ep::add(c.expr(1 - 2 * g.padding[i]),
                ep::mul(c.expr(g.dilation[i]),
                        ep::sub(weight.size(2 + i), c.expr(1)))));
    rest[i] = ep::sub(x.size(2 + i), full);
  }
  Term dx, dw, db;
  if (wanted[0])
    dx = convolve(grad, weight, g, !transposed, rest, x.sizes());
  SizesRef kernel = weight.sizes().drop_front(2);
  if (wanted[1])
    dw = transposed ? weightGradient(grad, x, g, kernel)
                    : weightGradient(x, grad, g, kernel);
  SmallVector<int64_t> dims = {0};
  for (unsigned i = 0; i < spatial; ++i)
    dims.push_back(2 + i);
  if (wanted[2])
    db = sum(grad, dims);
  return {dx, dw, db};
}

void core::populateConvolutionExpansions(RewritePatternSet &patterns) {
  addRules(patterns, {},
           {{"aten.convolution_backward.default", convolutionBackward}});
}

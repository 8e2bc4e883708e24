// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// grid_sampler: an image read at positions that a grid gives, x first, from
// -1 to 1 across the image.
#include "Expansions.h"
#include "Taps.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

namespace {
enum Interpolation { Bilinear = 0, Nearest = 1, Cubic = 2 };
enum Outside { Zeros = 0, Border = 1, Reflection = 2 };

/// One dimension of the image.
struct Axis {
  ExprAttr size;
  int64_t outside;
  bool alignCorners;

  Number last(int64_t scale = 1, int64_t offset = 0) const {
    auto number = [&](int64_t v) { return ep::makeInt(size.getContext(), v); };
    return ep::add(ep::mul(ep::sub(size, number(1)), number(scale)),
                   number(offset));
  }
};
} // namespace

/// From [-1, 1] to elements.
static Term unnormalize(Term x, const Axis &axis) {
  if (axis.alignCorners)
    return (x + 1) * 0.5 * axis.last();
  return ((x + 1) * Number(axis.size) - 1) * 0.5;
}

/// x mirrored at the middle or at the edge of the outermost elements.
static Term reflect(Term x, const Axis &axis) {
  if (axis.alignCorners && axis.size.isInt(1))
    return x * 0;
  double low = axis.alignCorners ? 0 : -0.5;
  Number span = axis.alignCorners ? axis.last() : Number(axis.size);
  Term away = abs(x - low);
  Term rest = fmod(away, span), flips = floor(away / span);
  Term isEven = eq(fmod(flips, 2), 0);
  return where(isEven, rest, Number(span) - rest) + low;
}

/// NaN becomes 0, as in PyTorch.
static Term bringInside(Term x, const Axis &axis) {
  if (axis.outside == Zeros)
    return x;
  if (axis.outside == Reflection)
    x = reflect(x, axis);
  return clamp(where(isnan(x), 0.0, x), 0, axis.last());
}

/// The cubic convolution kernel with a = -0.75, at distances up to 1 and 2.
static Term near(Term t) { return ((t * 1.25) - 2.25) * t * t + 1; }
static Term far(Term t) { return ((t * -0.75 + 3.75) * t - 6) * t + 3; }

static SmallVector<Tap> getTaps(Term position, const Axis &axis, int64_t mode) {
  Term x = unnormalize(position, axis);
  SmallVector<Tap> taps;
  if (mode == Cubic) {
    Term low = floor(x), t = x - low, rest = 1 - t;
    Term weights[] = {far(t + 1), near(t), near(rest), far(rest + 1)};
    for (int64_t i = 0; i < 4; ++i)
      taps.push_back(
          makeTap(bringInside(low + (i - 1), axis), weights[i], axis.last()));
    return taps;
  }
  x = bringInside(x, axis);
  if (mode == Nearest)
    return {makeTap(round(x), fullLike(x, 1.0), axis.last())};
  return getNeighbours(x, axis.last());
}

static Term gridSampler(Call &c) {
  Term input = c.raw("input"), grid = c.raw("grid");
  int64_t rank = input.rank(), spatial = rank - 2;
  int64_t mode = c.integer("interpolation_mode");
  if (spatial < 2 || grid.rank() != rank || !isFloating(input.dtype()) ||
      (mode == Cubic && spatial != 2))
    return c.reject("operands are no images");
  Type compute = getComputeType(input.dtype());
  Term places = to(grid, compute);
  SmallVector<SmallVector<Tap>> taps;
  for (int64_t dim = 0; dim < spatial; ++dim) {
    Axis axis = {input.size(2 + dim), c.integer("padding_mode"),
                 c.flag("align_corners")};
    // The grid has the last dimension first.
    Term position = select(places, rank - 1, c.expr(spatial - 1 - dim));
    taps.push_back(getTaps(position, axis, mode));
  }
  Sizes sizes(rank - 1, c.expr(1));
  sizes[0] = input.size(0);
  Term sample = view(arange(c, input.size(0)), sizes);
  Term result = sumTaps(to(input, compute), taps, {sample, Term()});
  SmallVector<int64_t> order = {0, rank - 1};
  for (int64_t dim = 1; dim < rank - 1; ++dim)
    order.push_back(dim);
  return to(permute(result, order), c.dtype());
}

void core::populateSamplingExpansions(RewritePatternSet &patterns) {
  addRules(patterns, {},
           {{"aten.grid_sampler_2d.default", gridSampler},
            {"aten.grid_sampler_3d.default", gridSampler}});
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fractional max pooling: windows of one extent, whose distances vary by a
// random number for each plane and dimension.
#include "Expansions.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

namespace {
/// One pooled dimension.
struct Axis {
  ExprAttr size;
  int64_t count, kernel;
};
} // namespace

/// The random numbers, [batch, channels, dims]; there may be more of them.
static Term getSamples(Call &c, SizesRef sizes) {
  Term samples = c.raw("random_samples");
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (samples && samples.size(dim) != size)
      samples = indexSelect(samples, dim, arange(c, size));
  return contiguous(samples.dtype().isF64() ? samples
                                            : to(samples, c.float32()));
}

/// [planes] numbers in [0, 1) -> [planes, count, kernel] elements of the
/// windows. The last window ends at the last element. In the dtype of the
/// numbers, as PyTorch computes it.
static Term getWindows(Call &c, Term sample, const Axis &axis) {
  ExprAttr last = ep::sub(axis.size, c.expr(axis.kernel));
  Sizes sizes = {sample.size(0), c.expr(axis.count)};
  Term begin = full(c, sizes, Number(last), c.int64());
  if (axis.count > 1) {
    Term at = unsqueeze(sample, 1), place = arange(c, c.expr(axis.count));
    Term step = scalar(c, Number(last), sample.dtype()) / (axis.count - 1);
    Term ahead = to((to(place, sample.dtype()) + at) * step, c.int64());
    ahead = ahead - to(at * step, c.int64());
    begin = where(place < axis.count - 1, ahead, begin);
  }
  return unsqueeze(begin, 2) + arange(c, c.expr(axis.kernel));
}

/// [planes, image] -> places [planes, positions…, window…] in the image.
static Term getPlaces(Call &c, Term samples, ArrayRef<Axis> axes) {
  int64_t dims = axes.size();
  Term places;
  for (auto [dim, axis] : llvm::enumerate(axes)) {
    // In two dimensions the first number is that of the width.
    int64_t column = dims == 2 ? 1 - dim : dim;
    Term windows =
        getWindows(c, contiguous(select(samples, 1, c.expr(column))), axis);
    Sizes sizes(1 + 2 * dims, c.expr(1));
    sizes[0] = samples.size(0);
    sizes[1 + dim] = c.expr(axis.count);
    sizes[1 + dims + dim] = c.expr(axis.kernel);
    windows = view(windows, sizes);
    places = places ? places * Number(axis.size) + windows : windows;
  }
  return places;
}

/// Where the greatest element of each row is: of equal ones the first, of NaNs
/// the last.
static Term findGreatest(Call &c, Term rows) {
  Term best = argmax(rows, -1, /*keepdim=*/true);
  if (!isFloating(rows.dtype()))
    return best;
  Term nan = amax(where(isnan(rows), arange(c, rows.size(-1)), -1), {-1},
                  /*keepdim=*/true);
  return where(nan >= 0, nan, best);
}

static Terms fractionalMaxPool(Call &c) {
  Term x = c.raw("self");
  SmallVector<int64_t> kernel = c.integers("kernel_size");
  SmallVector<int64_t> counts = c.integers("output_size");
  int64_t dims = counts.size(), outer = x.rank() - dims;
  if (isComplex(x.dtype()) || kernel.size() != counts.size() || outer < 1 ||
      outer > 2)
    return {c.reject("operands are no images"), Term()};
  SmallVector<Axis> axes;
  for (int64_t dim = 0; dim < dims; ++dim) {
    axes.push_back({x.size(outer + dim), counts[dim], kernel[dim]});
    require(
        c,
        ep::makeExpr(ep::ExprKind::Le,
                     {c.expr(counts[dim] + kernel[dim] - 1), axes.back().size}),
        "fractional_max_pool: the image is too small for its windows");
  }
  ExprAttr planes = ep::product(c.getContext(), x.sizes().take_front(outer));
  ExprAttr image = ep::product(c.getContext(), x.sizes().drop_front(outer));
  Term samples = getSamples(
      c, {outer == 2 ? x.size(0) : c.expr(1), x.size(outer - 1), c.expr(dims)});
  Term places = getPlaces(c, view(samples, {planes, c.expr(dims)}), axes);
  // Rows of one window each.
  ExprAttr positions = c.expr(1), window = c.expr(1);
  for (const Axis &axis : axes) {
    positions = ep::mul(positions, c.expr(axis.count));
    window = ep::mul(window, c.expr(axis.kernel));
  }
  Term all = gather(view(contiguous(x), {planes, image}), 1,
                    view(places, {planes, ep::mul(positions, window)}));
  Sizes rows = {planes, positions, window};
  Term values = view(all, rows);
  Term best = findGreatest(c, values);
  return {view(gather(values, -1, best), c.result().getSizes()),
          view(gather(view(places, rows), -1, best), c.result().getSizes())};
}

void core::populatePoolingExpansions(RewritePatternSet &patterns) {
  addRules(patterns, {},
           {{"aten.fractional_max_pool2d.default", fractionalMaxPool},
            {"aten.fractional_max_pool3d.default", fractionalMaxPool}});
}

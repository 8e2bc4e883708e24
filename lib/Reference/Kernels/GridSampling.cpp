// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// grid_sampler: an image read at positions that a grid gives, x first, from -1
// to 1 across the image.
#include "Kernels/Numeric.h"
#include "Kernels/Rows.h"

#include <cmath>

namespace kiln::reference {

namespace {
enum class Interpolation { linear = 0, nearest = 1, cubic = 2 };
enum class Outside { zeros = 0, border = 1, reflection = 2 };

/// One dim of the image.
struct GridAxis {
  int64_t size;
  Outside outside;
  bool alignCorners;

  double unnormalize(double x) const {
    return alignCorners ? (x + 1) / 2 * (size - 1) : ((x + 1) * size - 1) / 2;
  }
  double bringInside(double x) const;
  /// The element at x, or -1 when there is none.
  int64_t find(double x) const {
    return x >= 0 && x < size ? static_cast<int64_t>(x) : -1;
  }
};

struct Tap {
  int64_t place; ///< -1 for a zero
  double weight;
};
} // namespace

/// x mirrored at two walls, each given as its double.
static double reflect(double x, int64_t twiceLow, int64_t twiceHigh) {
  if (twiceLow == twiceHigh)
    return 0;
  double low = twiceLow / 2.0, span = (twiceHigh - twiceLow) / 2.0;
  x = std::fabs(x - low);
  double rest = std::fmod(x, span), flips = std::floor(x / span);
  return std::fmod(flips, 2) == 0 ? rest + low : span - rest + low;
}

double GridAxis::bringInside(double x) const {
  if (outside == Outside::zeros)
    return x;
  if (outside == Outside::reflection)
    x = alignCorners ? reflect(x, 0, 2 * (size - 1))
                     : reflect(x, -1, 2 * size - 1);
  // A NaN becomes 0, as in PyTorch.
  return std::isnan(x) ? 0 : std::min(std::max(x, 0.0), double(size - 1));
}

/// Keys' cubic kernel with the parameter -0.75 at the four neighbours.
static void getCubicWeights(double t, double weights[4]) {
  constexpr double a = -0.75;
  auto near = [&](double x) { return ((a + 2) * x - (a + 3)) * x * x + 1; };
  auto far = [&](double x) {
    return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a;
  };
  weights[0] = far(t + 1);
  weights[1] = near(t);
  weights[2] = near(1 - t);
  weights[3] = far(2 - t);
}

/// The pixels that a position along one dim reads.
static SmallVector<Tap, 4> getTaps(const GridAxis &axis, double position,
                                   Interpolation interpolation) {
  double x = axis.unnormalize(position);
  if (interpolation == Interpolation::cubic) {
    double floor = std::floor(x), weights[4];
    getCubicWeights(x - floor, weights);
    SmallVector<Tap, 4> taps;
    for (int i = 0; i < 4; ++i)
      taps.push_back({axis.find(axis.bringInside(floor - 1 + i)), weights[i]});
    return taps;
  }
  x = axis.bringInside(x);
  if (interpolation == Interpolation::nearest)
    return {{axis.find(std::nearbyint(x)), 1.0}};
  double floor = std::floor(x);
  return {{axis.find(floor), floor + 1 - x}, {axis.find(floor + 1), x - floor}};
}

/// The sum over all combinations of taps of the dims from `dim` on.
static double sumTaps(const double *plane, ArrayRef<SmallVector<Tap, 4>> taps,
                      ArrayRef<GridAxis> axes, int64_t place) {
  if (taps.empty())
    return plane[place];
  double sum = 0;
  for (const Tap &tap : taps.front())
    if (tap.place >= 0)
      sum += tap.weight * sumTaps(plane, taps.drop_front(), axes.drop_front(),
                                  place * axes.front().size + tap.place);
  return sum;
}

static KernelResult evaluateGridSampler(Call &call) {
  Dense<double> in = load<double>(call.tensor("input"));
  Dense<double> grid = load<double>(call.tensor("grid"));
  size_t dims = in.getRank() - 2;
  auto interpolation =
      static_cast<Interpolation>(call.integer("interpolation_mode"));
  if (interpolation == Interpolation::cubic && dims != 2)
    return call.error("cubic interpolation has two dims");
  SmallVector<GridAxis> axes;
  for (size_t dim = 0; dim < dims; ++dim)
    axes.push_back({in.sizes[dim + 2],
                    static_cast<Outside>(call.integer("padding_mode")),
                    call.boolean("align_corners")});
  Dense<double> out(call.resultSizes());
  int64_t channels = in.sizes[1];
  int64_t plane = countElements(ArrayRef(in.sizes).drop_front(2));
  int64_t positions = countElements(ArrayRef(out.sizes).drop_front(2));
  for (int64_t i = 0; i < in.sizes[0] * positions; ++i) {
    SmallVector<SmallVector<Tap, 4>> taps;
    for (size_t dim = 0; dim < dims; ++dim)
      taps.push_back(
          getTaps(axes[dim], grid[i * dims + dims - 1 - dim], interpolation));
    int64_t n = i / positions, p = i % positions;
    for (int64_t c = 0; c < channels; ++c)
      out[(n * channels + c) * positions + p] =
          sumTaps(in.values.data() + (n * channels + c) * plane, taps, axes, 0);
  }
  return result(call, out);
}

void registerGridSampling(KernelTable &table) {
  table.add("aten.grid_sampler_2d.default", evaluateGridSampler);
  table.add("aten.grid_sampler_3d.default", evaluateGridSampler);
}

} // namespace kiln::reference

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Average and maximum pooling, sliding and adaptive, and their gradients. Each
// is one map from boxes of an image to numbers, made once for all channels.
#include "Kernels/Numeric.h"
#include "Kernels/Pools.h"

#include <cmath>

namespace kiln::reference {

/// The spatial sizes of a tensor.
static ArrayRef<int64_t> imageOf(const Call &call, ArrayRef<int64_t> sizes) {
  return sizes.take_back(getSpatialDims(call));
}

static int64_t countChannels(const Call &call, ArrayRef<int64_t> sizes) {
  return countElements(sizes.drop_back(getSpatialDims(call)));
}

//===----------------------------------------------------------------------===//
// Averages
//===----------------------------------------------------------------------===//

/// The divisor of the sum at each position: with count_include_pad the padding
/// counts, too, but not the part of a window beyond it.
static std::vector<int64_t> getDivisors(const Call &call, const Pools &pools,
                                        ArrayRef<int64_t> image,
                                        ArrayRef<int64_t> positions) {
  std::vector<int64_t> divisors(pools.size());
  for (int64_t p = 0; p < pools.size(); ++p)
    divisors[p] = pools[p].size();
  if (!call.hasArgument("kernel_size"))
    return divisors;
  if (call.hasArgument("divisor_override") && call.has("divisor_override")) {
    divisors.assign(pools.size(), call.integer("divisor_override"));
    return divisors;
  }
  if (!call.boolean("count_include_pad"))
    return divisors;
  Sizes kernel = spread(call.integers("kernel_size"), image.size());
  Sizes stride = spread(call.integers("stride"), image.size());
  Sizes padding = spread(call.integers("padding"), image.size());
  if (stride.empty())
    stride = kernel;
  forEachIndex(positions, [&](ArrayRef<int64_t> index, int64_t p) {
    divisors[p] = 1;
    for (size_t dim = 0; dim < image.size(); ++dim) {
      int64_t begin = index[dim] * stride[dim] - padding[dim];
      divisors[p] *=
          std::min(begin + kernel[dim], image[dim] + padding[dim]) - begin;
    }
  });
  return divisors;
}

static Pools getPools(const Call &call, ArrayRef<int64_t> image,
                      ArrayRef<int64_t> positions) {
  return Pools(image, call.hasArgument("kernel_size")
                          ? getSlidingRanges(call, image, positions)
                          : getAdaptiveRanges(image, positions));
}

static KernelResult evaluateAveragePool(Call &call) {
  Tensor self = call.tensor("self");
  if (isComplex(self.getElementType()))
    return call.unsupported("only real numbers are supported");
  Sizes sizes = call.resultSizes();
  ArrayRef<int64_t> image = imageOf(call, self.getSizes());
  Pools pools = getPools(call, image, imageOf(call, sizes));
  std::vector<int64_t> divisors =
      getDivisors(call, pools, image, imageOf(call, sizes));
  return withComputing(self.getElementType(), [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    if constexpr (isComplexValue<T>) {
      return RuntimeValues();
    } else {
      Dense<T> in = load<T>(self), out(sizes);
      for (int64_t i = 0; i < out.getNumElements(); ++i) {
        const T *plane =
            in.values.data() + i / pools.size() * pools.imageCount();
        T sum = {};
        for (int64_t place : pools[i % pools.size()])
          sum = plus(sum, plane[place]);
        out[i] = pools[i % pools.size()].empty()
                     ? T()
                     : sum / static_cast<T>(divisors[i % pools.size()]);
      }
      return result(call, out);
    }
  });
}

static KernelResult evaluateAveragePoolBackward(Call &call) {
  Dense<double> grad = load<double>(call.tensor("grad_output"));
  Sizes sizes(call.tensor("self").getSizes());
  ArrayRef<int64_t> image = imageOf(call, sizes);
  Pools pools = getPools(call, image, imageOf(call, grad.sizes));
  std::vector<int64_t> divisors =
      getDivisors(call, pools, image, imageOf(call, grad.sizes));
  Dense<double> out(sizes);
  for (int64_t i = 0; i < grad.getNumElements(); ++i)
    for (int64_t place : pools[i % pools.size()])
      out[i / pools.size() * pools.imageCount() + place] +=
          grad[i] / divisors[i % pools.size()];
  return result(call, out);
}

//===----------------------------------------------------------------------===//
// Maxima
//===----------------------------------------------------------------------===//

/// The greatest value of each pool and its place in the image. Of equal values
/// the first counts, of NaNs the last.
template <typename T, typename PoolsOfPlane>
static KernelResult findMaxima(Call &call, const Dense<T> &in,
                               ArrayRef<int64_t> sizes, PoolsOfPlane poolsOf) {
  Dense<T> values(sizes);
  Dense<int64_t> places(sizes);
  int64_t planes = countChannels(call, sizes);
  for (int64_t c = 0; c < planes; ++c) {
    const Pools &pools = poolsOf(c);
    const T *plane = in.values.data() + c * pools.imageCount();
    for (int64_t p = 0; p < pools.size(); ++p) {
      if (pools[p].empty())
        return call.error("a window lies outside of the image");
      int64_t best = pools[p].front();
      for (int64_t place : pools[p])
        if (plane[place] > plane[best] || isNaN(plane[place]))
          best = place;
      values[c * pools.size() + p] = plane[best];
      places[c * pools.size() + p] = best;
    }
  }
  return resultsOf(store(values, call.resultType(0)),
                   store(places, call.resultType(1)));
}

template <typename PoolsOfPlane>
static KernelResult findMaxima(Call &call, PoolsOfPlane poolsOf) {
  Tensor self = call.tensor("self");
  if (isFloat(self.getElementType()))
    return findMaxima(call, load<double>(self), call.resultSizes(), poolsOf);
  return findMaxima(call, load<int64_t>(self), call.resultSizes(), poolsOf);
}

static KernelResult evaluateMaxPool(Call &call) {
  Tensor self = call.tensor("self");
  Sizes sizes = call.resultSizes();
  Pools pools =
      getPools(call, imageOf(call, self.getSizes()), imageOf(call, sizes));
  return findMaxima(call, [&](int64_t) -> const Pools & { return pools; });
}

/// Where the windows of fractional pooling begin, from a number in [0, 1).
/// PyTorch computes this in the type of the samples.
template <typename F>
static std::vector<Range> getFractionalRanges(F sample, int64_t size,
                                              int64_t count, int64_t kernel) {
  std::vector<Range> ranges(count);
  for (int64_t p = 0; p < count; ++p) {
    int64_t begin = size - kernel;
    if (p < count - 1) {
      F alpha = static_cast<F>(size - kernel) / static_cast<F>(count - 1);
      begin = static_cast<int64_t>((static_cast<F>(p) + sample) * alpha) -
              static_cast<int64_t>(sample * alpha);
    }
    ranges[p] = {begin, begin + kernel};
  }
  return ranges;
}

static KernelResult evaluateFractionalMaxPool(Call &call) {
  Tensor self = call.tensor("self"), samples = call.tensor("random_samples");
  size_t dims = getSpatialDims(call);
  Sizes sizes = call.resultSizes();
  ArrayRef<int64_t> image = imageOf(call, self.getSizes());
  Sizes kernel = spread(call.integers("kernel_size"), dims);
  Dense<double> draws = load<double>(samples);
  bool isDouble = samples.getElementType().isF64();
  std::unique_ptr<Pools> pools;
  return findMaxima(call, [&](int64_t plane) -> const Pools & {
    DimRanges ranges;
    for (size_t dim = 0; dim < dims; ++dim) {
      // In two dims the first sample is that of the width.
      double draw = draws[plane * dims + (dims == 2 ? 1 - dim : dim)];
      int64_t count = imageOf(call, sizes)[dim];
      ranges.push_back(
          isDouble ? getFractionalRanges(draw, image[dim], count, kernel[dim])
                   : getFractionalRanges(static_cast<float>(draw), image[dim],
                                         count, kernel[dim]));
    }
    pools = std::make_unique<Pools>(image, ranges);
    return *pools;
  });
}

static KernelResult evaluateMaxPoolBackward(Call &call) {
  Dense<double> grad = load<double>(call.tensor("grad_output"));
  Dense<int64_t> places = load<int64_t>(call.tensor("indices"));
  Dense<double> out(call.tensor("self").getSizes());
  int64_t planes = countChannels(call, grad.sizes);
  if (planes == 0 || places.sizes != grad.sizes)
    return planes ? KernelResult(call.error("the indices do not fit the "
                                            "gradient"))
                  : result(call, out);
  int64_t positions = grad.getNumElements() / planes;
  int64_t image = out.getNumElements() / planes;
  for (int64_t i = 0; i < grad.getNumElements(); ++i) {
    if (places[i] < 0 || places[i] >= image)
      return call.error("an index lies outside of the image");
    out[i / positions * image + places[i]] += grad[i];
  }
  return result(call, out);
}

void registerPooling(KernelTable &table) {
  for (StringRef name :
       {"aten.avg_pool1d.default", "aten.avg_pool2d.default",
        "aten.avg_pool3d.default", "aten.adaptive_avg_pool1d.default",
        "aten._adaptive_avg_pool2d.default",
        "aten._adaptive_avg_pool3d.default"})
    table.add(name, evaluateAveragePool);
  for (StringRef name :
       {"aten.avg_pool2d_backward.default", "aten.avg_pool3d_backward.default",
        "aten._adaptive_avg_pool2d_backward.default",
        "aten._adaptive_avg_pool3d_backward.default"})
    table.add(name, evaluateAveragePoolBackward);
  for (StringRef name :
       {"aten.max_pool2d_with_indices.default",
        "aten.max_pool3d_with_indices.default",
        "aten.adaptive_max_pool2d.default", "aten.adaptive_max_pool3d.default"})
    table.add(name, evaluateMaxPool);
  for (StringRef name : {"aten.fractional_max_pool2d.default",
                         "aten.fractional_max_pool3d.default"})
    table.add(name, evaluateFractionalMaxPool);
  for (StringRef name : {"aten.max_pool2d_with_indices_backward.default",
                         "aten.max_pool3d_with_indices_backward.default"})
    table.add(name, evaluateMaxPoolBackward);
}

} // namespace kiln::reference

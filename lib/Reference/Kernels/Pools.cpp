// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Kernels/Pools.h"

namespace kiln::reference {

Pools::Pools(ArrayRef<int64_t> image, const DimRanges &ranges)
    : imageElements(countElements(image)), offsets(1, 0) {
  Sizes positions;
  for (const std::vector<Range> &dim : ranges)
    positions.push_back(dim.size());
  std::vector<int64_t> found, next;
  forEachIndex(positions, [&](ArrayRef<int64_t> index, int64_t) {
    found.assign(1, 0);
    for (size_t dim = 0; dim < image.size(); ++dim) {
      const Range &range = ranges[dim][index[dim]];
      next.clear();
      for (int64_t place : found)
        for (int64_t x = range.begin; x < range.end; x += range.step)
          next.push_back(place * image[dim] + x);
      std::swap(found, next);
    }
    places.insert(places.end(), found.begin(), found.end());
    offsets.push_back(places.size());
  });
}

DimRanges getSlidingRanges(const Call &call, ArrayRef<int64_t> image,
                           ArrayRef<int64_t> positions) {
  size_t dims = image.size();
  Sizes kernel = spread(call.integers("kernel_size"), dims);
  Sizes stride = spread(call.integers("stride"), dims);
  Sizes padding = spread(call.integers("padding"), dims);
  Sizes dilation(dims, 1);
  if (call.hasArgument("dilation"))
    dilation = spread(call.integers("dilation"), dims);
  if (stride.empty())
    stride = kernel;
  DimRanges ranges(dims);
  for (size_t dim = 0; dim < dims; ++dim)
    for (int64_t p = 0; p < positions[dim]; ++p) {
      int64_t begin = p * stride[dim] - padding[dim];
      int64_t end = begin + (kernel[dim] - 1) * dilation[dim] + 1;
      // The first element of the window that is inside.
      if (begin < 0)
        begin += (-begin + dilation[dim] - 1) / dilation[dim] * dilation[dim];
      ranges[dim].push_back({begin, std::min(end, image[dim]), dilation[dim]});
    }
  return ranges;
}

DimRanges getAdaptiveRanges(ArrayRef<int64_t> image,
                            ArrayRef<int64_t> positions) {
  DimRanges ranges(image.size());
  for (size_t dim = 0; dim < image.size(); ++dim) {
    int64_t size = image[dim], count = positions[dim];
    for (int64_t p = 0; p < count; ++p)
      ranges[dim].push_back(
          {p * size / count, ((p + 1) * size + count - 1) / count});
  }
  return ranges;
}

Sizes spread(ArrayRef<int64_t> list, size_t count) {
  if (list.size() == 1)
    return Sizes(count, list[0]);
  return Sizes(list);
}

size_t getSpatialDims(const Call &call) {
  StringRef name = call.getOp().getSchema().getBaseName();
  for (size_t dims : {1, 2, 3})
    if (name.contains(std::to_string(dims) + "d"))
      return dims;
  return 0;
}

} // namespace kiln::reference

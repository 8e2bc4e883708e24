// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Padding by elements of the tensor: reflected, or the nearest element.
#include "Kernels/Numeric.h"
#include "Kernels/Pools.h"

namespace kiln::reference {

/// The element that position `x` of the padded dim shows.
static int64_t findSource(int64_t x, int64_t size, bool reflects) {
  if (!reflects)
    return std::clamp<int64_t>(x, 0, size - 1);
  if (x < 0)
    x = -x;
  return x >= size ? 2 * (size - 1) - x : x;
}

static KernelResult evaluatePad(Call &call) {
  Tensor self = call.tensor("self");
  SmallVector<int64_t> padding = call.integers("padding");
  size_t dims = getSpatialDims(call), rank = self.getRank();
  bool reflects = call.getOp().getSchema().getBaseName().contains("reflection");
  if (padding.size() != 2 * dims || rank < dims)
    return call.error("it needs two paddings per spatial dim");
  Sizes sizes(self.getSizes());
  for (size_t i = 0; i < dims; ++i) {
    // The first pair is that of the last dim.
    int64_t size = sizes[rank - 1 - i];
    int64_t most = std::max(padding[2 * i], padding[2 * i + 1]);
    if (reflects ? most >= size : size == 0)
      return call.error("the padding is wider than what it takes elements of");
    sizes[rank - 1 - i] += padding[2 * i] + padding[2 * i + 1];
    if (sizes[rank - 1 - i] < 0)
      return call.error("the padding takes away more than there is");
  }
  Sizes strides = getRowMajorStrides(self.getSizes());
  std::vector<int64_t> sources;
  sources.reserve(countElements(sizes));
  forEachIndex(sizes, [&](ArrayRef<int64_t> index, int64_t) {
    int64_t source = 0;
    for (size_t dim = 0; dim < rank; ++dim) {
      int64_t x = index[dim], fromEnd = rank - 1 - dim;
      if (fromEnd < static_cast<int64_t>(dims))
        x = findSource(x - padding[2 * fromEnd], self.getSize(dim), reflects);
      source += x * strides[dim];
    }
    sources.push_back(source);
  });
  return result(
      gatherElements(self, sizes, [&](int64_t i) { return sources[i]; }));
}

void registerPadding(KernelTable &table) {
  for (StringRef dims : {"1d", "2d", "3d"}) {
    table.add(("aten.reflection_pad" + dims + ".default").str(), evaluatePad);
    table.add(("aten.replication_pad" + dims + ".default").str(), evaluatePad);
  }
}

} // namespace kiln::reference

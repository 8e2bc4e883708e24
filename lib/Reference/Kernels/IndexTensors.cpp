// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Kernels/IndexTensors.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

SmallVector<std::vector<int64_t>> reference::findNonzero(const Tensor &tensor) {
  SmallVector<std::vector<int64_t>> indices(tensor.getRank());
  Dense<std::complex<double>> values = load<std::complex<double>>(tensor);
  forEachIndex(tensor.getSizes(), [&](ArrayRef<int64_t> index, int64_t i) {
    if (values[i] != 0.0)
      for (size_t d = 0; d < index.size(); ++d)
        indices[d].push_back(index[d]);
  });
  return indices;
}

llvm::Expected<int64_t> reference::checkIndex(Call &call, int64_t index,
                                              int64_t size) {
  if (index < -size || index >= size)
    return call.error("index " + Twine(index) +
                      " is outside of a dimension of " + Twine(size));
  return index < 0 ? index + size : index;
}

llvm::Error reference::forEachAlong(
    Call &call, const Tensor &index, int64_t dim, ArrayRef<int64_t> sizes,
    llvm::function_ref<void(ArrayRef<int64_t>, int64_t, int64_t)> fn) {
  Dense<int64_t> indices = load<int64_t>(index);
  // A scalar is a vector of one element here.
  Sizes shape(sizes);
  if (shape.empty())
    shape.push_back(1);
  if (indices.sizes.empty())
    indices.sizes.push_back(1);
  Sizes strides = getRowMajorStrides(shape);
  llvm::Error error = llvm::Error::success();
  forEachIndex(indices.sizes, [&](ArrayRef<int64_t> at, int64_t linear) {
    if (error)
      return;
    llvm::Expected<int64_t> along =
        checkIndex(call, indices[linear], shape[dim]);
    if (!along) {
      error = along.takeError();
      return;
    }
    int64_t position =
        getLinear(at, strides) + (*along - at[dim]) * strides[dim];
    fn(at, linear, position);
  });
  return error;
}

namespace {
/// One index tensor and the dimension that it indexes.
struct DimIndex {
  int64_t dim;
  Dense<int64_t> values;
};
} // namespace

/// Masks spelled out as indices, one for each of their dimensions.
static SmallVector<DimIndex>
expandMasks(ArrayRef<std::optional<Tensor>> indices) {
  SmallVector<DimIndex> expanded;
  int64_t dim = 0;
  for (const std::optional<Tensor> &index : indices) {
    if (!index) {
      ++dim;
      continue;
    }
    Type type = index->getElementType();
    if (!isBool(type) && !type.isUnsignedInteger(8)) {
      expanded.push_back({dim++, load<int64_t>(*index)});
      continue;
    }
    for (std::vector<int64_t> &values : findNonzero(*index)) {
      Dense<int64_t> dense;
      dense.sizes = {static_cast<int64_t>(values.size())};
      dense.values = std::move(values);
      expanded.push_back({dim++, std::move(dense)});
    }
  }
  return expanded;
}

/// Do the indexed dimensions lie side by side?
static bool areAdjacent(ArrayRef<DimIndex> indices) {
  return indices.empty() || indices.back().dim - indices.front().dim + 1 ==
                                static_cast<int64_t>(indices.size());
}

llvm::Expected<Selection> reference::select(Call &call, StringRef name,
                                            ArrayRef<int64_t> sizes,
                                            bool clampIndices) {
  SmallVector<DimIndex> indices = expandMasks(call.tensors(name));
  SmallVector<ArrayRef<int64_t>> shapes;
  for (const DimIndex &index : indices)
    shapes.push_back(index.values.sizes);
  std::optional<Sizes> common = broadcastSizes(shapes);
  if (!common)
    return call.error("the indices do not broadcast");
  // For each element of the broadcast indices, the offset that they make.
  Sizes strides = getRowMajorStrides(sizes);
  std::vector<int64_t> offsets(countElements(*common), 0);
  SmallVector<bool> isIndexed(sizes.size(), false);
  for (DimIndex &index : indices) {
    isIndexed[index.dim] = true;
    int64_t size = sizes[index.dim];
    Dense<int64_t> values = broadcastTo(index.values, *common);
    for (size_t i = 0; i < offsets.size(); ++i) {
      if (clampIndices)
        values[i] = std::clamp<int64_t>(
            values[i] < 0 ? values[i] + size : values[i], 0, size - 1);
      llvm::Expected<int64_t> at = checkIndex(call, values[i], size);
      if (!at)
        return at.takeError();
      offsets[i] += *at * strides[index.dim];
    }
  }
  // The other dimensions stay; those of the indices take the place of the first
  // indexed one, or come first when they do not lie side by side.
  bool adjacent = areAdjacent(indices);
  int64_t place = indices.empty() || !adjacent ? 0 : indices.front().dim;
  Sizes rest, restStrides;
  for (size_t d = 0; d < sizes.size(); ++d)
    if (!isIndexed[d]) {
      rest.push_back(sizes[d]);
      restStrides.push_back(strides[d]);
    }
  Selection selection;
  selection.sizes = rest;
  selection.sizes.insert(selection.sizes.begin() + place, common->begin(),
                         common->end());
  size_t rank = common->size();
  Sizes commonStrides = getRowMajorStrides(*common);
  selection.positions.resize(countElements(selection.sizes));
  forEachIndex(selection.sizes, [&](ArrayRef<int64_t> index, int64_t i) {
    int64_t position =
        offsets[getLinear(index.slice(place, rank), commonStrides)];
    for (size_t d = 0; d < rest.size(); ++d)
      position += index[d < size_t(place) ? d : d + rank] * restStrides[d];
    selection.positions[i] = position;
  });
  return selection;
}

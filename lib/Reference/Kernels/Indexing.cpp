// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading elements by tensors of indices or of conditions.
#include "Kernels/IndexTensors.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

static Tensor gatherAt(const Tensor &tensor, ArrayRef<int64_t> sizes,
                       ArrayRef<int64_t> positions) {
  return gatherElements(tensor, sizes, [&](int64_t i) { return positions[i]; });
}

static KernelResult index(Call &call) {
  Tensor self = call.tensor("self");
  llvm::Expected<Selection> chosen = select(call, "indices", self.getSizes());
  if (!chosen)
    return chosen.takeError();
  return result(gatherAt(self, chosen->sizes, chosen->positions));
}

/// Where the mask does not hold, the result is `fill` and the index is free.
static KernelResult maskedIndex(Call &call) {
  Tensor self = call.tensor("self");
  llvm::Expected<Selection> chosen =
      select(call, "indices", self.getSizes(), /*clampIndices=*/true);
  if (!chosen)
    return chosen.takeError();
  Dense<int64_t> mask =
      broadcastTo(load<int64_t>(call.tensor("mask")), chosen->sizes);
  return withComputing(call.resultType(), [&](auto tag) {
    using T = decltype(tag);
    Dense<T> values = load<T>(gatherAt(self, chosen->sizes, chosen->positions));
    for (size_t i = 0; i < values.values.size(); ++i)
      if (!mask[i])
        values[i] = toComputing<T>(call.scalar("fill"));
    return result(call, values);
  });
}

/// Rows of a dimension by a vector of indices.
static KernelResult indexSelect(Call &call) {
  Tensor self = call.tensor("self");
  Dense<int64_t> rows = load<int64_t>(call.tensor("index"));
  if (self.getRank() == 0)
    return result(broadcastTo(self, call.resultSizes()));
  int64_t dim = wrapDim(call.integer("dim"), self.getRank());
  for (int64_t row : rows.values) {
    llvm::Expected<int64_t> checked = checkIndex(call, row, self.getSize(dim));
    if (!checked)
      return checked.takeError();
  }
  Sizes sizes(self.getSizes()), strides = getRowMajorStrides(self.getSizes());
  sizes[dim] = rows.getNumElements();
  std::vector<int64_t> positions(countElements(sizes));
  forEachIndex(sizes, [&](ArrayRef<int64_t> at, int64_t i) {
    positions[i] =
        getLinear(at, strides) + (rows[at[dim]] - at[dim]) * strides[dim];
  });
  return result(gatherAt(self, sizes, positions));
}

static KernelResult gather(Call &call) {
  Tensor self = call.tensor("self"), index = call.tensor("index");
  std::vector<int64_t> positions(index.getNumElements());
  if (llvm::Error error = forEachAlong(
          call, index, wrapDim(call.integer("dim"), self.getRank()),
          self.getSizes(),
          [&](ArrayRef<int64_t>, int64_t linear, int64_t position) {
            positions[linear] = position;
          }))
    return error;
  return result(gatherAt(self, index.getSizes(), positions));
}

/// Elements by their row-major position.
static KernelResult take(Call &call) {
  Tensor self = call.tensor("self"), index = call.tensor("index");
  Dense<int64_t> positions = load<int64_t>(index);
  for (int64_t &position : positions.values) {
    llvm::Expected<int64_t> checked =
        checkIndex(call, position, self.getNumElements());
    if (!checked)
      return checked.takeError();
    position = *checked;
  }
  return result(gatherAt(self, index.getSizes(), positions.values));
}

static KernelResult embedding(Call &call) {
  Tensor weight = call.tensor("weight"), indices = call.tensor("indices");
  Dense<int64_t> rows = load<int64_t>(indices);
  for (int64_t row : rows.values)
    if (row < 0 || row >= weight.getSize(0))
      return call.error("index " + Twine(row) +
                        " is outside of a dimension of " +
                        Twine(weight.getSize(0)));
  Sizes sizes(indices.getSizes());
  sizes.push_back(weight.getSize(1));
  int64_t width = weight.getSize(1);
  return result(gatherElements(weight, sizes, [&](int64_t i) {
    return rows[i / width] * width + i % width;
  }));
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// Indices, a row for each; as `count` rows when it is not negative.
static Dense<int64_t> toRows(ArrayRef<std::vector<int64_t>> indices,
                             int64_t count, int64_t fill) {
  auto rank = static_cast<int64_t>(indices.size());
  Dense<int64_t> rows({count, rank}, fill);
  for (int64_t d = 0; d < rank; ++d)
    for (int64_t i = 0; i < std::min<int64_t>(count, indices[d].size()); ++i)
      rows[i * rank + d] = indices[d][i];
  return rows;
}

/// How many elements of a tensor are other than 0.
static int64_t countNonzero(const Tensor &tensor) {
  Tensor flat = tensor.reshape({tensor.getNumElements()});
  return findNonzero(flat).front().size();
}

static KernelResult nonzero(Call &call) {
  Tensor self = call.tensor("self");
  return result(call, toRows(findNonzero(self), countNonzero(self), 0));
}

static KernelResult nonzeroStatic(Call &call) {
  Tensor self = call.tensor("self");
  return result(call, toRows(findNonzero(self), call.integer("size"),
                             call.integer("fill_value")));
}

static KernelResult maskedSelect(Call &call) {
  Tensor self = call.tensor("self"), mask = call.tensor("mask");
  std::optional<Sizes> sizes =
      broadcastSizes({self.getSizes(), mask.getSizes()});
  if (!sizes)
    return call.error("the tensor and the mask do not broadcast");
  Tensor flat = broadcastTo(mask, *sizes).reshape({countElements(*sizes)});
  std::vector<int64_t> positions = findNonzero(flat).front();
  return result(gatherAt(broadcastTo(self, *sizes),
                         {static_cast<int64_t>(positions.size())}, positions));
}

void reference::registerIndexingKernels(KernelTable &table) {
  table.add("aten.index.Tensor", index);
  table.add("aten._unsafe_index.Tensor", index);
  table.add("aten._unsafe_masked_index.default", maskedIndex);
  table.add("aten.index_select.default", indexSelect);
  table.add("aten.gather.default", gather);
  table.add("aten.take.default", take);
  table.add("aten.embedding.default", embedding);
  table.add("aten.nonzero.default", nonzero);
  table.add("aten.nonzero_static.default", nonzeroStatic);
  table.add("aten.masked_select.default", maskedSelect);
}

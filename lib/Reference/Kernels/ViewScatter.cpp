// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writing through a view: `self` with the elements of a view replaced by `src`.
#include "Kernels/StridedView.h"
#include <cstring>

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

static KernelResult writeView(Call &call, const StridedView &view) {
  Tensor self = call.tensor("self");
  Tensor source = convert(call.tensor("src"), self.getElementType());
  if (!broadcastSizes({source.getSizes(), view.sizes}) ||
      countElements(source.getSizes()) > countElements(view.sizes))
    return call.error("the source does not have the shape of the view");
  source = broadcastTo(source, view.sizes);
  int64_t element = getElementBytes(self.getElementType());
  auto fill = [&](MutableArrayRef<uint8_t> bytes) {
    if (!bytes.empty())
      std::memcpy(bytes.data(), self.getData(), bytes.size());
    forEachIndex(view.sizes, [&](ArrayRef<int64_t> index, int64_t i) {
      int64_t to = view.offset + getLinear(index, view.strides);
      std::memcpy(bytes.data() + to * element, source.getData() + i * element,
                  element);
    });
  };
  return result(Tensor::make(self.getElementType(), self.getSizes(), fill));
}

static KernelResult sliceScatter(Call &call) {
  Tensor self = call.tensor("self");
  StridedView view = viewAll(self);
  int64_t dim = wrapDim(call.integer("dim"), self.getRank());
  int64_t size = self.getSize(dim), step = call.integer("step");
  auto clampTo = [&](int64_t value) {
    return std::clamp<int64_t>(value < 0 ? value + size : value, 0, size);
  };
  int64_t start = clampTo(call.optionalInteger("start").value_or(0));
  int64_t end = clampTo(call.optionalInteger("end").value_or(size));
  view.offset = start * view.strides[dim];
  view.sizes[dim] = std::max<int64_t>(0, (end - start + step - 1) / step);
  view.strides[dim] *= step;
  return writeView(call, view);
}

static KernelResult selectScatter(Call &call) {
  Tensor self = call.tensor("self");
  StridedView view = viewAll(self);
  int64_t dim = wrapDim(call.integer("dim"), self.getRank());
  int64_t index = call.integer("index"), size = self.getSize(dim);
  if (index < -size || index >= size)
    return call.error("index " + Twine(index) +
                      " is outside of a dimension of " + Twine(size));
  view.offset = (index < 0 ? index + size : index) * view.strides[dim];
  view.sizes.erase(view.sizes.begin() + dim);
  view.strides.erase(view.strides.begin() + dim);
  return writeView(call, view);
}

static KernelResult diagonalScatter(Call &call) {
  return writeView(call, viewDiagonal(call));
}

/// Only on a tensor that is its own storage, row by row.
static KernelResult asStridedScatter(Call &call) {
  Tensor self = call.tensor("self");
  std::optional<Sizes> strides = call.typeStrides(call.getOp().tensor("self"));
  StridedView view = {Sizes(call.integers("size")),
                      Sizes(call.integers("stride")),
                      call.optionalInteger("storage_offset").value_or(0)};
  int64_t end = view.offset + 1;
  for (auto [size, stride] : llvm::zip(view.sizes, view.strides))
    end += (size - 1) * stride;
  bool inside = countElements(view.sizes) == 0 || end <= self.getNumElements();
  if (!inside || !strides || *strides != getRowMajorStrides(self.getSizes()))
    return call.unsupported("it writes elements that its input does not show");
  return writeView(call, view);
}

void reference::registerViewScatterKernels(KernelTable &table) {
  table.add("aten.slice_scatter.default", sliceScatter);
  table.add("aten.select_scatter.default", selectScatter);
  table.add("aten.diagonal_scatter.default", diagonalScatter);
  table.add("aten.as_strided_scatter.default", asStridedScatter);
}

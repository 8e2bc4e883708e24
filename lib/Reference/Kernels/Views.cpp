// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views: the same elements in another shape or order, or a part of them.
#include "Kernels/StridedView.h"
#include <numeric>

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// The sizes of the result say it all.
static KernelResult reshape(Call &call) {
  Tensor self = call.tensor("self");
  if (!call.hasKnownSizes())
    return call.error("the sizes of the result are not known");
  Sizes sizes = call.resultSizes();
  if (countElements(sizes) != self.getNumElements())
    return call.error("the result would have " + Twine(countElements(sizes)) +
                      " elements, not " + Twine(self.getNumElements()));
  return result(self.reshape(sizes));
}

static KernelResult unchanged(Call &call) {
  return result(call.tensor("self"));
}

static Tensor permuteTo(const Tensor &tensor, ArrayRef<int64_t> dims) {
  Sizes strides = getRowMajorStrides(tensor.getSizes()), newSizes, newStrides;
  for (int64_t dim : dims) {
    newSizes.push_back(tensor.getSize(dim));
    newStrides.push_back(strides[dim]);
  }
  return gatherStrided(tensor, newSizes, newStrides, 0);
}

static KernelResult permute(Call &call) {
  Tensor self = call.tensor("self");
  Sizes dims;
  for (int64_t dim : call.integers("dims"))
    dims.push_back(wrapDim(dim, self.getRank()));
  return result(permuteTo(self, dims));
}

static KernelResult transposed(const Tensor &self, int64_t a, int64_t b) {
  Sizes dims(self.getRank());
  for (int64_t d = 0; d < self.getRank(); ++d)
    dims[d] = d;
  if (!dims.empty())
    std::swap(dims[wrapDim(a, self.getRank())],
              dims[wrapDim(b, self.getRank())]);
  return result(permuteTo(self, dims));
}

static KernelResult transpose(Call &call) {
  return transposed(call.tensor("self"), call.integer("dim0"),
                    call.integer("dim1"));
}

/// t(): a tensor of less than two dimensions stays.
static KernelResult transposeMatrix(Call &call) {
  Tensor self = call.tensor("self");
  return self.getRank() < 2 ? result(self) : transposed(self, 0, 1);
}

static KernelResult expand(Call &call) {
  return result(broadcastTo(call.tensor("self"), call.resultSizes()));
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// `count` elements of a dimension from `start`, `step` apart.
static Tensor sliceDim(const Tensor &tensor, int64_t dim, int64_t start,
                       int64_t count, int64_t step = 1) {
  Sizes sizes(tensor.getSizes()), strides = getRowMajorStrides(sizes);
  int64_t offset = start * strides[dim];
  sizes[dim] = count;
  strides[dim] *= step;
  return gatherStrided(tensor, sizes, strides, offset);
}

static KernelResult slice(Call &call) {
  Tensor self = call.tensor("self");
  int64_t dim = wrapDim(call.integer("dim"), self.getRank());
  int64_t size = self.getSize(dim), step = call.integer("step");
  auto clampTo = [&](int64_t value) {
    return std::clamp<int64_t>(value < 0 ? value + size : value, 0, size);
  };
  int64_t start = clampTo(call.optionalInteger("start").value_or(0));
  int64_t end = clampTo(call.optionalInteger("end").value_or(size));
  int64_t count = std::max<int64_t>(0, (end - start + step - 1) / step);
  return result(sliceDim(self, dim, start, count, step));
}

static KernelResult narrow(Call &call) {
  Tensor self = call.tensor("self");
  int64_t dim = wrapDim(call.integer("dim"), self.getRank());
  int64_t start = call.integer("start");
  return result(sliceDim(self, dim,
                         start < 0 ? start + self.getSize(dim) : start,
                         call.integer("length")));
}

static Tensor selectDim(const Tensor &tensor, int64_t dim, int64_t index) {
  Tensor part = sliceDim(tensor, dim, index, 1);
  Sizes sizes(part.getSizes());
  sizes.erase(sizes.begin() + dim);
  return part.reshape(sizes);
}

static KernelResult select(Call &call) {
  Tensor self = call.tensor("self");
  int64_t dim = wrapDim(call.integer("dim"), self.getRank());
  int64_t index = call.integer("index"), size = self.getSize(dim);
  if (index < -size || index >= size)
    return call.error("index " + Twine(index) +
                      " is outside of a dimension of " + Twine(size));
  return result(selectDim(self, dim, index < 0 ? index + size : index));
}

static KernelResult unbind(Call &call) {
  Tensor self = call.tensor("self");
  int64_t dim = wrapDim(call.integer("dim"), self.getRank());
  RuntimeValues parts;
  for (int64_t i = 0; i < self.getSize(dim); ++i)
    parts.push_back(selectDim(self, dim, i));
  return parts;
}

static KernelResult splitBy(Call &call, ArrayRef<int64_t> sizes) {
  Tensor self = call.tensor("self");
  int64_t dim = wrapDim(call.integer("dim"), self.getRank()), start = 0;
  int64_t total = std::accumulate(sizes.begin(), sizes.end(), int64_t(0));
  if (total != self.getSize(dim))
    return call.error("the parts have " + Twine(total) +
                      " elements together, not " + Twine(self.getSize(dim)));
  RuntimeValues parts;
  for (int64_t size : sizes) {
    parts.push_back(sliceDim(self, dim, start, size));
    start += size;
  }
  return parts;
}

static KernelResult splitWithSizes(Call &call) {
  return splitBy(call, call.integers("split_sizes"));
}

static KernelResult split(Call &call) {
  Tensor self = call.tensor("self");
  int64_t dim = wrapDim(call.integer("dim"), self.getRank());
  int64_t left = self.getSize(dim), size = call.integer("split_size");
  Sizes sizes;
  do {
    sizes.push_back(std::min(left, size));
    left -= sizes.back();
  } while (left > 0);
  return splitBy(call, sizes);
}

static KernelResult diagonal(Call &call) {
  StridedView view = viewDiagonal(call);
  return result(gatherStrided(call.tensor("self"), view.sizes, view.strides,
                              view.offset));
}

/// Windows of a dimension, which become a last dimension.
static KernelResult unfold(Call &call) {
  Tensor self = call.tensor("self");
  int64_t size = call.integer("size"), step = call.integer("step");
  Sizes sizes(self.getSizes()), strides = getRowMajorStrides(sizes);
  if (self.getRank() == 0)
    return result(self.reshape({size}));
  int64_t dim = wrapDim(call.integer("dimension"), self.getRank());
  sizes.push_back(size);
  strides.push_back(strides[dim]);
  sizes[dim] = (sizes[dim] - size) / step + 1;
  strides[dim] *= step;
  return result(gatherStrided(self, sizes, strides, 0));
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

/// The storage of a tensor as far as its elements reach, or nothing when it
/// has elements that the tensor does not show.
static std::optional<Tensor> getStorage(Call &call, const Tensor &tensor,
                                        Value value) {
  std::optional<Sizes> strides = call.typeStrides(value);
  if (!strides)
    return std::nullopt;
  int64_t end = 1;
  for (auto [size, stride] : llvm::zip(tensor.getSizes(), *strides))
    end += (size - 1) * stride;
  if (tensor.getNumElements() == 0)
    end = 0;
  // Where each position comes from.
  std::vector<int64_t> from(end, -1);
  forEachIndex(tensor.getSizes(), [&](ArrayRef<int64_t> index, int64_t i) {
    from[getLinear(index, *strides)] = i;
  });
  if (llvm::is_contained(from, -1))
    return std::nullopt;
  return gatherElements(tensor, {end}, [&](int64_t i) { return from[i]; });
}

static KernelResult asStrided(Call &call) {
  Tensor self = call.tensor("self");
  Sizes sizes(call.integers("size")), strides(call.integers("stride"));
  int64_t offset = call.optionalInteger("storage_offset").value_or(0);
  std::optional<Tensor> storage =
      getStorage(call, self, call.getOp().tensor("self"));
  int64_t end = offset + 1;
  for (auto [size, stride] : llvm::zip(sizes, strides))
    end += (size - 1) * stride;
  if (!storage || (countElements(sizes) > 0 && end > storage->getNumElements()))
    return call.unsupported("it views elements that its input does not show");
  return result(gatherStrided(*storage, sizes, strides, offset));
}

/// The same bytes as elements of another type.
static KernelResult viewDtype(Call &call) {
  return result(
      call.tensor("self").bitcast(call.resultType(), call.resultSizes()));
}

/// real() and imag() of a complex tensor.
template <int Part>
static KernelResult complexPart(Call &call) {
  Tensor self = call.tensor("self");
  if (!isComplex(self.getElementType()))
    return result(self);
  Sizes sizes(self.getSizes());
  sizes.push_back(2);
  Tensor parts = self.bitcast(getRealType(self.getElementType()), sizes);
  return result(selectDim(parts, self.getRank(), Part));
}

static void addAll(KernelTable &table, ArrayRef<StringRef> names,
                   Kernel kernel) {
  for (StringRef name : names)
    table.add(("aten." + name).str(), kernel);
}

void reference::registerViewKernels(KernelTable &table) {
  addAll(table,
         {"view.default", "view_copy.default", "_unsafe_view.default",
          "reshape.default", "_reshape_copy.default", "_reshape_alias.default",
          "squeeze.default", "squeeze.dim", "squeeze.dims",
          "squeeze_copy.default", "squeeze_copy.dim", "squeeze_copy.dims",
          "unsqueeze.default", "unsqueeze_copy.default"},
         reshape);
  addAll(table,
         {"alias.default", "alias_copy.default", "detach.default",
          "detach_copy.default", "lift_fresh.default",
          "lift_fresh_copy.default", "lift.default", "clone.default",
          "contiguous.default"},
         unchanged);
  addAll(table, {"permute.default", "permute_copy.default"}, permute);
  addAll(table, {"transpose.int", "transpose_copy.int"}, transpose);
  addAll(table, {"t.default", "t_copy.default"}, transposeMatrix);
  addAll(table, {"expand.default", "expand_copy.default"}, expand);
  addAll(table, {"slice.Tensor", "slice_copy.Tensor"}, slice);
  addAll(table, {"narrow.default", "narrow_copy.default"}, narrow);
  addAll(table, {"select.int", "select_copy.int"}, select);
  addAll(table, {"unbind.int", "unbind_copy.int"}, unbind);
  addAll(table, {"split_with_sizes.default", "split_with_sizes_copy.default"},
         splitWithSizes);
  addAll(table, {"split.Tensor", "split_copy.Tensor"}, split);
  addAll(table, {"diagonal.default", "diagonal_copy.default"}, diagonal);
  addAll(table, {"unfold.default", "unfold_copy.default"}, unfold);
  addAll(table, {"as_strided.default", "as_strided_copy.default"}, asStrided);
  addAll(table,
         {"view.dtype", "view_copy.dtype", "view_as_real.default",
          "view_as_real_copy.default", "view_as_complex.default",
          "view_as_complex_copy.default"},
         viewDtype);
  addAll(table, {"real.default"}, complexPart<0>);
  addAll(table, {"imag.default"}, complexPart<1>);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views: the same elements in another shape or order, or a part of them.
#include "Kernels/Kernels.h"
#include "kiln/Dialect/Aten/ViewMap.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;
using ep::ExprAttr;

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

/// Which sizes are 1 is known now.
static KernelResult expand(Call &call) {
  return result(broadcastTo(call.tensor("self"), call.resultSizes()));
}

/// The elements that each result shows by its map. A position that counts from
/// the end and a tensor that is too short are found here, where numbers are
/// known.
static llvm::Expected<Tensor> show(Call &call, const aten::ViewMap &map,
                                   const Tensor &self) {
  bool known = true;
  auto number = [&](ExprAttr expr) {
    std::optional<ep::ExprValue> value = call.value(expr);
    known &= value.has_value();
    return value ? std::get<int64_t>(*value) : 0;
  };
  Sizes inner = getRowMajorStrides(self.getSizes()), sizes, strides;
  Sizes last; // the last position along each dimension of the tensor
  int64_t offset = 0;
  for (auto [i, start] : llvm::enumerate(map.start)) {
    int64_t position = number(start);
    last.push_back(position < 0 ? position + self.getSize(i) : position);
    offset += last[i] * inner[i];
  }
  bool isEmpty = false;
  for (const aten::ViewDim &dim : map.dims) {
    int64_t step = dim.step ? number(dim.step) : 1;
    sizes.push_back(number(dim.size));
    isEmpty |= sizes.back() == 0;
    strides.push_back(0);
    for (int64_t along : dim.along) {
      strides.back() += step * inner[along];
      last[along] += step * (sizes.back() - 1);
    }
  }
  if (!known)
    return call.unsupported("the sizes of the result are not known");
  for (auto [i, position] : llvm::enumerate(last))
    if (!isEmpty && (position < 0 || position >= self.getSize(i)))
      return call.error("position " + Twine(position) +
                        " is outside of a dimension of " +
                        Twine(self.getSize(i)));
  return gatherStrided(self, sizes, strides, isEmpty ? 0 : offset);
}

static KernelResult viewByMap(Call &call) {
  Tensor self = call.tensor("self");
  RuntimeValues results;
  int64_t count = 0;
  for (unsigned i = 0; i < call.getNumResults(); ++i) {
    // The verifier has refused what does not fit.
    aten::ViewMap map = *aten::getViewMap(call.getOp(), i);
    llvm::Expected<Tensor> shown = show(call, map, self);
    if (!shown)
      return shown.takeError();
    count += shown->getNumElements();
    results.push_back(std::move(*shown));
  }
  if (results.size() > 1 && count != self.getNumElements())
    return call.error("the parts have " + Twine(count) +
                      " elements together, not " +
                      Twine(self.getNumElements()));
  return results;
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
  Sizes strides = getRowMajorStrides(sizes);
  return result(gatherStrided(parts, self.getSizes(),
                              ArrayRef(strides).drop_back(), Part));
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
  addAll(table, {"expand.default", "expand_copy.default"}, expand);
  addAll(table,
         {"diagonal.default",
          "diagonal_copy.default",
          "narrow.default",
          "narrow_copy.default",
          "permute.default",
          "permute_copy.default",
          "select.int",
          "select_copy.int",
          "slice.Tensor",
          "slice_copy.Tensor",
          "split.Tensor",
          "split_copy.Tensor",
          "split_with_sizes.default",
          "split_with_sizes_copy.default",
          "t.default",
          "t_copy.default",
          "transpose.int",
          "transpose_copy.int",
          "unbind.int",
          "unbind_copy.int",
          "unfold.default",
          "unfold_copy.default"},
         viewByMap);
  addAll(table, {"as_strided.default", "as_strided_copy.default"}, asStrided);
  addAll(table,
         {"view.dtype", "view_copy.dtype", "view_as_real.default",
          "view_as_real_copy.default", "view_as_complex.default",
          "view_as_complex_copy.default"},
         viewDtype);
  addAll(table, {"real.default"}, complexPart<0>);
  addAll(table, {"imag.default"}, complexPart<1>);
}

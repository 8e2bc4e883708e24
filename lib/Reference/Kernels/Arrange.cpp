// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// New arrangements of elements: joining, repeating, turning, padding.
#include "Kernels/Kernels.h"
#include <cstring>

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

/// Tensors side by side in one dimension; they agree in the others.
static Tensor concatenate(ArrayRef<Tensor> parts, int64_t dim, Type type) {
  Sizes sizes(parts.front().getSizes());
  sizes[dim] = 0;
  for (const Tensor &part : parts)
    sizes[dim] += part.getSize(dim);
  int64_t outer = countElements(ArrayRef<int64_t>(sizes).take_front(dim));
  int64_t inner = countElements(ArrayRef<int64_t>(sizes).drop_front(dim + 1)) *
                  getElementBytes(type);
  return Tensor::make(type, sizes, [&](MutableArrayRef<uint8_t> bytes) {
    uint8_t *to = bytes.data();
    for (int64_t i = 0; i < outer; ++i)
      for (const Tensor &part : parts) {
        int64_t count = part.getSize(dim) * inner;
        if (count > 0)
          std::memcpy(to, part.getData() + i * count, count);
        to += count;
      }
  });
}

static KernelResult cat(Call &call) {
  SmallVector<Tensor> parts;
  // An empty vector joins with anything.
  for (const std::optional<Tensor> &part : call.tensors("tensors"))
    if (part->getRank() != 1 || part->getSize(0) != 0)
      parts.push_back(convert(*part, call.resultType()));
  if (parts.empty())
    return result(store(Dense<int64_t>({0}), call.resultType()));
  int64_t dim = wrapDim(call.integer("dim"), parts.front().getRank());
  return result(concatenate(parts, dim, call.resultType()));
}

static KernelResult stack(Call &call) {
  SmallVector<Tensor> parts;
  int64_t dim = 0;
  for (const std::optional<Tensor> &part : call.tensors("tensors")) {
    dim = wrapDim(call.integer("dim"), part->getRank() + 1);
    Sizes sizes(part->getSizes());
    sizes.insert(sizes.begin() + dim, 1);
    parts.push_back(convert(*part, call.resultType()).reshape(sizes));
  }
  return result(concatenate(parts, dim, call.resultType()));
}

/// The element at `from(index)` for each index of the result. `from` changes
/// the index in place.
static Tensor arrange(const Tensor &tensor, ArrayRef<int64_t> sizes,
                      llvm::function_ref<void(Sizes &index)> from) {
  Sizes strides = getRowMajorStrides(tensor.getSizes());
  std::vector<int64_t> positions(countElements(sizes));
  forEachIndex(sizes, [&](ArrayRef<int64_t> index, int64_t linear) {
    Sizes source(index);
    from(source);
    positions[linear] = getLinear(source, strides);
  });
  return gatherElements(tensor, sizes, [&](int64_t i) { return positions[i]; });
}

static KernelResult flip(Call &call) {
  Tensor self = call.tensor("self");
  SmallVector<int64_t> dims = call.integers("dims");
  return result(arrange(self, self.getSizes(), [&](Sizes &index) {
    for (int64_t dim : dims)
      if (self.getRank() > 0) {
        int64_t d = wrapDim(dim, self.getRank());
        index[d] = self.getSize(d) - 1 - index[d];
      }
  }));
}

static KernelResult roll(Call &call) {
  Tensor self = call.tensor("self");
  SmallVector<int64_t> shifts = call.integers("shifts"),
                       dims = call.integers("dims");
  Tensor input = dims.empty() ? self.reshape({self.getNumElements()}) : self;
  if (dims.empty())
    dims.push_back(0);
  Tensor rolled = arrange(input, input.getSizes(), [&](Sizes &index) {
    for (auto [shift, dim] : llvm::zip(shifts, dims)) {
      int64_t d = wrapDim(dim, input.getRank()), size = input.getSize(d);
      index[d] = ((index[d] - shift) % size + size) % size;
    }
  });
  return result(rolled.reshape(self.getSizes()));
}

static KernelResult repeat(Call &call) {
  Tensor self = call.tensor("self");
  SmallVector<int64_t> repeats = call.integers("repeats");
  Sizes sizes(self.getSizes());
  sizes.insert(sizes.begin(), repeats.size() - sizes.size(), 1);
  Tensor input = self.reshape(sizes);
  for (auto [size, times] : llvm::zip(sizes, repeats))
    size *= times;
  return result(arrange(input, sizes, [&](Sizes &index) {
    for (int64_t d = 0; d < input.getRank(); ++d)
      index[d] %= input.getSize(d);
  }));
}

/// How often each index is repeated: [2, 0, 1] gives 0, 0, 2.
static KernelResult repeatInterleave(Call &call) {
  Dense<int64_t> repeats = load<int64_t>(call.tensor("repeats"));
  Dense<int64_t> indices;
  for (int64_t i = 0; i < repeats.getNumElements(); ++i)
    indices.values.insert(indices.values.end(), repeats[i], i);
  indices.sizes = {static_cast<int64_t>(indices.values.size())};
  return result(call, indices);
}

/// Sizes before and after each dimension, the last one first; negative ones
/// cut off.
static KernelResult constantPad(Call &call) {
  Tensor self = call.tensor("self");
  SmallVector<int64_t> pad = call.integers("pad");
  Sizes sizes(self.getSizes()), before(sizes.size(), 0);
  for (size_t i = 0; i + 1 < pad.size(); i += 2) {
    size_t dim = sizes.size() - 1 - i / 2;
    before[dim] = pad[i];
    sizes[dim] += pad[i] + pad[i + 1];
  }
  Sizes strides = getRowMajorStrides(self.getSizes());
  int64_t element = getElementBytes(self.getElementType());
  Tensor value = convert(toTensor(call.getContext(), call.scalar("value")),
                         self.getElementType());
  auto fill = [&](MutableArrayRef<uint8_t> bytes) {
    forEachIndex(sizes, [&](ArrayRef<int64_t> index, int64_t linear) {
      bool inside = true;
      int64_t from = 0;
      for (size_t d = 0; d < index.size(); ++d) {
        int64_t at = index[d] - before[d];
        inside &= at >= 0 && at < self.getSize(d);
        from += at * strides[d];
      }
      std::memcpy(bytes.data() + linear * element,
                  inside ? self.getData() + from * element : value.getData(),
                  element);
    });
  };
  return result(Tensor::make(self.getElementType(), sizes, fill));
}

/// The same elements in row-major order, as many as fit; new ones are 0, and
/// nothing may depend on them.
static KernelResult resize(Call &call) {
  Tensor self = call.tensor("self");
  auto fill = [&](MutableArrayRef<uint8_t> bytes) {
    size_t count = std::min<size_t>(bytes.size(), self.getNumBytes());
    if (count > 0)
      std::memcpy(bytes.data(), self.getData(), count);
  };
  return result(Tensor::make(self.getElementType(), call.resultSizes(), fill));
}

/// The elements on the other side of the diagonal become 0.
template <bool Lower>
static KernelResult triangle(Call &call) {
  Tensor self = call.tensor("self");
  int64_t shift = call.integer("diagonal"), rank = self.getRank();
  return withComputing(self.getElementType(), [&](auto tag) {
    using T = decltype(tag);
    Dense<T> values = load<T>(self);
    forEachIndex(self.getSizes(), [&](ArrayRef<int64_t> index, int64_t i) {
      int64_t column = index[rank - 1] - index[rank - 2];
      if (Lower ? column > shift : column < shift)
        values[i] = T(0);
    });
    return result(call, values);
  });
}

void reference::registerArrangeKernels(KernelTable &table) {
  table.add("aten.cat.default", cat);
  table.add("aten.stack.default", stack);
  table.add("aten.flip.default", flip);
  table.add("aten.roll.default", roll);
  table.add("aten.repeat.default", repeat);
  table.add("aten.repeat_interleave.Tensor", repeatInterleave);
  table.add("aten.constant_pad_nd.default", constantPad);
  table.add("aten.resize.default", resize);
  table.add("aten.tril.default", triangle<true>);
  table.add("aten.triu.default", triangle<false>);
}

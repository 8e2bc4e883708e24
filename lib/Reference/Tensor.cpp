// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Reference/Tensor.h"
#include <cstring>

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

int64_t reference::countElements(ArrayRef<int64_t> sizes) {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return count;
}

Sizes reference::getRowMajorStrides(ArrayRef<int64_t> sizes) {
  Sizes strides(sizes.size());
  int64_t stride = 1;
  for (size_t d = sizes.size(); d-- > 0;) {
    strides[d] = stride;
    stride *= sizes[d];
  }
  return strides;
}

int64_t reference::getLinear(ArrayRef<int64_t> index,
                             ArrayRef<int64_t> strides) {
  int64_t linear = 0;
  for (size_t d = 0; d < index.size(); ++d)
    linear += index[d] * strides[d];
  return linear;
}

void reference::forEachIndex(
    ArrayRef<int64_t> sizes,
    llvm::function_ref<void(ArrayRef<int64_t>, int64_t)> fn) {
  int64_t count = countElements(sizes);
  Sizes index(sizes.size(), 0);
  for (int64_t linear = 0; linear < count; ++linear) {
    fn(index, linear);
    for (size_t d = sizes.size(); d-- > 0;) {
      if (++index[d] < sizes[d])
        break;
      index[d] = 0;
    }
  }
}

std::optional<Sizes>
reference::broadcastSizes(ArrayRef<ArrayRef<int64_t>> shapes) {
  Sizes result;
  for (ArrayRef<int64_t> shape : shapes) {
    if (shape.size() > result.size())
      result.insert(result.begin(), shape.size() - result.size(), 1);
    size_t lead = result.size() - shape.size();
    for (size_t d = 0; d < shape.size(); ++d) {
      int64_t &size = result[lead + d];
      if (size == 1)
        size = shape[d];
      else if (shape[d] != 1 && shape[d] != size)
        return std::nullopt;
    }
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Tensor Tensor::fromBytes(Type elementType, ArrayRef<int64_t> sizes,
                         std::shared_ptr<const void> owner,
                         const uint8_t *data) {
  Tensor tensor;
  tensor.elementType = elementType;
  tensor.sizes.assign(sizes.begin(), sizes.end());
  tensor.owner = std::move(owner);
  tensor.data = data;
  return tensor;
}

Tensor Tensor::make(Type elementType, ArrayRef<int64_t> sizes,
                    llvm::function_ref<void(MutableArrayRef<uint8_t>)> fill) {
  auto bytes = std::make_shared<std::vector<uint8_t>>(
      countElements(sizes) * getElementBytes(elementType));
  fill(*bytes);
  const uint8_t *data = bytes->data();
  return fromBytes(elementType, sizes, std::move(bytes), data);
}

Tensor Tensor::reshape(ArrayRef<int64_t> newSizes) const {
  return bitcast(elementType, newSizes);
}

Tensor Tensor::bitcast(Type type, ArrayRef<int64_t> newSizes) const {
  assert(countElements(newSizes) * getElementBytes(type) == getNumBytes());
  return fromBytes(type, newSizes, owner, data);
}

Tensor Tensor::getRow(int64_t index) const {
  ArrayRef<int64_t> rest = getSizes().drop_front();
  int64_t bytes = countElements(rest) * getElementBytes(elementType);
  return fromBytes(elementType, rest, owner, data + index * bytes);
}

/// The elements at the positions of a view by sizes and strides.
template <typename Fn>
static void forEachPosition(ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides,
                            int64_t offset, Fn fn) {
  int64_t count = countElements(sizes);
  Sizes index(sizes.size(), 0);
  int64_t position = offset;
  for (int64_t linear = 0; linear < count; ++linear) {
    fn(linear, position);
    for (size_t d = sizes.size(); d-- > 0;) {
      position += strides[d];
      if (++index[d] < sizes[d])
        break;
      position -= strides[d] * sizes[d];
      index[d] = 0;
    }
  }
}

template <size_t N>
static void copyElements(uint8_t *to, const uint8_t *from,
                         ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides,
                         int64_t offset) {
  forEachPosition(sizes, strides, offset, [&](int64_t i, int64_t position) {
    std::memcpy(to + i * N, from + position * int64_t(N), N);
  });
}

Tensor reference::gatherStrided(const Tensor &tensor, ArrayRef<int64_t> sizes,
                                ArrayRef<int64_t> strides, int64_t offset) {
  Type type = tensor.getElementType();
  auto fill = [&](MutableArrayRef<uint8_t> bytes) {
    auto copy = [&](auto copyElements) {
      copyElements(bytes.data(), tensor.getData(), sizes, strides, offset);
    };
    switch (getElementBytes(type)) {
    case 1:
      return copy(copyElements<1>);
    case 2:
      return copy(copyElements<2>);
    case 4:
      return copy(copyElements<4>);
    case 8:
      return copy(copyElements<8>);
    default:
      return copy(copyElements<16>);
    }
  };
  return Tensor::make(type, sizes, fill);
}

Tensor reference::gatherElements(const Tensor &tensor, ArrayRef<int64_t> sizes,
                                 llvm::function_ref<int64_t(int64_t)> from) {
  Type type = tensor.getElementType();
  int64_t element = getElementBytes(type);
  return Tensor::make(type, sizes, [&](MutableArrayRef<uint8_t> bytes) {
    for (int64_t i = 0, e = countElements(sizes); i < e; ++i)
      std::memcpy(bytes.data() + i * element,
                  tensor.getData() + from(i) * element, element);
  });
}

/// Strides with 0 where a dimension is repeated.
static Sizes getBroadcastStrides(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  Sizes rowMajor = getRowMajorStrides(from), strides(to.size(), 0);
  size_t lead = to.size() - from.size();
  for (size_t d = 0; d < from.size(); ++d)
    strides[lead + d] = from[d] == 1 ? 0 : rowMajor[d];
  return strides;
}

template <typename T>
Dense<T> reference::broadcastTo(const Dense<T> &dense,
                                ArrayRef<int64_t> sizes) {
  if (ArrayRef<int64_t>(dense.sizes) == sizes)
    return dense;
  Dense<T> result(sizes);
  forEachPosition(
      sizes, getBroadcastStrides(dense.sizes, sizes), 0,
      [&](int64_t i, int64_t position) { result[i] = dense[position]; });
  return result;
}

Tensor reference::broadcastTo(const Tensor &tensor, ArrayRef<int64_t> sizes) {
  if (tensor.getSizes() == sizes)
    return tensor;
  return gatherStrided(tensor, sizes,
                       getBroadcastStrides(tensor.getSizes(), sizes), 0);
}

Tensor reference::convert(const Tensor &tensor, Type type) {
  Type from = tensor.getElementType();
  if (from == type)
    return tensor;
  // uint64 is computed on as signed bits, but converted as unsigned.
  bool isWide = from.isUnsignedInteger(64) && !isInteger(type);
  return withComputing(isWide ? type : from, [&](auto tag) {
    using T = decltype(tag);
    Dense<T> dense = load<T>(tensor);
    if constexpr (std::is_same_v<T, double>) {
      // Every conversion to less than 32 bits goes through float.
      if (from.isF64() && isFloat(type) && type.getIntOrFloatBitWidth() < 32)
        for (double &value : dense.values)
          value = static_cast<float>(value);
    }
    return store(dense, type);
  });
}

using Complex = std::complex<double>;
template Dense<int64_t> reference::broadcastTo(const Dense<int64_t> &,
                                               ArrayRef<int64_t>);
template Dense<double> reference::broadcastTo(const Dense<double> &,
                                              ArrayRef<int64_t>);
template Dense<Complex> reference::broadcastTo(const Dense<Complex> &,
                                               ArrayRef<int64_t>);

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between the bytes of elements and computing types. The element type is looked
// at once for a tensor, never for an element.
#include "SmallFloats.h"
#include "kiln/Reference/Tensor.h"
#include "kiln/Support/Truncation.h"
#include <cstring>

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;
using Complex = std::complex<double>;

//===----------------------------------------------------------------------===//
// Computing types among each other
//===----------------------------------------------------------------------===//

template <typename To, typename From>
static To convertNumber(From value) {
  if constexpr (std::is_same_v<To, Complex>)
    return Complex(value);
  else if constexpr (std::is_same_v<From, Complex>)
    return convertNumber<To>(value.real());
  else if constexpr (std::is_same_v<To, int64_t> &&
                     std::is_floating_point_v<From>)
    return truncate<int64_t>(value);
  else
    return static_cast<To>(value);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

namespace {
/// An element type as C++ sees it: `Bits` in memory, read as a `Number`.
template <typename Bits>
struct Plain {
  using Storage = Bits;
  static auto decode(Bits bits) {
    if constexpr (std::is_integral_v<Bits>)
      return static_cast<int64_t>(bits);
    else
      return static_cast<double>(bits);
  }
  template <typename From>
  static Bits encode(From value) {
    if constexpr (std::is_same_v<Bits, float> && std::is_same_v<From, Complex>)
      return static_cast<float>(value.real());
    else if constexpr (std::is_floating_point_v<Bits> &&
                       !std::is_same_v<From, Complex>)
      return static_cast<Bits>(value);
    else if constexpr (std::is_floating_point_v<Bits>)
      return value.real();
    else if constexpr (std::is_same_v<From, int64_t>)
      return static_cast<Bits>(value);
    else
      return truncate<Bits>(convertNumber<double>(value));
  }
};

struct Bool {
  using Storage = uint8_t;
  static int64_t decode(uint8_t bits) { return bits != 0; }
  template <typename From>
  static uint8_t encode(From value) {
    return value != From(0);
  }
};

template <typename From>
double asDouble(From value) {
  // PyTorch goes through float: this is where an integer is rounded first.
  if constexpr (std::is_same_v<From, int64_t>)
    return static_cast<float>(value);
  else
    return convertNumber<double>(value);
}

struct F16 {
  using Storage = uint16_t;
  static double decode(uint16_t bits) { return decodeF16(bits); }
  template <typename From>
  static uint16_t encode(From value) {
    return encodeF16(asDouble(value));
  }
};

struct BF16 {
  using Storage = uint16_t;
  static double decode(uint16_t bits) { return decodeBF16(bits); }
  template <typename From>
  static uint16_t encode(From value) {
    return encodeBF16(asDouble(value));
  }
};

template <const llvm::fltSemantics &(*Semantics)()>
struct F8 {
  using Storage = uint8_t;
  static double decode(uint8_t bits) { return decodeF8(bits, Semantics()); }
  template <typename From>
  static uint8_t encode(From value) {
    return encodeF8(asDouble(value), Semantics());
  }
};

template <typename Part>
struct Pair {
  using Storage = std::array<typename Part::Storage, 2>;
  static Complex decode(Storage bits) {
    return {Part::decode(bits[0]), Part::decode(bits[1])};
  }
  template <typename From>
  static Storage encode(From value) {
    Complex number = convertNumber<Complex>(value);
    return {Part::encode(number.real()), Part::encode(number.imag())};
  }
};
} // namespace

/// Calls `fn` with the traits of an integer type.
template <typename Fn>
static auto withInteger(IntegerType type, Fn fn) {
  bool isUnsigned = type.isUnsigned();
  switch (type.getWidth()) {
  case 1:
    return fn(Bool());
  case 8:
    return isUnsigned ? fn(Plain<uint8_t>()) : fn(Plain<int8_t>());
  case 16:
    return isUnsigned ? fn(Plain<uint16_t>()) : fn(Plain<int16_t>());
  case 32:
    return isUnsigned ? fn(Plain<uint32_t>()) : fn(Plain<int32_t>());
  default:
    return isUnsigned ? fn(Plain<uint64_t>()) : fn(Plain<int64_t>());
  }
}

template <typename Fn>
static auto withTraits(Type type, Fn fn) {
  using llvm::APFloat;
  if (auto integer = dyn_cast<IntegerType>(type))
    return withInteger(integer, fn);
  if (auto complex = dyn_cast<ComplexType>(type)) {
    if (complex.getElementType().isF16())
      return fn(Pair<F16>());
    return complex.getElementType().isF32() ? fn(Pair<Plain<float>>())
                                            : fn(Pair<Plain<double>>());
  }
  if (type.isF32())
    return fn(Plain<float>());
  if (type.isF16())
    return fn(F16());
  if (type.isBF16())
    return fn(BF16());
  if (isa<Float8E4M3FNType>(type))
    return fn(F8<APFloat::Float8E4M3FN>());
  if (isa<Float8E5M2Type>(type))
    return fn(F8<APFloat::Float8E5M2>());
  if (isa<Float8E4M3FNUZType>(type))
    return fn(F8<APFloat::Float8E4M3FNUZ>());
  if (isa<Float8E5M2FNUZType>(type))
    return fn(F8<APFloat::Float8E5M2FNUZ>());
  if (isa<Float8E8M0FNUType>(type))
    return fn(F8<APFloat::Float8E8M0FNU>());
  return fn(Plain<double>());
}

template <typename T>
Dense<T> reference::load(const Tensor &tensor) {
  Dense<T> dense(tensor.getSizes());
  withTraits(tensor.getElementType(), [&](auto traits) {
    using Traits = decltype(traits);
    typename Traits::Storage bits;
    const uint8_t *data = tensor.getData();
    for (T &value : dense.values) {
      std::memcpy(&bits, data, sizeof(bits));
      if constexpr (std::is_same_v<typename Traits::Storage, uint64_t> &&
                    !std::is_same_v<T, int64_t>)
        value = static_cast<double>(bits);
      else
        value = convertNumber<T>(Traits::decode(bits));
      data += sizeof(bits);
    }
  });
  return dense;
}

template <typename T>
Tensor reference::store(const Dense<T> &dense, Type elementType) {
  auto fill = [&](MutableArrayRef<uint8_t> bytes) {
    withTraits(elementType, [&](auto traits) {
      using Traits = decltype(traits);
      uint8_t *data = bytes.data();
      for (const T &value : dense.values) {
        typename Traits::Storage bits = Traits::encode(value);
        std::memcpy(data, &bits, sizeof(bits));
        data += sizeof(bits);
      }
    });
  };
  return Tensor::make(elementType, dense.sizes, fill);
}

template Dense<int64_t> reference::load(const Tensor &);
template Dense<double> reference::load(const Tensor &);
template Dense<Complex> reference::load(const Tensor &);
template Tensor reference::store(const Dense<int64_t> &, Type);
template Tensor reference::store(const Dense<double> &, Type);
template Tensor reference::store(const Dense<Complex> &, Type);

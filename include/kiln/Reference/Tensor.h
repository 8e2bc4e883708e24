// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors of the reference evaluator. A Tensor holds packed, row-major bytes in
// PyTorch's element layout (bool is one byte, complex is re and im); strides
// live in the types of the IR only. Kernels compute on a Dense<T>, the same
// values in one of three computing types: int64_t (integers, bool as 0 or 1,
// uint64 as its bits), double (every float), std::complex<double>.
//
// Results are rounded once, to nearest even, when they are stored. All of this
// is plain data without locks; a Tensor may be read from any thread.
#ifndef KILN_REFERENCE_TENSOR_H
#define KILN_REFERENCE_TENSOR_H

#include "kiln/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <complex>
#include <memory>
#include <vector>

namespace kiln::reference {

//===----------------------------------------------------------------------===//
// Element types: the builtin types that `!ep.tensor` has
//===----------------------------------------------------------------------===//

bool isFloat(Type type); ///< f64 down to the 8-bit floats
bool isComplex(Type type);
bool isInteger(Type type); ///< signed, unsigned and bool
bool isBool(Type type);
bool isUnsigned(Type type); ///< ui8 to ui64; bool is not
/// Is it a type that a tensor may have?
bool isElementType(Type type);
/// Bytes of one element; 0 for other types.
int64_t getElementBytes(Type type);
/// The type of the parts of a complex type; other types are their own.
Type getRealType(Type type);
/// The distance from 1 to the next larger number of a float type.
double getEpsilon(Type type);
/// The least and the greatest finite number of a float type.
double getLowest(Type type);
double getHighest(Type type);
/// The least and the greatest integer of an integer type (of uint64, its bits).
int64_t getLowestInt(Type type);
int64_t getHighestInt(Type type);

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

using Sizes = SmallVector<int64_t>;

/// The product of the sizes.
int64_t countElements(ArrayRef<int64_t> sizes);
/// Strides, in elements, of a row-major tensor.
Sizes getRowMajorStrides(ArrayRef<int64_t> sizes);
/// The position of `index` in a tensor of these strides.
int64_t getLinear(ArrayRef<int64_t> index, ArrayRef<int64_t> strides);
/// Calls `fn` on every index of a tensor in row-major order, with its position.
void forEachIndex(
    ArrayRef<int64_t> sizes,
    llvm::function_ref<void(ArrayRef<int64_t> index, int64_t linear)> fn);
/// The sizes that two or more shapes broadcast to; nothing when they do not.
std::optional<Sizes> broadcastSizes(ArrayRef<ArrayRef<int64_t>> shapes);
/// A dimension counted from the end when negative. A scalar has dimension 0.
inline int64_t wrapDim(int64_t dim, int64_t rank) {
  return dim < 0 ? dim + std::max<int64_t>(rank, 1) : dim;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// An immutable value, cheap to copy: copies share their bytes.
class Tensor {
public:
  /// No tensor; only assignment and isNull() are allowed.
  Tensor() = default;
  /// `data` holds the packed elements and lives as long as `owner`.
  static Tensor fromBytes(Type elementType, ArrayRef<int64_t> sizes,
                          std::shared_ptr<const void> owner,
                          const uint8_t *data);
  /// New memory, which `fill` writes.
  static Tensor make(Type elementType, ArrayRef<int64_t> sizes,
                     llvm::function_ref<void(MutableArrayRef<uint8_t>)> fill);

  bool isNull() const { return !elementType; }
  Type getElementType() const { return elementType; }
  ArrayRef<int64_t> getSizes() const { return sizes; }
  int64_t getSize(int64_t dim) const { return sizes[dim]; }
  int64_t getRank() const { return sizes.size(); }
  int64_t getNumElements() const { return countElements(sizes); }
  int64_t getNumBytes() const {
    return getNumElements() * getElementBytes(elementType);
  }
  const uint8_t *getData() const { return data; }

  /// The same elements in another shape of as many; shares the bytes.
  Tensor reshape(ArrayRef<int64_t> newSizes) const;
  /// The tensor at an index of the first dimension; shares the bytes.
  Tensor getRow(int64_t index) const;
  /// The same bytes as elements of another type; `newSizes` must fit.
  Tensor bitcast(Type type, ArrayRef<int64_t> newSizes) const;

private:
  Type elementType;
  Sizes sizes;
  std::shared_ptr<const void> owner;
  const uint8_t *data = nullptr;
};

/// A tensor spelled out in a computing type T: int64_t, double or
/// std::complex<double>. Row-major.
template <typename T>
struct Dense {
  Sizes sizes;
  std::vector<T> values;

  Dense() = default;
  explicit Dense(ArrayRef<int64_t> sizes, T value = T())
      : sizes(sizes.begin(), sizes.end()), values(countElements(sizes), value) {
  }

  int64_t getRank() const { return sizes.size(); }
  int64_t getNumElements() const { return values.size(); }
  T &operator[](int64_t linear) { return values[linear]; }
  const T &operator[](int64_t linear) const { return values[linear]; }
  /// The element at an index with one entry for each dimension.
  const T &at(ArrayRef<int64_t> index) const {
    return values[getLinear(index, getRowMajorStrides(sizes))];
  }
  T &at(ArrayRef<int64_t> index) {
    return values[getLinear(index, getRowMajorStrides(sizes))];
  }
};

/// The elements of `tensor` in a computing type. Floats become integers by
/// truncation, as PyTorch does on x86 (see kiln/Support/Truncation.h), complex
/// numbers lose their imaginary part.
template <typename T>
Dense<T> load(const Tensor &tensor);

/// The values as elements of a type: floats are rounded to nearest even,
/// integers wrap, bool is "other than zero".
template <typename T>
Tensor store(const Dense<T> &dense, Type elementType);

/// `value` rounded to a float type and back.
double roundTo(double value, Type floatType);
/// `value` wrapped to an integer type and back.
int64_t wrapTo(int64_t value, Type integerType);

/// Each element of `tensor` repeated as broadcasting to `sizes` says; the
/// shapes must broadcast.
template <typename T>
Dense<T> broadcastTo(const Dense<T> &dense, ArrayRef<int64_t> sizes);
/// The same without computing: any element type.
Tensor broadcastTo(const Tensor &tensor, ArrayRef<int64_t> sizes);

/// The element `i` of the result is the element `from(i)` of the tensor, for
/// row-major positions `i` of `sizes`. Any element type.
Tensor gatherElements(const Tensor &tensor, ArrayRef<int64_t> sizes,
                      llvm::function_ref<int64_t(int64_t)> from);

/// A tensor viewed by sizes and strides (in elements, from `offset`), packed.
/// Every element must lie inside.
Tensor gatherStrided(const Tensor &tensor, ArrayRef<int64_t> sizes,
                     ArrayRef<int64_t> strides, int64_t offset);

/// `tensor` as another element type, the way PyTorch's `to` converts.
Tensor convert(const Tensor &tensor, Type elementType);

extern template Dense<int64_t> load(const Tensor &);
extern template Dense<double> load(const Tensor &);
extern template Dense<std::complex<double>> load(const Tensor &);
extern template Tensor store(const Dense<int64_t> &, Type);
extern template Tensor store(const Dense<double> &, Type);
extern template Tensor store(const Dense<std::complex<double>> &, Type);
extern template Dense<int64_t> broadcastTo(const Dense<int64_t> &,
                                           ArrayRef<int64_t>);
extern template Dense<double> broadcastTo(const Dense<double> &,
                                          ArrayRef<int64_t>);
extern template Dense<std::complex<double>>
broadcastTo(const Dense<std::complex<double>> &, ArrayRef<int64_t>);

/// Calls `fn` with a value of the computing type of `elementType`:
/// `withComputing(type, [&](auto tag) { using T = decltype(tag); … })`.
template <typename Fn>
auto withComputing(Type elementType, Fn &&fn) {
  if (isComplex(elementType))
    return fn(std::complex<double>());
  if (isFloat(elementType))
    return fn(double());
  return fn(int64_t());
}

} // namespace kiln::reference

#endif // KILN_REFERENCE_TENSOR_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small dense matrices, and how a batch of them lies in a tensor.
#ifndef KILN_LIB_REFERENCE_KERNELS_MATRICES_H
#define KILN_LIB_REFERENCE_KERNELS_MATRICES_H

#include "Kernels/Rows.h"

namespace kiln::reference {

template <typename T>
T conjugate(const T &value) {
  if constexpr (isComplexValue<T>)
    return std::conj(value);
  else
    return value;
}

/// Row-major.
template <typename T>
struct Matrix {
  int64_t rows = 0, columns = 0;
  std::vector<T> values;

  Matrix(int64_t rows, int64_t columns)
      : rows(rows), columns(columns), values(rows * columns) {}
  static Matrix identity(int64_t size) {
    Matrix one(size, size);
    for (int64_t i = 0; i < size; ++i)
      one(i, i) = 1;
    return one;
  }

  T &operator()(int64_t i, int64_t j) { return values[i * columns + j]; }
  const T &operator()(int64_t i, int64_t j) const {
    return values[i * columns + j];
  }

  Matrix adjoint() const {
    Matrix turned(columns, rows);
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        turned(j, i) = conjugate((*this)(i, j));
    return turned;
  }
  Matrix transposed() const {
    Matrix turned(columns, rows);
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        turned(j, i) = (*this)(i, j);
    return turned;
  }
  /// The first columns.
  Matrix head(int64_t count) const {
    Matrix part(rows, count);
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < count; ++j)
        part(i, j) = (*this)(i, j);
    return part;
  }
};

template <typename T>
Matrix<T> operator*(const Matrix<T> &a, const Matrix<T> &b) {
  Matrix<T> product(a.rows, b.columns);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t k = 0; k < a.columns; ++k)
      for (int64_t j = 0; j < b.columns; ++j)
        product(i, j) += a(i, k) * b(k, j);
  return product;
}

/// The matrices in the last two dims of a tensor; the dims before count them.
template <typename T>
class Batch {
public:
  explicit Batch(Dense<T> dense) : dense(std::move(dense)) {}
  /// A batch to be written.
  Batch(ArrayRef<int64_t> batch, int64_t rows, int64_t columns) {
    Sizes sizes(batch);
    sizes.append({rows, columns});
    dense = Dense<T>(sizes);
  }

  ArrayRef<int64_t> batchSizes() const {
    return ArrayRef(dense.sizes).drop_back(2);
  }
  int64_t count() const { return countElements(batchSizes()); }
  int64_t rows() const { return dense.sizes[dense.getRank() - 2]; }
  int64_t columns() const { return dense.sizes.back(); }

  Matrix<T> get(int64_t index) const {
    Matrix<T> matrix(rows(), columns());
    auto begin = dense.values.begin() + index * rows() * columns();
    matrix.values.assign(begin, begin + rows() * columns());
    return matrix;
  }
  void set(int64_t index, const Matrix<T> &matrix) {
    std::copy(matrix.values.begin(), matrix.values.end(),
              dense.values.begin() + index * rows() * columns());
  }
  /// The same matrices for more batch dims.
  Batch broadcast(ArrayRef<int64_t> batch) const {
    Sizes sizes(batch);
    sizes.append({rows(), columns()});
    return Batch(broadcastTo(dense, sizes));
  }

  Dense<T> dense;
};

/// X with A X = B for a triangular A; `unit` means ones on its diagonal, which
/// is not read.
template <typename T>
Matrix<T> solveTriangular(const Matrix<T> &a, Matrix<T> b, bool upper,
                          bool unit) {
  for (int64_t step = 0; step < a.rows; ++step) {
    int64_t i = upper ? a.rows - 1 - step : step;
    for (int64_t j = 0; j < b.columns; ++j) {
      T rest = b(i, j);
      for (int64_t k = upper ? i + 1 : 0; k < (upper ? a.rows : i); ++k)
        rest -= a(i, k) * b(k, j);
      b(i, j) = unit ? rest : rest / a(i, i);
    }
  }
  return b;
}

/// solveOne(i, B) in place of each matrix B of `b`, widened to the dims of
/// `batch`.
template <typename T, typename Fn>
Dense<T> solveBatch(ArrayRef<int64_t> batch, const Dense<T> &b, Fn solveOne) {
  Batch<T> right(b);
  right = right.broadcast(batch);
  for (int64_t i = 0; i < right.count(); ++i)
    right.set(i, solveOne(i, right.get(i)));
  return std::move(right.dense);
}

/// fn(tag) with double or std::complex<double>, which `type` is computed in.
template <typename Fn>
KernelResult withField(Type type, Fn fn) {
  if (isComplex(type))
    return fn(std::complex<double>());
  return fn(double());
}

} // namespace kiln::reference

#endif // KILN_LIB_REFERENCE_KERNELS_MATRICES_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices in memory that somebody else owns.
#ifndef KILN_LIB_MATRIX_KERNELS_VIEW_H
#define KILN_LIB_MATRIX_KERNELS_VIEW_H

#include "Numbers.h"

namespace kiln::matrix {

template <typename T>
struct Matrix {
  T *data;
  int64_t rows, columns;
  int64_t rowStep, columnStep; ///< in elements

  /// Row-major.
  Matrix(T *data, int64_t rows, int64_t columns)
      : Matrix(data, rows, columns, columns, 1) {}
  Matrix(T *data, int64_t rows, int64_t columns, int64_t rowStep,
         int64_t columnStep)
      : data(data), rows(rows), columns(columns), rowStep(rowStep),
        columnStep(columnStep) {}

  T &operator()(int64_t i, int64_t j) const {
    return data[i * rowStep + j * columnStep];
  }
  Matrix transposed() const {
    return {data, columns, rows, columnStep, rowStep};
  }
  /// The first rows and columns.
  Matrix head(int64_t count, int64_t width) const {
    return {data, count, width, rowStep, columnStep};
  }
};

/// A matrix as it is read: itself, its transpose, conjugate or adjoint.
template <typename T>
struct Reading {
  Matrix<T> matrix;
  bool isConjugate = false;

  T operator()(int64_t i, int64_t j) const {
    return isConjugate ? conjugate(matrix(i, j)) : matrix(i, j);
  }
};

template <typename T>
Reading<T> adjoint(Matrix<T> a) {
  return {a.transposed(), true};
}

template <typename T>
void fill(Matrix<T> a, T value) {
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < a.columns; ++j)
      a(i, j) = value;
}

template <typename T>
void setIdentity(Matrix<T> a) {
  fill(a, T());
  for (int64_t i = 0; i < lesser(a.rows, a.columns); ++i)
    a(i, i) = T(1);
}

/// As many elements of `from` as `to` has.
template <typename T, typename From>
void copy(const From &from, Matrix<T> to) {
  for (int64_t i = 0; i < to.rows; ++i)
    for (int64_t j = 0; j < to.columns; ++j)
      to(i, j) = from(i, j);
}

template <typename T>
void swapRows(Matrix<T> a, int64_t i, int64_t other) {
  for (int64_t j = 0; i != other && j < a.columns; ++j)
    exchange(a(i, j), a(other, j));
}

/// Takes `factor` times row `source` off row `row`, from `first` on.
template <typename T>
void subtractRow(Matrix<T> a, int64_t row, T factor, int64_t source,
                 int64_t first = 0) {
  for (int64_t j = first; j < a.columns; ++j)
    a(row, j) -= factor * a(source, j);
}

/// product = a b; `inner` columns of a.
template <typename T, typename A, typename B>
void multiply(const A &a, const B &b, int64_t inner, Matrix<T> product) {
  fill(product, T());
  for (int64_t i = 0; i < product.rows; ++i)
    for (int64_t k = 0; k < inner; ++k) {
      T factor = a(i, k);
      for (int64_t j = 0; j < product.columns; ++j)
        product(i, j) += factor * b(k, j);
    }
}

template <typename T>
bool isFinite(Matrix<T> a) {
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < a.columns; ++j)
      if (!isFinite(absolute(a(i, j))))
        return false;
  return true;
}

/// The Hermitian matrix of which one triangle is given, in place.
template <typename T>
void mirrorTriangle(Matrix<T> a, bool upper) {
  for (int64_t i = 0; i < a.rows; ++i) {
    a(i, i) = real(a(i, i));
    for (int64_t j = 0; j < i; ++j)
      if (upper)
        a(i, j) = conjugate(a(j, i));
      else
        a(j, i) = conjugate(a(i, j));
  }
}

} // namespace kiln::matrix

#endif // KILN_LIB_MATRIX_KERNELS_VIEW_H

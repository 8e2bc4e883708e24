// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Factors L D L^T (or L D L^H) of symmetric (Hermitian) matrices by the
// pivoting of Bunch and Kaufman, with LAPACK's pivots: a positive one swaps two
// rows, and a negative one in two neighbours makes a block of D of two rows.
#ifndef KILN_LIB_MATRIX_KERNELS_SYMMETRIC_H
#define KILN_LIB_MATRIX_KERNELS_SYMMETRIC_H

#include "View.h"

namespace kiln::matrix {

/// Of one matrix, of which the lower triangle is read and written.
template <typename T>
class SymmetricFactorization {
public:
  SymmetricFactorization(Matrix<T> a, int64_t *pivots, bool hermitian)
      : a(a), pivots(pivots), hermitian(hermitian) {}

  /// The number of the first zero of D, from 1, or 0.
  int64_t run() {
    for (int64_t i = 0; i < a.rows; ++i)
      for (int64_t j = i + 1; j < a.columns; ++j)
        a(i, j) = T();
    for (int64_t k = 0; k < a.rows;) {
      if (hermitian)
        a(k, k) = real(a(k, k));
      int64_t pivot = k;
      bool isBlock = choose(k, pivot);
      int64_t row = isBlock ? k + 1 : k;
      if (pivot != row)
        exchangeRows(k, row, pivot);
      eliminate(k, isBlock);
      for (int64_t i = k; i <= row; ++i)
        pivots[i] = isBlock ? -(pivot + 1) : pivot + 1;
      k = row + 1;
    }
    return info;
  }

private:
  T turn(T value) const { return hermitian ? conjugate(value) : value; }

  /// Sets `pivot` to the row for step k; is it the second one of a block?
  bool choose(int64_t k, int64_t &pivot) {
    int64_t largest = k;
    double column = 0;
    for (int64_t i = k + 1; i < a.rows; ++i)
      if (pivotSize(a(i, k)) > column)
        column = pivotSize(a(largest = i, k));
    double own = pivotSize(a(k, k));
    if (larger(own, column) == 0) {
      info = info ? info : k + 1;
      return false;
    }
    constexpr double alpha = 0.6403882032022076; // (1 + sqrt(17)) / 8
    if (own >= alpha * column)
      return false;
    double row = 0;
    for (int64_t j = k; j < largest; ++j)
      row = larger(row, pivotSize(a(largest, j)));
    for (int64_t i = largest + 1; i < a.rows; ++i)
      row = larger(row, pivotSize(a(i, largest)));
    if (own >= alpha * column * (column / row))
      return false;
    pivot = largest;
    return pivotSize(a(largest, largest)) < alpha * row;
  }

  /// Rows and columns `row` and `pivot` of the matrix from k on.
  void exchangeRows(int64_t k, int64_t row, int64_t pivot) {
    for (int64_t i = pivot + 1; i < a.rows; ++i)
      exchange(a(i, row), a(i, pivot));
    for (int64_t i = row + 1; i < pivot; ++i) {
      T above = turn(a(i, row));
      a(i, row) = turn(a(pivot, i));
      a(pivot, i) = above;
    }
    a(pivot, row) = turn(a(pivot, row));
    exchange(a(row, row), a(pivot, pivot));
    if (row != k)
      exchange(a(row, k), a(pivot, k));
  }

  /// Takes L D L^T of one or two columns off the rest of the matrix.
  void eliminate(int64_t k, bool isBlock) {
    int64_t next = k + (isBlock ? 2 : 1);
    T d = a(k, k), e = isBlock ? a(k + 1, k) : T(),
      f = isBlock ? a(k + 1, k + 1) : T(1);
    T determinant = isBlock ? d * f - e * turn(e) : d;
    if (determinant == T())
      return;
    for (int64_t j = a.rows - 1; j >= next; --j) {
      T x = a(j, k), y = isBlock ? a(j, k + 1) : T();
      // The row of L: (x, y) times the inverse of D's block.
      T first = isBlock ? (x * f - y * e) / determinant : x / d;
      T second = isBlock ? (y * d - x * turn(e)) / determinant : T();
      for (int64_t i = next; i <= j; ++i) {
        a(j, i) -= first * turn(a(i, k));
        if (isBlock)
          a(j, i) -= second * turn(a(i, k + 1));
      }
      if (hermitian)
        a(j, j) = real(a(j, j));
      a(j, k) = first;
      if (isBlock)
        a(j, k + 1) = second;
    }
  }

  Matrix<T> a;
  int64_t *pivots;
  bool hermitian;
  int64_t info = 0;
};

/// X with A X = B in place of B, by the factors of A.
template <typename T>
class SymmetricSubstitution {
public:
  SymmetricSubstitution(Matrix<T> ld, const int64_t *pivots, bool hermitian,
                        Matrix<T> b)
      : ld(ld), pivots(pivots), hermitian(hermitian), b(b) {}

  /// False where a pivot is no row of the matrix.
  bool run() {
    int64_t size = ld.rows;
    for (int64_t k = 0; k < size; ++k)
      if (pivots[k] == 0 || pivots[k] > size || pivots[k] < -size)
        return false;
    for (int64_t k = 0; k < size;) {
      int64_t last = k + (pivots[k] < 0 && k + 1 < size ? 1 : 0);
      swapRows(b, last, rowOf(k));
      for (int64_t i = last + 1; i < size; ++i)
        for (int64_t j = k; j <= last; ++j)
          subtractRow(b, i, ld(i, j), j);
      divide(k, last);
      k = last + 1;
    }
    for (int64_t k = size - 1; k >= 0;) {
      int64_t first = k - (pivots[k] < 0 && k > 0 ? 1 : 0);
      for (int64_t j = first; j <= k; ++j)
        for (int64_t i = k + 1; i < size; ++i)
          subtractRow(b, j, turn(ld(i, j)), i);
      swapRows(b, k, rowOf(k));
      k = first - 1;
    }
    return true;
  }

private:
  T turn(T value) const { return hermitian ? conjugate(value) : value; }
  int64_t rowOf(int64_t k) const {
    return (pivots[k] < 0 ? -pivots[k] : pivots[k]) - 1;
  }
  /// By D's block of rows k to last.
  void divide(int64_t k, int64_t last) {
    T d = ld(k, k), e = ld(last, k), f = ld(last, last);
    T determinant = d * f - e * turn(e);
    for (int64_t j = 0; j < b.columns; ++j) {
      T x = b(k, j), y = b(last, j);
      if (k == last) {
        b(k, j) = x / d;
        continue;
      }
      b(k, j) = (f * x - turn(e) * y) / determinant;
      b(last, j) = (d * y - e * x) / determinant;
    }
  }

  Matrix<T> ld;
  const int64_t *pivots;
  bool hermitian;
  Matrix<T> b;
};

} // namespace kiln::matrix

#endif // KILN_LIB_MATRIX_KERNELS_SYMMETRIC_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Triangular systems, and Cholesky's factor of positive definite matrices.
#ifndef KILN_LIB_MATRIX_KERNELS_TRIANGULAR_H
#define KILN_LIB_MATRIX_KERNELS_TRIANGULAR_H

#include "View.h"

namespace kiln::matrix {

/// X with A X = B in place of B, for a triangular A; `unit` means ones on its
/// diagonal, which is not read.
template <typename T>
void solveTriangular(const Reading<T> &a, Matrix<T> b, bool upper, bool unit) {
  for (int64_t step = 0; step < b.rows; ++step) {
    int64_t i = upper ? b.rows - 1 - step : step;
    int64_t first = upper ? i + 1 : 0, end = upper ? b.rows : i;
    for (int64_t k = first; k < end; ++k)
      subtractRow(b, i, a(i, k), k);
    if (unit)
      continue;
    T pivot = a(i, i);
    for (int64_t j = 0; j < b.columns; ++j)
      b(i, j) /= pivot;
  }
}

/// U with A = U^H U in place of the upper triangle of A, which alone is read.
/// Returns the number of the first row without a positive pivot, from 1, or 0.
template <typename T>
int64_t factorizeCholesky(Matrix<T> a) {
  for (int64_t k = 0; k < a.rows; ++k) {
    double pivot = real(a(k, k));
    if (!(pivot > 0))
      return k + 1;
    pivot = squareRoot(pivot);
    a(k, k) = pivot;
    for (int64_t j = k + 1; j < a.columns; ++j)
      a(k, j) /= pivot;
    for (int64_t i = k + 1; i < a.rows; ++i)
      subtractRow(a, i, conjugate(a(k, i)), k, i);
  }
  return 0;
}

} // namespace kiln::matrix

#endif // KILN_LIB_MATRIX_KERNELS_TRIANGULAR_H

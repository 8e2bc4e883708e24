// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LU factors by partial pivoting, and the solutions and inverses that follow
// from them. Pivots count from 1, as in LAPACK: row i was swapped with row
// pivots[i] - 1.
#ifndef KILN_LIB_MATRIX_KERNELS_LU_H
#define KILN_LIB_MATRIX_KERNELS_LU_H

#include "Triangular.h"

namespace kiln::matrix {

/// L below the diagonal of ones and U above, in place of the matrix. Returns
/// the number of the first zero on U's diagonal, from 1, or 0.
template <typename T>
int64_t factorizeLU(Matrix<T> lu, int64_t *pivots, bool pivot = true) {
  int64_t info = 0;
  for (int64_t k = 0; k < lesser(lu.rows, lu.columns); ++k) {
    int64_t best = k;
    for (int64_t i = k + 1; pivot && i < lu.rows; ++i)
      if (pivotSize(lu(i, k)) > pivotSize(lu(best, k)))
        best = i;
    pivots[k] = best + 1;
    swapRows(lu, k, best);
    if (lu(k, k) == T()) {
      info = info ? info : k + 1;
      continue;
    }
    for (int64_t i = k + 1; i < lu.rows; ++i) {
      lu(i, k) /= lu(k, k);
      subtractRow(lu, i, lu(i, k), k, k + 1);
    }
  }
  return info;
}

/// The rows of `b` in the order that the pivots bring about, or back from it.
template <typename T>
void permuteRows(const int64_t *pivots, int64_t count, Matrix<T> b, bool back) {
  for (int64_t step = 0; step < count; ++step) {
    int64_t i = back ? count - 1 - step : step;
    swapRows(b, i, pivots[i] - 1);
  }
}

/// X with op(A) X = B in place of B, by the factors of A; op transposes or
/// conjugates or both.
template <typename T>
void solveLU(Matrix<T> lu, const int64_t *pivots, Matrix<T> b, bool transpose,
             bool conjugates) {
  if (transpose) {
    Reading<T> turned{lu.transposed(), conjugates};
    solveTriangular(turned, b, /*upper=*/false, /*unit=*/false);
    solveTriangular(turned, b, /*upper=*/true, /*unit=*/true);
    permuteRows(pivots, lu.rows, b, /*back=*/true);
    return;
  }
  permuteRows(pivots, lu.rows, b, /*back=*/false);
  Reading<T> factors{lu, conjugates};
  solveTriangular(factors, b, /*upper=*/false, /*unit=*/true);
  solveTriangular(factors, b, /*upper=*/true, /*unit=*/false);
}

/// The determinant is `mantissa` times 2 to the power of `exponent`, so that no
/// product of many factors leaves the range of numbers.
template <typename T>
struct Determinant {
  T mantissa = T(1);
  int64_t exponent = 0;

  void multiply(T factor) {
    normalize(factor);
    mantissa *= factor;
    normalize(mantissa);
  }
  /// As one number, which may be infinite or 0.
  T value() const {
    T result = mantissa;
    int64_t rest = exponent;
    while (rest > 0 && isFinite(absolute(result))) {
      int64_t step = lesser(rest, 1000);
      result *= powerOfTwo(step);
      rest -= step;
    }
    while (rest < 0 && !(result == T())) {
      int64_t step = lesser(-rest, 1000);
      result *= powerOfTwo(-step);
      rest += step;
    }
    return result;
  }

private:
  void normalize(T &number) {
    double size = pivotSize(number);
    if (size < kLeast || !isFinite(size))
      return;
    int64_t power = exponentOf(size) < 1000 ? exponentOf(size) : 1000;
    number *= powerOfTwo(-power);
    exponent += power;
  }
};

template <typename T>
Determinant<T> multiplyDiagonal(Matrix<T> lu, const int64_t *pivots) {
  Determinant<T> product;
  for (int64_t k = 0; k < lu.rows; ++k) {
    if (pivots[k] != k + 1)
      product.mantissa = -product.mantissa;
    product.multiply(lu(k, k));
  }
  return product;
}

} // namespace kiln::matrix

#endif // KILN_LIB_MATRIX_KERNELS_LU_H

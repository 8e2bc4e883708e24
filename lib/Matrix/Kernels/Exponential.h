// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The exponential of a matrix by scaling, Taylor's series, and squaring.
#ifndef KILN_LIB_MATRIX_KERNELS_EXPONENTIAL_H
#define KILN_LIB_MATRIX_KERNELS_EXPONENTIAL_H

#include "View.h"

namespace kiln::matrix {

/// Sets `sum` to exp(a); `a` and `term` and `next` are used up. NaN where an
/// element of `a` is not finite.
template <typename T>
void exponentiate(Matrix<T> a, Matrix<T> sum, Matrix<T> term, Matrix<T> next) {
  if (!isFinite(a))
    return fill(sum, T(__builtin_nan("")));
  double norm = 0;
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < a.rows; ++j)
      norm = larger(norm, absolute(a(i, j)) * static_cast<double>(a.rows));
  int64_t squarings = norm > 0.25 ? lesser(exponentOf(norm) + 3, 1000) : 0;
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < a.rows; ++j)
      a(i, j) *= powerOfTwo(-squarings);
  setIdentity(sum);
  setIdentity(term);
  for (int k = 1; k <= 16; ++k) {
    multiply(term, a, a.rows, next);
    exchange(term, next);
    for (int64_t i = 0; i < a.rows; ++i)
      for (int64_t j = 0; j < a.rows; ++j) {
        term(i, j) /= static_cast<double>(k);
        sum(i, j) += term(i, j);
      }
  }
  for (int64_t k = 0; k < squarings; ++k) {
    multiply(sum, sum, a.rows, next);
    copy(next, sum);
  }
}

} // namespace kiln::matrix

#endif // KILN_LIB_MATRIX_KERNELS_EXPONENTIAL_H

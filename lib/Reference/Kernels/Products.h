// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The product of two row-major matrices, shared by everything that multiplies.
#ifndef KILN_LIB_REFERENCE_KERNELS_PRODUCTS_H
#define KILN_LIB_REFERENCE_KERNELS_PRODUCTS_H

#include "Kernels/Rows.h"

namespace kiln::reference {

/// product[m][n] += sum over k of left[m][k] * right[k][n]. The inner loop runs
/// along rows of `right`; the terms of an element are added in order of k, and
/// several rows of `right` are read per pass to save memory traffic.
template <typename T>
void accumulateProduct(int64_t rows, int64_t inner, int64_t columns,
                       const T *left, const T *right, T *product) {
  for (int64_t m = 0; m < rows; ++m) {
    const T *factors = left + m * inner;
    T *out = product + m * columns;
    int64_t k = 0;
    for (; k + 4 <= inner; k += 4) {
      const T *row = right + k * columns;
      T a = factors[k], b = factors[k + 1], c = factors[k + 2],
        d = factors[k + 3];
      for (int64_t n = 0; n < columns; ++n) {
        T sum = plus(out[n], times(a, row[n]));
        sum = plus(sum, times(b, row[columns + n]));
        sum = plus(sum, times(c, row[2 * columns + n]));
        out[n] = plus(sum, times(d, row[3 * columns + n]));
      }
    }
    for (; k < inner; ++k)
      for (int64_t n = 0; n < columns; ++n)
        out[n] = plus(out[n], times(factors[k], right[k * columns + n]));
  }
}

} // namespace kiln::reference

#endif // KILN_LIB_REFERENCE_KERNELS_PRODUCTS_H

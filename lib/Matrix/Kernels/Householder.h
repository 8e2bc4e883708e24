// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// QR factors by Householder reflections in LAPACK's convention, by which signs
// agree with PyTorch's: H = 1 - tau v v^H with v[0] = 1, and H^H a = beta e
// with beta real and of the sign opposite to that of a[0].
#ifndef KILN_LIB_MATRIX_KERNELS_HOUSEHOLDER_H
#define KILN_LIB_MATRIX_KERNELS_HOUSEHOLDER_H

#include "View.h"

namespace kiln::matrix {

/// Reflections: R on and above the diagonal of `a`, the vectors v below.
template <typename T>
struct Reflections {
  Matrix<T> a;
  T *taus;
  int64_t count;

  T vector(int64_t i, int64_t k) const { return i == k ? T(1) : a(i, k); }
};

/// b = (1 - tau v v^H) b from column `first` on, where v is vector `k`. Some
/// columns at a time, since their elements lie together.
template <typename T>
void reflect(const Reflections<T> &r, int64_t k, T tau, Matrix<T> b,
             int64_t first = 0) {
  constexpr int64_t kTogether = 8;
  for (int64_t j = first; j < b.columns; j += kTogether) {
    int64_t width = lesser(kTogether, b.columns - j);
    T sums[kTogether] = {};
    for (int64_t i = k; i < b.rows; ++i) {
      T factor = conjugate(r.vector(i, k));
      for (int64_t w = 0; w < width; ++w)
        sums[w] += factor * b(i, j + w);
    }
    for (int64_t i = k; i < b.rows; ++i) {
      T factor = tau * r.vector(i, k);
      for (int64_t w = 0; w < width; ++w)
        b(i, j + w) -= factor * sums[w];
    }
  }
}

/// Makes the reflections of `r.a` in its place.
template <typename T>
void factorizeQR(const Reflections<T> &r) {
  for (int64_t k = 0; k < r.count; ++k) {
    double below = 0;
    for (int64_t i = k + 1; i < r.a.rows; ++i)
      below += squaredNorm(r.a(i, k));
    T head = r.a(k, k);
    if (below == 0 && imag(head) == 0) {
      r.taus[k] = T();
      continue;
    }
    double beta =
        -withSignOf(squareRoot(squaredNorm(head) + below), real(head));
    r.taus[k] = (T(beta) - head) / beta;
    for (int64_t i = k + 1; i < r.a.rows; ++i)
      r.a(i, k) /= head - T(beta);
    reflect(r, k, conjugate(r.taus[k]), r.a, k + 1);
    r.a(k, k) = beta;
  }
}

/// Q b, or Q^H b: the product of the reflections, or its adjoint.
template <typename T>
void applyQ(const Reflections<T> &r, Matrix<T> b, bool adjoint) {
  for (int64_t step = 0; step < r.count; ++step) {
    int64_t k = adjoint ? step : r.count - 1 - step;
    reflect(r, k, adjoint ? conjugate(r.taus[k]) : r.taus[k], b);
  }
}

/// b Q, or b Q^H: b (1 - tau v v^H) for each reflection.
template <typename T>
void applyQFromRight(const Reflections<T> &r, Matrix<T> b, bool adjoint) {
  for (int64_t step = 0; step < r.count; ++step) {
    int64_t k = adjoint ? r.count - 1 - step : step;
    T tau = adjoint ? conjugate(r.taus[k]) : r.taus[k];
    for (int64_t j = 0; j < b.rows; ++j) {
      T sum = T();
      for (int64_t i = k; i < b.columns; ++i)
        sum += b(j, i) * r.vector(i, k);
      for (int64_t i = k; i < b.columns; ++i)
        b(j, i) -= tau * sum * conjugate(r.vector(i, k));
    }
  }
}

} // namespace kiln::matrix

#endif // KILN_LIB_MATRIX_KERNELS_HOUSEHOLDER_H

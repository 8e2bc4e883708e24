// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Singular values and eigenvalues by Jacobi's method: rotations of two columns
// at a time until all are orthogonal. Vectors are determined up to a factor of
// size 1 only.
#ifndef KILN_LIB_REFERENCE_KERNELS_JACOBI_H
#define KILN_LIB_REFERENCE_KERNELS_JACOBI_H

#include "Kernels/Matrices.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kiln::reference {

/// a = vectors * diag(values) * vectors^H, values ascending.
template <typename T>
struct Eigen {
  std::vector<double> values;
  Matrix<T> vectors;
};

/// a = u * diag(values) * v^H, values descending; u and v have as many columns
/// as there are values.
template <typename T>
struct Singular {
  Matrix<T> u;
  std::vector<double> values;
  Matrix<T> v;
};

/// Turns columns p and q of both matrices so that columns p and q of a^H a
/// become orthogonal: one step of Jacobi's method from one side. Were they not?
template <typename T>
bool rotateColumns(Matrix<T> &a, Matrix<T> &v, int64_t p, int64_t q) {
  double alpha = 0, beta = 0;
  T gamma = T();
  for (int64_t i = 0; i < a.rows; ++i) {
    alpha += std::norm(a(i, p));
    beta += std::norm(a(i, q));
    gamma += conjugate(a(i, p)) * a(i, q);
  }
  double size = std::abs(gamma);
  if (size == 0 || size <= 1e-16 * std::sqrt(alpha) * std::sqrt(beta))
    return false;
  T phase = gamma / size;
  double zeta = (beta - alpha) / (2 * size);
  double t =
      std::copysign(1.0, zeta) / (std::fabs(zeta) + std::sqrt(1 + zeta * zeta));
  double c = 1 / std::sqrt(1 + t * t), s = c * t;
  for (Matrix<T> *matrix : {&a, &v})
    for (int64_t i = 0; i < matrix->rows; ++i) {
      T left = (*matrix)(i, p), right = (*matrix)(i, q) * conjugate(phase);
      (*matrix)(i, p) = c * left - s * right;
      (*matrix)(i, q) = s * left + c * right;
    }
  return true;
}

/// Orthonormal columns in place of those of `u` from `first` on.
template <typename T>
void completeColumns(Matrix<T> &u, int64_t first) {
  for (int64_t j = first; j < u.columns; ++j) {
    double best = -1;
    std::vector<T> column, chosen(u.rows);
    // Of the unit vectors, the one that is farthest from the columns before.
    for (int64_t unit = 0; unit < u.rows; ++unit) {
      column.assign(u.rows, T());
      column[unit] = 1;
      for (int pass = 0; pass < 2; ++pass)
        for (int64_t k = 0; k < j; ++k) {
          T part = T();
          for (int64_t i = 0; i < u.rows; ++i)
            part += conjugate(u(i, k)) * column[i];
          for (int64_t i = 0; i < u.rows; ++i)
            column[i] -= part * u(i, k);
        }
      double norm = 0;
      for (const T &value : column)
        norm += std::norm(value);
      if (norm > best + 1e-12) {
        best = norm;
        chosen = column;
      }
    }
    for (int64_t i = 0; i < u.rows; ++i)
      u(i, j) = chosen[i] / std::sqrt(best);
  }
}

template <typename T>
Singular<T> decompose(const Matrix<T> &matrix) {
  if (matrix.rows < matrix.columns) {
    Singular<T> turned = decompose(matrix.adjoint());
    return {std::move(turned.v), std::move(turned.values), std::move(turned.u)};
  }
  Matrix<T> a = matrix, v = Matrix<T>::identity(matrix.columns);
  int64_t count = matrix.columns;
  bool turned = true;
  for (int sweep = 0; turned && sweep < 60; ++sweep) {
    turned = false;
    for (int64_t p = 0; p < count; ++p)
      for (int64_t q = p + 1; q < count; ++q)
        turned |= rotateColumns(a, v, p, q);
  }
  std::vector<double> norms(count);
  for (int64_t j = 0; j < count; ++j) {
    for (int64_t i = 0; i < a.rows; ++i)
      norms[j] += std::norm(a(i, j));
    norms[j] = std::sqrt(norms[j]);
  }
  std::vector<int64_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int64_t x, int64_t y) { return norms[x] > norms[y]; });
  Singular<T> s{Matrix<T>(a.rows, count), {}, Matrix<T>(count, count)};
  double limit = count ? 1e-15 * norms[order[0]] * a.rows : 0;
  int64_t rank = 0;
  for (int64_t j = 0; j < count; ++j) {
    s.values.push_back(norms[order[j]]);
    rank += norms[order[j]] > limit;
    for (int64_t i = 0; i < count; ++i)
      s.v(i, j) = v(i, order[j]);
    for (int64_t i = 0; norms[order[j]] > limit && i < a.rows; ++i)
      s.u(i, j) = a(i, order[j]) / norms[order[j]];
  }
  completeColumns(s.u, rank);
  return s;
}

/// The factor of size 1 that makes the greatest element of a column positive.
template <typename T>
T getPhase(const Matrix<T> &vectors, int64_t j) {
  T greatest = T();
  for (int64_t i = 0; i < vectors.rows; ++i)
    if (std::abs(vectors(i, j)) > std::abs(greatest) * (1 + 1e-9))
      greatest = vectors(i, j);
  return greatest == T() ? T(1) : conjugate(greatest) / std::abs(greatest);
}

/// Of a Hermitian matrix; the rotations act on it from both sides, so that
/// small eigenvalues keep their digits.
template <typename T>
Eigen<T> decomposeHermitian(Matrix<T> a) {
  double greatest = 0;
  for (const T &value : a.values)
    greatest = std::max(greatest, std::abs(value));
  greatest *= a.rows;
  Matrix<T> v = Matrix<T>::identity(a.rows);
  double off = 1;
  for (int sweep = 0; off > 0 && sweep < 60; ++sweep) {
    off = 0;
    for (int64_t p = 0; p < a.rows; ++p)
      for (int64_t q = p + 1; q < a.rows; ++q) {
        double size = std::abs(a(p, q));
        if (size == 0 || size <= 1e-18 * greatest)
          continue;
        off += size;
        T phase = a(p, q) / size;
        double theta = (std::real(a(q, q)) - std::real(a(p, p))) / (2 * size);
        double t = std::copysign(1.0, theta) /
                   (std::fabs(theta) + std::sqrt(1 + theta * theta));
        double c = 1 / std::sqrt(1 + t * t), s = c * t;
        auto turn = [&](Matrix<T> &m) {
          for (int64_t i = 0; i < m.rows; ++i) {
            T left = m(i, p), right = m(i, q) * conjugate(phase);
            m(i, p) = c * left - s * right;
            m(i, q) = s * left + c * right;
          }
        };
        turn(a);
        a = a.adjoint();
        turn(a);
        a = a.adjoint();
        turn(v);
      }
  }
  std::vector<int64_t> order(a.rows);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int64_t x, int64_t y) {
    return std::real(a(x, x)) < std::real(a(y, y));
  });
  Eigen<T> e{{}, Matrix<T>(a.rows, a.rows)};
  for (int64_t j = 0; j < a.rows; ++j) {
    e.values.push_back(std::real(a(order[j], order[j])));
    T phase = getPhase(v, order[j]);
    for (int64_t i = 0; i < a.rows; ++i)
      e.vectors(i, j) = v(i, order[j]) * phase;
  }
  return e;
}

} // namespace kiln::reference

#endif // KILN_LIB_REFERENCE_KERNELS_JACOBI_H

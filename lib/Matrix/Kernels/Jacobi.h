// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Singular values and eigenvalues by Jacobi's method: rotations of two columns
// at a time until all are orthogonal. Vectors are determined up to a factor of
// size 1 only. Columns are kept as the rows of row-major matrices, so that
// rotated elements lie together.
#ifndef KILN_LIB_MATRIX_KERNELS_JACOBI_H
#define KILN_LIB_MATRIX_KERNELS_JACOBI_H

#include "View.h"

namespace kiln::matrix {

constexpr int kMaxSweeps = 60;

/// The rotation that makes two vectors x and y orthogonal.
template <typename T>
struct Rotation {
  double c, s;
  T phase;

  /// `alpha` and `beta` are the squares of the vectors, `gamma` is x^H y.
  Rotation(double alpha, double beta, T gamma) {
    double size = absolute(gamma);
    phase = gamma / size;
    double zeta = (beta - alpha) / (2 * size);
    double t = withSignOf(1, zeta) /
               (absolute(zeta) + (absolute(zeta) > 1e150
                                      ? absolute(zeta)
                                      : squareRoot(1 + zeta * zeta)));
    c = 1 / squareRoot(1 + t * t);
    s = c * t;
  }
  void turn(T &x, T &y, T factor) const {
    T left = x, right = y * factor;
    x = c * left - s * right;
    y = s * left + c * right;
  }
  /// Rows p and q of `a`, which are columns of the matrix that is meant.
  void turnRows(Matrix<T> a, int64_t p, int64_t q) const {
    for (int64_t i = 0; i < a.columns; ++i)
      turn(a(p, i), a(q, i), conjugate(phase));
  }
};

/// x^H y of rows p and q.
template <typename T>
T dotRows(Matrix<T> a, int64_t p, int64_t q) {
  T sum = T();
  for (int64_t i = 0; i < a.columns; ++i)
    sum += conjugate(a(p, i)) * a(q, i);
  return sum;
}
template <typename T>
double squareOfRow(Matrix<T> a, int64_t p) {
  double sum = 0;
  for (int64_t i = 0; i < a.columns; ++i)
    sum += squaredNorm(a(p, i));
  return sum;
}

/// The factor of size 1 that makes the greatest element of a row positive.
template <typename T>
T phaseOfRow(Matrix<T> a, int64_t p) {
  T greatest = T();
  for (int64_t i = 0; i < a.columns; ++i)
    if (absolute(a(p, i)) > absolute(greatest) * (1 + 1e-9))
      greatest = a(p, i);
  return greatest == T() ? T(1) : conjugate(greatest) / absolute(greatest);
}
template <typename T>
void scaleRow(Matrix<T> a, int64_t p, T factor) {
  for (int64_t i = 0; i < a.columns; ++i)
    a(p, i) *= factor;
}

/// Brings `values` into order, and the rows of each matrix with them.
template <typename... Matrices>
void sortRows(double *values, int64_t count, bool descending,
              Matrices... matrices) {
  for (int64_t i = 0; i + 1 < count; ++i) {
    int64_t best = i;
    for (int64_t k = i + 1; k < count; ++k)
      if (descending ? values[k] > values[best] : values[k] < values[best])
        best = k;
    // The others keep their order.
    for (int64_t k = best; k > i; --k) {
      exchange(values[k], values[k - 1]);
      (swapRows(matrices, k, k - 1), ...);
    }
  }
}

/// Orthonormal rows in place of those from `first` on: each begins as the unit
/// vector that is farthest from the rows before. `room` has a number for each
/// column.
template <typename T>
void completeRows(Matrix<T> a, int64_t first, double *room) {
  for (int64_t i = 0; i < a.columns; ++i) {
    room[i] = 1;
    for (int64_t k = 0; k < first; ++k)
      room[i] -= squaredNorm(a(k, i));
  }
  for (int64_t j = first; j < a.rows; ++j) {
    int64_t best = 0;
    for (int64_t i = 1; i < a.columns; ++i)
      if (room[i] > room[best] + 1e-12)
        best = i;
    for (int64_t i = 0; i < a.columns; ++i)
      a(j, i) = T(i == best ? 1 : 0);
    for (int pass = 0; pass < 2; ++pass)
      for (int64_t k = 0; k < j; ++k)
        subtractRow(a, j, dotRows(a, k, j), k);
    scaleRow(a, j, T(1 / squareRoot(squareOfRow(a, j))));
    for (int64_t i = 0; i < a.columns; ++i)
      room[i] -= squaredNorm(a(j, i));
  }
}

/// A matrix of at least as many rows as columns is left * diag(values) *
/// right^H, values descending. Its columns are the first rows of `left` at the
/// beginning, and those of the left factor in the end, where further rows are
/// orthonormal to them. Row j of `right` becomes column j of the right factor.
template <typename T>
void decompose(Matrix<T> left, Matrix<T> right, double *values, double *room) {
  int64_t count = right.rows;
  setIdentity(right);
  bool turned = true;
  for (int sweep = 0; turned && sweep < kMaxSweeps; ++sweep) {
    turned = false;
    for (int64_t p = 0; p < count; ++p)
      for (int64_t q = p + 1; q < count; ++q) {
        double alpha = 0, beta = 0;
        T gamma = T();
        // Three sums at once, since each waits for its last addition.
        for (int64_t i = 0; i < left.columns; ++i) {
          alpha += squaredNorm(left(p, i));
          beta += squaredNorm(left(q, i));
          gamma += conjugate(left(p, i)) * left(q, i);
        }
        double size = absolute(gamma);
        if (size == 0 || size <= 1e-16 * squareRoot(alpha) * squareRoot(beta))
          continue;
        Rotation<T> rotation(alpha, beta, gamma);
        rotation.turnRows(left, p, q);
        rotation.turnRows(right, p, q);
        turned = true;
      }
  }
  for (int64_t j = 0; j < count; ++j)
    values[j] = squareRoot(squareOfRow(left, j));
  sortRows(values, count, /*descending=*/true, left.head(count, left.columns),
           right);
  double limit = count ? kEpsilon * 4 * values[0] * left.columns : 0;
  int64_t rank = 0;
  while (rank < count && values[rank] > limit) {
    scaleRow(left, rank, T(1 / values[rank]));
    ++rank;
  }
  completeRows(left, rank, room);
  for (int64_t j = 0; j < count; ++j) {
    T phase = phaseOfRow(left, j);
    scaleRow(left, j, phase);
    scaleRow(right, j, phase);
  }
}

/// A Hermitian `a` is vectors * diag(values) * vectors^H, values ascending; row
/// j of `vectors` becomes vector j. The rotations act on `a` from both sides,
/// so that small eigenvalues keep their digits.
template <typename T>
void decomposeHermitian(Matrix<T> a, Matrix<T> vectors, double *values) {
  double greatest = 0, off = 1;
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < a.rows; ++j)
      greatest = larger(greatest, absolute(a(i, j)));
  greatest *= static_cast<double>(a.rows);
  setIdentity(vectors);
  for (int sweep = 0; off > 0 && sweep < kMaxSweeps; ++sweep) {
    off = 0;
    for (int64_t p = 0; p < a.rows; ++p)
      for (int64_t q = p + 1; q < a.rows; ++q) {
        double size = absolute(a(p, q));
        if (size == 0 || size <= 1e-18 * greatest)
          continue;
        off += size;
        Rotation<T> rotation(real(a(p, p)), real(a(q, q)), a(p, q));
        rotation.turnRows(a.transposed(), p, q);
        for (int64_t i = 0; i < a.columns; ++i)
          rotation.turn(a(p, i), a(q, i), rotation.phase);
        rotation.turnRows(vectors, p, q);
      }
  }
  for (int64_t j = 0; j < a.rows; ++j)
    values[j] = real(a(j, j));
  sortRows(values, a.rows, /*descending=*/false, vectors);
  for (int64_t j = 0; j < a.rows; ++j)
    scaleRow(vectors, j, phaseOfRow(vectors, j));
}

/// The matrix left * diag(values) * right^H, of factors that are kept by rows.
template <typename T>
void compose(Matrix<T> left, const double *values, Matrix<T> right,
             int64_t count, Matrix<T> product) {
  fill(product, T());
  for (int64_t i = 0; i < product.rows; ++i)
    for (int64_t k = 0; k < count; ++k) {
      T factor = left(k, i) * values[k];
      for (int64_t j = 0; j < product.columns; ++j)
        product(i, j) += factor * conjugate(right(k, j));
    }
}

} // namespace kiln::matrix

#endif // KILN_LIB_MATRIX_KERNELS_JACOBI_H

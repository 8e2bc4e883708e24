// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigenvalues and eigenvectors of matrices that need not be Hermitian: Schur's
// form by shifted QR steps. The order of the eigenvalues is that in which they
// split off, as in LAPACK, which computes a real matrix by pairs of shifts.
#ifndef KILN_LIB_MATRIX_KERNELS_SCHUR_H
#define KILN_LIB_MATRIX_KERNELS_SCHUR_H

#include "View.h"

namespace kiln::matrix {

/// Brings `t` to upper triangular form in steps t := u^H t u, which gather in
/// `q`, so that the first matrix stays q t q^H.
class Schur {
public:
  /// `isReal`: the elements of `t` have no imaginary parts. `row` has room for
  /// a row.
  Schur(Matrix<Complex> t, Matrix<Complex> q, bool isReal)
      : t(t), q(q), isReal(isReal) {}

  /// False where the steps did not come to an end.
  bool run(Complex *row) {
    setIdentity(q);
    for (int64_t k = 0; k + 2 < size(); ++k)
      eliminateBelow(k, row);
    return iterate();
  }

  Complex value(int64_t index) const { return t(index, index); }

  /// The eigenvectors as columns of `vectors`, of norm 1; `x` has room for as
  /// many elements.
  void findVectors(Matrix<Complex> x, Matrix<Complex> vectors) const {
    double least = kLeast;
    for (int64_t i = 0; i < size(); ++i)
      for (int64_t j = 0; j < size(); ++j)
        least = larger(least, kEpsilon * absolute(t(i, j)));
    fill(x, Complex());
    for (int64_t j = 0; j < size(); ++j) {
      x(j, j) = 1;
      for (int64_t i = j - 1; i >= 0; --i) {
        Complex sum;
        for (int64_t k = i + 1; k <= j; ++k)
          sum += t(i, k) * x(k, j);
        // Equal eigenvalues without a second vector give the first one again.
        Complex gap = t(i, i) - t(j, j);
        x(i, j) = -sum / (absolute(gap) < least ? Complex(least) : gap);
      }
    }
    multiply(q, x, size(), vectors);
    for (int64_t j = 0; j < size(); ++j)
      normalizeColumn(vectors, j);
  }

private:
  struct Pair {
    Complex far, near; ///< to the last element of the diagonal
  };

  int64_t size() const { return t.rows; }

  /// Norm 1, and the greatest element real and positive.
  static void normalizeColumn(Matrix<Complex> a, int64_t j) {
    double square = 0;
    Complex greatest;
    for (int64_t i = 0; i < a.rows; ++i) {
      square += squaredNorm(a(i, j));
      if (absolute(a(i, j)) > absolute(greatest) * (1 + 1e-9))
        greatest = a(i, j);
    }
    Complex factor = conjugate(greatest) / absolute(greatest);
    for (int64_t i = 0; i < a.rows; ++i)
      a(i, j) *= factor / squareRoot(square);
  }

  /// A reflection that leaves nothing but zeros in column k below the first
  /// subdiagonal.
  void eliminateBelow(int64_t k, Complex *v) {
    double rest = 0;
    for (int64_t i = k + 1; i < size(); ++i) {
      v[i] = t(i, k);
      if (i > k + 1)
        rest += squaredNorm(v[i]);
    }
    if (rest == 0)
      return;
    double head = absolute(v[k + 1]);
    double length = squareRoot(head * head + rest);
    v[k + 1] += head == 0 ? Complex(length) : v[k + 1] / head * length;
    double square = rest + squaredNorm(v[k + 1]);
    for (int64_t j = 0; j < size(); ++j) {
      Complex part;
      for (int64_t i = k + 1; i < size(); ++i)
        part += conjugate(v[i]) * t(i, j);
      for (int64_t i = k + 1; i < size(); ++i)
        t(i, j) -= 2 / square * part * v[i];
    }
    reflectFromRight(t, k, v, square);
    reflectFromRight(q, k, v, square);
    for (int64_t i = k + 2; i < size(); ++i)
      t(i, k) = 0;
  }
  void reflectFromRight(Matrix<Complex> m, int64_t k, const Complex *v,
                        double square) {
    for (int64_t i = 0; i < size(); ++i) {
      Complex part;
      for (int64_t j = k + 1; j < size(); ++j)
        part += m(i, j) * v[j];
      for (int64_t j = k + 1; j < size(); ++j)
        m(i, j) -= 2 / square * part * conjugate(v[j]);
    }
  }

  /// The first row of the block that ends in row `last`.
  int64_t findBlock(int64_t last) {
    int64_t first = last;
    for (; first > 0; --first) {
      double near =
          absolute(t(first - 1, first - 1)) + absolute(t(first, first));
      if (absolute(t(first, first - 1)) > kEpsilon * near)
        continue;
      t(first, first - 1) = 0;
      break;
    }
    return first;
  }

  /// The eigenvalues of rows `first` and the next one.
  Pair solvePair(int64_t first) const {
    Complex a = t(first, first), d = t(first + 1, first + 1);
    Complex product = t(first, first + 1) * t(first + 1, first);
    Complex p = (a - d) / 2.0;
    Complex square = p * p + product, root = squareRoot(square);
    // Conjugates are equally near: that above the real axis comes first.
    bool isSwapped =
        isReal && square.re < 0 ? root.im < 0 : (conjugate(p) * root).re < 0;
    if (isSwapped)
      root = -root;
    Complex far = p + root;
    return {d + far, far == Complex() ? d : d - product / far};
  }

  /// Turns rows k and k + 1 so that (x, z) becomes (r, 0), and the columns
  /// back.
  void rotate(int64_t k, Complex x, Complex z) {
    double length = hypotenuse(absolute(x), absolute(z));
    if (length == 0)
      return;
    Complex c = x / length, s = z / length;
    for (int64_t j = 0; j < size(); ++j) {
      Complex up = t(k, j), down = t(k + 1, j);
      t(k, j) = conjugate(c) * up + conjugate(s) * down;
      t(k + 1, j) = c * down - s * up;
    }
    rotateColumns(t, k, c, s);
    rotateColumns(q, k, c, s);
  }
  static void rotateColumns(Matrix<Complex> m, int64_t k, Complex c,
                            Complex s) {
    for (int64_t i = 0; i < m.rows; ++i) {
      Complex left = m(i, k), right = m(i, k + 1);
      m(i, k) = c * left + s * right;
      m(i, k + 1) = conjugate(c) * right - conjugate(s) * left;
    }
  }

  void splitPair(int64_t first) {
    Complex one = solvePair(first).far;
    // (a - one) x + b z = 0 has the eigenvector; so has c x + (d - one) z = 0.
    Complex b = t(first, first + 1), c = t(first + 1, first);
    Complex up = t(first, first) - one, down = t(first + 1, first + 1) - one;
    if (absolute(b) + absolute(up) > absolute(c) + absolute(down))
      rotate(first, b, -up);
    else
      rotate(first, down, -c);
    t(first + 1, first) = 0;
  }

  void step(int64_t first, int64_t last, Complex shift) {
    Complex x = t(first, first) - shift, z = t(first + 1, first);
    for (int64_t k = first; k < last; ++k) {
      rotate(k, x, z);
      if (k > first)
        t(k + 1, k - 1) = 0;
      x = t(k + 1, k);
      z = k + 2 <= last ? t(k + 2, k) : Complex();
    }
  }

  bool iterate() {
    constexpr int kMaxSteps = 300; // until an eigenvalue splits off
    int64_t last = size() - 1;
    for (int steps = 0; last > 0; ++steps) {
      int64_t first = findBlock(last);
      if (last - first <= 1) {
        if (first < last)
          splitPair(first);
        last = first - 1;
        steps = 0;
        continue;
      }
      if (steps == kMaxSteps)
        return false;
      Complex shift = solvePair(last - 1).near;
      // Now and then another shift, since the usual ones may run in circles.
      if (steps % 10 == 9)
        shift = absolute(t(last, last - 1)) + absolute(t(last - 1, last - 2));
      step(first, last, shift);
      if (isReal)
        step(first, last, conjugate(shift));
    }
    return true;
  }

  Matrix<Complex> t, q;
  bool isReal;
};

} // namespace kiln::matrix

#endif // KILN_LIB_MATRIX_KERNELS_SCHUR_H

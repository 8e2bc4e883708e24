// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigenvalues and eigenvectors of matrices that need not be Hermitian: Schur's
// form by shifted QR steps. The order of the eigenvalues is that in which they
// split off, as in LAPACK, which computes a real matrix by pairs of shifts.
#ifndef KILN_LIB_REFERENCE_KERNELS_SCHUR_H
#define KILN_LIB_REFERENCE_KERNELS_SCHUR_H

#include "Kernels/Matrices.h"

#include <complex>
#include <utility>

namespace kiln::reference {

/// Brings `t` to upper triangular form in steps t := u^H t u, which gather in
/// `q`, so that the first matrix stays q t q^H.
class Schur {
public:
  using Complex = std::complex<double>;

  /// `isReal`: the elements have no imaginary parts.
  Schur(Matrix<Complex> matrix, bool isReal);

  /// NaN where the steps did not come to an end.
  Complex value(int64_t index) const { return t(index, index); }
  /// The eigenvectors as columns, of norm 1.
  Matrix<Complex> vectors() const;

private:
  int64_t size() const { return t.rows; }
  void makeHessenberg();
  void iterate();
  /// The first row of the block that ends in row `last`.
  int64_t findBlock(int64_t last);
  /// The eigenvalues of rows `first` and the next one; the second is nearer to
  /// the last element of the diagonal.
  std::pair<Complex, Complex> solvePair(int64_t first) const;
  void splitPair(int64_t first);
  void step(int64_t first, int64_t last, Complex shift);
  /// Turns rows k and k + 1 so that (x, z) becomes (r, 0), and the columns
  /// back.
  void rotate(int64_t k, Complex x, Complex z);

  Matrix<Complex> t, q;
  bool isReal;
};

} // namespace kiln::reference

#endif // KILN_LIB_REFERENCE_KERNELS_SCHUR_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options of a routine on matrices besides its operands. Free of every
// library, since the routines are.
#ifndef KILN_MATRIX_FLAGS_H
#define KILN_MATRIX_FLAGS_H

#include <stdint.h>

namespace kiln::matrix {

enum Flag : int64_t {
  kUpper = 1,      ///< the upper triangle is given, or wanted
  kUnit = 2,       ///< a triangular matrix has ones on its diagonal
  kRight = 4,      ///< the unknown stands on the left: X A = B
  kTranspose = 8,  ///< the transpose of A in place of A
  kConjugate = 16, ///< its conjugate; with kTranspose its adjoint
  kHermitian = 32, ///< A is Hermitian, where it may also be symmetric
  kUnpivoted = 64, ///< no rows are swapped
  kGreatest = 128, ///< the greatest elements come first
  kSorted = 256,   ///< the chosen elements are in order
};

} // namespace kiln::matrix

#endif // KILN_MATRIX_FLAGS_H

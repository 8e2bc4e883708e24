// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Factors of the matrices in the last two dimensions of a tensor: the overloads
// that PyTorch's own decompositions end in.
#ifndef KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_MATRIX_H
#define KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_MATRIX_H

#include "kiln/Dialect/Aten/Term.h"

namespace kiln::aten::core {

/// One of the last two dimensions of a tensor for each matrix.
inline SizesRef batchOf(Term a) { return a.sizes().drop_back(2); }
/// The type of a vector of `size` elements for each matrix; of a number where
/// `size` is null.
ep::TensorType vectorType(Term a, ExprAttr size, Type dtype);
/// The type of rows x columns numbers for each matrix, with a's dtype.
ep::TensorType matrixType(Term a, ExprAttr rows, ExprAttr columns);
/// The smaller size of a matrix.
ExprAttr innerSize(Term a);
/// Rows and columns exchanged; of a complex one the conjugate.
Term adjoint(Term a);

/// U, S and V^H; the vectors have no elements when they are not asked for.
Terms svd(Term a, bool full, bool vectors);
/// The singular values, the greatest first.
Term singularValues(Term a);
/// Eigenvalues, the least first, and vectors of Hermitian matrices of which
/// one triangle, "L" or "U", is read.
Terms eigh(Term a, StringRef triangle, bool vectors);

/// Fails at run time unless `info` is 0, in the name of function `api`.
void checkInfo(Term info, StringRef api, bool isMatrix);
/// The inverse, checked.
Term inverse(Term a);
/// The solution of a x = b (or x a = b), checked, with the sizes of `b`.
Term solve(Term a, Term b, bool left, ep::TensorType type);

} // namespace kiln::aten::core

#endif // KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_MATRIX_H

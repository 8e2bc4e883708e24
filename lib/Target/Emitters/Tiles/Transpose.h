// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transposing tiles of vectors in registers.
#ifndef KILN_LIB_TARGET_EMITTERS_TILES_TRANSPOSE_H
#define KILN_LIB_TARGET_EMITTERS_TILES_TRANSPOSE_H

#include "kiln/Support/LLVM.h"

namespace kiln {

/// The transposed square of `rows`: as many vectors as they have lanes, a power
/// of two, of elements of `bits`.
SmallVector<Value> transposeSquare(OpBuilder &builder, Location loc,
                                   ArrayRef<Value> rows, unsigned bits);

/// The columns of `rows`, one after another: vector i of the result has the
/// columns from i * lanes / n on, where n is the number of rows. It and `lanes`
/// are powers of two, n is not the larger one.
SmallVector<Value> transposeRows(OpBuilder &builder, Location loc,
                                 ArrayRef<Value> rows, int64_t lanes);

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_TILES_TRANSPOSE_H

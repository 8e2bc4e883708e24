// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What rows that are written as bytes are built of.
#ifndef KILN_LIB_TARGET_SPLIT_ROWPARTS_H
#define KILN_LIB_TARGET_SPLIT_ROWPARTS_H

#include "kiln/Support/LLVM.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace kiln {

Value constantOf(OpBuilder &builder, Location loc, mlir::TypedAttr value);

/// The sizes of `tensor`, which are expressions of the program's symbols where
/// they are not known. Each has one.
SmallVector<mlir::OpFoldResult> getSizes(OpBuilder &builder, Location loc,
                                         Value tensor);

/// `value`, whose first dimension are rows, with `others` behind it; with one
/// dimension where those are none.
Value reshapeRows(OpBuilder &builder, Location loc, Value value,
                  ArrayRef<int64_t> others);

/// `value` with two dimensions for `dim`, of a known size: the second has
/// `inner` elements.
Value splitDimension(OpBuilder &builder, Location loc, Value value, int64_t dim,
                     int64_t inner);

/// `value` in `sizes`, where `groups` of them are one dimension of it.
Value expandShape(OpBuilder &builder, Location loc, Value value,
                  ArrayRef<mlir::OpFoldResult> sizes,
                  ArrayRef<mlir::ReassociationIndices> groups);

/// A tensor of zeros.
Value buildZeros(OpBuilder &builder, Location loc,
                 ArrayRef<mlir::OpFoldResult> sizes, Type element);
Value buildZeros(OpBuilder &builder, Location loc, ArrayRef<int64_t> shape,
                 Type element);

/// What the low bits of are byte `at` of `number`, of 32 bits, counted from the
/// highest one; of -1 it is `number`.
Value moveByteDown(OpBuilder &builder, Location loc, Value number, Value at);

/// `rows`, of floats of at most as many bits, in f32.
Value widenRows(OpBuilder &builder, Location loc, Value rows);

/// The bits of the largest magnitude of each of `rows`, whose steps are the
/// last dimension: those of numbers without a sign are in the order of the
/// numbers, and what is no number is behind all.
Value buildMagnitude(OpBuilder &builder, Location loc, Value rows);

} // namespace kiln

#endif // KILN_LIB_TARGET_SPLIT_ROWPARTS_H

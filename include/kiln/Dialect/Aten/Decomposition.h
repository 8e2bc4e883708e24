// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The helpers of all families of decompositions.
#ifndef KILN_DIALECT_ATEN_DECOMPOSITION_H
#define KILN_DIALECT_ATEN_DECOMPOSITION_H

#include "kiln/Dialect/Aten/Decompositions.h"
#include "kiln/Dialect/Aten/Shape.h"
#include "kiln/Dialect/Aten/TypedOp.h"
#include "kiln/Dialect/EP/Expr.h"

namespace kiln::aten {

/// The location of the ops that replace `op`: its own, which says where it
/// comes from; one without an origin is given the op's name.
Location getDecomposedLoc(Operation *op);

ep::TensorType getTensorType(Value value);

/// A type with these strides; none are written when they are the contiguous
/// ones.
ep::TensorType makeStrided(ep::TensorType like, SizesRef sizes,
                           SizesRef strides);
/// A dimension permutation of `value`: a view, with the strides that it has.
Value createPermute(OpBuilder &builder, Location loc, Value value,
                    ArrayRef<int64_t> dims);
/// `value` itself when it has this type; else a view, of a contiguous copy
/// where the strides do not allow one.
Value createView(OpBuilder &builder, Location loc, Value value,
                 ep::TensorType type);
/// The same with a contiguous result of these sizes.
Value createView(OpBuilder &builder, Location loc, Value value, SizesRef sizes);
/// `value` in another dtype; itself when it has it.
Value createCast(OpBuilder &builder, Location loc, Value value, Type dtype);
/// `value` itself when it has these sizes; the new dimensions have stride 0.
Value createExpand(OpBuilder &builder, Location loc, Value value,
                   SizesRef sizes);
/// A Python number where an op takes a tensor; `value` is a Scalar argument.
/// Null for a complex one.
Value createNumber(OpBuilder &builder, Location loc, Attribute value);

} // namespace kiln::aten

#endif // KILN_DIALECT_ATEN_DECOMPOSITION_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalars of PyTorch's dtypes: builtin types have no sign, dtypes have.
#ifndef KILN_LIB_CONVERSION_ATENTOLINALG_SCALARS_H
#define KILN_LIB_CONVERSION_ATENTOLINALG_SCALARS_H

#include "kiln/Support/LLVM.h"

namespace kiln {

/// `ui8` is `i8` on builtin tensors.
Type getBuiltinElement(Type dtype);
/// The dtype that PyTorch computes in: f32 for smaller floats.
Type getComputeType(Type dtype);
bool isUnsigned(Type dtype);
bool isBool(Type dtype);
bool isFloat(Type dtype);

/// A constant of this dtype.
Value makeConstant(OpBuilder &builder, Location loc, Type dtype, double value);
Value makeIntConstant(OpBuilder &builder, Location loc, Type dtype,
                      int64_t value);
/// The lowest and the highest value: infinities for floats that have them.
Value makeLowest(OpBuilder &builder, Location loc, Type dtype);
Value makeHighest(OpBuilder &builder, Location loc, Type dtype);

/// `value` of dtype `from` as dtype `to`, by C's and PyTorch's conversions.
Value castScalar(OpBuilder &builder, Location loc, Value value, Type from,
                 Type to);
/// The same between a dtype and the one that an operator computes it in. Where
/// two such casts meet in one kernel, what is between them is not rounded
/// (decision 056). Casts of the program are none, nor are those in front of a
/// sum, which may cancel, or of a function with jumps.
Value castComputed(OpBuilder &builder, Location loc, Value value, Type from,
                   Type to);
/// A Scalar argument, or the expression of an !ep.number, as dtype `to`. Null
/// where `canMakeScalar` says no: for complex numbers, for symbols that are
/// floats and for functions of them.
bool canMakeScalar(Attribute scalar);
Value makeScalar(OpBuilder &builder, Location loc, Attribute scalar, Type to);

Value makeAdd(OpBuilder &builder, Location loc, Type dtype, Value a, Value b);
Value makeSub(OpBuilder &builder, Location loc, Type dtype, Value a, Value b);
Value makeMul(OpBuilder &builder, Location loc, Type dtype, Value a, Value b);
/// NaN if either is NaN.
Value makeMax(OpBuilder &builder, Location loc, Type dtype, Value a, Value b);
Value makeMin(OpBuilder &builder, Location loc, Type dtype, Value a, Value b);

} // namespace kiln

#endif // KILN_LIB_CONVERSION_ATENTOLINALG_SCALARS_H

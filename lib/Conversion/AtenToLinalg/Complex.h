// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Complex numbers. A complex tensor is a real one with a trailing dimension of
// 2; a complex number in a body is two doubles.
#ifndef KILN_LIB_CONVERSION_ATENTOLINALG_COMPLEX_H
#define KILN_LIB_CONVERSION_ATENTOLINALG_COMPLEX_H

#include "Lowering.h"
#include "Real.h"

namespace kiln {

struct Complex {
  Real re, im;
};

Complex operator+(Complex a, Complex b);
Complex operator-(Complex a, Complex b);
Complex operator*(Complex a, Complex b);
Complex operator*(Real a, Complex b);
Complex operator/(Complex a, Complex b);
Complex operator-(Complex a);
Complex conj(Complex a);
Complex where(Flag condition, Complex a, Complex b);

Real abs(Complex a);
Complex sqrt(Complex a);
Complex exp(Complex a);
Complex log(Complex a);
Complex sin(Complex a);
Complex cos(Complex a);
Complex sinh(Complex a);
Complex cosh(Complex a);
Complex tanh(Complex a);
Complex asin(Complex a);
Complex acos(Complex a);
Complex atan(Complex a);
Complex asinh(Complex a);
Complex acosh(Complex a);
Complex atanh(Complex a);
Complex log1p(Complex a);
Complex expm1(Complex a);
Complex pow(Complex a, Complex b);
/// By squaring; the exponent is not negative.
Complex pow(Complex a, int64_t exponent);

bool isComplex(Type dtype);
/// Lies an operand on another device than the first result?
bool changesDevice(Operation *op);
/// That of the parts; a real dtype is its own.
Type getPartType(Type dtype);
/// The sizes of `sizes` as a real tensor: 2 added at the end.
Sizes withParts(SizesRef sizes, MLIRContext *context);
/// The converted operand as a real tensor.
Tensor getParts(Value original, Value converted);
/// The maps by which the loops of `to` read the real and the imaginary part of
/// `from`, of sizes that broadcast to them. The nest has `loops` loops.
SmallVector<mlir::AffineMap> getPartMaps(Lowering &lowering, SizesRef from,
                                         SizesRef to, unsigned loops);
/// The scalar, which is of `dtype`, as a double.
Real toReal(Formulas &formulas, Value scalar, Type dtype);
/// A Scalar argument, rounded to `part`.
Complex toComplex(Formulas &formulas, Attribute number, Type part);
/// Is it a number, or an int expression?
bool isKnownNumber(Attribute number);
/// The part of loop `loop`: 0 is the real one.
Value choosePart(Formulas &formulas, unsigned loop, Complex value, Type part);

} // namespace kiln

#endif // KILN_LIB_CONVERSION_ATENTOLINALG_COMPLEX_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Complex.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <cmath>

using namespace mlir;
using namespace kiln;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

Complex kiln::operator+(Complex a, Complex b) {
  return {a.re + b.re, a.im + b.im};
}
Complex kiln::operator-(Complex a, Complex b) {
  return {a.re - b.re, a.im - b.im};
}
Complex kiln::operator-(Complex a) { return {-a.re, -a.im}; }
Complex kiln::conj(Complex a) { return {a.re, -a.im}; }
Complex kiln::operator*(Real a, Complex b) { return {a * b.re, a * b.im}; }
Complex kiln::operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
/// The divisor is brought to a size of about 1, so that its square is in range.
Complex kiln::operator/(Complex a, Complex b) {
  Real re = abs(b.re), im = abs(b.im), scale = where(re < im, im, re);
  Complex d = {b.re / scale, b.im / scale};
  Complex top = a * conj(d);
  Real bottom = (d.re * d.re + d.im * d.im) * scale;
  return {top.re / bottom, top.im / bottom};
}
Complex kiln::where(Flag condition, Complex a, Complex b) {
  return {where(condition, a.re, b.re), where(condition, a.im, b.im)};
}

Real kiln::abs(Complex a) { return hypot(a.re, a.im); }

/// Of the two parts the one that does not cancel is computed first.
Complex kiln::sqrt(Complex a) {
  Real half = sqrt((abs(a) + abs(a.re)) / 2);
  Real other = abs(a.im) / (2 * where(equal(half, 0), 1, half));
  Flag isLeft = a.re < 0;
  return {where(isLeft, other, half),
          copySign(where(isLeft, half, other), a.im)};
}
Complex kiln::exp(Complex a) {
  Real size = exp(a.re);
  // Of a real number it is real, even where the size is infinite.
  Flag isReal = equal(a.im, 0);
  return {where(isReal, size, size * cos(a.im)),
          where(isReal, a.im, size * sin(a.im))};
}
Complex kiln::log(Complex a) { return {log(abs(a)), atan2(a.im, a.re)}; }
Complex kiln::sin(Complex a) {
  return {sin(a.re) * cosh(a.im), cos(a.re) * sinh(a.im)};
}
Complex kiln::cos(Complex a) {
  return {cos(a.re) * cosh(a.im), -(sin(a.re) * sinh(a.im))};
}
Complex kiln::sinh(Complex a) {
  return {sinh(a.re) * cos(a.im), cosh(a.re) * sin(a.im)};
}
Complex kiln::cosh(Complex a) {
  return {cosh(a.re) * cos(a.im), sinh(a.re) * sin(a.im)};
}
/// (sinh 2x + i sin 2y) / (cosh 2x + cos 2y); beyond 20 it is a sign.
Complex kiln::tanh(Complex a) {
  Flag isFar = abs(a.re) > 20;
  Real x = 2 * where(isFar, 20, a.re), y = 2 * a.im;
  Real bottom = cosh(x) + cos(y);
  return {where(isFar, copySign(x(1), a.re), sinh(x) / bottom),
          where(isFar, 0, sin(y) / bottom)};
}
/// Powers of 0 are those of C's cpow.
Complex kiln::pow(Complex a, Complex b) {
  Complex value = exp(b * log(a));
  Flag isZero = equal(a.re, 0) & equal(a.im, 0);
  Real zero = a.re(0), other = a.re(NAN);
  Real ofZero = where(b.re > 0, zero, where(b.re < 0, INFINITY, other));
  return where(isZero, {ofZero, where(b.re > 0, zero, other)}, value);
}
Complex kiln::pow(Complex a, int64_t exponent) {
  Complex result = {a.re(1), a.re(0)}, square = a;
  bool isFirst = true;
  for (; exponent; exponent >>= 1) {
    if (exponent & 1)
      result = isFirst ? square : result * square;
    isFirst &= !(exponent & 1);
    if (exponent > 1)
      square = square * square;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

bool kiln::isComplex(Type dtype) { return isa<ComplexType>(dtype); }

bool kiln::changesDevice(Operation *op) {
  auto to = cast<ep::TensorType>(op->getResult(0).getType());
  return llvm::any_of(op->getOperandTypes(), [&](Type type) {
    auto from = dyn_cast<ep::TensorType>(type);
    return from && from.getDevice() != to.getDevice();
  });
}

Type kiln::getPartType(Type dtype) {
  auto complex = dyn_cast<ComplexType>(dtype);
  return complex ? complex.getElementType() : dtype;
}

Sizes kiln::withParts(SizesRef sizes, MLIRContext *context) {
  Sizes all(sizes);
  all.push_back(ep::makeInt(context, 2));
  return all;
}

Tensor kiln::getParts(Value original, Value converted) {
  Tensor tensor = Lowering::get(original, converted);
  if (!isComplex(tensor.dtype))
    return tensor;
  return {converted, withParts(tensor.sizes, original.getContext()),
          getPartType(tensor.dtype)};
}

SmallVector<AffineMap> kiln::getPartMaps(Lowering &lowering, SizesRef from,
                                         SizesRef to, unsigned loops) {
  AffineMap map = lowering.broadcastMap(from, to);
  SmallVector<AffineMap> maps;
  for (int64_t part : {0, 1}) {
    SmallVector<AffineExpr> results(map.getResults());
    results.push_back(lowering.builder.getAffineConstantExpr(part));
    maps.push_back(AffineMap::get(loops, 0, results, lowering.getContext()));
  }
  return maps;
}

Real kiln::toReal(Formulas &formulas, Value scalar, Type dtype) {
  OpBuilder &b = formulas.builder;
  return {&formulas,
          castScalar(b, formulas.loc, scalar, dtype, b.getF64Type())};
}

bool kiln::isKnownNumber(Attribute number) {
  auto expr = dyn_cast_or_null<ep::ExprAttr>(number);
  return number &&
         (!expr || expr.isInt() || expr.getKind() == ep::ExprKind::Float ||
          expr.getKind() == ep::ExprKind::Bool ||
          ep::getSort(expr) == ep::Sort::Int);
}

Complex kiln::toComplex(Formulas &formulas, Attribute number, Type part) {
  OpBuilder &b = formulas.builder;
  Type compute = getComputeType(isFloat(part) ? part : Type(b.getF64Type()));
  auto one = [&](double value) {
    return toReal(formulas, makeConstant(b, formulas.loc, compute, value),
                  compute);
  };
  if (auto parts = dyn_cast<DenseF64ArrayAttr>(number))
    return {one(parts[0]), one(parts[1])};
  Value scalar = makeScalar(b, formulas.loc, number, compute);
  return {toReal(formulas, scalar, compute), one(0)};
}

Value kiln::choosePart(Formulas &formulas, unsigned loop, Complex value,
                       Type part) {
  OpBuilder &b = formulas.builder;
  Value which = linalg::IndexOp::create(b, formulas.loc, loop);
  Value zero = arith::ConstantIndexOp::create(b, formulas.loc, 0);
  Value isReal = arith::CmpIOp::create(b, formulas.loc,
                                       arith::CmpIPredicate::eq, which, zero);
  auto narrow = [&](Real real) {
    return castScalar(b, formulas.loc, real.value, b.getF64Type(), part);
  };
  return arith::SelectOp::create(b, formulas.loc, isReal, narrow(value.re),
                                 narrow(value.im));
}

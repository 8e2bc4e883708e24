// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementary functions, remainders, and predicates of one number.
#include "Pointwise.h"
#include "kiln/Dialect/TX/TX.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

using namespace mlir;
using namespace kiln;

#define KILN_UNARY_FORMULA(NAME)                                               \
  static Value emit##NAME(Payload &p, ArrayRef<Value> args) {                  \
    return p.unary<math::NAME##Op>(args[0]);                                   \
  }
KILN_UNARY_FORMULA(Acos)
KILN_UNARY_FORMULA(Acosh)
KILN_UNARY_FORMULA(Asin)
KILN_UNARY_FORMULA(Asinh)
KILN_UNARY_FORMULA(Atan)
KILN_UNARY_FORMULA(Atanh)
KILN_UNARY_FORMULA(Cosh)
KILN_UNARY_FORMULA(Log10)
KILN_UNARY_FORMULA(Log1p)
KILN_UNARY_FORMULA(Log2)
KILN_UNARY_FORMULA(Sinh)
KILN_UNARY_FORMULA(Tan)
#undef KILN_UNARY_FORMULA

static Value emitExpm1(Payload &p, ArrayRef<Value> args) {
  return p.unary<math::ExpM1Op>(args[0]);
}

static Value emitAtan2(Payload &p, ArrayRef<Value> args) {
  return math::Atan2Op::create(p.builder, p.loc, args[0], args[1]);
}

/// x * scale above zero, expm1(x * input_scale) * (alpha * scale) below.
static Value emitElu(Payload &p, ArrayRef<Value> args) {
  Value x = args[0], alpha = args[1], scale = args[2];
  Value below = p.unary<math::ExpM1Op>(p.mul(x, args[3]));
  below = p.mul(below, p.mul(alpha, scale));
  Value isBelow = p.compare(arith::CmpFPredicate::OLT, x, p.constant(0));
  return p.select(isBelow, below, p.mul(x, scale));
}

/// Of NaN 0, as PyTorch has it.
static Value emitSign(Payload &p, ArrayRef<Value> args) {
  Value x = args[0], zero = p.constant(0), one = p.constant(1);
  if (isBool(p.dtype))
    return x;
  if (isUnsigned(p.dtype))
    return p.select(p.compare(arith::CmpIPredicate::ne, x, zero), one, zero);
  bool isReal = isFloat(p.dtype);
  Value above = isReal ? p.compare(arith::CmpFPredicate::OGT, x, zero)
                       : p.compare(arith::CmpIPredicate::sgt, x, zero);
  Value below = isReal ? p.compare(arith::CmpFPredicate::OLT, x, zero)
                       : p.compare(arith::CmpIPredicate::slt, x, zero);
  Value negative = p.select(below, p.constant(-1), zero);
  return p.select(above, one, negative);
}

static Value emitIsinf(Payload &p, ArrayRef<Value> args) {
  if (!isFloat(p.dtype))
    return makeIntConstant(p.builder, p.loc, p.builder.getI1Type(), 0);
  return p.compare(arith::CmpFPredicate::OEQ, p.unary<math::AbsFOp>(args[0]),
                   p.constant(INFINITY));
}

/// Is it a number that is neither 0 nor -1?
static bool isSafeDivisor(Value divisor) {
  APInt number;
  return matchPattern(divisor, m_ConstantInt(&number)) && !number.isZero() &&
         !number.isAllOnes();
}

/// A divisor that is checked, with 1 in place of -1; and whether it was -1.
static std::pair<Value, Value> makeSafe(Payload &p, Value divisor) {
  Value one = p.constant(1);
  divisor = tx::DivisorOp::create(p.builder, p.loc, divisor);
  if (isUnsigned(p.dtype))
    return {divisor, {}};
  Value isMinus = p.compare(arith::CmpIPredicate::eq, divisor, p.constant(-1));
  return {p.select(isMinus, one, divisor), isMinus};
}

Value kiln::emitIntDivision(Payload &p, Value a, Value b, bool isFloor) {
  Value isMinus;
  if (!isSafeDivisor(b))
    std::tie(b, isMinus) = makeSafe(p, b);
  if (isUnsigned(p.dtype))
    return arith::DivUIOp::create(p.builder, p.loc, a, b);
  Value quotient =
      isFloor ? arith::FloorDivSIOp::create(p.builder, p.loc, a, b).getResult()
              : arith::DivSIOp::create(p.builder, p.loc, a, b).getResult();
  if (!isMinus)
    return quotient;
  return p.select(isMinus, p.sub(p.constant(0), a), quotient);
}

Value kiln::emitIntRemainder(Payload &p, Value a, Value b) {
  if (!isSafeDivisor(b))
    b = makeSafe(p, b).first;
  if (isUnsigned(p.dtype))
    return arith::RemUIOp::create(p.builder, p.loc, a, b);
  return arith::RemSIOp::create(p.builder, p.loc, a, b);
}

/// The remainder has the sign of the dividend.
static Value emitFmod(Payload &p, ArrayRef<Value> args) {
  if (isFloat(p.dtype))
    return arith::RemFOp::create(p.builder, p.loc, args[0], args[1]);
  return emitIntRemainder(p, args[0], args[1]);
}

/// The remainder has the sign of the divisor.
static Value emitRemainder(Payload &p, ArrayRef<Value> args) {
  Value divisor = args[1], zero = p.constant(0);
  Value rest = emitFmod(p, args);
  if (isUnsigned(p.dtype))
    return rest;
  Value isRest, restIsBelow, divisorIsBelow;
  if (isFloat(p.dtype)) {
    isRest = p.compare(arith::CmpFPredicate::UNE, rest, zero);
    restIsBelow = p.compare(arith::CmpFPredicate::OLT, rest, zero);
    divisorIsBelow = p.compare(arith::CmpFPredicate::OLT, divisor, zero);
  } else {
    isRest = p.compare(arith::CmpIPredicate::ne, rest, zero);
    restIsBelow = p.compare(arith::CmpIPredicate::slt, rest, zero);
    divisorIsBelow = p.compare(arith::CmpIPredicate::slt, divisor, zero);
  }
  Value isOther =
      p.compare(arith::CmpIPredicate::ne, restIsBelow, divisorIsBelow);
  Value isMoved = arith::AndIOp::create(p.builder, p.loc, isRest, isOther);
  return p.select(isMoved, p.add(rest, divisor), rest);
}

static constexpr PointwiseRow kRows[] = {
    {"aten.acos.default", emitAcos},
    {"aten.acosh.default", emitAcosh},
    {"aten.asin.default", emitAsin},
    {"aten.asinh.default", emitAsinh},
    {"aten.atan.default", emitAtan},
    {"aten.atan2.default", emitAtan2},
    {"aten.atanh.default", emitAtanh},
    {"aten.cosh.default", emitCosh},
    {"aten.elu.default", emitElu},
    {"aten.expm1.default", emitExpm1},
    {"aten.fmod.Tensor", Domain::Rounded, emitFmod},
    {"aten.fmod.Scalar", Domain::Rounded, emitFmod},
    {"aten.log10.default", emitLog10},
    {"aten.log1p.default", emitLog1p},
    {"aten.log2.default", emitLog2},
    {"aten.remainder.Tensor", Domain::Rounded, emitRemainder},
    {"aten.remainder.Scalar", Domain::Rounded, emitRemainder},
    {"aten.sign.default", Domain::Rounded, emitSign},
    {"aten.sinh.default", emitSinh},
    {"aten.tan.default", emitTan},
    {"aten.isinf.default", Domain::Operands, emitIsinf},
};

ArrayRef<PointwiseRow> kiln::getElementaryRows() { return kRows; }

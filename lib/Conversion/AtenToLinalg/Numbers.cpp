// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of the representation of a number: bits, signs, neighbours,
// divisors.
#include "Pointwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <cmath>

using namespace mlir;
using namespace kiln;

static Type getBitsType(Type dtype) {
  return IntegerType::get(dtype.getContext(), dtype.getIntOrFloatBitWidth());
}

static Value makeBits(Payload &p, Value x) {
  return arith::BitcastOp::create(p.builder, p.loc, getBitsType(p.dtype), x);
}

//===----------------------------------------------------------------------===//
// Signs and neighbours
//===----------------------------------------------------------------------===//

static Value emitCopysign(Payload &p, ArrayRef<Value> args) {
  return math::CopySignOp::create(p.builder, p.loc, args[0], args[1]);
}

static Value emitSignbit(Payload &p, ArrayRef<Value> args) {
  Value x = isFloat(p.dtype) ? makeBits(p, args[0]) : args[0];
  if (isUnsigned(p.dtype) || isBool(p.dtype))
    return makeIntConstant(p.builder, p.loc, p.builder.getI1Type(), 0);
  Value zero = makeIntConstant(p.builder, p.loc, getBitsType(p.dtype), 0);
  return p.compare(arith::CmpIPredicate::slt, x, zero);
}

/// The bits of a float that is next to another one are next to its bits.
static Value emitNextafter(Payload &p, ArrayRef<Value> args) {
  OpBuilder &b = p.builder;
  Type bits = getBitsType(p.dtype), wide = getComputeType(p.dtype);
  auto number = [&](int64_t value) {
    return makeIntConstant(b, p.loc, bits, value);
  };
  Value x = castScalar(b, p.loc, args[0], p.dtype, wide);
  Value to = castScalar(b, p.loc, args[1], p.dtype, wide);
  auto compare = [&](arith::CmpFPredicate predicate, Value left, Value right) {
    return arith::CmpFOp::create(b, p.loc, predicate, left, right).getResult();
  };
  Value zero = makeConstant(b, p.loc, wide, 0);
  Value isUp = compare(arith::CmpFPredicate::OLT, x, to);
  Value isPositive = compare(arith::CmpFPredicate::OGT, x, zero);
  Value grows = p.compare(arith::CmpIPredicate::eq, isUp, isPositive);
  Value old = makeBits(p, args[0]);
  Value next = arith::AddIOp::create(b, p.loc, old,
                                     p.select(grows, number(1), number(-1)));
  // From zero to the least number of the direction's sign.
  int64_t sign = int64_t(1) << (bits.getIntOrFloatBitWidth() - 1);
  Value least = p.select(isUp, number(1), number(sign | 1));
  next = p.select(compare(arith::CmpFPredicate::OEQ, x, zero), least, next);
  Value result = arith::BitcastOp::create(b, p.loc, p.dtype, next);
  result = p.select(compare(arith::CmpFPredicate::UEQ, x, to), args[1], result);
  return p.select(compare(arith::CmpFPredicate::UNO, x, x), args[0], result);
}

/// The product is rounded as PyTorch rounds it: that decides which numbers are
/// ties.
static Value emitRoundDecimals(Payload &p, ArrayRef<Value> args) {
  int64_t decimals = p.op.getInt("decimals");
  if (!isFloat(p.dtype))
    return args[0];
  Value scale = p.constant(std::pow(10.0, std::fabs(double(decimals))));
  auto divide = [&](Value x) {
    return arith::DivFOp::create(p.builder, p.loc, x, scale).getResult();
  };
  Value scaled = decimals < 0 ? divide(args[0]) : p.mul(args[0], scale);
  Value rounded = p.unary<math::RoundEvenOp>(scaled);
  return decimals < 0 ? p.mul(rounded, scale) : divide(rounded);
}

//===----------------------------------------------------------------------===//
// Shifts and divisors of integers
//===----------------------------------------------------------------------===//

/// Is 0 <= by < the number of bits?
static Value isShift(Payload &p, Value by) {
  Value width = makeIntConstant(p.builder, p.loc, p.dtype,
                                p.dtype.getIntOrFloatBitWidth());
  return p.compare(arith::CmpIPredicate::ult, by, width);
}

static Value emitShiftLeft(Payload &p, ArrayRef<Value> args) {
  Value inside = isShift(p, args[1]), zero = p.constant(0);
  Value by = p.select(inside, args[1], zero);
  Value shifted = arith::ShLIOp::create(p.builder, p.loc, args[0], by);
  return p.select(inside, shifted, zero);
}

/// Beyond the width only the sign is left, and of unsigned numbers nothing.
static Value emitShiftRight(Payload &p, ArrayRef<Value> args) {
  Value inside = isShift(p, args[1]);
  Value last = p.constant(p.dtype.getIntOrFloatBitWidth() - 1);
  Value by = p.select(inside, args[1], last);
  if (!isUnsigned(p.dtype))
    return arith::ShRSIOp::create(p.builder, p.loc, args[0], by);
  Value shifted = arith::ShRUIOp::create(p.builder, p.loc, args[0], by);
  return p.select(inside, shifted, p.constant(0));
}

static Value absolute(Payload &p, Value x) {
  return isUnsigned(p.dtype) ? x : p.unary<math::AbsIOp>(x);
}

/// Euclid's algorithm on unsigned numbers: the least integer has a size, too.
static Value emitGcd(Payload &p, ArrayRef<Value> args) {
  if (isBool(p.dtype))
    return arith::OrIOp::create(p.builder, p.loc, args[0], args[1]);
  OpBuilder::InsertionGuard guard(p.builder);
  SmallVector<Value> initial = {absolute(p, args[0]), absolute(p, args[1])};
  auto loop = scf::WhileOp::create(
      p.builder, p.loc, ValueRange(initial).getTypes(), initial,
      [&](OpBuilder &b, Location l, ValueRange now) {
        Value goesOn =
            p.compare(arith::CmpIPredicate::ne, now[1], p.constant(0));
        scf::ConditionOp::create(b, l, goesOn, now);
      },
      [&](OpBuilder &b, Location l, ValueRange now) {
        Value rest = arith::RemUIOp::create(b, l, now[0], now[1]);
        scf::YieldOp::create(b, l, ValueRange{now[1], rest});
      });
  return loop.getResult(0);
}

static Value emitLcm(Payload &p, ArrayRef<Value> args) {
  if (isBool(p.dtype))
    return arith::AndIOp::create(p.builder, p.loc, args[0], args[1]);
  Value divisor = emitGcd(p, args), zero = p.constant(0);
  Value isZero = p.compare(arith::CmpIPredicate::eq, divisor, zero);
  Value safe = p.select(isZero, p.constant(1), divisor);
  Value part =
      isUnsigned(p.dtype)
          ? Value(arith::DivUIOp::create(p.builder, p.loc, args[0], safe))
          : Value(arith::DivSIOp::create(p.builder, p.loc, args[0], safe));
  return p.select(isZero, zero, absolute(p, p.mul(part, args[1])));
}

//===----------------------------------------------------------------------===//
// Mantissa and exponent
//===----------------------------------------------------------------------===//

namespace {
/// A float by its bits.
struct Parts {
  Value isPlain;  ///< neither 0 nor infinite nor NaN
  Value mantissa; ///< with its sign, from 1/2 to 1
  Value exponent; ///< as an integer of the float's width
};
} // namespace

/// In the compute dtype of the payload, f32 or f64.
static Parts split(Payload &p, Value x) {
  OpBuilder &b = p.builder;
  Type bits = getBitsType(p.dtype);
  bool isDouble = p.dtype.isF64();
  int64_t fraction = isDouble ? 52 : 23, bias = isDouble ? 1022 : 126;
  auto number = [&](int64_t value) {
    return makeIntConstant(b, p.loc, bits, value);
  };
  // Subnormal numbers are lifted first.
  double lift = isDouble ? 0x1p54 : 0x1p25;
  Value size = p.unary<math::AbsFOp>(x);
  Value isSmall =
      arith::CmpFOp::create(b, p.loc, arith::CmpFPredicate::OLT, size,
                            p.constant(isDouble ? 0x1p-1022 : 0x1p-126));
  Value lifted = p.select(isSmall, p.mul(x, p.constant(lift)), x);
  Value all = makeBits(p, lifted);
  int64_t mask = isDouble ? 0x7ff : 0xff;
  Value field = arith::AndIOp::create(
      b, p.loc, arith::ShRUIOp::create(b, p.loc, all, number(fraction)),
      number(mask));
  Value shift =
      p.select(isSmall, number(bias + (isDouble ? 54 : 25)), number(bias));
  Value exponent = arith::SubIOp::create(b, p.loc, field, shift);
  Value kept =
      arith::AndIOp::create(b, p.loc, all, number(~(mask << fraction)));
  kept = arith::OrIOp::create(b, p.loc, kept, number(bias << fraction));
  Value mantissa = arith::BitcastOp::create(b, p.loc, p.dtype, kept);
  Value isZero = arith::CmpFOp::create(b, p.loc, arith::CmpFPredicate::OEQ, x,
                                       p.constant(0));
  Value isFinite = arith::CmpFOp::create(b, p.loc, arith::CmpFPredicate::OLT,
                                         size, p.constant(INFINITY));
  Value isPlain =
      p.select(isZero, makeIntConstant(b, p.loc, b.getI1Type(), 0), isFinite);
  return {isPlain, mantissa, exponent};
}

static Value emitMantissa(Payload &p, ArrayRef<Value> args) {
  Parts parts = split(p, args[0]);
  return p.select(parts.isPlain, parts.mantissa, args[0]);
}

static Value emitExponent(Payload &p, ArrayRef<Value> args) {
  Parts parts = split(p, args[0]);
  Value zero = makeIntConstant(p.builder, p.loc, getBitsType(p.dtype), 0);
  Value exponent = p.select(parts.isPlain, parts.exponent, zero);
  return castScalar(p.builder, p.loc, exponent, getBitsType(p.dtype),
                    p.builder.getI32Type());
}

static constexpr PointwiseRow kRows[] = {
    {"aten.bitwise_left_shift.Tensor", emitShiftLeft},
    {"aten.bitwise_left_shift.Tensor_Scalar", emitShiftLeft},
    {"aten.bitwise_right_shift.Tensor", emitShiftRight},
    {"aten.bitwise_right_shift.Tensor_Scalar", emitShiftRight},
    {"aten.copysign.Scalar", emitCopysign},
    {"aten.copysign.Tensor", emitCopysign},
    {"aten.frexp.Tensor", Domain::Operands, emitMantissa, emitExponent},
    {"aten.gcd.default", emitGcd},
    {"aten.lcm.default", emitLcm},
    {"aten.nextafter.default", Domain::Exact, emitNextafter},
    {"aten.round.decimals", Domain::Rounded, emitRoundDecimals},
    {"aten.signbit.default", Domain::Operands, emitSignbit},
};

ArrayRef<PointwiseRow> kiln::getNumberRows() { return kRows; }

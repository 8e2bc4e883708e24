// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fmod by long division, of which every step is exact. A digit is the whole
// part of a quotient of floats that is no longer than a float, which leaves a
// rest by a fused multiply-add; nearly always there is but one. Without that
// instruction digits of f64 are bits.
#include "FloatBuilder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace kiln;

/// Bits of a digit: a quotient that is off by some units in the last place is
/// off by less than one.
static int64_t digitBits(FloatBuilder &b) { return b.fractionBits() - 4; }

/// Digits of the largest quotient, of subnormal numbers too.
static int64_t countDigits(FloatBuilder &b) {
  int64_t bits = 2 * b.bias() + b.fractionBits();
  return llvm::divideCeil(bits + 1, digitBits(b));
}

/// rest mod divisor, where `quotient` is about rest / divisor and one digit.
static Value takeDigit(FloatBuilder &b, Value rest, Value divisor,
                       Value quotient) {
  // Never less than the digit, and one more at most.
  Value digit =
      b.trunc(b.mad(quotient, b.number(b.pick(0x1p-21, 0x1p-50)), quotient));
  Value left = math::FmaOp::create(b.getBuilder(), b.getLoc(), b.neg(digit),
                                   divisor, rest);
  return b.select(b.less(left, b.number(0)), b.add(left, divisor), left);
}

/// The same for any quotient: digit by digit, from the divisor times a power of
/// two. The number of steps is that of the longest one, so that vectors have
/// it.
static Value takeDigits(FloatBuilder &b, Value rest, Value divisor) {
  OpBuilder &builder = b.getBuilder();
  Location loc = b.getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  auto loop = scf::ForOp::create(builder, loc, constant(0),
                                 constant(countDigits(b)), constant(1), rest);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value number = arith::IndexCastOp::create(
      builder, loc, b.integer(0).getType(), loop.getInductionVar());
  Value shift = arith::MulIOp::create(
      builder, loc, b.subI(b.integer(countDigits(b) - 1), number),
      b.integer(digitBits(b)));
  // Together more than the range of the exponent.
  Value half = b.shiftRight(shift, 1);
  Value lifted = b.scale(b.scale(divisor, half), b.subI(shift, half));
  Value before = loop.getRegionIterArgs().front();
  Value after = takeDigit(b, before, lifted, b.div(before, lifted));
  scf::YieldOp::create(builder, loc,
                       b.select(b.less(lifted, b.infinity()), after, before));
  return loop.getResult(0);
}

/// rest mod divisor, both positive and finite.
static Value divide(FloatBuilder &b, Value rest, Value divisor) {
  OpBuilder &builder = b.getBuilder();
  Location loc = b.getLoc();
  Value quotient = b.div(rest, divisor);
  Value isDigit = b.less(quotient, b.number(std::ldexp(1.0, digitBits(b))));
  auto choice = scf::IfOp::create(builder, loc, b.getType(), isDigit,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(choice.thenBlock());
  scf::YieldOp::create(builder, loc, takeDigit(b, rest, divisor, quotient));
  builder.setInsertionPointToStart(choice.elseBlock());
  scf::YieldOp::create(builder, loc, takeDigits(b, rest, divisor));
  return choice.getResult(0);
}

/// The largest divisor * 2^n that is at most `rest`, or `divisor`.
static Value liftDivisor(FloatBuilder &b, Value rest, Value divisor) {
  auto loop = scf::WhileOp::create(
      b.getBuilder(), b.getLoc(), TypeRange{b.getType()}, ValueRange{divisor},
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        FloatBuilder inner(builder, loc, b.getType(), b.getFacts());
        // 2 * t <= rest, without overflow.
        Value more =
            arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLE,
                                  args[0], inner.sub(rest, args[0]));
        scf::ConditionOp::create(builder, loc, more, args);
      },
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        FloatBuilder inner(builder, loc, b.getType(), b.getFacts());
        scf::YieldOp::create(builder, loc, inner.add(args[0], args[0]));
      });
  return loop.getResult(0);
}

/// rest mod divisor, both positive and finite, bit by bit.
static Value divideBits(FloatBuilder &b, Value rest, Value divisor) {
  Value lifted = liftDivisor(b, rest, divisor);
  auto loop = scf::WhileOp::create(
      b.getBuilder(), b.getLoc(), TypeRange{b.getType(), b.getType()},
      ValueRange{rest, lifted},
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        Value more = arith::CmpFOp::create(
            builder, loc, arith::CmpFPredicate::OGE, args[1], divisor);
        scf::ConditionOp::create(builder, loc, more, args);
      },
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        FloatBuilder inner(builder, loc, b.getType(), b.getFacts());
        Value fits = arith::CmpFOp::create(
            builder, loc, arith::CmpFPredicate::OGE, args[0], args[1]);
        Value less = inner.sub(args[0], args[1]);
        Value half = inner.mul(args[1], inner.number(0.5));
        // Below twice the smallest number the half may round up again.
        Value stop =
            inner.select(inner.less(half, args[1]), half, inner.number(0));
        scf::YieldOp::create(
            builder, loc, ValueRange{inner.select(fits, less, args[0]), stop});
      });
  return loop.getResult(0);
}

Value kiln::expandRemainder(FloatBuilder &b, Value x, Value y) {
  Value rest = b.abs(x), divisor = b.abs(y);
  Value zero = b.number(0), infinity = b.infinity();
  auto both = [&](Value p, Value q) -> Value {
    return arith::AndIOp::create(b.getBuilder(), b.getLoc(), p, q);
  };
  Value finite = b.less(rest, infinity);
  Value divides = both(b.less(divisor, infinity), b.greater(divisor, zero));
  Value usual = both(finite, divides);
  bool isExact = b.getFacts().hasFma || !b.isDouble();
  Value result = (isExact ? divide : divideBits)(
      b, b.select(usual, rest, zero), b.select(usual, divisor, b.number(1)));
  result = b.copySign(result, x);
  // Any finite number is its own remainder by infinity.
  Value itself = both(finite, b.equal(divisor, infinity));
  return b.select(usual, result, b.select(itself, x, b.nan()));
}

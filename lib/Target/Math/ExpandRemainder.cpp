// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fmod by long division in base two: every step is exact.
#include "FloatBuilder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace kiln;

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

/// rest mod divisor, both positive and finite.
static Value divide(FloatBuilder &b, Value rest, Value divisor) {
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
  Value result = divide(b, b.select(usual, rest, zero),
                        b.select(usual, divisor, b.number(1)));
  result = b.copySign(result, x);
  // Any finite number is its own remainder by infinity.
  Value itself = both(finite, b.equal(divisor, infinity));
  return b.select(usual, result, b.select(itself, x, b.nan()));
}

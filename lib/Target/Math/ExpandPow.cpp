// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// pow as exp(y * log|x|), in f64 with the logarithm and the product in two
// parts: the error of y * log|x| would grow with its size. The special
// values are those of C's pow.
#include "Coefficients.h"
#include "ExpandLog.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kiln;

namespace {
/// A number as the sum of a rounded value and its rounding error.
struct Pair {
  Value high, low;
};
} // namespace

/// a + b for |a| >= |b| or a = 0, exactly.
static Pair twoSum(FloatBuilder &b, Value x, Value y) {
  Value sum = b.add(x, y);
  return {sum, b.add(b.sub(x, sum), y)};
}

/// x * y, exactly unless it overflows.
static Pair twoProduct(FloatBuilder &b, Value x, Value y) {
  Value product = b.mul(x, y);
  if (b.getFacts().hasFma)
    return {product, b.mad(x, y, b.neg(product))};
  auto split = [&](Value v) -> Pair {
    Value mask = b.integer(~((int64_t(1) << 27) - 1));
    Value high = b.fromBits(b.andI(b.bits(v), mask));
    return {high, b.sub(v, high)};
  };
  Pair p = split(x), q = split(y);
  Value error = b.sub(b.mul(p.high, q.high), product);
  error = b.add(error, b.mul(p.high, q.low));
  error = b.add(error, b.mul(p.low, q.high));
  return {product, b.add(error, b.mul(p.low, q.low))};
}

/// log(x) of a positive finite number.
static Pair preciseLog(FloatBuilder &b, Value x) {
  SplitNumber parts = splitNumber(b, x);
  Value f = parts.f;
  Pair square = twoProduct(b, f, f);
  Value minusHalf = b.number(-0.5);
  Pair sum = twoSum(b, f, b.mul(square.high, minusHalf));
  Value rest = b.mul(b.mul(f, square.high), b.polynomial(f, kLog64));
  Value low = b.add(b.add(sum.low, b.mul(square.low, minusHalf)), rest);
  Value exponent = b.mul(parts.k, b.number(0x1.62e42fefa2p-1));
  low = b.add(b.mul(parts.k, b.number(0x1.9ef35793c7673p-41)), low);
  Pair total = twoSum(b, exponent, sum.high);
  return twoSum(b, total.high, b.add(total.low, low));
}

/// |x|^y for positive finite |x|, and NaN where one is NaN.
static Value positivePow(FloatBuilder &b, Value x, Value y) {
  Pair log = preciseLog(b, x);
  Pair product = twoProduct(b, y, log.high);
  Value low = b.add(product.low, b.mul(y, log.low));
  // Far outside the low part is noise, or NaN by an overflow.
  Value inside = b.less(b.abs(product.high), b.number(800));
  low = b.select(inside, low, b.number(0));
  // exp(high + low) = exp(high) * (1 + low), as low is tiny.
  Value e = expandExp(b, product.high);
  Value finite = b.less(e, b.infinity());
  return b.select(finite, b.mad(e, low, e), e);
}

static Value powDouble(FloatBuilder &b, Value x, Value y) {
  Value zero = b.number(0), one = b.number(1), infinity = b.infinity();
  Value size = b.abs(x);
  auto both = [&](Value p, Value q) -> Value {
    return arith::AndIOp::create(b.getBuilder(), b.getLoc(), p, q);
  };
  auto either = [&](Value p, Value q) -> Value {
    return arith::OrIOp::create(b.getBuilder(), b.getLoc(), p, q);
  };
  auto differ = [&](Value p, Value q) -> Value {
    return arith::XOrIOp::create(b.getBuilder(), b.getLoc(), p, q);
  };
  Value result = positivePow(b, size, y);
  // 0, infinity, and infinite exponents: 0 or infinity.
  Value downwards = differ(b.less(size, one), b.less(y, zero));
  Value extreme = either(either(b.equal(size, zero), b.equal(size, infinity)),
                         b.equal(b.abs(y), infinity));
  result = b.select(extreme, b.select(downwards, zero, infinity), result);
  // The sign of x matters for odd y, and rules out fractions.
  Value half = b.mul(y, b.number(0.5));
  auto isFraction = [&](Value v) -> Value {
    return arith::CmpFOp::create(b.getBuilder(), b.getLoc(),
                                 arith::CmpFPredicate::UNE, b.trunc(v), v);
  };
  Value odd = both(b.equal(b.trunc(y), y), isFraction(half));
  result = b.select(odd, b.copySign(result, x), result);
  Value undefined =
      both(both(b.less(x, zero), b.less(size, infinity)), isFraction(y));
  result = b.select(undefined, b.nan(), result);
  Value unordered = either(b.isNan(x), b.isNan(y));
  result = b.select(unordered, b.nan(), result);
  Value isOne = either(b.equal(x, one), b.equal(y, zero));
  Value minusOne = both(b.equal(size, one), b.equal(b.abs(y), infinity));
  return b.select(either(isOne, minusOne), one, result);
}

Value kiln::expandPow(FloatBuilder &b, Value x, Value y) {
  OpBuilder &builder = b.getBuilder();
  APFloat base(0.0);
  if (matchPattern(x, m_ConstantFloat(&base)) && base.isExactlyValue(2))
    return expandExp2(b, y);
  if (b.isDouble())
    return powDouble(b, x, y);
  Type f64 = builder.getF64Type();
  FloatBuilder wide(builder, b.getLoc(), builder.getF64Type(), b.getFacts());
  x = arith::ExtFOp::create(builder, b.getLoc(), f64, x);
  y = arith::ExtFOp::create(builder, b.getLoc(), f64, y);
  return arith::TruncFOp::create(builder, b.getLoc(), b.getType(),
                                 powDouble(wide, x, y));
}

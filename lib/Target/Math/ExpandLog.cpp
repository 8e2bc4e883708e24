// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// log and its relatives: x = 2^k * (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)).
// The coefficients are fitted by utils/fit-math.py.
#include "ExpandLog.h"
#include "Coefficients.h"

using namespace mlir;
using namespace kiln;

SplitNumber kiln::splitNumber(FloatBuilder &b, Value x) {
  Value smallest = b.number(b.pick(0x1p-126, 0x1p-1022));
  Value subnormal = b.less(x, smallest);
  int64_t lift = b.pick(25, 54);
  Value lifted = b.mul(x, b.number(b.pick(0x1p25, 0x1p54)));
  Value bits = b.bits(b.select(subnormal, lifted, x));
  Value root =
      b.integer(b.pick<int64_t>(0x3f3504f3, int64_t(0x3fe6a09e667f3bcd)));
  Value above = b.subI(bits, root);
  Value k = b.toFloat(b.shiftRight(above, b.fractionBits()));
  k = b.sub(k, b.select(subnormal, b.number(lift), b.number(0)));
  int64_t fraction = (int64_t(1) << b.fractionBits()) - 1;
  Value m = b.fromBits(b.addI(b.andI(above, b.integer(fraction)), root));
  return {k, b.sub(m, b.number(1))};
}

/// log(1 + f) - f.
static Value logRest(FloatBuilder &b, Value f) {
  Value square = b.mul(f, f);
  Value half = b.mul(square, b.number(0.5));
  if (!b.isDouble())
    return b.sub(b.mul(b.mul(square, f), b.polynomial(f, kLog32)), half);
  Value s = b.div(f, b.add(f, b.number(2)));
  Value z = b.mul(s, s);
  Value series = b.mul(z, b.polynomial(z, kLogS64));
  return b.sub(b.mul(s, b.add(half, series)), half);
}

/// The result for x that is no positive finite number.
static Value fixLog(FloatBuilder &b, Value x, Value result) {
  Value zero = b.number(0);
  result = b.select(b.equal(x, b.infinity()), x, result);
  result = b.select(b.equal(x, zero), b.neg(b.infinity()), result);
  result = b.select(b.less(x, zero), b.nan(), result);
  return b.select(b.isNan(x), x, result);
}

/// k*ln2 + (f + rest).
static Value addExponent(FloatBuilder &b, Value k, Value f, Value rest) {
  Value high = b.number(b.pick(0x1.62e4p-1, 0x1.62e42fefa2p-1));
  Value low = b.number(b.pick(0x1.7f7d1cp-20, 0x1.9ef35793c7673p-41));
  // From small to large; k * high is exact.
  Value tail = b.add(rest, b.mul(k, low));
  return b.add(b.mul(k, high), b.add(f, tail));
}

Value kiln::expandLog(FloatBuilder &b, Value x) {
  SplitNumber parts = splitNumber(b, x);
  Value result = addExponent(b, parts.k, parts.f, logRest(b, parts.f));
  return fixLog(b, x, result);
}

Value kiln::expandLog2(FloatBuilder &b, Value x) {
  SplitNumber parts = splitNumber(b, x);
  Value factor = b.number(b.pick(0x1.715476p0, 0x1.71547652b82fep0));
  Value tail = b.mul(logRest(b, parts.f), factor);
  Value result = b.add(parts.k, b.mad(parts.f, factor, tail));
  return fixLog(b, x, result);
}

Value kiln::expandLog10(FloatBuilder &b, Value x) {
  SplitNumber parts = splitNumber(b, x);
  Value factor = b.number(0x1.bcb7b1526e50ep-2);
  // log10(2) in two parts, the first with zeros at its end.
  Value high = b.number(b.pick(0x1.344p-2, 0x1.34413509f6p-2));
  Value low = b.number(b.pick(0x1.3509f8p-18, 0x1.9fef311f12b36p-42));
  Value tail = b.mad(logRest(b, parts.f), factor, b.mul(parts.k, low));
  Value result = b.add(b.mul(parts.k, high), b.mad(parts.f, factor, tail));
  return fixLog(b, x, result);
}

Value kiln::expandLog1p(FloatBuilder &b, Value x) {
  Value one = b.number(1);
  Value u = b.add(x, one);
  // The rounding error of the sum, exactly; infinity would give NaN here.
  Value lost = b.select(b.less(x, one), b.sub(x, b.sub(u, one)),
                        b.sub(one, b.sub(u, x)));
  Value correction = b.div(lost, u);
  SplitNumber parts = splitNumber(b, u);
  Value rest = b.add(logRest(b, parts.f), correction);
  Value result = addExponent(b, parts.k, parts.f, rest);
  result = fixLog(b, u, result);
  Value tiny = b.less(b.abs(x), b.number(b.pick(0x1p-25, 0x1p-54)));
  return b.select(tiny, x, result);
}

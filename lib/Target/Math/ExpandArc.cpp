// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inverses of sin, cos and tan, all from atan of a number in [0, 1]. There
// atan(z) = atan(c) + atan((z - c) / (1 + c*z)) with c the nearest quarter,
// which leaves an argument of at most 1/8 for the Taylor series.
#include "FloatBuilder.h"
#include <cmath>

using namespace mlir;
using namespace kiln;

using Arguments = ArrayRef<Value>;

/// atan(z) of z in [0, 1], or of NaN.
static Value atanOfUnit(FloatBuilder &b, Value z) {
  Value quarters = b.nearest(b.mul(z, b.number(4))).first;
  Value c = b.mul(quarters, b.number(0.25));
  Value t = b.div(b.sub(z, c), b.add(b.number(1), b.mul(c, z)));
  Value base = b.number(0);
  for (double at : {0.25, 0.5, 0.75, 1.0})
    base = b.select(b.equal(c, b.number(at)), b.number(std::atan(at)), base);
  SmallVector<double> series;
  for (int n = 3; n <= 21; n += 2)
    series.push_back(n % 4 == 3 ? -1.0 / n : 1.0 / n);
  Value square = b.mul(t, t);
  Value rest = b.mul(b.mul(t, square), b.polynomial(square, series));
  return b.add(base, b.add(t, rest));
}

/// pi/2 - r, and pi - r: pi in two parts.
static Value fromRight(FloatBuilder &b, Value r) {
  return b.sub(b.number(0x1.921fb54442d18p0),
               b.sub(r, b.number(0x1.1a62633145c07p-54)));
}
static Value fromStraight(FloatBuilder &b, Value r) {
  return b.sub(b.number(0x1.921fb54442d18p1),
               b.sub(r, b.number(0x1.1a62633145c07p-53)));
}

static Value atanOf(FloatBuilder &b, Value x) {
  Value size = b.abs(x);
  Value isLarge = b.greater(size, b.number(1));
  Value z = b.select(isLarge, b.div(b.number(1), size), size);
  Value r = atanOfUnit(b, z);
  return b.copySign(b.select(isLarge, fromRight(b, r), r), x);
}

/// Zeros and infinities as C's atan2 has them.
static Value atan2Of(FloatBuilder &b, Value y, Value x) {
  Value height = b.abs(y), width = b.abs(x), zero = b.number(0);
  Value isSteep = b.greater(height, width);
  Value low = b.select(isSteep, width, height);
  Value high = b.select(isSteep, height, width);
  Value z = b.div(low, high);
  z = b.select(b.equal(high, zero), zero, z);
  z = b.select(b.equal(low, b.infinity()), b.number(1), z);
  Value r = atanOfUnit(b, z);
  r = b.select(isSteep, fromRight(b, r), r);
  Value isLeft = b.less(b.copySign(b.number(1), x), zero);
  r = b.copySign(b.select(isLeft, fromStraight(b, r), r), y);
  Value sum = b.add(x, y);
  r = b.select(b.isNan(x), sum, r);
  return b.select(b.isNan(y), sum, r);
}

/// sqrt(1 - x^2)
static Value otherSide(FloatBuilder &b, Value x) {
  Value one = b.number(1);
  return math::SqrtOp::create(b.getBuilder(), b.getLoc(),
                              b.mul(b.sub(one, x), b.add(one, x)));
}

Value kiln::expandAtan(FloatBuilder &b, Value x) {
  return inDouble(b, x, [](FloatBuilder &wide, Arguments args) {
    return atanOf(wide, args[0]);
  });
}

Value kiln::expandAtan2(FloatBuilder &b, Value y, Value x) {
  return inDouble(b, {y, x}, [](FloatBuilder &wide, Arguments args) {
    return atan2Of(wide, args[0], args[1]);
  });
}

Value kiln::expandAsin(FloatBuilder &b, Value x) {
  return inDouble(b, x, [](FloatBuilder &wide, Arguments args) {
    return atan2Of(wide, args[0], otherSide(wide, args[0]));
  });
}

Value kiln::expandAcos(FloatBuilder &b, Value x) {
  return inDouble(b, x, [](FloatBuilder &wide, Arguments args) {
    return atan2Of(wide, otherSide(wide, args[0]), args[0]);
  });
}

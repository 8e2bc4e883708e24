// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// exp and its relatives: x = k*ln2 + r with |r| <= ln2/2, a polynomial for
// exp(r), and 2^k by the exponent. The coefficients are fitted by
// utils/fit-math.py.
#include "Coefficients.h"
#include "FloatBuilder.h"
#include "Pieces.h"

using namespace mlir;
using namespace kiln;

namespace {
/// x = k*ln2 + r.
struct Reduced {
  Value k; ///< an integer, as integer
  Value r; ///< the rest
  Value p; ///< exp(r) - 1
};
} // namespace

/// exp(r) - 1 for |r| <= ln2/2.
static Value smallExpm1(FloatBuilder &b, Value r) {
  Value q = b.polynomial(
      r, b.pick(ArrayRef<double>(kExp32), ArrayRef<double>(kExp64)));
  return b.mad(b.mul(r, r), q, r);
}

static Reduced reduce(FloatBuilder &b, Value x) {
  Value log2e = b.number(b.pick(0x1.715476p0, 0x1.71547652b82fep0));
  auto [kf, k] = b.nearest(b.mul(x, log2e));
  // The high part has so many zeros at its end that k * high is exact.
  Value high = b.number(-b.pick(0x1.62e4p-1, 0x1.62e42fefa2p-1));
  Value low = b.number(-b.pick(0x1.7f7d1cp-20, 0x1.9ef35793c7673p-41));
  Value r = b.mad(kf, low, b.mad(kf, high, x));
  return {k, r, smallExpm1(b, r)};
}

// A sum with this has no bits left behind the sixteenths, the number of which
// is in its last ones.
static constexpr double kSixteenths = 0x1.8p19;

/// 2^power * exp(r) for a number of sixteenths and |r| <= ln2/32: 2^(i/16) from
/// a table, and a short polynomial. `sum` is kSixteenths + power.
static Value scaleByTable(FloatBuilder &b, Value sum, Value power, Value r) {
  Value rest = b.polynomial(r, kExpShort32);
  Value p = b.mad(b.mul(rest, r), r, r);
  Value root = b.choose(kRoots32, b.bits(sum));
  return b.scaleByFloor(b.mad(root, p, root), power);
}

/// x = power*ln2 + r.
static Value expByTable(FloatBuilder &b, Value x) {
  Value magic = b.number(kSixteenths);
  Value sum = b.mad(x, b.number(0x1.715476p0), magic);
  Value power = b.sub(sum, magic);
  Value r = b.mad(power, b.number(-0x1.7f7d1cp-20),
                  b.mad(power, b.number(-0x1.62e4p-1), x));
  return scaleByTable(b, sum, power, r);
}

Value kiln::expandExp(FloatBuilder &b, Value x) {
  // Beyond these the result is 0 or infinity by the rounding of `scale`.
  x = b.clamp(x, b.pick(-105.0, -746.0), b.pick(89.0, 710.0));
  if (b.hasScale())
    return expByTable(b, x);
  Reduced parts = reduce(b, x);
  return b.scale(b.add(parts.p, b.number(1)), parts.k);
}

Value kiln::expandNormalExp(FloatBuilder &b, Value x) {
  if (b.hasScale())
    return expByTable(b, x);
  Reduced parts = reduce(b, x);
  return b.mul(b.add(parts.p, b.number(1)), b.power(parts.k));
}

Value kiln::expandOnePlusExp(FloatBuilder &b, Value x) {
  // From the first one down the sum is 1; from the second one up it is infinity
  // by rounding.
  Reduced parts =
      reduce(b, b.clamp(x, b.pick(-86.0, -707.0), b.pick(89.0, 710.0)));
  // 2^k itself may overflow, its half does not.
  Value twice = b.mad(parts.p, b.number(2), b.number(2));
  Value half = b.power(b.subI(parts.k, b.integer(1)));
  return b.mad(twice, half, b.number(1));
}

Value kiln::expandExp2(FloatBuilder &b, Value x) {
  x = b.clamp(x, b.pick(-151.0, -1076.0), b.pick(129.0, 1025.0));
  Value ln2 = b.number(b.pick(0x1.62e43p-1, 0x1.62e42fefa39efp-1));
  if (b.hasScale()) {
    Value sum = b.add(x, b.number(kSixteenths));
    Value power = b.sub(sum, b.number(kSixteenths));
    return scaleByTable(b, sum, power, b.mul(b.sub(x, power), ln2));
  }
  auto [kf, k] = b.nearest(x);
  Value r = b.mul(b.sub(x, kf), ln2);
  return b.scale(b.add(smallExpm1(b, r), b.number(1)), k);
}

/// exp(x) - 1 without the care for tiny x.
static Value plainExpm1(FloatBuilder &b, Value x) {
  Reduced parts =
      reduce(b, b.clamp(x, b.pick(-20.0, -42.0), b.pick(89.0, 710.0)));
  // Half of the result: 2^(k-1) * p + (2^(k-1) - 1/2), which cannot overflow
  // before the result does.
  Value power = b.scale(b.number(0.5), parts.k);
  Value half = b.mad(power, parts.p, b.sub(power, b.number(0.5)));
  return b.mul(half, b.number(2));
}

Value kiln::expandExpm1(FloatBuilder &b, Value x) {
  // Keeps the sign of zero, and subnormal numbers.
  Value tiny = b.less(b.abs(x), b.number(b.pick(0x1p-26, 0x1p-55)));
  return b.select(tiny, x, plainExpm1(b, x));
}

Value kiln::expandTanh(FloatBuilder &b, Value x) {
  if (b.tableSize() == kTanhPieces.count)
    return expandPieces(b, x, kTanhPieces);
  Value y = b.abs(x);
  Value z = b.mul(x, x);
  Value t = b.polynomial(
      z, b.pick(ArrayRef<double>(kTanh32), ArrayRef<double>(kTanh64)));
  Value nearZero = b.mad(b.mul(y, z), t, y);
  // 1 - 2/(exp(2y) + 1), which is 1 from `most` on.
  double most = b.pick(10.0, 20.0);
  Value least = b.select(b.greater(y, b.number(most)), b.number(most), y);
  Reduced parts = reduce(b, b.add(least, least));
  Value sum = b.mad(b.add(parts.p, b.number(1)), b.power(parts.k), b.number(1));
  Value far = b.sub(b.number(1), b.div(b.number(2), sum));
  Value size = b.select(b.less(y, b.number(0.55)), nearZero, far);
  return b.copySign(size, x);
}

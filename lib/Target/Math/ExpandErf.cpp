// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// erf: an odd polynomial near zero, 1 - exp(polynomial) beyond it, and 1 where
// that is the nearest number. The coefficients are fitted by
// utils/fit-math.py.
#include "Coefficients.h"
#include "FloatBuilder.h"

using namespace mlir;
using namespace kiln;

Value kiln::expandErf(FloatBuilder &b, Value x) {
  constexpr double kLow = 0.92;
  double high = b.pick(4.0, 6.0);
  Value y = b.abs(x);
  Value z = b.mul(x, x);
  Value nearZero = b.mad(x,
                         b.polynomial(z, b.pick(ArrayRef<double>(kErf32),
                                                ArrayRef<double>(kErf64))),
                         x);
  // The polynomial is in s, which runs over [-1, 1].
  Value s = b.mul(b.sub(b.clamp(y, kLow, high), b.number((high + kLow) / 2)),
                  b.number(2 / (high - kLow)));
  Value exponent = b.polynomial(
      s, b.pick(ArrayRef<double>(kErfc32), ArrayRef<double>(kErfc64)));
  Value far = b.sub(b.number(1), expandExp(b, b.neg(exponent)));
  return b.select(b.less(y, b.number(kLow)), nearZero, b.copySign(far, x));
}

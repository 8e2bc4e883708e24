// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// erf: an odd polynomial near zero, 1 - exp(polynomial) beyond it, and 1 where
// that is the nearest number; or pieces. The coefficients are fitted by
// utils/fit-math.py.
#include "Coefficients.h"
#include "FloatBuilder.h"
#include "Pieces.h"

using namespace mlir;
using namespace kiln;

Value kiln::expandErf(FloatBuilder &b, Value x) {
  for (const Pieces &pieces : {kErfPieces, kErfFewPieces})
    if (b.tableSize() == pieces.count)
      return expandPieces(b, x, pieces);
  constexpr double kLow = 0.90625;
  double high = b.pick(4.0, 6.0);
  Value y = b.abs(x);
  Value z = b.mul(x, x);
  Value nearZero = b.mad(x,
                         b.polynomial(z, b.pick(ArrayRef<double>(kErf32),
                                                ArrayRef<double>(kErf64))),
                         x);
  // In the distance from kLow, so that the small values there keep their bits.
  Value t = b.sub(b.clamp(y, kLow, high), b.number(kLow));
  Value exponent = b.polynomial(
      t, b.pick(ArrayRef<double>(kErfc32), ArrayRef<double>(kErfc64)));
  Value far = b.sub(b.number(1), expandNormalExp(b, b.neg(exponent)));
  return b.select(b.less(y, b.number(kLow)), nearZero, b.copySign(far, x));
}

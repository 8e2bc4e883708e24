// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pieces.h"

using namespace mlir;
using namespace kiln;

Value kiln::expandPieces(FloatBuilder &b, Value x, const Pieces &pieces) {
  double last = pieces.width * (pieces.count - 1);
  Value y = b.abs(x), top = b.number(last / pieces.scale);
  y = b.select(b.greater(y, top), top, y); // NaN stays
  // A sum with this has no bits left behind the point: its last ones number the
  // piece.
  Value magic = b.number(0x1.8p23);
  Value sum = b.mad(y, b.number(pieces.scale / pieces.width), magic);
  // Rounded once: the middle has few bits.
  Value middle = b.mul(b.sub(sum, magic), b.number(-pieces.width));
  Value t = b.mad(y, b.number(pieces.scale), middle);
  Value piece = b.bits(sum), result;
  for (ArrayRef<double> rest = pieces.coefficients; !rest.empty();
       rest = rest.drop_back(pieces.count)) {
    Value coefficient = b.choose(rest.take_back(pieces.count), piece);
    result = result ? b.mad(result, t, coefficient) : coefficient;
  }
  return b.copySign(result, x);
}

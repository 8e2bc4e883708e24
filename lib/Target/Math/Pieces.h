// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Odd functions that reach 1, in as many pieces as a table has numbers: their
// coefficients are chosen from registers.
#ifndef KILN_LIB_TARGET_MATH_PIECES_H
#define KILN_LIB_TARGET_MATH_PIECES_H

#include "Coefficients.h"
#include "FloatBuilder.h"

namespace kiln {

/// Piece i goes half of `width` to both sides of i * `width`; beyond the middle
/// of the last one the function is 1.
struct Pieces {
  template <size_t powers, size_t count>
  constexpr Pieces(double width, const double (&coefficients)[powers][count])
      : width(width), count(count),
        coefficients(&coefficients[0][0], powers * count) {}

  double width;
  int64_t count;
  /// Of each power of the distance from the middle, the coefficients of all
  /// pieces.
  ArrayRef<double> coefficients;
};

/// erf(x / scale), where `scale` is 2/sqrt(pi) as f32 has it.
inline const Pieces kErfPieces(kErfPiecesWidth, kErfPieces32);
inline const Pieces kErfFewPieces(kErfFewPiecesWidth, kErfFewPieces32);
inline const Pieces kTanhPieces(kTanhPiecesWidth, kTanhPieces32);

Value expandPieces(FloatBuilder &b, Value x, const Pieces &pieces);

} // namespace kiln

#endif // KILN_LIB_TARGET_MATH_PIECES_H

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
  constexpr Pieces(double scale, double width,
                   const double (&coefficients)[powers][count])
      : scale(scale), width(width), count(count),
        coefficients(&coefficients[0][0], powers * count) {}

  double scale; ///< of the argument
  double width;
  int64_t count;
  /// Of each power of the distance from the middle, the coefficients of all
  /// pieces.
  ArrayRef<double> coefficients;
};

/// 2/sqrt(pi): erf is near to its argument times that.
inline constexpr double kErfScale = 0x1.20dd76p0;
inline const Pieces kErfPieces(kErfScale, kErfPiecesWidth, kErfPieces32);
inline const Pieces kErfFewPieces(kErfScale, kErfFewPiecesWidth,
                                  kErfFewPieces32);
inline const Pieces kTanhPieces(1, kTanhPiecesWidth, kTanhPieces32);

Value expandPieces(FloatBuilder &b, Value x, const Pieces &pieces);

} // namespace kiln

#endif // KILN_LIB_TARGET_MATH_PIECES_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of f32 as numbers of 32 bits in four digits from -128 to 127, relative
// to a power of two by which the largest magnitude of a row is such a number.
#ifndef KILN_LIB_TARGET_SPLIT_DIGITS_H
#define KILN_LIB_TARGET_SPLIT_DIGITS_H

#include "kiln/Support/LLVM.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace kiln {

/// A number of the row is worth this by the unit.
constexpr double kDigitUnit = 1.0 / (1 << 29);

struct Digits {
  Value digits;  ///< [4, …]: the highest ones first, i8
  Value inverse; ///< f64, of each row: of the unit, where that is a number
  Value unit; ///< f32, of each row; what is no number, or infinite, where it is
};

/// `map` says where each number is in `rows`, from the loops of a domain of
/// `shape`, of which the first ones are those of `magnitude`.
Digits buildDigits(OpBuilder &builder, Location loc, Value rows,
                   Value magnitude, mlir::AffineMap map,
                   ArrayRef<mlir::OpFoldResult> shape);

/// `rows` by their units, in f32: at most four. `map` says where in `inverse`
/// that of an element is.
Value buildScaledRows(OpBuilder &builder, Location loc, Value rows,
                      Value inverse, mlir::AffineMap map);

} // namespace kiln

#endif // KILN_LIB_TARGET_SPLIT_DIGITS_H

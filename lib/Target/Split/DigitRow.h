// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A row of f32 as numbers of 32 bits in four digits from -128 to 127, relative
// to a power of two by which its largest magnitude is such a number.
#ifndef KILN_LIB_TARGET_SPLIT_DIGITROW_H
#define KILN_LIB_TARGET_SPLIT_DIGITROW_H

#include "kiln/Support/LLVM.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace kiln {

/// A number of the row is worth this by the unit.
constexpr double kDigitUnit = 1.0 / (1 << 29);

struct DigitRow {
  Value digits;  ///< [4, …]: the highest ones first, i8
  Value inverse; ///< f64: of the unit, where that is a number
  Value unit;    ///< f32; what is no number, or infinite, where the row is
};

/// `map` says where each number is in `row`, from the loops of a domain of
/// `shape`.
DigitRow buildDigitRow(OpBuilder &builder, Location loc, Value row,
                       mlir::AffineMap map, ArrayRef<int64_t> shape);

/// `row` by the unit, in f32: at most four.
Value buildScaledRow(OpBuilder &builder, Location loc, Value row,
                     Value inverse);

} // namespace kiln

#endif // KILN_LIB_TARGET_SPLIT_DIGITROW_H

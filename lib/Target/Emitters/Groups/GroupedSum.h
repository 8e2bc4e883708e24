// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of four digits times numbers of eight or four bits, in two sums: one of
// integers for each group of steps, whose results are joined, scaled and added
// by one of floats. Rows are [digit, row, group, word, step], the numbers lie
// in panels of columns, [panel, group, word, column, step]. Of four bits two
// are in a byte: two columns of the panel, or two steps, which rows then have a
// dimension for, [digit, row, group, half, word, step].
#ifndef KILN_LIB_TARGET_EMITTERS_GROUPS_GROUPEDSUM_H
#define KILN_LIB_TARGET_EMITTERS_GROUPS_GROUPEDSUM_H

#include "kiln/Dialect/Exec/Exec.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace kiln {

/// Digits of a number of the row, halves of a byte, and steps of a word: the
/// bytes that one lane of 32 bits has.
constexpr int64_t kRowDigits = 4, kHalves = 2, kWordSteps = 4;

/// What the halves of a byte are, where each is a number.
enum class Halves { None, Steps, Columns };

/// The dimensions of the sums of integers, in the order of their loops.
struct GroupedLoops {
  explicit GroupedLoops(Halves halves);

  Halves halves;
  unsigned row, panel, group, column, digit, word, step, count;
  unsigned half = 0; ///< none where a byte is one number

  SmallVector<mlir::utils::IteratorType> getIterators() const;
  /// Of digits, panels and sums: [row, panel, group, column, digit], or [row,
  /// panel, group, half, column, digit].
  SmallVector<mlir::AffineMap> getMaps(MLIRContext *context) const;
};

/// The kernel of such a product.
struct GroupedSum {
  mlir::linalg::GenericOp sum;      ///< over groups
  mlir::linalg::GenericOp products; ///< of a group, by digits
  Halves halves;
  bool movesUp; ///< bytes, which have a sign, by 128
  int64_t panels, groups, words, width;

  /// Columns of a panel, as dimensions of the result: all behind the second.
  int64_t getColumns() const {
    return halves == Halves::Columns ? kHalves * width : width;
  }
};

/// Does the body of `sum` add to what it has so far, and do nothing else with
/// that? Then parts may be summed apart.
bool addsToSum(mlir::linalg::GenericOp sum);

std::optional<GroupedSum> matchGroupedSum(exec::KernelOp kernel);

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_GROUPS_GROUPEDSUM_H

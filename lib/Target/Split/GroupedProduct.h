// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows times a weight of four or eight bits that is scaled by groups of steps,
// as two sums each: of integers in a group, and of floats over the groups.
#ifndef KILN_LIB_TARGET_SPLIT_GROUPEDPRODUCT_H
#define KILN_LIB_TARGET_SPLIT_GROUPEDPRODUCT_H

#include "../Emitters/Groups/GroupedSum.h"
#include "NumberDecoder.h"
#include "WeightAccess.h"

namespace kiln {

/// Which loops of a product are what: numbers of loops, or none. A single row
/// has none.
struct ProductLoops {
  std::optional<unsigned> row, group, block, half;
  unsigned step, column;
};

struct GroupedProduct {
  mlir::linalg::GenericOp product, decoder;
  /// Scales the products of groups and adds them; null where the decoder does
  /// and `product` adds all.
  mlir::linalg::GenericOp outer;
  mlir::OpOperand *row, *ofOuter; ///< what reads the row, or the products
  NumberDecoder decoding;
  Halves halves;
  ProductLoops loops;               ///< of the product
  std::optional<unsigned> outerRow; ///< the loop of rows of `outer`
  WeightAccess bytes;               ///< by the loops of the product
  int64_t panels, groups, words;
  /// Groups are parts of the loop of steps, which is longer than a sum may be.
  bool splitsSteps = false;
  std::optional<int64_t> rows; ///< nothing where the number is not known

  mlir::linalg::GenericOp getLast() const { return outer ? outer : product; }
  /// Of the loop of steps in a group.
  int64_t getSteps() const { return words * kWordSteps; }
  int64_t getBytes() const {
    return panels * groups * words * kPanelColumns * kWordSteps;
  }
  static constexpr int64_t kPanelColumns = 32;
};

/// Nothing where `op` is no such product, its sums of integers could exceed 32
/// bits, or its factor is read by others than `other`, a product that is to be
/// replaced.
std::optional<GroupedProduct>
matchGroupedProduct(mlir::linalg::GenericOp op,
                    mlir::linalg::GenericOp other = {});

/// Are its numbers a weight that nothing else reads, and scales and zeros
/// weights that can be put in order?
bool readsWeights(OpBuilder &builder, GroupedProduct product,
                  WeightOrderer &weights);

/// What the last of its ops gives, in two sums for each row, of such weights.
Value buildGroupedSum(OpBuilder &builder, GroupedProduct product,
                      WeightOrderer &weights);

} // namespace kiln

#endif // KILN_LIB_TARGET_SPLIT_GROUPEDPRODUCT_H

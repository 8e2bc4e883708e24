// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that may be divided at an item, how many items they have, and positions
// that are linear in these.
#ifndef KILN_LIB_TARGET_VECTORIZE_SLOPES_H
#define KILN_LIB_TARGET_VECTORIZE_SLOPES_H

#include "kiln/Support/LLVM.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace kiln {

/// The marked loops in `root` of step one that carry no values, inner ones
/// first.
SmallVector<mlir::scf::ForOp> findDivisibleLoops(Operation *root);

/// A number that `value`, a constant or the smaller or larger one of two values,
/// is not above, or not below.
std::optional<int64_t> findMost(Value value);
std::optional<int64_t> findLeast(Value value);

/// The most items that `loop`, of step one, has; nothing where any number is
/// possible.
std::optional<int64_t> countMost(mlir::scf::ForOp loop);

/// How much `value` grows from one item of `loop` to the next, where that is a
/// known number. `inLoops`: it may also depend on the items of loops in `loop`
/// whose bounds are constants.
std::optional<int64_t> findSlope(mlir::scf::ForOp loop, Value value,
                                 bool inLoops = false);

/// The least and the largest of the values of a position at one item.
struct Reach {
  Value least, largest;
};

/// The reach of `value`, which has a slope, at item 0; written in front of
/// `loop`. Both are one value where the position depends on no loop in `loop`.
/// Nothing where it is a product of positions that do.
std::optional<Reach> findReachAtZero(OpBuilder &builder, mlir::scf::ForOp loop,
                                     Value value);

/// The first item at which `slope` * item is at least `least`, or for a
/// negative slope the first at which it is less.
Value findItem(OpBuilder &builder, Location loc, int64_t slope, Value least);

} // namespace kiln

#endif // KILN_LIB_TARGET_VECTORIZE_SLOPES_H

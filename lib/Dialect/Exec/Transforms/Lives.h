// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When the memory of a host program is in use.
#ifndef KILN_LIB_DIALECT_EXEC_TRANSFORMS_LIVES_H
#define KILN_LIB_DIALECT_EXEC_TRANSFORMS_LIVES_H

#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Dialect/Exec/InPlace.h"

namespace kiln::exec {

/// The steps from `first` to `last`, both included.
struct Life {
  int64_t first = 0, last = 0;
};

/// Numbers the instructions of a host program in their order.
class Lives {
public:
  explicit Lives(HostOp host);

  /// From where `slot` is made to the last instruction that uses it or a view
  /// of it. What is made before a loop and used in it lives as long as the
  /// loop.
  Life getLife(Value slot) const;
  /// The same from the first use of `slot`, or the beginning of the loop that
  /// it is in and that the slot outlives.
  Life getUse(Value slot) const;
  int64_t getStep(Operation *op) const { return steps.at(op); }
  bool isInLoop(Operation *op) const;

private:
  /// The first and the last instruction that uses `slot` or a view of it.
  Life getUses(Value slot) const;

  llvm::DenseMap<Operation *, int64_t> steps;
  SmallVector<Life> loops; ///< from the head to the jump back, inner ones first
};

} // namespace kiln::exec

#endif // KILN_LIB_DIALECT_EXEC_TRANSFORMS_LIVES_H

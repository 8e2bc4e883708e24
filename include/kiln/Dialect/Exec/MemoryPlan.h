// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory plan: where each temporary lies in the arena. Sizes and offsets
// are expressions over symbols, and what the plan says holds for all values of
// the symbols inside their ranges. No IR here.
#ifndef KILN_DIALECT_EXEC_MEMORYPLAN_H
#define KILN_DIALECT_EXEC_MEMORYPLAN_H

#include "kiln/Dialect/EP/Expr.h"

namespace kiln::exec {

/// A temporary: its size in bytes and the steps from `first` to `last`, both
/// included, in which it must keep its bytes.
struct PlanBuffer {
  ep::ExprAttr bytes;
  int64_t first = 0;
  int64_t last = 0;
};

/// Where the buffers lie.
struct MemoryPlan {
  /// In bytes from the start of the arena, a multiple of 64, one per buffer.
  SmallVector<ep::ExprAttr> offsets;
  /// The size of the arena in bytes.
  ep::ExprAttr bytes;
};

/// The alignment of every buffer in the arena, in bytes.
constexpr int64_t kArenaAlignment = 64;

/// Places the buffers, the largest first, each at the lowest place that is
/// proved to be free during its life; what nothing is known about goes to the
/// end. Two buffers that live at one step never overlap.
MemoryPlan planMemory(MLIRContext *context, ArrayRef<PlanBuffer> buffers,
                      const ep::Facts &facts);

/// How good a plan is, in bytes at the upper bounds of the symbols (1024 or the
/// lower bound where there is none).
struct PlanFigures {
  int64_t planned = 0; ///< the arena
  int64_t live = 0;    ///< the largest sum of sizes that live at one step
  int64_t total = 0;   ///< the sum of all sizes
};
PlanFigures measurePlan(const MemoryPlan &plan, ArrayRef<PlanBuffer> buffers,
                        const ep::Facts &facts);

/// Is `a <= b` for all values in the ranges? False when it is not known.
bool proveLessEqual(ep::ExprAttr a, ep::ExprAttr b, const ep::Facts &facts);

/// The value of `expr` at the upper bounds, as PlanFigures takes them. The
/// greatest int64 when it overflows.
int64_t evaluateAtBounds(ep::ExprAttr expr, const ep::Facts &facts);

} // namespace kiln::exec

#endif // KILN_DIALECT_EXEC_MEMORYPLAN_H

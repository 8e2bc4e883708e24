// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers that a kernel is launched with, as far as the ranges of the
// program's symbols bound them: indices below 2^31 need no words of 64 bits.
#ifndef KILN_LIB_TARGET_EMITTERS_NAIVE_LAUNCHLIMITS_H
#define KILN_LIB_TARGET_EMITTERS_NAIVE_LAUNCHLIMITS_H

#include "kiln/Dialect/Exec/Exec.h"

namespace kiln {

/// The inclusive range of each size of `kernel`, and at last of the number of
/// its items, over all launches in its program. Absent where that may be
/// negative or some launch does not tell; nothing is known without a launch.
SmallVector<std::optional<std::pair<int64_t, int64_t>>>
findLaunchLimits(exec::KernelOp kernel);

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_NAIVE_LAUNCHLIMITS_H

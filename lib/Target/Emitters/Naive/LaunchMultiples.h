// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What divides the sizes that a kernel is launched with.
#ifndef KILN_LIB_TARGET_EMITTERS_NAIVE_LAUNCHMULTIPLES_H
#define KILN_LIB_TARGET_EMITTERS_NAIVE_LAUNCHMULTIPLES_H

#include "kiln/Dialect/Exec/Exec.h"

namespace kiln {

/// Is `expr`, over the sizes of `kernel`, a multiple of `divisor` in all
/// dispatches or launches of its program? Without any, whatever the sizes are.
bool isMultipleInLaunches(ep::ExprAttr expr, int64_t divisor,
                          exec::KernelOp kernel);

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_NAIVE_LAUNCHMULTIPLES_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results of kernels in the place of operands.
#ifndef KILN_DIALECT_EXEC_INPLACE_H
#define KILN_DIALECT_EXEC_INPLACE_H

#include "kiln/Dialect/Exec/Exec.h"

namespace kiln::exec {

/// May result `result` of `kernel` lie where tensor argument `argument` lies?
/// Each item then reads only that element of the argument that it writes.
bool canReuse(KernelOp kernel, unsigned argument, unsigned result);

} // namespace kiln::exec

#endif // KILN_DIALECT_EXEC_INPLACE_H

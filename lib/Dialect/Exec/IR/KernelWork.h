// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_LIB_DIALECT_EXEC_IR_KERNELWORK_H
#define KILN_LIB_DIALECT_EXEC_IR_KERNELWORK_H

#include "kiln/Dialect/Exec/Exec.h"

namespace kiln::exec {

/// The operations on floats of a kernel's body, and the products of integers
/// that are summed with their sums. Each counts over the loops of the op that
/// it stands in, whatever the domain is over which the kernel runs: a row's sum
/// counts once for each element of the row, a division by it once for each row.
/// Null where a loop's extent, or what a routine does, is not known.
ep::ExprAttr countFlops(KernelOp kernel);

} // namespace kiln::exec

#endif // KILN_LIB_DIALECT_EXEC_IR_KERNELWORK_H

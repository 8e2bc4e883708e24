// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that write a part of a tensor.
#ifndef KILN_DIALECT_EXEC_UPDATES_H
#define KILN_DIALECT_EXEC_UPDATES_H

#include "kiln/Dialect/Exec/Exec.h"

namespace kiln::exec {

/// A kernel whose only result is a tensor argument with a part written. Such a
/// kernel writes that part and nothing else: the buffer of the result has the
/// content of the argument when it is launched. The domain of a kernel that
/// inserts a slice is the slice.
struct Update {
  unsigned argument; ///< the number of the tensor argument
  Operation *op;     ///< tensor.insert_slice or tx.scatter
};

/// Nothing when `kernel` computes its results whole.
std::optional<Update> getUpdate(KernelOp kernel);

} // namespace kiln::exec

#endif // KILN_DIALECT_EXEC_UPDATES_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about kernels that every emitter asks.
#ifndef KILN_TARGET_EMITTERS_KERNEL_H
#define KILN_TARGET_EMITTERS_KERNEL_H

#include "kiln/Dialect/Exec/Exec.h"
#include <string>

namespace kiln {

/// Names for the functions of `kernels`, in their order: the kernel's own name
/// where that is a C identifier, made into one otherwise; no name twice.
SmallVector<std::string> chooseKernelSymbols(ArrayRef<exec::KernelOp> kernels);

/// True when an item of the kernel's domain takes a loop.
bool hasReduction(exec::KernelOp kernel);

} // namespace kiln

#endif // KILN_TARGET_EMITTERS_KERNEL_H

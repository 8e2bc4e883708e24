// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about kernels that every emitter asks.
#ifndef KILN_TARGET_EMITTERS_KERNEL_H
#define KILN_TARGET_EMITTERS_KERNEL_H

#include "kiln/Dialect/Exec/Exec.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace kiln {

/// Names for the functions of `kernels`, in their order: the kernel's own name
/// where that is a C identifier, made into one otherwise; no name twice.
SmallVector<std::string> chooseKernelSymbols(ArrayRef<exec::KernelOp> kernels);

/// Puts functions, written by `emit`, in the place of the kernels of `module`
/// that `isWanted` chooses. On failure `emit` has emitted an error.
LogicalResult replaceKernels(
    mlir::ModuleOp module, llvm::function_ref<bool(exec::KernelOp)> isWanted,
    llvm::function_ref<LogicalResult(OpBuilder &, exec::KernelOp, StringRef)>
        emit);

/// True when an item of the kernel's domain takes a loop.
bool hasReduction(exec::KernelOp kernel);

} // namespace kiln

#endif // KILN_TARGET_EMITTERS_KERNEL_H

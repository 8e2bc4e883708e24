// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel states of itself, for passes that make or change kernels.
// Others ask the op.
#ifndef KILN_DIALECT_EXEC_KERNELCONTRACT_H
#define KILN_DIALECT_EXEC_KERNELCONTRACT_H

#include "kiln/Dialect/Exec/Exec.h"

namespace kiln::exec {

/// Domain, accesses and work as `exec.kernel` describes them, in the sizes
/// `d0`, `d1`, … of the kernel.
struct KernelContract {
  SmallVector<ep::ExprAttr> domain; ///< the sizes of the space of items
  SmallVector<Access> access;       ///< to each buffer
  ep::ExprAttr flops;               ///< null where the body does not tell
  ep::ExprAttr bytes;
};

/// Reads the contract off the body of `kernel`, which must be valid and have a
/// result.
KernelContract deriveContract(KernelOp kernel);

/// Has `kernel` state what its body is. Whoever makes a kernel, or changes its
/// operands or body, calls it.
void stateContract(KernelOp kernel);

/// "bf16" or "i8" where `kernel` sums products of two such operands, several of
/// which instructions of some processors take at once; else nothing.
StringRef getProductType(KernelOp kernel);

/// Size `number` of a kernel in expressions: `d0`, `d1`, …
ep::ExprAttr makeKernelSize(mlir::MLIRContext *context, unsigned number);

/// What `expr`, over the sizes of a kernel, is where these are `sizes`.
ep::ExprAttr substituteSizes(ep::ExprAttr expr,
                             ArrayRef<mlir::Attribute> sizes);

} // namespace kiln::exec

#endif // KILN_DIALECT_EXEC_KERNELCONTRACT_H

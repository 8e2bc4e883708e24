// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_DIALECT_EXEC_KERNELDIGEST_H
#define KILN_DIALECT_EXEC_KERNELDIGEST_H

#include "kiln/Dialect/Exec/Exec.h"
#include <string>

namespace kiln::exec {

/// 16 hexadecimal digits that stand for what a kernel computes: its operands,
/// sizes and body, but neither its name nor its place in the program nor how it
/// is written. Equal kernels of different programs have the same.
std::string getKernelDigest(KernelOp kernel);

} // namespace kiln::exec

#endif // KILN_DIALECT_EXEC_KERNELDIGEST_H

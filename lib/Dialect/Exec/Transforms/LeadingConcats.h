// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Concatenations whose operands are stretches of the bytes of the result: they
// stay in the graph, and kernels write the operands where they belong.
#ifndef KILN_LIB_DIALECT_EXEC_TRANSFORMS_LEADINGCONCATS_H
#define KILN_LIB_DIALECT_EXEC_TRANSFORMS_LEADINGCONCATS_H

#include "kiln/Support/LLVM.h"

namespace kiln::exec {

/// Is `op` a tensor.concat of static shape, along its first dimension that is
/// not 1, of tensors that kernels of the same block make for it alone? Each
/// begins at a multiple of a line of the cache.
bool isLeadingConcat(Operation *op);

/// The bytes of `tensor`, which has a static shape.
int64_t getStaticBytes(Value tensor);

} // namespace kiln::exec

#endif // KILN_LIB_DIALECT_EXEC_TRANSFORMS_LEADINGCONCATS_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Smaller programs with the same fault.
#ifndef KILN_TOOLS_KILN_REDUCE_GRAPHREDUCER_H
#define KILN_TOOLS_KILN_REDUCE_GRAPHREDUCER_H

#include "kiln/Support/LLVM.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace kiln::reduce {

/// Makes the programs of an interesting module smaller until no single change
/// leaves one that is valid and interesting. Signatures stay consistent:
/// outputs, operators, inputs and state go, and what stood for them is one of
/// the operator's operands, or zeros. Numbers of constants become zeros.
void reduceGraphs(mlir::ModuleOp module,
                  llvm::function_ref<bool(mlir::ModuleOp)> isInteresting);

} // namespace kiln::reduce

#endif // KILN_TOOLS_KILN_REDUCE_GRAPHREDUCER_H

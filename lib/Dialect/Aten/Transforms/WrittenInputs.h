// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which operators write, and which inputs they may reach.
#ifndef KILN_LIB_DIALECT_ATEN_TRANSFORMS_WRITTENINPUTS_H
#define KILN_LIB_DIALECT_ATEN_TRANSFORMS_WRITTENINPUTS_H

#include "kiln/Dialect/EP/Expr.h"
#include "mlir/IR/Block.h"
#include "llvm/ADT/DenseSet.h"

namespace kiln::aten {

/// Is `op` a custom operator that is known to write an operand?
bool isCustomWrite(Operation *op);

/// Does `op` write an operand, by its schema or silently?
bool isWrite(Operation *op);

/// The inputs of `block` that an operator may write, through views or not.
llvm::DenseSet<mlir::BlockArgument> findWrittenInputs(mlir::Block &block,
                                                      const ep::Facts &facts);

} // namespace kiln::aten

#endif // KILN_LIB_DIALECT_ATEN_TRANSFORMS_WRITTENINPUTS_H

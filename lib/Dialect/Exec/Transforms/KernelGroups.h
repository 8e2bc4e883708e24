// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which ops of a graph become one kernel.
#ifndef KILN_LIB_DIALECT_EXEC_TRANSFORMS_KERNELGROUPS_H
#define KILN_LIB_DIALECT_EXEC_TRANSFORMS_KERNELGROUPS_H

#include "kiln/Support/LLVM.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/DenseSet.h"

namespace kiln::exec {

/// The ops of one kernel in the order of the graph: the first is a nest or a
/// lone op, the others its epilogue. What each of them absorbs is not listed.
using KernelGroup = SmallVector<Operation *>;

/// Forms the groups of a graph's body, in the order of their last ops; with
/// `wholeRows`, reductions along the same rows go together.
SmallVector<KernelGroup> formGroups(Block &body, bool wholeRows);

/// Does `op` reduce the elements of each row, its innermost dimension, of an
/// operand that it reads in order?
bool isRowReduction(mlir::linalg::GenericOp op);

/// The group of all that follows the row reduction `first` along the same rows.
mlir::SmallVector<Operation *>
growRowGroup(mlir::linalg::GenericOp first,
             const llvm::DenseSet<Operation *> &grouped);

/// Is `op` copied into the kernels that use it? Such ops are constants, what
/// computes an index, and what is index arithmetic for an emitter: fill, empty,
/// pad, slice, and views of those that hold no data.
bool isAbsorbed(Operation *op);

/// Does `op` stay in the graph: a conversion, a size, or a view of a whole
/// buffer?
bool isGraphOp(Operation *op);

} // namespace kiln::exec

#endif // KILN_LIB_DIALECT_EXEC_TRANSFORMS_KERNELGROUPS_H

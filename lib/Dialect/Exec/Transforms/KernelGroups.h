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
/// `wholeRows`, reductions along the same rows go together. What uses a result
/// of a group is behind its last op: ops are moved to that end.
SmallVector<KernelGroup> formGroups(Block &body, bool wholeRows);

/// Says in a remark of category `kiln-fusion`, for each edge between two groups
/// and for groups that read the same, why they are not one kernel.
void remarkRefusedEdges(ArrayRef<KernelGroup> groups, bool wholeRows);

//===----------------------------------------------------------------------===//
// Groups along the same elements
//===----------------------------------------------------------------------===//

/// Is `op` elementwise, in the order of its results?
bool isMap(Operation *op);

/// Puts groups together that go through the same elements, where that saves
/// reading a tensor.
void joinGroups(SmallVector<KernelGroup> &groups);

/// Why `second`, elementwise, is not one kernel with `first`, which is before
/// it; empty when it may be.
StringRef refuseJoin(const KernelGroup &first, const KernelGroup &second);

/// Two groups, by number, that read `shared` at the places of the same domain.
struct Siblings {
  unsigned first, second;
  Value shared;
};
SmallVector<Siblings> getSiblings(ArrayRef<KernelGroup> groups);

//===----------------------------------------------------------------------===//
// Groups along the same rows
//===----------------------------------------------------------------------===//

/// Does `op` reduce the elements of each row, its innermost dimension, of an
/// operand that it reads in order?
bool isRowReduction(mlir::linalg::GenericOp op);

/// The group of all that follows the row reduction `first` along the same rows.
mlir::SmallVector<Operation *>
growRowGroup(mlir::linalg::GenericOp first,
             const llvm::DenseSet<Operation *> &grouped);

/// Why `op` is not in `rows`, a group that starts with a row reduction.
StringRef refuseRow(const KernelGroup &rows, mlir::linalg::GenericOp op);

//===----------------------------------------------------------------------===//
// Ops that are in no group of their own
//===----------------------------------------------------------------------===//

/// Is `op` copied into the kernels that use it? Such ops are constants, what
/// computes an index, what decodes an operand, sums of groups that a sum of all
/// groups reads, and what is index arithmetic for an emitter: fill, empty, pad,
/// slice, and views of those that hold no data.
bool isAbsorbed(Operation *op);

/// Does `op` sum halves of bytes in each group, or digits that a sum of all
/// groups reads one by one, and nothing else reads its results?
bool isGroupSum(mlir::linalg::GenericOp op);

/// Is `tensor` computed by an absorbed op from another tensor: a slice, a pad?
bool readsPart(Value tensor);

/// Is `op` a reshape of a whole buffer, or what says less of its sizes?
bool isView(Operation *op);

/// Does `op` stay in the graph: a conversion, a size, a view of a whole buffer
/// or, for others of these, of a stretch of one, or such stretches as a whole?
bool isGraphOp(Operation *op);

} // namespace kiln::exec

#endif // KILN_LIB_DIALECT_EXEC_TRANSFORMS_KERNELGROUPS_H

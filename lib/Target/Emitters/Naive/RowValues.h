// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `row` form of a kernel: the reductions that all elements of a row share
// are computed once before them, pass after pass over the row; the elements
// that an expensive pass computes are kept for the next ones.
#ifndef KILN_LIB_TARGET_EMITTERS_NAIVE_ROWVALUES_H
#define KILN_LIB_TARGET_EMITTERS_NAIVE_ROWVALUES_H

#include "../Scalar/ScalarEmitter.h"

namespace kiln {

struct RowPlan {
  /// Reductions of the innermost dimension, in the order of the kernel.
  SmallVector<mlir::linalg::GenericOp> reductions;
  /// Tensors that a reduction computes for others, too, and the offset of
  /// their row in scratch memory.
  SmallVector<std::pair<Value, int64_t>> kept;
  int64_t scratch = 0; ///< bytes
};

RowPlan planRows(exec::KernelOp kernel);

/// Computes the reductions of the row at `indices` of a domain of `sizes`.
LogicalResult emitRowValues(OpBuilder &builder, ScalarEmitter &emitter,
                            const RowPlan &plan, ValueRange indices,
                            ValueRange sizes, Value scratch);

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_NAIVE_ROWVALUES_H

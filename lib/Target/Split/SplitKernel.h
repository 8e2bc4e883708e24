// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One long reduction as two kernels: one for each part, one that combines them.
#ifndef KILN_LIB_TARGET_SPLIT_SPLITKERNEL_H
#define KILN_LIB_TARGET_SPLIT_SPLITKERNEL_H

#include "kiln/Dialect/Exec/Exec.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace kiln {

/// A reduction, and where it is cut.
struct ReductionSplit {
  mlir::linalg::GenericOp op; ///< the only reduction of its kernel
  mlir::linalg::FillOp fill;  ///< with what it begins
  unsigned loop = 0;          ///< that is cut, one of the reduction
  int64_t extent = 0;         ///< of the loop, a multiple of `parts`
  int64_t parts = 0;          ///< at least 2

  /// The loop itself goes through the parts: nothing is cut in two.
  bool isWhole() const { return parts == extent; }
  /// The dimension of input `number` that the loop indexes.
  std::optional<unsigned> getDimension(unsigned number);
  /// The type of input `number` where the parts are a dimension of their own.
  mlir::RankedTensorType getInputType(unsigned number);
  mlir::RankedTensorType getPartsType();
};

/// Where to cut the only reduction of `kernel` into at most `most` parts. Its
/// operands are arguments of known sizes, and its order of summation may be
/// changed part by part. Nothing where that is not so.
std::optional<ReductionSplit> findSplit(exec::KernelOp kernel, int64_t most);

/// The kernel `name` that computes the parts: its tensor arguments are the
/// inputs of the reduction, in `getInputType`, its sizes those of `kernel`.
exec::KernelOp buildParts(OpBuilder &builder, exec::KernelOp kernel,
                          ReductionSplit split, StringRef name);

/// `kernel` with the parts, its last tensor argument, in place of the inputs
/// of the reduction. They are combined in their order. `kept` has the numbers
/// of the other tensor arguments, which stay.
exec::KernelOp buildCombination(OpBuilder &builder, exec::KernelOp kernel,
                                ReductionSplit split,
                                SmallVectorImpl<unsigned> &kept);

} // namespace kiln

#endif // KILN_LIB_TARGET_SPLIT_SPLITKERNEL_H

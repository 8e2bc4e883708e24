// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers of the conversions of reductions.
#ifndef KILN_LIB_CONVERSION_ATENTOLINALG_REDUCTION_H
#define KILN_LIB_CONVERSION_ATENTOLINALG_REDUCTION_H

#include "Lowering.h"

namespace kiln {

/// The dimensions that the argument `dim` of `op` names, sorted; all of them
/// where there is none. Fails when one is out of range.
FailureOr<SmallVector<int64_t>> getReducedDims(aten::AtenOp op, int64_t rank);

/// The number of elements along `dims`.
ep::ExprAttr getCount(ArrayRef<ep::ExprAttr> sizes, ArrayRef<int64_t> dims,
                      MLIRContext *context);
Tensor divideByCount(Lowering &lowering, const Tensor &sum, ep::ExprAttr count);

/// Adds `reduced` in the dtype and the sizes of a result of `op`, which may
/// keep reduced dimensions as 1.
LogicalResult replaceReduced(mlir::ConversionPatternRewriter &rewriter,
                             Operation *op, unsigned result, Lowering &lowering,
                             const Tensor &reduced,
                             SmallVector<Value> &results);

/// The largest (or smallest) elements along `dims`, in the dtype that they are
/// compared in: NaN wins, and half floats are compared in f32, as vectors
/// compare them.
Tensor reduceToExtreme(Lowering &lowering, const Tensor &self,
                       ArrayRef<int64_t> dims, bool isMax);

/// Is `x` the `extreme` of what it is among, or a NaN?
Value isExtreme(OpBuilder &builder, Location loc, Type dtype, Value x,
                Value extreme);

/// Is `x` to be preferred to `y` as the largest (or smallest) value? NaN is
/// preferred to all numbers.
Value isPreferred(OpBuilder &builder, Location loc, Type dtype, Value x,
                  Value y, bool isMax);

} // namespace kiln

#endif // KILN_LIB_CONVERSION_ATENTOLINALG_REDUCTION_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slices that are one stretch of the bytes of a buffer: they stay in the graph,
// as views are, and nothing is copied.
#ifndef KILN_LIB_DIALECT_EXEC_TRANSFORMS_LEADINGSLICES_H
#define KILN_LIB_DIALECT_EXEC_TRANSFORMS_LEADINGSLICES_H

#include "kiln/Dialect/EP/EP.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace kiln::exec {

/// Does a block end with `value`, but for its shape, or a part of it?
bool isHandedOn(Value value);

/// Where the bytes of a slice lie in the tensor that it is of.
struct SliceBytes {
  ep::ExprAttr offset, bytes;
};

/// The bytes of `slice`, where its elements are neighbours and begin at a
/// multiple of a line of the cache; nothing else.
std::optional<SliceBytes> getSliceBytes(mlir::tensor::ExtractSliceOp slice);

/// Is `op` such a slice of an input or a state of the graph, of what a kernel
/// or a call makes, or of a slice of these, that no end of a block hands on? An
/// output is written while inputs are, in an order that nobody knows here. What
/// a loop carries has no place of its own.
bool isLeadingSlice(Operation *op);

} // namespace kiln::exec

#endif // KILN_LIB_DIALECT_EXEC_TRANSFORMS_LEADINGSLICES_H

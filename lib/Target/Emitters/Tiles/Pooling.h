// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels around one reduction over windows that have no filter: sums and
// maxima of their elements, with the elementwise ops that follow.
#ifndef KILN_LIB_TARGET_EMITTERS_TILES_POOLING_H
#define KILN_LIB_TARGET_EMITTERS_TILES_POOLING_H

#include "kiln/Dialect/Exec/Exec.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace kiln {

/// How the elements of a window become one.
struct Pooling {
  mlir::linalg::GenericOp op; ///< (image, extents of the window) -> result
  mlir::Operation *combiner;  ///< of its body
  mlir::FloatAttr first;      ///< what elements are combined with

  /// `a` and `b`, of any shape, combined.
  Value combine(OpBuilder &builder, mlir::Location loc, Value a, Value b) const;
};

/// The only reduction of `kernel`, where it takes the sums, maxima or minima of
/// the elements of one operand (widened or not, in f32 or f64), and only
/// elementwise ops at the same place follow.
std::optional<Pooling> matchPooling(exec::KernelOp kernel);

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_TILES_POOLING_H

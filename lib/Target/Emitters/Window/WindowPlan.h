// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What makes a kernel a sum over windows of an image: which operand is the
// image, how windows lie in it, and how it is cut on a processor.
#ifndef KILN_LIB_TARGET_EMITTERS_WINDOW_WINDOWPLAN_H
#define KILN_LIB_TARGET_EMITTERS_WINDOW_WINDOWPLAN_H

#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Target/TargetInfo.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace kiln {

/// Rows or columns: position `at` of the result and tap `k` of the window read
/// position `at * stride + k * dilation` of the image.
struct WindowAxis {
  std::optional<unsigned> loop; ///< of the result; none: there is one position
  std::optional<unsigned> tap;  ///< of the window; none: there is one tap
  int64_t stride = 1, dilation = 1, taps = 1;
  unsigned dimension = 0; ///< of the image

  /// Positions of the image that `count` of the result read.
  int64_t reach(int64_t count) const {
    return (count - 1) * stride + (taps - 1) * dilation + 1;
  }
};

/// The result is [outer…, row, column], or [outer…, column]. The steps of the
/// sum that are no taps read planes of the image, one each.
struct WindowPlan {
  mlir::linalg::GenericOp contraction;
  unsigned image, filter; ///< numbers of the operands
  WindowAxis rows, columns;
  SmallVector<unsigned> planeLoops;
  int64_t planes = 1;

  int64_t lanes;
  int64_t tileRows, tileVectors; ///< whose sums are in registers
  int64_t bandRows, bandColumns; ///< of the result, whole tiles

  /// Columns of the image are put apart by what is left of their number when
  /// it is divided by the stride, so that neighbours in the result read
  /// neighbours. This is the room for those with the same rest.
  int64_t getPhaseSize() const {
    return bandColumns + (columns.taps - 1) * columns.dilation / columns.stride;
  }
  int64_t getRowSize() const { return columns.stride * getPhaseSize(); }
  int64_t getPlaneSize() const { return rows.reach(bandRows) * getRowSize(); }
};

/// Nothing when `kernel` is no such sum, or one that is better written as
/// a matrix product.
std::optional<WindowPlan> matchWindow(exec::KernelOp kernel,
                                      const CpuInfo &info);

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_WINDOW_WINDOWPLAN_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Predicted times, by which schedules are compared. They are made of facts of
// the target (TargetInfo) and of what a plan does; sizes that are known only at
// a call count as `kUnknownSize`.
#ifndef KILN_TARGET_COST_H
#define KILN_TARGET_COST_H

#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Dialect/TX/TX.h"
#include "kiln/Target/TargetInfo.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace kiln {

constexpr int64_t kUnknownSize = 64;

/// The time of one launch, in nanoseconds. What is computed and what is read
/// and written overlap; what is packed and started does not.
struct Cost {
  double arithmetic = 0, memory = 0;
  double packing = 0; ///< bringing operands into the order that is read
  double start = 0;   ///< of threads, or of a launch on a device

  double total() const {
    return std::max(arithmetic, memory) + packing + start;
  }
};

/// `12.3 us: arithmetic 10.1, memory 2.2, packing 1.2, start 1.0`, without the
/// parts that are zero.
llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const Cost &cost);

/// The cycles of one core that a plan takes for a whole launch.
struct CpuCycles {
  double arithmetic = 0, packing = 0;
  /// Pieces that threads can share, where there are fewer than items.
  double pieces = std::numeric_limits<double>::infinity();
};

/// Adds to `cycles` what moving the operands takes, and divides it among the
/// threads that `grain` items each are worth.
Cost predictOnCpu(exec::KernelOp kernel, const CpuInfo &info, CpuCycles cycles,
                  int64_t grain);

/// A thread for each item, in blocks of `threads`.
Cost predictOnCuda(exec::KernelOp kernel, const CudaInfo &info,
                   int64_t threads);

/// Cycles of one core for the ops of `kernel`, each element for itself, in
/// vectors; without those of `except`.
double countCycles(exec::KernelOp kernel, const CpuInfo &info,
                   mlir::Operation *except = nullptr);

/// Cycles of one step of a tile of `rows` by `vectors` sums in registers.
double countTileStep(const CpuInfo &info, double rows, double vectors);

/// The number of points of the loops of `op`, and of a list of extents.
double countPoints(mlir::linalg::LinalgOp op);
double countPoints(ArrayRef<int64_t> extents);
/// The extent of a loop of `op` that an operand runs through.
double countPoints(tx::AttentionOp op, unsigned loop);

/// The items of the domain of `kernel`.
double countItems(exec::KernelOp kernel);

} // namespace kiln

#endif // KILN_TARGET_COST_H

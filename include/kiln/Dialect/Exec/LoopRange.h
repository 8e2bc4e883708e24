// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions over a stretch of their loop whose ends are data, as the sums of
// bags of rows are.
#ifndef KILN_DIALECT_EXEC_LOOPRANGE_H
#define KILN_DIALECT_EXEC_LOOPRANGE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <optional>

namespace kiln::exec {

/// The only reduction loop of an op, whose steps below one of `begins`, or not
/// below one of `ends`, leave the result as it is:
///
///     %at = arith.index_cast %step : index to i64
///     %isBehind = arith.cmpi sge, %at, %begin : i64
///     %isBefore = arith.cmpi slt, %at, %end : i64
///     %isInside = arith.andi %isBehind, %isBefore : i1
///     %item = arith.select %isInside, %x, %zero : f32
///     %next = arith.addf %before, %item : f32
struct LoopRange {
  unsigned loop;
  /// Operands of integers that the loop does not index.
  llvm::SmallVector<mlir::OpOperand *, 2> begins, ends;
};

/// Nothing when all steps may count.
std::optional<LoopRange> matchLoopRange(mlir::linalg::GenericOp op);

/// Is `op` the condition alone, an elementwise op on positions and bounds? It
/// is computed wherever it is read.
bool isLoopRange(mlir::linalg::GenericOp op);

} // namespace kiln::exec

#endif // KILN_DIALECT_EXEC_LOOPRANGE_H

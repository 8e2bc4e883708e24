// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of products that meet one matrix of several in each row, as those of the
// experts of a mixture do.
#ifndef KILN_DIALECT_EXEC_MATRIXCHOICE_H
#define KILN_DIALECT_EXEC_MATRIXCHOICE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <optional>

namespace kiln::exec {

/// One of the loops of a sum goes through matrices, and a row takes the steps
/// of that alone whose number a table has for it: of none where there is no
/// such matrix.
///
///     %at = arith.index_cast %number : i64 to index
///     %isChosen = arith.cmpi eq, %at, %matrix : index
///     %next = arith.select %isChosen, %sum, %before : f32
struct MatrixChoice {
  unsigned matrixLoop; ///< a reduction loop
  unsigned rowLoop;    ///< a parallel one, which the table is read along
  mlir::tensor::ExtractOp read; ///< of the table, a list of integers
  mlir::Value sum;              ///< with the step
};

/// Nothing when `op` sums all steps.
std::optional<MatrixChoice> matchMatrixChoice(mlir::linalg::GenericOp op);

/// The region of such a sum: `sum` of a step counts where `table` has the
/// number of its matrix, else what was before.
mlir::Value createMatrixChoice(mlir::OpBuilder &builder, mlir::Location loc,
                               mlir::Value table, unsigned rowLoop,
                               unsigned matrixLoop, mlir::Value sum,
                               mlir::Value before);

} // namespace kiln::exec

#endif // KILN_DIALECT_EXEC_MATRIXCHOICE_H

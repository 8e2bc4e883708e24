// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A softmax along the last dimension, as the conversion to linalg and
// elementwise fusion leave it.
#ifndef KILN_LIB_DIALECT_TX_TRANSFORMS_SOFTMAX_H
#define KILN_LIB_DIALECT_TX_TRANSFORMS_SOFTMAX_H

#include "kiln/Support/LLVM.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace kiln::tx {

/// exp(score - maximum) / sum: the loops of all parts are the dimensions of
/// `weights`.
struct Softmax {
  mlir::linalg::GenericOp weights;
  mlir::linalg::GenericOp exponentials;
  mlir::linalg::GenericOp maximum, sum;
  /// Has a row a score above -inf? Where it has none, weights are 0. Null where
  /// nothing asks for that: then they are NaN.
  mlir::linalg::GenericOp isSeen;
  /// The scalar in the body of `exponentials`.
  Value score;
  bool isRounded = false; ///< weights are of a smaller type than scores

  /// All of them, each before those that read it.
  SmallVector<mlir::linalg::GenericOp> getOps() const;
};

/// The softmax that ends with the elementwise `weights`.
std::optional<Softmax> matchSoftmax(mlir::linalg::GenericOp weights);

/// The operand whose element is `scalar` in the body of `op`; null where it is
/// something else.
mlir::OpOperand *getReadOperand(mlir::linalg::GenericOp op, Value scalar);

/// The only value that `op` yields; null when there are several.
Value getYielded(mlir::linalg::GenericOp op);

/// Is `op` elementwise, with one result in the order of its loops?
bool isMap(mlir::linalg::GenericOp op);

} // namespace kiln::tx

#endif // KILN_LIB_DIALECT_TX_TRANSFORMS_SOFTMAX_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_LIB_DIALECT_TX_TRANSFORMS_PRODUCT_H
#define KILN_LIB_DIALECT_TX_TRANSFORMS_PRODUCT_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace kiln::tx {

/// A sum over one loop of products of two operands.
struct Product {
  mlir::linalg::GenericOp op;
  unsigned summed; ///< the loop
  mlir::AffineMap result;

  mlir::AffineMap getMap(unsigned operand) {
    return op.getIndexingMapsArray()[operand];
  }
  /// The number of the only operand that is read along `loop`; nothing when
  /// both or none are.
  std::optional<unsigned> getReader(unsigned loop) {
    bool first = getMap(0).isFunctionOfDim(loop);
    if (first == getMap(1).isFunctionOfDim(loop))
      return std::nullopt;
    return first ? 0 : 1;
  }
};

/// `op` as a sum of products in f32 or f64, from zero on; nothing when it is
/// something else.
std::optional<Product> matchProduct(mlir::linalg::GenericOp op);

} // namespace kiln::tx

#endif // KILN_LIB_DIALECT_TX_TRANSFORMS_PRODUCT_H

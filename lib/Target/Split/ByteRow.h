// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One row times a matrix of signed bytes, as a product of bytes: the row is
// written as numbers of 32 bits, whose bytes are rows.
#ifndef KILN_LIB_TARGET_SPLIT_BYTEROW_H
#define KILN_LIB_TARGET_SPLIT_BYTEROW_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <optional>

namespace kiln {

/// A product of one row of f32 and a matrix of signed bytes that is widened.
struct RowProduct {
  mlir::linalg::GenericOp op; ///< loops: the row, columns, steps
  mlir::Value row;            ///< [1, steps]
  mlir::Value matrix;         ///< [columns, steps] or [steps, columns]
  mlir::AffineMap matrixMap;  ///< from the loops of `op`
  int64_t columns, steps;
};

/// Nothing where `op` is no such product, or its sums of bytes could exceed 32
/// bits.
std::optional<RowProduct> matchRowProduct(mlir::linalg::GenericOp op);

/// The bytes of a row, and what one unit of the number that they are is worth.
struct ByteRow {
  mlir::Value bytes; ///< [5, steps]: the highest ones first, then ones
  mlir::Value unit;  ///< f64
};

/// What products of bytes take of `row`, [1, steps].
ByteRow buildByteRow(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value row);

/// The result of `product`, from the bytes of its row.
mlir::Value buildByteProduct(mlir::OpBuilder &builder, RowProduct product,
                             ByteRow row);

} // namespace kiln

#endif // KILN_LIB_TARGET_SPLIT_BYTEROW_H

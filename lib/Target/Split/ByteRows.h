// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A few rows times a matrix of signed bytes, as a product of bytes: rows are
// written as numbers of 32 bits, whose bytes are rows.
#ifndef KILN_LIB_TARGET_SPLIT_BYTEROWS_H
#define KILN_LIB_TARGET_SPLIT_BYTEROWS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <optional>

namespace kiln {

/// A product of rows of floats and a matrix of signed bytes that is widened.
struct RowProduct {
  mlir::linalg::GenericOp op; ///< loops: rows, columns, steps
  mlir::Value left;           ///< [rows, steps]
  mlir::Value matrix;         ///< [columns, steps] or [steps, columns]
  mlir::AffineMap matrixMap;  ///< from the loops of `op`
  int64_t rows, columns, steps;
};

/// Nothing where `op` is no such product of a known and small number of rows,
/// or its sums of bytes could exceed 32 bits.
std::optional<RowProduct> matchRowProduct(mlir::linalg::GenericOp op);

/// The bytes of rows, and what one unit of the numbers that they are is worth.
struct ByteRows {
  /// [1 + 4 rows, steps]: ones, whose products are sums of columns; then the
  /// highest bytes of all rows, and so on.
  mlir::Value bytes;
  mlir::Value unit; ///< f64, of each row where those are several
};

/// What products of bytes take of `rows`, [rows, steps].
ByteRows buildByteRows(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value rows);

/// The result of `product`, from the bytes of its rows.
mlir::Value buildByteProduct(mlir::OpBuilder &builder, RowProduct product,
                             ByteRows rows);

} // namespace kiln

#endif // KILN_LIB_TARGET_SPLIT_BYTEROWS_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows times a matrix of bytes, as a product of bytes: each row is written as
// digits, which are rows.
#ifndef KILN_LIB_TARGET_SPLIT_BYTEPRODUCT_H
#define KILN_LIB_TARGET_SPLIT_BYTEPRODUCT_H

#include "Digits.h"
#include <optional>

namespace kiln {

/// A product of rows of floats and a matrix of bytes that is widened.
struct ByteProduct {
  mlir::linalg::GenericOp op; ///< loops: rows, columns, steps
  mlir::Value left;           ///< [rows, steps]
  mlir::Value matrix;         ///< [columns, steps] or [steps, columns]
  bool isUnsigned;            ///< the matrix
  int64_t columns, steps;
};

/// Nothing where `op` is no such product of a number of rows that is small or
/// not known, or its sums of bytes could exceed 32 bits.
std::optional<ByteProduct> matchByteProduct(mlir::linalg::GenericOp op);

/// The digits of `rows`, [rows, steps], which are [4, rows, steps].
Digits buildRowDigits(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value rows);

/// The result of `product`, from the digits of its rows.
mlir::Value buildByteProduct(mlir::OpBuilder &builder, ByteProduct product,
                             Digits rows);

} // namespace kiln

#endif // KILN_LIB_TARGET_SPLIT_BYTEPRODUCT_H

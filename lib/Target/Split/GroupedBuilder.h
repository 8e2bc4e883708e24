// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the two sums of a product of rows with numbers of few bits.
#ifndef KILN_LIB_TARGET_SPLIT_GROUPEDBUILDER_H
#define KILN_LIB_TARGET_SPLIT_GROUPEDBUILDER_H

#include "Digits.h"
#include "GroupedProduct.h"
#include "mlir/IR/IRMapping.h"

namespace kiln {

/// What the outer sum reads: of a weight in order, or of what is computed.
struct GroupedOperand {
  Value tensor;
  mlir::AffineMap map;
  Operation *widening = nullptr; ///< of its elements, or null
};

/// How a weight that belongs to columns is read: a factor for each dimension of
/// the outer sum.
struct ColumnFactors {
  int64_t panel = 0, group = 0, half = 0, column = 0;
};

class GroupedBuilder {
public:
  GroupedBuilder(OpBuilder &builder, GroupedProduct product,
                 WeightOrderer &weights)
      : builder(builder), loc(product.getLast().getLoc()), product(product),
        weights(weights) {}

  bool isPossible();
  Value run();

private:
  // Operands.
  bool canRead(mlir::OpOperand *input);
  std::optional<ColumnFactors> findColumns(mlir::OpOperand *input,
                                           WeightAccess &access);
  SmallVector<WeightAxis> getAxes(const ColumnFactors &factors,
                                  SmallVectorImpl<mlir::AffineExpr> &dims,
                                  unsigned &rest);
  GroupedOperand getOperand(mlir::OpOperand *input);
  Value orderBytes();
  SmallVector<WeightAxis> getByteAxes();
  bool isOrderable(const WeightAccess &access, const ColumnFactors &factors);

  // The rows.
  mlir::AffineMap getRowMap();
  Value getRows();
  mlir::OpFoldResult countRows();
  Digits buildRows(Value rows);
  Value buildOffsets(Value digits);
  Value buildRowSums();
  mlir::linalg::GenericOp getSumOfRow(mlir::OpOperand *input);
  bool isLinear();

  // The sums.
  Value takeHalf(OpBuilder &b, Value byte, unsigned loop);
  Value takeByte(OpBuilder &b, Value byte);
  Value buildProducts(Value digits);
  Value buildSum(Value products, Value offsets, Value rowSums);
  Value buildResult(Value sum, Value unit);
  Value joinDigits(OpBuilder &b, ValueRange digits);
  Value scale(OpBuilder &b, Value sum, Value rowSum,
              const mlir::IRMapping &values);
  Value computeOuter(OpBuilder &b, Value sum, ValueRange others,
                     Value accumulator);

  mlir::AffineExpr dim(unsigned loop) { return builder.getAffineDimExpr(loop); }
  SmallVector<mlir::OpFoldResult> getRowSizes(ArrayRef<int64_t> others);
  bool areColumns() { return product.halves == Halves::Columns; }
  bool needsRowSums() {
    return product.decoding.zero || product.decoding.shift;
  }
  bool hasHalf() { return product.halves != Halves::None; }
  bool areSteps() { return product.halves == Halves::Steps; }
  /// Where zeros are operands: they are around this, which is taken off
  /// exactly.
  int64_t getMiddle() { return (product.decoding.getMost() + 1) / 2; }
  int64_t getCenter() {
    return product.decoding.zero ? getMiddle() : product.decoding.center;
  }
  /// Parallel dimensions of the outer sum: rows, panels, halves and columns;
  /// its groups are behind them.
  unsigned getRank() { return areColumns() ? 4 : 3; }
  SmallVector<mlir::OpOperand *> getParameters();

  OpBuilder &builder;
  Location loc;
  GroupedProduct product;
  WeightOrderer &weights;
  Value scaledRows; ///< by their units, where more than digits are read
};

} // namespace kiln

#endif // KILN_LIB_TARGET_SPLIT_GROUPEDBUILDER_H

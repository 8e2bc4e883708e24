// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Exec/MatrixChoice.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;
using linalg::IndexOp;

/// The read of a table along one loop that `value` is the element of.
static tensor::ExtractOp getRead(Value value) {
  auto cast = value.getDefiningOp<arith::IndexCastOp>();
  auto read = cast ? cast.getIn().getDefiningOp<tensor::ExtractOp>()
                   : tensor::ExtractOp();
  bool isList = read && read.getIndices().size() == 1 &&
                read.getIndices().front().getDefiningOp<IndexOp>();
  return isList ? read : tensor::ExtractOp();
}

std::optional<exec::MatrixChoice> exec::matchMatrixChoice(GenericOp op) {
  if (op.getNumDpsInits() != 1)
    return std::nullopt;
  Block *body = op.getBody();
  Value yielded = body->getTerminator()->getOperand(0);
  auto select = yielded.getDefiningOp<arith::SelectOp>();
  Value before = body->getArguments().back();
  if (!select || select->getBlock() != body || select.getFalseValue() != before)
    return std::nullopt;
  auto isChosen = select.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!isChosen || isChosen.getPredicate() != arith::CmpIPredicate::eq)
    return std::nullopt;
  tensor::ExtractOp read = getRead(isChosen.getLhs());
  auto matrix = isChosen.getRhs().getDefiningOp<IndexOp>();
  if (!read || !matrix)
    return std::nullopt;
  auto row = read.getIndices().front().getDefiningOp<IndexOp>();
  SmallVector<utils::IteratorType> loops = op.getIteratorTypesArray();
  if (loops[matrix.getDim()] != utils::IteratorType::reduction ||
      loops[row.getDim()] != utils::IteratorType::parallel)
    return std::nullopt;
  return MatrixChoice{static_cast<unsigned>(matrix.getDim()),
                      static_cast<unsigned>(row.getDim()), read,
                      select.getTrueValue()};
}

Value exec::createMatrixChoice(OpBuilder &builder, Location loc, Value table,
                               unsigned rowLoop, unsigned matrixLoop, Value sum,
                               Value before) {
  Value row = IndexOp::create(builder, loc, rowLoop);
  Value matrix = IndexOp::create(builder, loc, matrixLoop);
  Value number = tensor::ExtractOp::create(builder, loc, table, row);
  Value at =
      arith::IndexCastOp::create(builder, loc, builder.getIndexType(), number);
  Value isChosen =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, at, matrix);
  return arith::SelectOp::create(builder, loc, isChosen, sum, before);
}

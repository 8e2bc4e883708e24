// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows that choose matrices: neighbours that choose the same one are the rows
// of a product. Sorted rows are so in as few products as there are matrices.
#include "GemmEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;
using arith::CmpIPredicate;

/// The number of the matrix that row `row` has chosen.
FailureOr<Value> GemmEmitter::matrixOf(Value row) {
  tensor::ExtractOp read = plan.choice->read;
  FailureOr<Value> number = emitter.valueAt(read.getTensor(), row);
  if (failed(number))
    return failure();
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    *number)
      .getResult();
}

/// Emits an item for each longest run of rows by one matrix.
LogicalResult GemmEmitter::emitChosenRows(const WorkItem &item) {
  Value one = index().constant(1);
  Value last = index().sub(item.endRow, one);
  auto emitRow = [&](Value row,
                     ValueRange first) -> FailureOr<SmallVector<Value>> {
    Value next = index().add(row, one);
    FailureOr<Value> matrix = matrixOf(row);
    FailureOr<Value> nextMatrix = matrixOf(least(next, last));
    if (failed(matrix) || failed(nextMatrix))
      return failure();
    Value isOther = arith::CmpIOp::create(builder, loc, CmpIPredicate::ne,
                                          *matrix, *nextMatrix);
    Value isLast =
        arith::CmpIOp::create(builder, loc, CmpIPredicate::eq, row, last);
    Value ends = arith::OrIOp::create(builder, loc, isOther, isLast);
    WorkItem run = item;
    run.firstRow = first.front();
    run.endRow = next;
    loops[plan.choice->matrixLoop] = *matrix;
    if (failed(emitter.when(
            loc, ends, [&] { return emitRowsOfMatrix(run); }, nullptr)))
      return failure();
    return SmallVector<Value>{
        arith::SelectOp::create(builder, loc, ends, next, first.front())};
  };
  return LogicalResult(
      forSums(item.firstRow, item.endRow, one, item.firstRow, emitRow));
}

/// Rows that have chosen one matrix, where there is such a one.
LogicalResult GemmEmitter::emitRowsOfMatrix(const WorkItem &item) {
  Value isThere =
      arith::CmpIOp::create(builder, loc, CmpIPredicate::ult,
                            loops[plan.choice->matrixLoop], matrixCount);
  return emitter.when(
      loc, isThere, [&] { return emitWorkItem(item); },
      [&] { return emitRowsOfNone(item); });
}

/// Rows without a matrix have sums of zero.
LogicalResult GemmEmitter::emitRowsOfNone(const WorkItem &item) {
  Value zero = index().constant(0);
  return forEach(
      item.firstRow, item.endRow, index().constant(1), [&](Value row) {
        unsigned count = std::max<size_t>(plan.parts.size(), 1);
        for (unsigned part = 0; part < count; ++part)
          for (unsigned v = 0; v < tile.vectors; ++v)
            storeVector(
                this->zero(),
                address(sums, index().constant(part * plan.getPartSums() +
                                               v * tile.lanes)));
        return emitRowResults(item, row, zero);
      });
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Few rows whose right operand is computed where it is read, from neighbours
// along its columns: lanes are columns, and all sums of an item go down the
// steps together. A short dimension of columns before the last one is written
// out, so that what its columns share is loaded once.
#include "GemmEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;

/// Adds one step to the sums of each row, and of each column of the short
/// dimension.
FailureOr<SmallVector<Value>> GemmEmitter::addLanes(ValueRange sums) {
  ArrayRef<int64_t> columns = plan.getLaneColumns(tile.lanes);
  SmallVector<Value> results(sums);
  int64_t parts = columns.size() > 1 ? columns.front() : 1;
  int64_t rows = results.size() / parts;
  for (int64_t part = 0; part < parts; ++part) {
    if (columns.size() > 1)
      loops[loopOf(this->sizes.size() - 2)] = index().constant(part);
    FailureOr<Value> right = operandAt(plan.right);
    if (failed(right))
      return failure();
    for (int64_t row = 0; row < rows; ++row) {
      setRow(index().constant(row));
      FailureOr<Value> left = operandAt(plan.left);
      if (failed(left))
        return failure();
      Value &sum = results[row * parts + part];
      sum = addProduct(*left, *right, sum);
    }
  }
  return results;
}

/// The loops of the sum from number `level` on.
FailureOr<SmallVector<Value>> GemmEmitter::sumLanes(unsigned level,
                                                    ValueRange sums) {
  return forSums(index().constant(0), depths[level], index().constant(1), sums,
                 [&](Value at, ValueRange carried) {
                   loops[reduced[level]] = at;
                   return level + 1 == reduced.size()
                              ? addLanes(carried)
                              : sumLanes(level + 1, carried);
                 });
}

LogicalResult GemmEmitter::emitLanes(const WorkItem &item) {
  ArrayRef<int64_t> columns = plan.getLaneColumns(tile.lanes);
  int64_t length = columns.back();
  int64_t rows = *getConstantIntValue(rowCount);
  int64_t count = rows * int64_t(tile.getColumns()) / length;
  setColumn(item.firstColumn);
  LogicalResult result = forEachShort(
      index().constant(0), index().constant(length), [&](Value column) {
        loops[loopOf(sizes.size() - 1)] = column;
        Value zero = arith::ConstantOp::create(builder, loc, element,
                                               builder.getZeroAttr(element));
        FailureOr<SmallVector<Value>> results =
            sumLanes(0, SmallVector<Value>(count, zero));
        if (failed(results))
          return failure();
        for (auto [i, sum] : llvm::enumerate(*results))
          store(sum,
                address(this->sums,
                        index().add(index().constant(i * length), column)));
        return success();
      });
  if (failed(result))
    return failure();
  return forEach(
      item.firstRow, item.endRow, index().constant(1),
      [&](Value row) { return emitRowResults(item, item.firstRow, row); });
}

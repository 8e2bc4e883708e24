// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile of the result: its sums are kept in registers, then go through the
// remaining ops of the kernel.
#include "GemmEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

FailureOr<SmallVector<Value>> GemmEmitter::addProducts(const WorkItem &item,
                                                       Value row, unsigned rows,
                                                       ValueRange sums) {
  SmallVector<Value> columns;
  for (unsigned v = 0; v < tile.vectors; ++v) {
    FailureOr<Value> column = panelVector(item, v);
    if (failed(column))
      return failure();
    columns.push_back(*column);
  }
  SmallVector<Value> results;
  for (unsigned r = 0; r < rows; ++r) {
    setRow(index().add(row, index().constant(r)));
    FailureOr<Value> left = operandAt(plan.left);
    if (failed(left))
      return failure();
    Value factor = splat(*left);
    for (Value column : columns) {
      Value sum = sums[results.size()];
      results.push_back(addProduct(factor, column, sum));
    }
  }
  return results;
}

/// The reduction loops from number `level` on; the first of them runs from
/// `from` to `to`.
FailureOr<SmallVector<Value>> GemmEmitter::sumLoops(const WorkItem &item,
                                                    Value row, unsigned rows,
                                                    unsigned level, Value from,
                                                    Value to, ValueRange sums) {
  if (level == reduced.size())
    return addProducts(item, row, rows, sums);
  Value extent = level + 1 < reduced.size() ? depths[level + 1] : Value();
  return forSums(from, to, index().constant(1), sums,
                 [&](Value at, ValueRange carried) {
                   loops[reduced[level]] = at;
                   return sumLoops(item, row, rows, level + 1,
                                   index().constant(0), extent, carried);
                 });
}

/// Adds the steps [from, to) of the outermost reduction loop to the tile in
/// memory, or writes them there.
LogicalResult GemmEmitter::sumSteps(const WorkItem &item, Value row,
                                    unsigned rows, Value from, Value to,
                                    bool adds) {
  SmallVector<Value> initial(rows * tile.vectors, zero());
  FailureOr<SmallVector<Value>> results =
      sumLoops(item, row, rows, 0, from, to, initial);
  if (failed(results))
    return failure();
  unsigned align = tile.lanes * element.getWidth() / 8;
  for (auto [i, sum] : llvm::enumerate(*results)) {
    Value place = address(sums, index().constant(i * tile.lanes));
    Value value = sum;
    if (adds) {
      Value before = LLVM::LoadOp::create(builder, loc, vector, place, align);
      value = arith::AddFOp::create(builder, loc, before, sum);
    }
    LLVM::StoreOp::create(builder, loc, value, place, align);
  }
  return success();
}

/// The steps of the outermost reduction loop that are summed without a stop:
/// the longer one sum runs, the more it loses.
int64_t GemmEmitter::getStepsPerBlock() {
  int64_t inner = 1;
  for (Value extent : ArrayRef(depths).drop_front())
    inner *= std::max<int64_t>(1, getConstantIntValue(extent).value_or(1));
  return std::max<int64_t>(1, plan.depthBlock / inner);
}

LogicalResult GemmEmitter::emitTile(const WorkItem &item, Value row,
                                    unsigned rows) {
  IndexBuilder index = this->index();
  Value zero = index.constant(0), end = depths.front();
  Value steps = index.constant(getStepsPerBlock());
  Value first = arith::MinSIOp::create(builder, loc, steps, end);
  if (failed(sumSteps(item, row, rows, zero, first, false)))
    return failure();
  LogicalResult rest = forEach(first, end, steps, [&](Value from) {
    Value to = arith::MinSIOp::create(builder, loc,
                                      this->index().add(from, steps), end);
    return sumSteps(item, row, rows, from, to, true);
  });
  return succeeded(rest) ? emitEpilogue(item, row, rows) : failure();
}

/// Computes the kernel's results from the sums of row `r` of a tile.
LogicalResult GemmEmitter::emitRowResults(const WorkItem &item, Value row,
                                          Value r) {
  IndexBuilder index = this->index();
  Value at = index.add(row, r);
  SmallVector<Value> outer = item.indices;
  llvm::append_range(outer, index.delinearize(at, rowSizes()));
  Value start = index.add(
      index.mul(index.add(index.mul(item.batch, rowCount), at), columnCount),
      item.firstColumn);
  return emitRun(outer, plan.numColumns, item.firstColumn, item.columns, start,
                 index.mul(r, index.constant(tile.getColumns())));
}

LogicalResult GemmEmitter::emitEpilogue(const WorkItem &item, Value row,
                                        unsigned rows) {
  return forEach(index().constant(0), index().constant(rows),
                 index().constant(1),
                 [&](Value r) { return emitRowResults(item, row, r); });
}

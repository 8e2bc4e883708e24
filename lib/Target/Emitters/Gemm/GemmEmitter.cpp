// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which work there is, and the bits of code that it is made of.
#include "GemmEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace kiln;

void GemmEmitter::setRow(Value row) {
  setLoops(plan.numBatch, index().delinearize(row, rowSizes()));
}

void GemmEmitter::setColumn(Value column) {
  setLoops(plan.numBatch + plan.numRows,
           index().delinearize(column, columnSizes()));
}

/// The item with `number`, where each block of rows has `panels` panels and
/// each batch item has `blocks` blocks. Neighbours share the block of rows,
/// which then stays in the cache.
WorkItem GemmEmitter::getItem(Value number, Value panels, Value blocks) {
  IndexBuilder index = this->index();
  Value width = index.constant(tile.getColumns());
  Value height = evenHeight(rowCount, blocks, tile.rows, plan.rowBlock);
  Value rest = index.div(number, panels);
  WorkItem item;
  item.batch = index.div(rest, blocks);
  item.indices = index.delinearize(item.batch, batchSizes());
  item.firstRow = index.mul(index.rem(rest, blocks), height);
  item.endRow = least(index.add(item.firstRow, height), rowCount);
  item.firstColumn = index.mul(index.rem(number, panels), width);
  item.columns = least(index.sub(columnCount, item.firstColumn), width);
  return item;
}

LogicalResult GemmEmitter::run(Value first, Value last,
                               ArrayRef<Value> domain) {
  int64_t room = plan.parts.empty() ? tile.rows * tile.getColumns()
                                    : plan.parts.size() * plan.getPartSums();
  if (failed(prepare(domain, room)))
    return failure();
  if (plan.choice) {
    auto matrixLoop = llvm::find(reduced, plan.choice->matrixLoop);
    auto count = depths.begin() + (matrixLoop - reduced.begin());
    matrixCount = *count;
    depths.erase(count);
    reduced.erase(matrixLoop);
  }
  IndexBuilder index = this->index();
  rowCount = index.product(rowSizes());
  columnCount = index.product(columnSizes());
  Value panels = ceilDiv(columnCount, index.constant(tile.getColumns()));
  Value blocks = ceilDiv(rowCount, index.constant(plan.rowBlock));
  Value items =
      index.mul(index.mul(index.product(batchSizes()), blocks), panels);
  begin();
  LogicalResult result = forEachItem(first, last, items, [&](Value number) {
    WorkItem item = getItem(number, panels, blocks);
    item.isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         number, firstItem);
    setLoops(0, item.indices);
    return plan.choice ? emitChosenRows(item) : emitWorkItem(item);
  });
  end();
  return result;
}

/// Is the item the first one of a call on its block of rows?
Value GemmEmitter::isFirstOfBlock(const WorkItem &item) {
  Value isFirstPanel =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                            item.firstColumn, index().constant(0));
  return arith::OrIOp::create(builder, loc, item.isFirst, isFirstPanel);
}

/// Runs `body` for the tiles of the rows of an item: it gets the row where a
/// tile would begin, and the one where it does. The last one reaches back where
/// it would go beyond the last row, and computes some sums once more.
LogicalResult GemmEmitter::forEachRowTile(
    const WorkItem &item,
    llvm::function_ref<LogicalResult(Value, Value)> body) {
  Value step = index().constant(tile.rows);
  return forEach(item.firstRow, item.endRow, step, [&](Value row) {
    return body(row, least(row, index().sub(item.endRow, step)));
  });
}

LogicalResult GemmEmitter::emitRowTiles(const WorkItem &item) {
  if (plan.packsLeft && failed(packLeftTiles(item)))
    return failure();
  auto emit = [&](Value row, Value first) -> LogicalResult {
    if (isPacked && plan.fetchesAhead && failed(fetchAhead(item, row)))
      return failure();
    if (failed(fetchAround(item, first)))
      return failure();
    leftTile = plan.packsLeft ? packedTile(item, first) : Value();
    LogicalResult result =
        emitTile(item, first, tile.rows, index().sub(row, first));
    leftTile = {};
    return result;
  };
  if (!micro.needsCorrection())
    return forEachRowTile(item, emit);
  // The first tile has the row of zeros for all.
  WorkItem others = item;
  others.firstRow = index().add(item.firstRow, index().constant(tile.rows));
  hasZeros = true;
  Value last = index().sub(item.endRow, index().constant(tile.rows));
  LogicalResult first = emit(item.firstRow, least(item.firstRow, last));
  hasZeros = false;
  return failed(first) ? failure() : forEachRowTile(others, emit);
}

LogicalResult GemmEmitter::emitSingleRows(const WorkItem &item) {
  llvm::SaveAndRestore<bool> zeros(hasZeros, micro.needsCorrection());
  return forEach(item.firstRow, item.endRow, index().constant(1),
                 [&](Value row) {
                   return emitTile(item, row, 1, this->index().constant(0));
                 });
}

/// Several rows, fewer than a tile has: halves of a tile, which read the panel
/// less often than single rows do. Rows beyond the last one are that once more.
LogicalResult GemmEmitter::emitHalfTiles(const WorkItem &item) {
  unsigned half = tile.rows / 2;
  llvm::SaveAndRestore<bool> zeros(hasZeros, micro.needsCorrection());
  lastRow = index().sub(item.endRow, index().constant(1));
  LogicalResult result = forEach(
      item.firstRow, item.endRow, index().constant(half), [&](Value row) {
        return emitTile(item, row, half, this->index().constant(0));
      });
  lastRow = {};
  return result;
}

/// Rows that fill no tile. Panels that are in a cache anyway are not worth the
/// code of half tiles, unless each row would have zeros of its own, and sums of
/// parts have no room for more than the rows.
LogicalResult GemmEmitter::emitFewerRows(const WorkItem &item) {
  bool isWorthCode =
      plan.fetchesPanelRows || micro.needsCorrection() || plan.choice;
  Value count = countItemRows(item);
  if (getConstantIntValue(count) || !isWorthCode || !plan.parts.empty() ||
      tile.rows < 4)
    return emitSingleRows(item);
  Value isSingle = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         count, index().constant(1));
  return emitter.when(
      loc, isSingle, [&] { return emitSingleRows(item); },
      [&] { return emitHalfTiles(item); });
}

/// The rows that decide on the tiles of an item: of all, as blocks are as even
/// as they go.
Value GemmEmitter::countItemRows(const WorkItem &item) {
  return plan.choice ? index().sub(item.endRow, item.firstRow) : rowCount;
}

LogicalResult GemmEmitter::emitItemRows(const WorkItem &item) {
  Value count = countItemRows(item);
  if (std::optional<int64_t> rows = getConstantIntValue(count))
    return *rows < int64_t(tile.rows) ? emitFewerRows(item)
                                      : emitRowTiles(item);
  Value isTile = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                       count, index().constant(tile.rows));
  return emitter.when(
      loc, isTile, [&] { return emitRowTiles(item); },
      [&] { return emitFewerRows(item); });
}

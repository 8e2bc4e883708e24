// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile of the result: its sums are kept in registers, then go through the
// remaining ops of the kernel.
#include "GemmEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace kiln;

FailureOr<SmallVector<Value>> GemmEmitter::addProducts(const WorkItem &item,
                                                       Value row, unsigned rows,
                                                       ValueRange sums) {
  if (isPacked && plan.fetchesPanelRows)
    fetchAheadOf(panelRow());
  SmallVector<Value> columns;
  for (unsigned v = 0; v < tile.vectors; ++v) {
    FailureOr<Value> column = panelVector(item, v);
    if (failed(column))
      return failure();
    columns.push_back(*column);
  }
  SmallVector<Value> results;
  for (unsigned r = 0; r < rows; ++r) {
    Value at = index().add(row, index().constant(r));
    setRow(lastRow ? least(at, lastRow) : at);
    FailureOr<Value> left = wordAt(plan.left);
    if (failed(left))
      return failure();
    Value factor = micro.spread(builder, loc, *left);
    for (Value column : columns)
      results.push_back(micro.addProducts(builder, loc, factor, column,
                                          sums[results.size()]));
  }
  if (!hasZeros)
    return results;
  Value none =
      micro.spread(builder, loc,
                   arith::ConstantOp::create(
                       builder, loc, builder.getZeroAttr(micro.getWord())));
  for (Value column : columns)
    results.push_back(
        micro.addProducts(builder, loc, none, column, sums[results.size()]));
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
                   if (micro.getSteps() > 1)
                     setWord(at);
                   return sumLoops(item, row, rows, level + 1,
                                   index().constant(0), extent, carried);
                 });
}

/// The words of the outermost reduction loop that are summed without a stop.
int64_t GemmEmitter::getWordsPerBlock() {
  int64_t inner = 1;
  for (Value extent : ArrayRef(depths).drop_front())
    inner *= std::max<int64_t>(1, getConstantIntValue(extent).value_or(1));
  return std::max<int64_t>(1, plan.depthBlock / inner);
}

/// What the sums of a tile begin with, at word `from`.
SmallVector<Value> GemmEmitter::initialSums(unsigned rows, Value from) {
  SmallVector<Value> initial((rows + hasZeros) * tile.vectors, zero());
  if (hasZeros || !micro.needsCorrection() || !isConstantIntValue(from, 0))
    return initial;
  for (auto [i, sum] : llvm::enumerate(initial))
    sum = arith::SubIOp::create(
        builder, loc, sum,
        loadVector(excessAt(i % tile.vectors), /*isAligned=*/true));
  return initial;
}

/// Behind the rows of the panel: vector `vector` of what zeros add to sums.
Value GemmEmitter::excessAt(unsigned vector) {
  return address(scratch,
                 index().constant(plan.getPanelRows() * tile.getColumns() +
                                  vector * tile.lanes));
}

/// The sums of a tile less those of its row of zeros, which are kept, or added
/// to what is, for the other tiles.
SmallVector<Value> GemmEmitter::takeOffExcess(ValueRange sums, bool adds) {
  if (!hasZeros)
    return sums;
  ValueRange excess = sums.take_back(tile.vectors);
  storeSums(excess, adds, micro, [&](unsigned v) { return excessAt(v); });
  SmallVector<Value> results;
  for (auto [i, sum] : llvm::enumerate(sums.drop_back(tile.vectors)))
    results.push_back(
        arith::SubIOp::create(builder, loc, sum, excess[i % tile.vectors]));
  return results;
}

/// Fetches tile `row` of a buffer with the sizes of the sum.
LogicalResult GemmEmitter::fetchTile(unsigned buffer, const WorkItem &item,
                                     Value row, Fetch purpose) {
  Type type = getElementTypeOrSelf(kernel.getBufferType(buffer));
  int64_t perLine = kCacheLineBytes * 8 / type.getIntOrFloatBitWidth();
  Value zero = index().constant(0), one = index().constant(1);
  return forEach(zero, index().constant(tile.rows), one, [&](Value r) {
    Value start = rowStart(item, index().add(row, r), sumColumns());
    for (int64_t at = 0; at < tile.getColumns(); at += perLine)
      fetchLine(address(emitter.bufferOf(buffer),
                        index().add(start, index().constant(at)), type),
                purpose);
    return success();
  });
}

/// Fetches what the ops behind the sums of tile `row` read and write, where its
/// rows are more streams than processors follow.
LogicalResult GemmEmitter::fetchAround(const WorkItem &item, Value row) {
  for (unsigned buffer : plan.readByParts)
    if (failed(fetchTile(buffer, item, row, Fetch::Read)))
      return failure();
  return plan.fetchesResults ? fetchTile(kernel.getNumTensorArguments(), item,
                                         row, Fetch::Write)
                             : success();
}

/// Takes the sums of tile `row` to memory.
LogicalResult GemmEmitter::sumTile(const WorkItem &item, Value row,
                                   unsigned rows) {
  Value first = firstSumOfTile(item, row);
  auto place = [&](unsigned i) {
    return address(sums, index().add(first, index().constant(i * tile.lanes)));
  };
  auto sumWords = [&](Value from, Value to) -> FailureOr<SmallVector<Value>> {
    SmallVector<Value> initial = initialSums(rows, from);
    if (leftTile && plan.fetchesPanels &&
        failed(fetchNextPanel(item, row, from)))
      return failure();
    FailureOr<SmallVector<Value>> sums =
        leftTile ? sumPackedWords(from, to, initial)
                 : sumLoops(item, row, rows, 0, from, to, initial);
    if (failed(sums))
      return failure();
    return takeOffExcess(*sums, /*adds=*/false);
  };
  // Packed rows are filled up with zeros to whole words, as panels are.
  Value end = leftTile ? index().constant(plan.getWords()) : wordCount();
  if (failed(sumInBlocks(end, getWordsPerBlock(), micro, sumWords, place)))
    return failure();
  if (!leftTile && plan.depth && plan.getRest()) {
    rest = plan.getRest();
    setWord(wordCount());
    FailureOr<SmallVector<Value>> last = addProducts(
        item, row, rows,
        SmallVector<Value>((rows + hasZeros) * tile.vectors, zero()));
    rest = 0;
    if (failed(last))
      return failure();
    storeSums(takeOffExcess(*last, /*adds=*/true), true, micro, place);
  }
  return success();
}

LogicalResult GemmEmitter::emitTile(const WorkItem &item, Value row,
                                    unsigned rows, Value finished) {
  if (failed(sumTile(item, row, rows)))
    return failure();
  // Sums of a part wait for those of all parts.
  if (!plan.parts.empty())
    return success();
  Value count = index().constant(rows);
  if (lastRow)
    count = least(count, index().sub(item.endRow, row));
  return forEach(finished, count, index().constant(1),
                 [&](Value r) { return emitRowResults(item, row, r); });
}

/// The columns of the sums.
Value GemmEmitter::sumColumns() {
  auto sums = cast<RankedTensorType>(contraction.getResult(0).getType());
  return plan.parts.empty() ? columnCount
                            : index().constant(sums.getShape().back());
}

/// Where an item's columns begin in row `row` of a buffer that has so many.
Value GemmEmitter::rowStart(const WorkItem &item, Value row, Value columns) {
  IndexBuilder index = this->index();
  return index.add(
      index.mul(index.add(index.mul(item.batch, rowCount), row), columns),
      item.firstColumn);
}

/// Computes the kernel's results from the sums of row `r` of a tile.
LogicalResult GemmEmitter::emitRowResults(const WorkItem &item, Value row,
                                          Value r) {
  IndexBuilder index = this->index();
  Value at = index.add(row, r);
  SmallVector<Value> outer = item.indices;
  llvm::append_range(outer, index.delinearize(at, rowSizes()));
  return emitRun(outer, plan.numColumns, item.firstColumn, item.columns,
                 rowStart(item, at, columnCount),
                 index.mul(r, index.constant(tile.getColumns())));
}

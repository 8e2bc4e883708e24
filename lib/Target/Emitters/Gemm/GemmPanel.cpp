// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The panel: rows of the right operand, packed now or before, or read in place.
#include "../Tiles/Panels.h"
#include "GemmEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace kiln;

/// Runs `body` for the runs of the panel: neighbours in a run are neighbours in
/// an image, too. Their differences are found once for all rows.
LogicalResult
GemmEmitter::forEachRun(const WorkItem &item,
                        llvm::function_ref<LogicalResult(PanelRun)> body) {
  IndexBuilder index = this->index();
  Value zero = index.constant(0), one = index.constant(1);
  Value end = index.add(item.firstColumn, item.columns);
  if (plan.numColumns == 1)
    return body({item.firstColumn, end, index.sub(zero, item.firstColumn)});
  Value length = columnSizes().back();
  Value lastRun = index.div(index.sub(end, one), length);
  return forEach(index.div(item.firstColumn, length), index.add(lastRun, one),
                 one, [&](Value run) {
                   IndexBuilder index = this->index();
                   setLoops(plan.numBatch + plan.numRows,
                            index.delinearize(run, columnSizes().drop_back()));
                   Value before = index.mul(run, length);
                   Value from = arith::MaxSIOp::create(
                       builder, loc, index.sub(item.firstColumn, before), zero);
                   Value to = least(index.sub(end, before), length);
                   return body({from, to, index.sub(before, item.firstColumn)});
                 });
}

/// Packs the part of row `depth` of the panel that lies in `run`, at the step
/// of the sum given by `loops`.
LogicalResult GemmEmitter::packRow(const PanelRun &run, Value depth) {
  IndexBuilder index = this->index();
  Value start = index.mul(depth, index.constant(tile.getColumns()));
  Value place = index.add(start, run.origin);
  unsigned last = loopOf(sizes.size() - 1);
  return forEachShort(run.from, run.to, [&](Value column) {
    loops[last] = column;
    FailureOr<Value> value = wordAt(plan.right);
    if (failed(value))
      return failure();
    store(*value, address(scratch, this->index().add(place, column)));
    return success();
  });
}

/// The loops over the steps of the sum from number `level` on; `depth` counts
/// the steps before them.
LogicalResult GemmEmitter::packRows(const WorkItem &item, const PanelRun &run,
                                    unsigned level, Value depth) {
  if (level == reduced.size())
    return packRow(run, depth);
  IndexBuilder index = this->index();
  Value first = index.mul(depth, depths[level]);
  if (level + 1 == reduced.size() &&
      (plan.isTransposed || micro.getSteps() > 1))
    return packSteps(item, run, level, first);
  return forEach(
      index.constant(0), depths[level], index.constant(1), [&](Value step) {
        loops[reduced[level]] = step;
        return packRows(item, run, level + 1, this->index().add(first, step));
      });
}

LogicalResult GemmEmitter::packPanel(const WorkItem &item) {
  return forEachRun(item, [&](const PanelRun &run) {
    return packRows(item, run, 0, index().constant(0));
  });
}

LogicalResult GemmEmitter::pack(const WorkItem &item) {
  return plan.hasPanels ? success() : packPanel(item);
}

/// The number of the panel's row at `loops`.
Value GemmEmitter::panelRow() {
  return micro.getSteps() > 1 ? word : stepNumber();
}

/// The words of the item's panel, packed now or before.
Value GemmEmitter::panelStart(const WorkItem &item) {
  if (!plan.hasPanels)
    return scratch;
  IndexBuilder index = this->index();
  Value width = index.constant(plan.panelWidth);
  Value panel = index.div(item.firstColumn, width);
  if (plan.choice)
    panel = index.add(index.mul(panel, matrixCount),
                      loops[plan.choice->matrixLoop]);
  Value start =
      index.mul(panel, index.constant(plan.getWords() * plan.panelWidth));
  Value panels = plan.contraction.getDpsInputOperand(plan.right)->get();
  return address(emitter.bufferOf(panels),
                 index.add(start, index.rem(item.firstColumn, width)),
                 micro.getWord());
}

/// Words from a row of the panel to the next.
int64_t GemmEmitter::panelStride() {
  return plan.hasPanels ? plan.panelWidth : tile.getColumns();
}

/// Fetches the lines of row `row` of the panel that begins at `start`.
void GemmEmitter::fetchPanelRow(Value start, Value row, Fetch purpose) {
  Value words =
      address(start, index().mul(row, index().constant(panelStride())),
              micro.getWord());
  for (int64_t at = 0; at < plan.getTileRowBytes(); at += kCacheLineBytes)
    fetchLine(address(words, index().constant(at / plan.getWordBytes()),
                      micro.getWord()),
              purpose);
}

/// Fetches the row that is read a while after row `row`, beyond the end of the
/// panel one of the next. What processors fetch of themselves is too little
/// where a line has many products.
void GemmEmitter::fetchAheadOf(Value row) {
  int64_t rows = kAheadBytes / (panelStride() * plan.getWordBytes());
  fetchPanelRow(panel, index().add(row, index().constant(rows)), Fetch::Read);
}

Value GemmEmitter::loadPanel(Value start, Value offset) {
  return LLVM::LoadOp::create(
      builder, loc, micro.getWords(), address(start, offset, micro.getWord()),
      plan.hasPanels ? getElementBytes() : getElementBytes() * tile.lanes);
}

/// Vector `v` of the panel's row at `loops`.
FailureOr<Value> GemmEmitter::panelVector(const WorkItem &item, unsigned v) {
  IndexBuilder index = this->index();
  Value offset = index.constant(v * tile.lanes);
  if (isPacked) {
    Value row = index.mul(panelRow(), index.constant(panelStride()));
    return loadPanel(panel, index.add(row, offset));
  }
  // In place: lanes beyond the last column are not loaded.
  setColumn(index.add(item.firstColumn, offset));
  Value mask = lanesBelow(index.constant(v * tile.lanes), item.columns);
  return loadMasked(vector, operandAddress(plan.right), mask,
                    getElementBytes());
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FilterEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace kiln;

Value FilterEmitter::panelCount() {
  return index().constant(
      llvm::divideCeil(filters.filters, filters.getTileFilters()));
}

FilterEmitter::Panel FilterEmitter::getPanel(Value number) {
  IndexBuilder index = this->index();
  Value count = index.constant(filters.getTileFilters());
  Panel panel;
  panel.first = index.mul(number, count);
  panel.filters =
      least(index.sub(index.constant(filters.filters), panel.first), count);
  if (!filters.hasPanels)
    return panel;
  Value width = index.constant(filters.storedWidth);
  Value size = index.constant(filters.getStoredSteps() * filters.storedWidth);
  panel.base = emitter.bufferOf(
      filters.contraction.getDpsInputOperand(filters.filter)->get());
  panel.start = index.add(index.mul(index.div(panel.first, width), size),
                          index.rem(panel.first, width));
  return panel;
}

Value FilterEmitter::loadPlane(Value base, Value position, int64_t number) {
  Type stored = getElementTypeOrSelf(
      filters.contraction.getDpsInputOperand(filters.filter)->get());
  if (filters.panelPlanes == 1)
    return loadWidened(address(base, position, stored), stored);
  Value at = address(base, position);
  auto type = VectorType::get(filters.lanes, builder.getI32Type());
  return takePlane(
      LLVM::LoadOp::create(builder, loc, type, at, getElementBytes()), number);
}

Value FilterEmitter::takePlane(Value words, int64_t number) {
  Value filter = filters.contraction.getDpsInputOperand(filters.filter)->get();
  return takeHalf(builder, loc, words, getElementTypeOrSelf(filter), number);
}

/// Items are numbered by panels in parts, or by parts in panels: the outer one
/// is packed once for all its items of a call, the inner one once where there
/// is a single one or all are kept.
LogicalResult FilterEmitter::forEachPanel(
    Value begin, Value end, Value parts,
    llvm::function_ref<LogicalResult(Value, const Panel &, const IsNew &)>
        body) {
  bool isPanelFirst = filters.isPanelFirst();
  Value panels = panelCount();
  Value innerCount = isPanelFirst ? parts : panels;
  return forEachItem(begin, end, index().mul(parts, panels), [&](Value number) {
    IndexBuilder index = this->index();
    auto compare = [&](arith::CmpIPredicate predicate, Value a,
                       Value b) -> Value {
      return arith::CmpIOp::create(builder, loc, predicate, a, b);
    };
    auto either = [&](Value a, Value b) -> Value {
      return arith::OrIOp::create(builder, loc, a, b);
    };
    Value inner = index.rem(number, innerCount);
    Value outer = index.div(number, innerCount);
    Value isFirst = compare(arith::CmpIPredicate::eq, number, firstItem);
    Value isNewInner =
        filters.keptBands > 1
            ? compare(arith::CmpIPredicate::ult, number,
                      index.add(firstItem, innerCount))
            : either(isFirst, compare(arith::CmpIPredicate::ne, innerCount,
                                      index.constant(1)));
    Value isNewOuter = either(
        isFirst, compare(arith::CmpIPredicate::eq, inner, index.constant(0)));
    return isPanelFirst
               ? body(inner, getPanel(outer), {isNewInner, isNewOuter})
               : body(outer, getPanel(inner), {isNewOuter, isNewInner});
  });
}

/// Which rows of the result are those of `filter`: the indices before the row.
SmallVector<Value> FilterEmitter::indicesOf(const BandItem &item,
                                            Value filter) {
  SmallVector<Value> indices = item.indices;
  indices.insert(indices.begin() + filters.filterDimension, filter);
  return indices;
}

Value FilterEmitter::rowStart(const BandItem &item, Value filter, Value row) {
  IndexBuilder index = this->index();
  SmallVector<Value> indices = indicesOf(item, filter);
  Value image =
      index.linearize(indices, ArrayRef(sizes).take_front(indices.size()));
  Value line = index.add(index.mul(image, rowCount()), row);
  return index.mul(line, columnCount());
}

LogicalResult FilterEmitter::fetchResults(const BandItem &item,
                                          const Panel &panel, Value row,
                                          Value column) {
  Type type = getElementTypeOrSelf(kernel.getResultTypes().front());
  Value buffer = emitter.bufferOf(kernel.getNumTensorArguments());
  Value zero = index().constant(0), one = index().constant(1);
  return forEach(zero, panel.filters, one, [&](Value filter) {
    IndexBuilder index = this->index();
    Value start = rowStart(item, index.add(panel.first, filter),
                           index.add(item.firstRow, row));
    Value at = index.add(start, index.add(item.firstColumn, column));
    fetchLine(address(buffer, at, type), Fetch::Write);
    return success();
  });
}

LogicalResult FilterEmitter::emitLines(const BandItem &item, const Panel &panel,
                                       Value row, int64_t lineRows,
                                       int64_t lineSize, Value place) {
  IndexBuilder index = this->index();
  Value at = index.add(item.firstRow, row);
  bool isWhole = lineRows > 1;
  Value rows = least(index.sub(item.rows, row), index.constant(lineRows));
  Value count = isWhole ? index.mul(rows, columnCount()) : item.columns;
  Value first = isWhole ? index.mul(at, columnCount()) : item.firstColumn;
  return forEach(
      index.constant(0), panel.filters, index.constant(1), [&](Value f) {
        IndexBuilder index = this->index();
        Value filter = index.add(panel.first, f);
        SmallVector<Value> outer = indicesOf(item, filter);
        if (filters.rows.loop && !isWhole)
          outer.push_back(at);
        Value start = index.add(rowStart(item, filter, at), item.firstColumn);
        Value sum = index.mul(f, index.constant(lineSize));
        return emitRun(outer, isWhole ? 2 : 1, first, count, start,
                       place ? index.add(sum, place) : sum);
      });
}

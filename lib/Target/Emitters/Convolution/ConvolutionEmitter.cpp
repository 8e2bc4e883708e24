// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which work there is.
#include "ConvolutionEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;

Value ConvolutionEmitter::panelCount() {
  return index().constant(
      llvm::divideCeil(plan.filters, plan.getTileFilters()));
}

ConvolutionEmitter::Panel ConvolutionEmitter::getPanel(Value number) {
  IndexBuilder index = this->index();
  Value count = index.constant(plan.getTileFilters());
  Panel panel;
  panel.first = index.mul(number, count);
  panel.filters =
      least(index.sub(index.constant(plan.filters), panel.first), count);
  if (!plan.hasPanels) {
    panel.base = scratch;
    panel.start = index.constant(plan.getPanelPlace());
    return panel;
  }
  Value width = index.constant(plan.getPanelWidth());
  Value size = index.constant(plan.getSteps() * plan.getPanelWidth());
  panel.base =
      emitter.bufferOf(plan.contraction.getDpsInputOperand(plan.filter)->get());
  panel.start = index.add(index.mul(index.div(panel.first, width), size),
                          index.rem(panel.first, width));
  return panel;
}

/// Items are numbered by panels in bands, or by bands in panels: the outer
/// one is packed once for all its items of a call, the inner one once where
/// there is a single one.
LogicalResult ConvolutionEmitter::run(Value begin, Value end,
                                      ArrayRef<Value> domain) {
  int64_t pixels = plan.getLineSize() + plan.getPixels();
  if (failed(prepare(domain, pixels * plan.getTileFilters())))
    return failure();
  bool isPanelFirst = plan.isPanelFirst();
  Value bands = bandCount(), panels = panelCount();
  Value innerCount = isPanelFirst ? bands : panels;
  return forEachItem(begin, end, index().mul(bands, panels), [&](Value number) {
    IndexBuilder index = this->index();
    Value inner = index.rem(number, innerCount);
    Value outer = index.div(number, innerCount);
    BandItem item = getBand(isPanelFirst ? inner : outer);
    Panel panel = getPanel(isPanelFirst ? outer : inner);
    auto packWhereNew = [&](bool isInner,
                            llvm::function_ref<LogicalResult()> pack) {
      return emitter.when(loc, isNew(number, inner, innerCount, isInner), pack);
    };
    if (failed(packWhereNew(isPanelFirst, [&] { return packBand(item); })))
      return failure();
    auto pack = [&] { return packPanel(panel); };
    if (!plan.hasPanels &&
        failed(plan.isShared ? packWhereNew(!isPanelFirst, pack) : pack()))
      return failure();
    return emitPanel(item, panel);
  });
}

/// Is the band, or the panel, of item `number` another one than that of the
/// item before in the same call? `isInner`: it is the one numbered by `inner`.
Value ConvolutionEmitter::isNew(Value number, Value inner, Value innerCount,
                                bool isInner) {
  auto compare = [&](arith::CmpIPredicate predicate, Value a,
                     Value b) -> Value {
    return arith::CmpIOp::create(builder, loc, predicate, a, b);
  };
  Value isFirst = compare(arith::CmpIPredicate::eq, number, firstItem);
  Value changes =
      isInner
          ? compare(arith::CmpIPredicate::ne, innerCount, index().constant(1))
          : compare(arith::CmpIPredicate::eq, inner, index().constant(0));
  return arith::OrIOp::create(builder, loc, isFirst, changes);
}

LogicalResult ConvolutionEmitter::emitPanel(const BandItem &item,
                                            const Panel &panel) {
  return forEach(
      index().constant(0), item.rows, index().constant(plan.tileRows),
      [&](Value row) {
        IndexBuilder index = this->index();
        if (failed(forEach(index.constant(0), item.columns,
                           index.constant(plan.tileColumns), [&](Value column) {
                             return emitTile(panel, row, column);
                           })))
          return failure();
        return emitLine(item, panel, row);
      });
}

/// Computes the kernel's results from the lines of the filters: a part of row
/// `row`, or whole rows from there on.
LogicalResult ConvolutionEmitter::emitLine(const BandItem &item,
                                           const Panel &panel, Value row) {
  IndexBuilder index = this->index();
  Value at = index.add(item.firstRow, row);
  bool isWhole = plan.tileRows > 1;
  Value rows = least(index.sub(item.rows, row), index.constant(plan.tileRows));
  Value count = isWhole ? index.mul(rows, columnCount()) : item.columns;
  Value first = isWhole ? index.mul(at, columnCount()) : item.firstColumn;
  return forEach(
      index.constant(0), panel.filters, index.constant(1), [&](Value f) {
        IndexBuilder index = this->index();
        Value filter = index.add(panel.first, f);
        SmallVector<Value> outer = item.indices;
        outer.push_back(filter);
        Value line = index.add(
            index.mul(item.outer, index.constant(plan.filters)), filter);
        line = index.add(index.mul(line, rowCount()),
                         isWhole ? index.constant(0) : at);
        if (plan.rows.loop && !isWhole)
          outer.push_back(at);
        Value start = index.add(index.mul(line, columnCount()), first);
        return emitRun(outer, isWhole ? 2 : 1, first, count, start,
                       index.mul(f, index.constant(plan.getLineSize())));
      });
}

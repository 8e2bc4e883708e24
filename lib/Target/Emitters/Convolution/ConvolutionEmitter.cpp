// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which work there is.
#include "ConvolutionEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

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

/// The panels of a band follow each other, so that it is packed once for all
/// that a call has of them.
LogicalResult ConvolutionEmitter::run(Value begin, Value end,
                                      ArrayRef<Value> domain) {
  int64_t pixels = plan.getLineSize() + plan.getPixels();
  if (failed(prepare(domain, pixels * plan.getTileFilters())))
    return failure();
  Value items = index().mul(bandCount(), panelCount());
  return forEachItem(begin, end, items, [&](Value number) {
    IndexBuilder index = this->index();
    BandItem item = getBand(index.div(number, panelCount()));
    Value panel = index.rem(number, panelCount());
    Value isNew = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        panel, index.constant(0));
    Value isFirst = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, number, firstItem);
    if (failed(packWhere(arith::OrIOp::create(builder, loc, isNew, isFirst),
                         item)))
      return failure();
    return emitPanel(item, getPanel(panel));
  });
}

LogicalResult ConvolutionEmitter::packWhere(Value isNew, const BandItem &item) {
  auto choice = scf::IfOp::create(builder, loc, isNew);
  emitter.enter(choice.thenBlock());
  LogicalResult result = packBand(item);
  emitter.leave();
  return result;
}

LogicalResult ConvolutionEmitter::emitPanel(const BandItem &item,
                                            const Panel &panel) {
  if (!plan.hasPanels && failed(packPanel(panel)))
    return failure();
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

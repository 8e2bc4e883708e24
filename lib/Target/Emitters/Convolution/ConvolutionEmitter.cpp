// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which work there is.
#include "ConvolutionEmitter.h"

using namespace mlir;
using namespace kiln;

LogicalResult ConvolutionEmitter::run(Value begin, Value end,
                                      ArrayRef<Value> domain) {
  if (failed(prepare(domain, plan.getLineSize() * plan.getTileFilters())))
    return failure();
  // Apart from the lines, so that registers take its place.
  tile = makeRoom(plan.getPixels() * plan.getTileFilters());
  return forEachPanel(
      begin, end, bandCount(),
      [&](Value number, const Panel &panel, const IsNew &isNew) {
        BandItem item = getBand(number);
        if (failed(
                emitter.when(loc, isNew.part, [&] { return packBand(item); })))
          return failure();
        auto pack = [&] {
          return plan.hasPanels ? takeApart(panel) : packPanel(panel);
        };
        if (!plan.packsPanels())
          return emitPanel(item, panel);
        if (failed(plan.isShared ? emitter.when(loc, isNew.panel, pack)
                                 : pack()))
          return failure();
        Panel packed = panel;
        packed.base = scratch;
        packed.start = index().constant(plan.getPanelPlace());
        return emitPanel(item, packed);
      });
}

LogicalResult ConvolutionEmitter::emitPanel(const BandItem &item,
                                            const Panel &panel) {
  return forEach(
      index().constant(0), item.rows, index().constant(plan.lineRows),
      [&](Value row) {
        Value end =
            least(index().add(row, index().constant(plan.lineRows)), item.rows);
        if (failed(emitTiles(item, panel, row, end)))
          return failure();
        return emitLines(item, panel, row, plan.lineRows, plan.getLineSize());
      });
}

/// Computes the tiles of the rows [first, end), which make one line.
LogicalResult ConvolutionEmitter::emitTiles(const BandItem &item,
                                            const Panel &panel, Value first,
                                            Value end) {
  return forEach(first, end, index().constant(plan.tileRows), [&](Value row) {
    IndexBuilder index = this->index();
    Value before = index.mul(index.sub(row, first), columnCount());
    return forEach(index.constant(0), item.columns,
                   index.constant(plan.tileColumns), [&](Value column) {
                     if (plan.fetchesResults &&
                         failed(fetchResults(item, panel, row, column)))
                       return failure();
                     return emitTile(panel, row, column,
                                     this->index().add(before, column));
                   });
  });
}

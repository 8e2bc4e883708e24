// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which work there is.
#include "ConvolutionEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;

LogicalResult ConvolutionEmitter::run(Value begin, Value end,
                                      ArrayRef<Value> domain) {
  if (failed(prepare(domain, plan.getLineSize() * plan.getTileFilters())))
    return failure();
  // Apart from the lines, so that registers take the place of a single one.
  tiles = makeRoom(plan.getTilesSize());
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
  int64_t step = plan.sharesBlocks ? plan.sumRows : plan.lineRows;
  return forEach(
      index().constant(0), item.rows, index().constant(step), [&](Value row) {
        Value end = least(index().add(row, index().constant(step)), item.rows);
        return plan.sharesBlocks ? emitBlocks(item, panel, row, end)
                                 : emitTiles(item, panel, row, end);
      });
}

/// Finds the rows of the window that are multiplied: those that any row of the
/// tile reads inside the image where padding is skipped.
LogicalResult ConvolutionEmitter::findTaps(const BandItem &item, Tile &tile) {
  IndexBuilder index = this->index();
  Value zero = index.constant(0), taps = index.constant(plan.rows.taps);
  tile.firstTap = zero;
  tile.endTap = taps;
  if (!plan.skipsPadding())
    return success();
  tensor::PadOp pad = *findPadding(plan);
  unsigned dimension = plan.rows.dimension;
  FailureOr<SmallVector<Value>> sizes = emitter.shapeOf(pad.getSource());
  if (failed(sizes))
    return failure();
  // Taps from a row of the result on until one reads row `end` of the image.
  auto countTaps = [&](Value row, Value end) {
    Value first = firstOf(plan.rows, index.add(item.firstRow, row));
    Value rows = index.sub(
        index.add(end, index.constant(pad.getStaticLow()[dimension])), first);
    return least(ceilDiv(arith::MaxSIOp::create(builder, loc, rows, zero),
                         index.constant(plan.rows.dilation)),
                 taps);
  };
  Value last = index.add(tile.row, index.constant(plan.tileRows - 1));
  tile.firstTap = countTaps(last, zero);
  tile.endTap = countTaps(tile.row, (*sizes)[dimension]);
  return success();
}

/// Runs `body` for the tiles of the rows [first, end), which make one line. The
/// sums of several lines may be kept, of all rows from `sumsFrom` on.
LogicalResult ConvolutionEmitter::forEachTile(const BandItem &item, Value first,
                                              Value end, Value sumsFrom,
                                              TileBody body) {
  int64_t filters = plan.getTileFilters();
  return forEach(first, end, index().constant(plan.tileRows), [&](Value row) {
    IndexBuilder index = this->index();
    Value before = index.sub(row, first), kept = index.sub(row, sumsFrom);
    auto emit = [&](Value column) {
      IndexBuilder index = this->index();
      Tile tile = {row, column, tiles,
                   index.add(index.mul(before, columnCount()), column)};
      if (plan.sharesBlocks) {
        Value pixel =
            index.add(index.mul(kept, index.constant(plan.getTiledColumns())),
                      index.mul(column, index.constant(plan.tileRows)));
        tile.memory = address(tiles, index.mul(pixel, index.constant(filters)));
      }
      return failed(findTaps(item, tile)) ? failure() : body(tile);
    };
    return forEach(index.constant(0), item.columns,
                   index.constant(plan.tileColumns), emit);
  });
}

/// Computes the tiles of the rows [first, end), which make one line, and the
/// line.
LogicalResult ConvolutionEmitter::emitTiles(const BandItem &item,
                                            const Panel &panel, Value first,
                                            Value end) {
  if (failed(forEachTile(item, first, end, first, [&](const Tile &tile) {
        if (plan.fetchesResults &&
            failed(fetchResults(item, panel, tile.row, tile.column)))
          return failure();
        return emitTile(panel, tile);
      })))
    return failure();
  return emitLines(item, panel, first, plan.lineRows, plan.getLineSize());
}

/// The same of several lines, a block of planes for all tiles before the next
/// one: its filters stay in the first cache.
LogicalResult ConvolutionEmitter::emitBlocks(const BandItem &item,
                                             const Panel &panel, Value first,
                                             Value end) {
  Value zero = index().constant(0), words = index().constant(plan.getWords());
  Value block = index().constant(plan.getBlockWords());
  auto sumBlock = [&](Value from, Value to, bool adds) {
    return forEachTile(item, first, end, first, [&](const Tile &tile) {
      if (!adds && plan.fetchesResults &&
          failed(fetchResults(item, panel, tile.row, tile.column)))
        return failure();
      FailureOr<SmallVector<Value>> sums = sumPlanes(panel, tile, from, to);
      if (failed(sums))
        return failure();
      storeSums(*sums, adds, *plan.micro,
                [&](unsigned i) { return vectorOf(tile, i); });
      return success();
    });
  };
  if (failed(sumBlock(zero, block, false)) ||
      failed(forEach(block, words, block, [&](Value from) {
        return sumBlock(from, least(index().add(from, block), words), true);
      })))
    return failure();
  return forEachLine(first, end, [&](Value row, Value next) {
    if (failed(forEachTile(item, row, next, first, [&](const Tile &tile) {
          storeLines(tile);
          return success();
        })))
      return failure();
    return emitLines(item, panel, row, plan.lineRows, plan.getLineSize());
  });
}

/// Runs `body` for the rows of each line of [first, end).
LogicalResult ConvolutionEmitter::forEachLine(
    Value first, Value end,
    llvm::function_ref<LogicalResult(Value, Value)> body) {
  if (plan.sumRows == plan.lineRows)
    return body(first, end);
  Value step = index().constant(plan.lineRows);
  return forEach(first, end, step, [&](Value row) {
    return body(row, least(index().add(row, step), end));
  });
}

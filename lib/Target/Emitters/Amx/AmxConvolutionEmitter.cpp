// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AmxConvolutionEmitter.h"

using namespace mlir;
using namespace kiln;

constexpr int64_t kWordBytes = 4;

LogicalResult AmxConvolutionEmitter::run(Value begin, Value end,
                                         ArrayRef<Value> domain) {
  if (failed(prepare(domain, /*count=*/0)))
    return failure();
  sums = address(scratch, count(plan.getSumPlace()));
  configure();
  LogicalResult result = forEachPanel(
      begin, end, bandCount(),
      [&](Value number, const Panel &panel, const IsNew &isNew) {
        BandItem item = getBand(number);
        if (failed(emitter.when(loc, isNew.part,
                                [&] { return packBand(item); })) ||
            failed(emitter.when(loc, isNew.panel,
                                [&] { return packPanel(panel); })))
          return failure();
        return forEach(count(0), item.rows, count(plan.lineRows),
                       [&](Value row) { return emitLine(item, panel, row); });
      });
  tiles.release();
  return result;
}

void AmxConvolutionEmitter::configure() {
  SmallVector<TileShape> shapes(kTileRegisters, TileShape());
  for (unsigned tile : {0, 1}) {
    shapes[kLeftTiles + tile].rowBytes = plan.stepWords * kWordBytes;
    shapes[kRightTiles + tile].rows = plan.stepWords;
  }
  tiles.configure(tiles.makeConfig(shapes));
}

/// Runs `body` for the steps of a tile in the order in which the panel has
/// them. Small windows are written out.
LogicalResult AmxConvolutionEmitter::forEachStep(
    llvm::function_ref<LogicalResult(const Step &)> body) {
  constexpr int64_t kMaxTaps = 16;
  return forEach(count(0), count(plan.getGroups()), count(1), [&](Value group) {
    auto addRow = [&](Value row) -> LogicalResult {
      for (int64_t column = 0; column < plan.columns.taps; ++column)
        if (failed(body({group, row, column})))
          return failure();
      return success();
    };
    if (plan.getRowTaps() * plan.columns.taps > kMaxTaps)
      return forEach(count(0), count(plan.getRowTaps()), count(1), addRow);
    for (int64_t row = 0; row < plan.getRowTaps(); ++row)
      if (failed(addRow(count(row))))
        return failure();
    return success();
  });
}

/// The words of tile `tile` of the panel for a step, in scratch memory.
Value AmxConvolutionEmitter::panelPlace(Value tile, const Step &step) {
  IndexBuilder index = this->index();
  Value number =
      index.linearize({tile, step.group, step.row, count(step.column)},
                      {tile, count(plan.getGroups()), count(plan.getRowTaps()),
                       count(plan.columns.taps)});
  return index.add(count(plan.getPanelPlace()),
                   index.mul(number, count(2 * plan.kTileWords)));
}

/// The number of the step in a stored panel that has word `word` of a step.
Value AmxConvolutionEmitter::storedStep(Value word, const Step &step) {
  IndexBuilder index = this->index();
  Value line = index.add(index.mul(step.group, count(plan.stepWords)), word);
  Value row = step.row;
  if (plan.foldsRows) {
    row = index.div(line, count(plan.getWords()));
    line = index.rem(line, count(plan.getWords()));
  }
  return index.linearize(
      {line, row, count(step.column)},
      {line, count(plan.rows.taps), count(plan.columns.taps)});
}

/// Packs a step of a tile, filter by filter.
LogicalResult AmxConvolutionEmitter::packStep(const Panel &panel, Value tile,
                                              const Step &step) {
  IndexBuilder index = this->index();
  int64_t width = plan.getStoredWidth();
  Value start = index.add(
      panel.start, index.mul(tile, count(plan.getStoredSteps() * width)));
  Value place = panelPlace(tile, step);
  for (int64_t half : {0, 1})
    packSquare(
        vector, kWordBytes,
        [&](unsigned word) {
          // What is behind the words of a step is not read.
          Value stored = storedStep(
              count(std::min<int64_t>(word, plan.stepWords - 1)), step);
          Value at = index.add(index.mul(stored, count(width)),
                               count(half * kTileRows));
          return address(panel.base, index.add(start, at));
        },
        [&](unsigned filter) {
          return address(scratch,
                         index.add(place, count(half * plan.kTileWords +
                                                filter * plan.kStretch)));
        });
  return success();
}

LogicalResult AmxConvolutionEmitter::packPanel(const Panel &panel) {
  return forEach(count(0), ceilDiv(panel.filters, count(plan.kTileFilters)),
                 count(1), [&](Value tile) {
                   return forEachStep([&](const Step &step) {
                     return packStep(panel, tile, step);
                   });
                 });
}

/// Where a stretch begins in its line. In a flat one all pixels are one row.
AmxConvolutionEmitter::Pixel AmxConvolutionEmitter::firstPixel(const Line &line,
                                                               Value stretch) {
  IndexBuilder index = this->index();
  Value row = count(0), column = stretch;
  if (!plan.isFlat) {
    row = index.div(stretch, line.rowStretches);
    column = index.rem(stretch, line.rowStretches);
  }
  return {row, index.mul(column, count(plan.kStretch))};
}

/// Its word in a plane of the band.
Value AmxConvolutionEmitter::bandPlace(const Line &line, const Pixel &pixel) {
  IndexBuilder index = this->index();
  Value row = index.add(line.first, pixel.row);
  return index.add(index.mul(row, count(plan.rows.stride * plan.getRowStep())),
                   pixel.column);
}

/// Its sum in a line.
Value AmxConvolutionEmitter::linePlace(const Pixel &pixel) {
  IndexBuilder index = this->index();
  return index.add(index.mul(pixel.row, count(plan.getLineRow())),
                   pixel.column);
}

/// Computes the sums of a tile of filters for two stretches, which begin at
/// `pixels`.
LogicalResult AmxConvolutionEmitter::emitTile(const Line &line, Value tile,
                                              ArrayRef<Pixel> pixels) {
  IndexBuilder index = this->index();
  Value places[] = {bandPlace(line, pixels[0]), bandPlace(line, pixels[1])};
  tiles.zeroSums();
  auto addStep = [&](const Step &step) -> LogicalResult {
    IndexBuilder index = this->index();
    Value left = panelPlace(tile, step);
    Value right = index.add(
        index.mul(step.group, count(plan.stepWords * plan.getPlaneStep())),
        index.mul(step.row, count(plan.rows.dilation * plan.getRowStep())));
    right = index.add(right, count(plan.getTapPlace(step.column)));
    auto band = [&](unsigned number) {
      return address(scratch, index.add(places[number], right));
    };
    tiles.addStep(plan.product,
                  {address(scratch, left),
                   address(scratch, index.add(left, count(plan.kTileWords))),
                   count(kTileRowBytes)},
                  {band(0), band(1), count(plan.getPlaneStep() * kWordBytes)});
    return success();
  };
  if (failed(forEachStep(addStep)))
    return failure();
  TileRegisters::Sums finished;
  finished.stride = count(plan.getLineSize() * kWordBytes);
  for (unsigned half : {0, 1})
    for (unsigned number : {0, 1}) {
      Value filter = index.add(index.mul(tile, count(plan.kTileFilters)),
                               count(half * kTileRows));
      Value to = index.add(index.mul(filter, count(plan.getLineSize())),
                           linePlace(pixels[number]));
      finished.places[2 * half + number] = address(sums, to);
    }
  tiles.storeSums(finished);
  return success();
}

/// Computes the results of a panel for the line that begins with `row`.
LogicalResult AmxConvolutionEmitter::emitLine(const BandItem &item,
                                              const Panel &panel, Value row) {
  IndexBuilder index = this->index();
  Line line;
  line.first = row;
  line.rows = least(index.sub(item.rows, row), count(plan.lineRows));
  line.rowStretches = ceilDiv(item.columns, count(plan.kStretch));
  Value rowsBefore = index.sub(line.rows, count(1));
  line.stretches =
      plan.isFlat
          ? ceilDiv(index.add(index.mul(rowsBefore, count(plan.getRowSize())),
                              item.columns),
                    count(plan.kStretch))
          : index.mul(line.rows, line.rowStretches);
  // The words of two stretches stay in the first cache for all filters.
  Value tiles = ceilDiv(panel.filters, count(plan.kTileFilters));
  // The second stretch is the first one where there is no other.
  auto emitStretches = [&](Value stretch) -> LogicalResult {
    IndexBuilder index = this->index();
    Value next = least(index.add(stretch, count(1)),
                       index.sub(line.stretches, count(1)));
    Pixel pixels[] = {firstPixel(line, stretch), firstPixel(line, next)};
    if (plan.fetchesResults &&
        failed(fetchResults(item, panel, index.add(line.first, pixels[0].row),
                            pixels[0].column)))
      return failure();
    return forEach(count(0), tiles, count(1),
                   [&](Value tile) { return emitTile(line, tile, pixels); });
  };
  if (failed(forEach(count(0), line.stretches, count(2), emitStretches)))
    return failure();
  return forEach(count(0), line.rows, count(1), [&](Value number) {
    IndexBuilder index = this->index();
    return emitLines(item, panel, index.add(row, number), 1, plan.getLineSize(),
                     index.mul(number, count(plan.getLineRow())));
  });
}

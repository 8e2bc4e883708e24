// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AmxConvolutionEmitter.h"

using namespace mlir;
using namespace kiln;

constexpr int64_t kWordBytes = 4;

LogicalResult AmxConvolutionEmitter::run(Value begin, Value end,
                                         ArrayRef<Value> domain) {
  if (failed(prepare(domain, /*count=*/0)))
    return failure();
  sums = at(count(plan.getSumPlace()));
  configure();
  LogicalResult result = forEachPanel(
      begin, end, bandCount(),
      [&](Value number, const Panel &panel, const IsNew &isNew) {
        BandItem item = getBand(number);
        if (failed(emitter.when(loc, isNew.part,
                                [&] { return packPixels(item); })) ||
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
      for (int64_t column = 0; column < plan.getColumnTaps(); ++column)
        if (failed(body({group, row, column})))
          return failure();
      return success();
    };
    if (plan.rows.taps * plan.getColumnTaps() > kMaxTaps)
      return forEach(count(0), count(plan.rows.taps), count(1), addRow);
    for (int64_t row = 0; row < plan.rows.taps; ++row)
      if (failed(addRow(count(row))))
        return failure();
    return success();
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
  return {row, times(column, plan.kStretch)};
}

/// Its words in the band.
Value AmxConvolutionEmitter::bandPlace(const Line &line, const Pixel &pixel) {
  IndexBuilder index = this->index();
  Value row = times(index.add(line.first, pixel.row), plan.rows.stride);
  return index.add(times(row, plan.getRowStep()),
                   times(pixel.column, plan.getPixelStep()));
}

/// Adds up the sums of a tile of filters for two stretches, which begin at
/// `pixels`.
LogicalResult AmxConvolutionEmitter::addSteps(const Line &line, Value tile,
                                              ArrayRef<Pixel> pixels) {
  using Operand = TileRegisters::Operand;
  Value places[] = {bandPlace(line, pixels[0]), bandPlace(line, pixels[1])};
  tiles.zeroSums();
  return forEachStep([&](const Step &step) {
    IndexBuilder index = this->index();
    int64_t column = plan.foldsColumns ? 0 : plan.getTapPlace(step.column);
    Value offset = index.add(
        index.add(times(step.row, plan.rows.dilation * plan.getRowStep()),
                  times(step.group, plan.getGroupStep())),
        count(column * plan.getPixelStep()));
    Value panel = panelPlace(tile, step);
    auto pair = [&](Value first, Value second, int64_t stride) {
      return TileRegisters::Pair{at(first), at(second),
                                 count(stride * kWordBytes)};
    };
    // The pixels stay in the first cache for all filters.
    auto words =
        pair(index.add(places[0], offset), index.add(places[1], offset),
             plan.foldsColumns ? plan.getRowPixels() : plan.getPixelStep());
    int64_t half = plan.foldsColumns ? plan.getStepSize() / 2 : plan.kLine;
    auto filters = pair(panel, index.add(panel, count(half)),
                        plan.foldsColumns ? plan.kLine : plan.kTileFilters);
    if (plan.foldsColumns)
      tiles.addStep(plan.product, filters, words, Operand::Left);
    else
      tiles.addStep(plan.product, words, filters, Operand::Right);
    return success();
  });
}

/// The sum of filter `filter` of tile `tile` for a pixel, in the lines.
Value AmxConvolutionEmitter::lineAddress(Value tile, int64_t filter,
                                         const Pixel &pixel) {
  IndexBuilder index = this->index();
  Value line = index.add(times(tile, plan.kTileFilters), count(filter));
  Value place = index.add(times(pixel.row, plan.getLineRow()), pixel.column);
  return address(sums, index.add(times(line, plan.getLineSize()), place));
}

/// Turns the sums of a tile of pixels, which are in memory, and stores them in
/// the lines of its filters.
void AmxConvolutionEmitter::turnTile(Value tile, ArrayRef<Pixel> pixels) {
  for (auto [half, pixel] : llvm::enumerate(pixels))
    for (int64_t filter = 0; filter < plan.kTileFilters; filter += plan.lanes) {
      int64_t from = plan.getTilePlace() + filter +
                     int64_t(half) * plan.kStretch * plan.kTileFilters;
      packSquare(
          vector, kTileRowBytes,
          [&](unsigned number) {
            return at(count(from + number * plan.kTileFilters));
          },
          [&, pixel = pixel](unsigned number) {
            return lineAddress(tile, filter + number, pixel);
          });
    }
}

/// Stores the sums of a tile in the lines of its filters.
void AmxConvolutionEmitter::storeTile(Value tile, ArrayRef<Pixel> pixels) {
  TileRegisters::Sums finished;
  for (unsigned row : {0, 1})
    for (unsigned column : {0, 1})
      finished.places[2 * row + column] =
          plan.foldsColumns
              ? lineAddress(tile, row * kTileRows, pixels[column])
              : at(count(plan.getTilePlace() + row * plan.getTileSize() / 2 +
                         column * plan.kLine));
  finished.stride = count(kWordBytes * (plan.foldsColumns ? plan.getLineSize()
                                                          : plan.kTileFilters));
  tiles.storeSums(finished);
  if (!plan.foldsColumns)
    turnTile(tile, pixels);
}

/// Computes the sums of a tile of filters for two stretches, which begin at
/// `pixels`.
LogicalResult AmxConvolutionEmitter::emitTile(const Line &line, Value tile,
                                              ArrayRef<Pixel> pixels) {
  if (failed(addSteps(line, tile, pixels)))
    return failure();
  storeTile(tile, pixels);
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
      plan.isFlat ? ceilDiv(index.add(times(rowsBefore, plan.getRowPixels()),
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
    return forEach(count(0), tiles, count(1),
                   [&](Value tile) { return emitTile(line, tile, pixels); });
  };
  if (failed(forEach(count(0), line.stretches, count(2), emitStretches)))
    return failure();
  return forEach(count(0), line.rows, count(1), [&](Value number) {
    return emitLines(item, panel, this->index().add(row, number), 1,
                     plan.getLineSize(), times(number, plan.getLineRow()));
  });
}

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
        bandNumber = number;
        bandStart =
            plan.keptBands > 1 ? times(number, plan.getBandSize()) : count(0);
        if (failed(emitter.when(loc, isNew.part,
                                [&] { return packPixels(item); })) ||
            (plan.foldsColumns && failed(emitter.when(loc, isNew.panel, [&] {
               return packPanel(panel);
             }))))
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
  Value row = times(index.add(line.first, pixel.row), plan.getRowStep());
  return index.add(index.add(bandStart, row),
                   times(pixel.column, plan.getPixelStep()));
}

/// From the words that a pixel of the result reads first to those of a step.
Value AmxConvolutionEmitter::stepPlace(const Step &step) {
  IndexBuilder index = this->index();
  int64_t offset = step.column * plan.columns.dilation;
  int64_t stride = plan.columns.stride;
  Value row = rowPlace(times(step.row, plan.rows.dilation));
  Value place = index.add(row, times(step.group, plan.getGroupStep()));
  return index.add(place, count(offset % stride * plan.getPhaseStep() +
                                offset / stride * plan.getPixelStep()));
}

/// Fetches words of a step of the next panel, which come from memory: others
/// for each pair of stretches, of which `pair` is the number. Behind the last
/// panel there is nothing to fetch: its last tile is near.
void AmxConvolutionEmitter::fetchStep(const Panel &panel, Value tile,
                                      const Step &step, Value pair) {
  for (int64_t i = 0; i < plan.fetchedWords; ++i) {
    IndexBuilder index = this->index();
    Value number = index.add(times(pair, plan.fetchedWords), count(i));
    Value last = index.div(index.sub(count(plan.filters - 1), panel.first),
                           count(plan.kTileFilters));
    Value next = least(index.add(tile, count(plan.getPanelTiles())), last);
    Value place =
        storedWord(panel, next, step, index.rem(number, count(plan.stepWords)));
    for (int64_t at = 0; at < plan.kTileFilters; at += plan.kLine)
      fetchLine(address(panel.base, index.add(place, count(at))),
                Fetch::ReadLater);
  }
}

/// Adds up the sums of a tile of filters for a pair of stretches.
LogicalResult AmxConvolutionEmitter::addSteps(const Line &line,
                                              const Panel &panel, Value tile,
                                              const Pair &pair) {
  using Operand = TileRegisters::Operand;
  Value places[] = {bandPlace(line, pair.pixels[0]),
                    bandPlace(line, pair.pixels[1])};
  tiles.zeroSums();
  return forEachStep([&](const Step &step) {
    IndexBuilder index = this->index();
    Value offset = stepPlace(step);
    Value words[] = {at(index.add(places[0], offset)),
                     at(index.add(places[1], offset))};
    auto bytes = [&](int64_t step) { return count(step * kWordBytes); };
    // The pixels stay in the first cache for all filters.
    if (plan.foldsColumns) {
      Value place = panelPlace(tile, step);
      Value second = index.add(place, count(plan.kStepSize / 2));
      tiles.addStep(plan.product, {at(place), at(second), bytes(plan.kLine)},
                    {words[0], words[1], bytes(plan.getRowPixels())},
                    Operand::Left);
      return success();
    }
    fetchStep(panel, tile, step, pair.number);
    Value place = storedWord(panel, tile, step, count(0));
    Value second = index.add(place, count(plan.kLine));
    tiles.addStep(plan.product,
                  {words[0], words[1], bytes(plan.getPixelStep())},
                  {address(panel.base, place), address(panel.base, second),
                   bytes(plan.getStoredStep())},
                  Operand::Right);
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

/// Computes the sums of a tile of filters for a pair of stretches.
LogicalResult AmxConvolutionEmitter::emitTile(const Line &line,
                                              const Panel &panel, Value tile,
                                              const Pair &pair) {
  if (failed(addSteps(line, panel, tile, pair)))
    return failure();
  storeTile(tile, pair.pixels);
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
  Value linesBefore = index.div(row, count(plan.lineRows));
  Value pairsBefore =
      index.add(times(bandNumber, plan.getBandPairs()),
                times(linesBefore, plan.countPairs(plan.lineRows)));
  // The words of two stretches stay in the first cache for all filters.
  Value tiles = ceilDiv(panel.filters, count(plan.kTileFilters));
  // The second stretch is the first one where there is no other.
  auto emitStretches = [&](Value stretch) -> LogicalResult {
    IndexBuilder index = this->index();
    Value next = least(index.add(stretch, count(1)),
                       index.sub(line.stretches, count(1)));
    Pair pair = {{firstPixel(line, stretch), firstPixel(line, next)},
                 index.add(pairsBefore, index.div(stretch, count(2)))};
    return forEach(count(0), tiles, count(1), [&](Value tile) {
      return emitTile(line, panel, tile, pair);
    });
  };
  if (failed(forEach(count(0), line.stretches, count(2), emitStretches)))
    return failure();
  return finishLine(item, panel, line);
}

/// Computes the kernel's results from the sums of a line.
LogicalResult AmxConvolutionEmitter::finishLine(const BandItem &item,
                                                const Panel &panel,
                                                const Line &line) {
  auto finishRows = [&](const Panel &filters, Value place) {
    return forEach(count(0), line.rows, count(1), [&](Value row) {
      IndexBuilder index = this->index();
      return emitLines(item, filters, index.add(line.first, row), 1,
                       plan.getLineSize(),
                       index.add(place, times(row, plan.getLineRow())));
    });
  };
  if (!plan.finishesFilters)
    return finishRows(panel, count(0));
  return forEach(count(0), panel.filters, count(1), [&](Value filter) {
    Panel one = panel;
    one.first = this->index().add(panel.first, filter);
    one.filters = count(1);
    return finishRows(one, times(filter, plan.getLineSize()));
  });
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packing: the words of a pixel side by side, and filters in the order of
// steps.
#include "AmxConvolutionEmitter.h"

using namespace mlir;
using namespace kiln;

constexpr int64_t kWordBytes = 4;

/// Where the planes of a row have word `word` of the first pixel.
Value AmxConvolutionEmitter::planePlace(Value word) {
  IndexBuilder index = this->index();
  Value words = count(plan.getWords());
  Value plane = plan.foldsColumns ? index.rem(word, words) : word;
  Value place = index.add(count(plan.getPlanesPlace()),
                          times(plane, plan.getPlaneStep()));
  if (!plan.foldsColumns)
    return place;
  Value stride = count(plan.columns.stride);
  Value offset = times(index.div(word, words), plan.columns.dilation);
  return index.add(
      place, index.add(times(index.rem(offset, stride), plan.getPhaseSize()),
                       index.div(offset, stride)));
}

/// Turns the planes of row `row` of the image into pixels, squares of words and
/// pixels at a time.
LogicalResult AmxConvolutionEmitter::turnRow(Value row) {
  auto turnSquare = [&](Value group, Value pixel) {
    IndexBuilder index = this->index();
    Value first = times(group, plan.stepWords);
    Value to = index.add(index.add(times(row, plan.getRowStep()),
                                   times(pixel, plan.getPixelStep())),
                         times(group, plan.getGroupStep()));
    packSquare(
        vector, kWordBytes,
        [&](unsigned number) {
          // What is behind the words of a step is not read.
          int64_t word = std::min<int64_t>(number, plan.stepWords - 1);
          IndexBuilder index = this->index();
          return at(
              index.add(planePlace(index.add(first, count(word))), pixel));
        },
        [&](unsigned number) {
          return at(this->index().add(to, count(number * plan.getPixelStep())));
        });
    return success();
  };
  return forEach(count(0), count(plan.getGroups()), count(1), [&](Value group) {
    return forEach(count(0), count(plan.getUsedPixels()), count(plan.kStretch),
                   [&](Value pixel) { return turnSquare(group, pixel); });
  });
}

/// Copies the planes of row `row` of the image for each column of the window,
/// so that stretches begin with a cache line.
LogicalResult AmxConvolutionEmitter::copyRow(Value row) {
  return forEach(
      count(0), count(plan.getPixelWords()), count(1), [&](Value word) {
        IndexBuilder index = this->index();
        Value from = planePlace(word);
        Value to = index.add(times(row, plan.getRowStep()),
                             times(word, plan.getRowPixels()));
        return forEach(count(0), count(plan.getRowPixels()), count(plan.lanes),
                       [&](Value pixel) {
                         IndexBuilder index = this->index();
                         storeVector(loadVector(at(index.add(from, pixel))),
                                     at(index.add(to, pixel)),
                                     /*isAligned=*/true);
                         return success();
                       });
      });
}

/// Packs the band. The last square of a row may write pixels of the next one,
/// before these are packed.
LogicalResult AmxConvolutionEmitter::packPixels(const BandItem &item) {
  return forEachRow(item, [&](Value row) {
    if (failed(packRow(item, row, count(plan.getPlanesPlace()),
                       plan.getPlaneStep())))
      return failure();
    return plan.foldsColumns ? copyRow(row) : turnRow(row);
  });
}

/// The words of tile `tile` of the panel for a step, in scratch memory.
Value AmxConvolutionEmitter::panelPlace(Value tile, const Step &step) {
  IndexBuilder index = this->index();
  Value number =
      index.linearize({tile, step.group, step.row, count(step.column)},
                      {tile, count(plan.getGroups()), count(plan.rows.taps),
                       count(plan.getColumnTaps())});
  return index.add(count(plan.getPanelPlace()),
                   times(number, plan.getStepSize()));
}

/// Where word `word` of a step lies for the first filter of tile `tile`.
Value AmxConvolutionEmitter::storedWord(const Panel &panel, Value tile,
                                        const Step &step, Value word) {
  IndexBuilder index = this->index();
  Value plane = index.add(times(step.group, plan.stepWords), word);
  Value column = count(step.column);
  if (plan.foldsColumns) {
    column = index.div(plane, count(plan.getWords()));
    plane = index.rem(plane, count(plan.getWords()));
  }
  Value number =
      index.linearize({tile, plane, step.row, column},
                      {tile, count(plan.getWords()), count(plan.rows.taps),
                       count(plan.columns.taps)});
  return index.add(panel.start, times(number, plan.kTileFilters));
}

/// Copies the words of a step of a tile, filters side by side.
LogicalResult AmxConvolutionEmitter::copyStep(const Panel &panel, Value tile,
                                              const Step &step) {
  Value place = panelPlace(tile, step);
  return forEach(count(0), count(plan.stepWords), count(1), [&](Value word) {
    Value from = storedWord(panel, tile, step, word);
    Value to = this->index().add(place, times(word, plan.kTileFilters));
    for (int64_t filter = 0; filter < plan.kTileFilters; filter += plan.lanes) {
      IndexBuilder index = this->index();
      Value words =
          loadVector(address(panel.base, index.add(from, count(filter))));
      storeVector(words, at(index.add(to, count(filter))),
                  /*isAligned=*/true);
    }
    return success();
  });
}

/// Packs a step of a tile, filter by filter.
void AmxConvolutionEmitter::turnStep(const Panel &panel, Value tile,
                                     const Step &step) {
  Value place = panelPlace(tile, step);
  for (int64_t first = 0; first < plan.kTileFilters; first += plan.lanes)
    packSquare(
        vector, kWordBytes,
        [&](unsigned number) {
          // What is behind the words of a step is not read.
          Value word = count(std::min<int64_t>(number, plan.stepWords - 1));
          return address(panel.base,
                         this->index().add(storedWord(panel, tile, step, word),
                                           count(first)));
        },
        [&](unsigned number) {
          return at(
              this->index().add(place, count((first + number) * plan.kLine)));
        });
}

LogicalResult AmxConvolutionEmitter::packPanel(const Panel &panel) {
  return forEach(count(0), ceilDiv(panel.filters, count(plan.kTileFilters)),
                 count(1), [&](Value tile) {
                   return forEachStep([&](const Step &step) -> LogicalResult {
                     if (!plan.foldsColumns)
                       return copyStep(panel, tile, step);
                     turnStep(panel, tile, step);
                     return success();
                   });
                 });
}

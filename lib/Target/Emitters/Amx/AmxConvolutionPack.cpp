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

/// Where row `row` of the band lies.
Value AmxConvolutionEmitter::rowPlace(Value row) {
  IndexBuilder index = this->index();
  Value stride = count(plan.rows.stride);
  Value phase = times(index.rem(row, stride),
                      plan.getColumnPhases() * plan.getPhaseStep());
  return index.add(phase, times(index.div(row, stride), plan.getRowStep()));
}

/// Turns the planes of row `row` of the image into pixels, squares of words and
/// pixels at a time.
LogicalResult AmxConvolutionEmitter::turnRow(Value row) {
  Value start = this->index().add(bandStart, rowPlace(row));
  auto turnSquare = [&](int64_t phase, Value group, Value pixel) {
    IndexBuilder index = this->index();
    Value first = times(group, plan.stepWords);
    Value from = index.add(pixel, count(phase * plan.getPhaseSize()));
    Value to = index.add(index.add(start, count(phase * plan.getPhaseStep())),
                         index.add(times(pixel, plan.getPixelStep()),
                                   times(group, plan.getGroupStep())));
    packSquare(
        vector, kWordBytes,
        [&](unsigned number) {
          // What is behind the words of a step is not read.
          int64_t word = std::min<int64_t>(number, plan.stepWords - 1);
          IndexBuilder index = this->index();
          return at(index.add(planePlace(index.add(first, count(word))), from));
        },
        [&](unsigned number) {
          return at(this->index().add(to, count(number * plan.getPixelStep())));
        });
  };
  return forEach(count(0), count(plan.getGroups()), count(1), [&](Value group) {
    return forEach(count(0), count(plan.getRowPixels()), count(plan.kStretch),
                   [&](Value pixel) {
                     for (int64_t phase : plan.getUsedPhases())
                       turnSquare(phase, group, pixel);
                     return success();
                   });
  });
}

/// Copies the planes of row `row` of the image for each column of the window,
/// so that stretches begin with a cache line.
LogicalResult AmxConvolutionEmitter::copyRow(Value row) {
  return forEach(
      count(0), count(plan.getPixelWords()), count(1), [&](Value word) {
        IndexBuilder index = this->index();
        Value from = planePlace(word);
        Value to = index.add(index.add(bandStart, rowPlace(row)),
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

/// Packs the band. The last square of a row may write pixels of the next one of
/// its phase, before these are packed, or of none.
LogicalResult AmxConvolutionEmitter::packPixels(const BandItem &item) {
  return forEachRow(item, [&](Value row) {
    if (failed(packRow(item, row, count(plan.getPlanesPlace()),
                       plan.getPlaneStep())))
      return failure();
    return plan.foldsColumns ? copyRow(row) : turnRow(row);
  });
}

/// The words of tile `tile` of a packed panel for a step, in scratch memory.
Value AmxConvolutionEmitter::panelPlace(Value tile, const Step &step) {
  IndexBuilder index = this->index();
  Value number =
      index.linearize({tile, step.group, step.row},
                      {tile, count(plan.getGroups()), count(plan.rows.taps)});
  return index.add(count(plan.getPanelPlace()), times(number, plan.kStepSize));
}

/// Where word `word` of a step lies for the first filter of tile `tile`, in
/// elements from the base of the panel.
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
                   return forEachStep([&](const Step &step) {
                     turnStep(panel, tile, step);
                     return success();
                   });
                 });
}

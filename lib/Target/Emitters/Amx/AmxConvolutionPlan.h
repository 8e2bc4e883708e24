// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a convolution of small types is cut for tile registers.
#ifndef KILN_LIB_TARGET_EMITTERS_AMX_AMXCONVOLUTIONPLAN_H
#define KILN_LIB_TARGET_EMITTERS_AMX_AMXCONVOLUTIONPLAN_H

#include "../Convolution/ConvolutionPlan.h"
#include "../Tiles/TileRegisters.h"

namespace kiln {

/// A tile has the sums of two stretches of 16 pixels for 32 filters. Pixels are
/// the left operand: the band has the words of a pixel side by side, those of
/// each step in a cache line, and steps read filters where they lie. Where
/// planes are few, and with them the steps that would pay for turning a tile,
/// filters are the left operand, from a packed panel: the band has the words of
/// a stretch one under the other. Rows and columns of the band are put apart by
/// their phases, so that neighbours in a result read neighbours. Scratch memory
/// is the bands that are kept, the panel, a row of the image as lines of
/// planes, a tile, and the sums of a line.
struct AmxConvolutionPlan : ConvolutionPlan {
  StringRef product; ///< the instruction
  /// Words that a step takes, of a pixel and of a filter.
  int64_t stepWords = 0;
  /// Planes are few: a pixel of the band is one of the result, and has the
  /// words of all columns of its window. Else it is one of the image.
  bool foldsColumns = false;
  /// Stretches run on over the ends of rows, and what is between these is
  /// computed for nothing; else each begins at a row.
  bool isFlat = false;
  /// Results of a filter are finished before those of the next one: their rows
  /// follow each other in memory. Else all filters of a row are.
  bool finishesFilters = false;
  /// Words of each step of the next panel that are fetched while two stretches
  /// are summed.
  int64_t fetchedWords = 0;

  static constexpr int64_t kStretch = kTileRows;
  static constexpr int64_t kTileFilters = 2 * kTileRowBytes / 4;
  /// Words of a cache line.
  static constexpr int64_t kLine = kTileRowBytes / 4;

  /// Columns of the window that steps go through.
  int64_t getColumnTaps() const { return foldsColumns ? 1 : columns.taps; }
  /// Words of a pixel of the band, and their steps.
  int64_t getPixelWords() const {
    return getWords() * (foldsColumns ? columns.taps : 1);
  }
  int64_t getGroups() const { return getPixelWords() / stepWords; }
  int64_t getTileSteps() const {
    return getGroups() * rows.taps * getColumnTaps();
  }

  /// Pixels of a row of a phase of the band.
  int64_t getRowPixels() const {
    return foldsColumns ? llvm::alignTo(bandColumns, kStretch) : getPhaseSize();
  }
  /// In words, from a pixel to the next, from a step of it to the next, and
  /// from a row to the next.
  int64_t getPixelStep() const {
    return foldsColumns ? 1 : getGroups() * kLine;
  }
  int64_t getGroupStep() const {
    return foldsColumns ? stepWords * getRowPixels() : kLine;
  }
  int64_t getRowStep() const {
    return getRowPixels() * (foldsColumns ? getPixelWords() : getPixelStep());
  }
  /// Phases of columns that the band puts apart.
  int64_t getColumnPhases() const { return foldsColumns ? 1 : columns.stride; }
  /// From a phase to the next, those of columns within those of rows. The last
  /// stretch of a phase may end behind it.
  int64_t getPhaseStep() const {
    return llvm::divideCeil(rows.reach(bandRows), rows.stride) * getRowStep() +
           kStretch * getPixelStep();
  }
  int64_t getBandSize() const {
    return rows.stride * getColumnPhases() * getPhaseStep();
  }

  int64_t countPanels() const {
    return llvm::divideCeil(filters, getTileFilters());
  }
  /// Tiles of filters in a panel.
  int64_t getPanelTiles() const { return getTileFilters() / kTileFilters; }
  /// Where filters lie, from a word of a tap to the next one of the same tap.
  int64_t getStoredStep() const {
    return rows.taps * columns.taps * kTileFilters;
  }
  /// Words of a step of 32 filters in a packed panel, where each filter has a
  /// cache line.
  static constexpr int64_t kStepSize = kTileFilters * kLine;
  int64_t getPanelPlace() const { return keptBands * getBandSize(); }
  int64_t getPanelSize() const {
    return foldsColumns ? getPanelTiles() * getTileSteps() * kStepSize : 0;
  }

  /// From one plane of a row of the image to the next: an odd number of cache
  /// lines, which do not compete for the same places of a cache.
  int64_t getPlaneStep() const {
    return (llvm::divideCeil(getRowSize(), kLine) | 1) * kLine;
  }
  int64_t getPlanesPlace() const { return getPanelPlace() + getPanelSize(); }
  /// The last square of words that is turned may end behind the planes.
  int64_t getPlanesSize() const { return getWords() * getPlaneStep() + kLine; }

  int64_t getTilePlace() const { return getPlanesPlace() + getPlanesSize(); }
  static constexpr int64_t getTileSize() { return 2 * kStretch * kTileFilters; }

  /// Stretches of a row, where each begins at one.
  int64_t getRowStretches() const {
    return llvm::divideCeil(bandColumns, kStretch);
  }
  /// Sums from one row of a line to the next.
  int64_t getLineRow() const {
    return isFlat ? getRowPixels() : getRowStretches() * kStretch;
  }
  /// Stretches of a line of `count` rows.
  int64_t countStretches(int64_t count) const {
    return isFlat ? llvm::divideCeil((count - 1) * getRowPixels() + bandColumns,
                                     kStretch)
                  : count * getRowStretches();
  }
  /// Tiles take two of them.
  int64_t countPairs(int64_t count) const {
    return llvm::divideCeil(countStretches(count), 2);
  }
  /// Pairs of the lines of a band.
  int64_t getBandPairs() const {
    return llvm::divideCeil(bandRows, lineRows) * countPairs(lineRows);
  }
  /// An odd number of stretches: lines of neighbouring filters do not compete
  /// for the same places of a cache.
  int64_t getLineSize() const {
    return (countStretches(lineRows) | 1) * kStretch;
  }
  /// Of the sums of a line, for all filters of a panel.
  int64_t getSumSize() const { return getTileFilters() * getLineSize(); }
  int64_t getSumPlace() const { return getTilePlace() + getTileSize(); }
  int64_t getScratchSize() const { return getSumPlace() + getSumSize(); }
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_AMX_AMXCONVOLUTIONPLAN_H

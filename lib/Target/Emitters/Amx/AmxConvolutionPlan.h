// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a convolution of small types is cut for tile registers.
#ifndef KILN_LIB_TARGET_EMITTERS_AMX_AMXCONVOLUTIONPLAN_H
#define KILN_LIB_TARGET_EMITTERS_AMX_AMXCONVOLUTIONPLAN_H

#include "../Convolution/ConvolutionPlan.h"
#include "../Tiles/TileRegisters.h"

namespace kiln {

/// A tile has the sums of 32 filters for two stretches of 16 pixels. Filters
/// are the left operand: their words are packed filter by filter. The band is
/// the right one as it lies, a line of words under the other: sums of a filter
/// are neighbours then, as they are in the result. Scratch memory is the band,
/// the panel and the sums of a line.
struct AmxConvolutionPlan : ConvolutionPlan {
  StringRef product; ///< the instruction
  /// Words that a step takes, the rows of a tile of the band.
  int64_t stepWords = 0;
  /// A step takes the same column of several rows of the window, too: planes
  /// are few, and lie within the rows of the band. Else it is of one row.
  bool foldsRows = false;
  /// Stretches run on over the ends of rows, and what is between these is
  /// computed for nothing; else each begins at a row.
  bool isFlat = false;

  static constexpr int64_t kStretch = kTileRowBytes / 4;
  static constexpr int64_t kTileFilters = 2 * kTileRows;
  /// Words of one tile of filters.
  static constexpr int64_t kTileWords = kTileRows * kStretch;

  /// Rows of the window that the steps of one group of words go through.
  int64_t getRowTaps() const { return foldsRows ? 1 : rows.taps; }
  int64_t getGroups() const {
    return getWords() * (foldsRows ? rows.taps : 1) / stepWords;
  }
  int64_t getTileSteps() const {
    return getGroups() * getRowTaps() * columns.taps;
  }
  /// Stretches of a row, where each begins at one.
  int64_t getRowStretches() const {
    return llvm::divideCeil(bandColumns, kStretch);
  }
  /// Sums from one row of a line to the next.
  int64_t getLineRow() const {
    return isFlat ? getRowSize() : getRowStretches() * kStretch;
  }
  /// Stretches of a line of `count` rows.
  int64_t countStretches(int64_t count) const {
    return isFlat ? llvm::divideCeil((count - 1) * getRowSize() + bandColumns,
                                     kStretch)
                  : count * getRowStretches();
  }
  /// An odd number of stretches: lines of neighbouring filters do not compete
  /// for the same places of a cache.
  int64_t getLineSize() const {
    return (countStretches(lineRows) | 1) * kStretch;
  }
  /// Of the sums of a line, for all filters of a panel.
  int64_t getSumSize() const { return getTileFilters() * getLineSize(); }
  /// Tiles of filters in a panel.
  int64_t getPanelTiles() const { return getTileFilters() / kTileFilters; }
  /// The last stretch may end behind the band.
  int64_t getPanelPlace() const {
    return llvm::alignTo(getBandSize() + kStretch, kStretch);
  }
  int64_t getPanelSize() const {
    return getPanelTiles() * getTileSteps() * 2 * kTileWords;
  }
  int64_t getSumPlace() const { return getPanelPlace() + getPanelSize(); }
  int64_t getScratchSize() const { return getSumPlace() + getSumSize(); }
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_AMX_AMXCONVOLUTIONPLAN_H

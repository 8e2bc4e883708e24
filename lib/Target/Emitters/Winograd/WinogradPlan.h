// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions of windows of 3 x 3 by Winograd's minimal filtering F(2 x 2, 3 x
// 3): tiles of 2 x 2 pixels take 16 products for each plane and filter in place
// of 36 (S. Winograd, Arithmetic Complexity of Computations, 1980; A. Lavin and
// S. Gray, Fast Algorithms for Convolutional Neural Networks, 2015).
#ifndef KILN_LIB_TARGET_EMITTERS_WINOGRAD_WINOGRADPLAN_H
#define KILN_LIB_TARGET_EMITTERS_WINOGRAD_WINOGRADPLAN_H

#include "../Convolution/ConvolutionPlan.h"

namespace kiln {

/// A block has the tiles of some bands, numbered row after row. Image, filters
/// and sums are transformed to 16 places, at each of which there is a product
/// of matrices: [tiles, words] by [words, filters], where a word is of as many
/// planes as the instruction takes.
struct WinogradPlan : ConvolutionPlan {
  static constexpr int64_t kTile = 2;          ///< pixels of a tile, each way
  static constexpr int64_t kReach = kTile + 2; ///< pixels that they read
  static constexpr int64_t kPlaces = kReach * kReach;

  int64_t blockBands = 1;  ///< bands of a block, of one image or several
  int64_t groupTiles = 1;  ///< of one product in registers
  int64_t lineColumns = 0; ///< sums from one row of a line to the next

  /// Tiles from one row of them to the next.
  int64_t getTileColumns() const { return bandColumns / kTile; }
  int64_t getBandTiles() const { return bandRows / kTile * getTileColumns(); }
  int64_t getTiles() const {
    return llvm::alignTo(blockBands * getBandTiles(), groupTiles);
  }
  /// Tiles of a row that are transformed at once. Those of the last vector that
  /// are not in the row lie on the next one, which is written later, or behind
  /// the plane.
  int64_t getVectorTiles() const {
    return std::min<int64_t>(lanes, llvm::PowerOf2Ceil(getTileColumns()));
  }
  int64_t getPlaneTiles() const {
    return getTiles() + llvm::alignTo(getTileColumns(), getVectorTiles()) -
           getTileColumns();
  }
  /// Words that a word of a panel makes.
  int64_t getPanelWords() const { return panelPlanes / wordPlanes; }
  /// Words whose filters are transformed before they are multiplied: those of
  /// whole words of a panel.
  int64_t getDepth() const {
    return llvm::alignTo(std::min(depth, planes), panelPlanes) / wordPlanes;
  }

  // Scratch memory, in elements: a band, then the tiles of a block [place,
  // word, tile], the filters [word, place, filter] in the order in which they
  // are written, and the sums [place, tile, filter]. Pitches have a vector
  // more, since caches have few places for addresses that differ by a power of
  // two.
  int64_t getTilePitch() const { return pad(getWords() * getPlaneTiles()); }
  int64_t getFilterPitch() const { return pad(kPlaces * getTileFilters()); }
  int64_t getSumPitch() const { return pad(getTiles() * getTileFilters()); }
  int64_t getTilesAt() const { return pad(getBandSize()); }
  int64_t getFiltersAt() const {
    return getTilesAt() + kPlaces * getTilePitch();
  }
  int64_t getSumsAt() const {
    return getFiltersAt() + getDepth() * getFilterPitch();
  }
  /// As many tiles are finished at once as make a vector of pixels; the last
  /// ones may be none of the block's.
  int64_t getScratchSize() const {
    return getSumsAt() + kPlaces * getSumPitch() + lanes * getTileFilters();
  }

  /// Does a line have whole rows of a narrow image, one after the other?
  bool hasWholeRows() const { return getExtent(columns) == lineColumns; }
  int64_t getLineSize() const { return kTile * lineColumns + 2 * lanes; }

private:
  int64_t pad(int64_t size) const { return llvm::alignTo(size, lanes) + lanes; }
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_WINOGRAD_WINOGRADPLAN_H

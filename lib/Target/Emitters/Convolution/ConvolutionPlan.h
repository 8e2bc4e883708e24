// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums over windows with many filters for each image, and the tiles that they
// are cut to on a processor.
#ifndef KILN_LIB_TARGET_EMITTERS_CONVOLUTION_CONVOLUTIONPLAN_H
#define KILN_LIB_TARGET_EMITTERS_CONVOLUTION_CONVOLUTIONPLAN_H

#include "../Tiles/Band.h"
#include "../Tiles/MicroKernel.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Target/TargetInfo.h"

namespace kiln {

/// The filters are a dimension of the result before the row, most often the one
/// right before it; of a volume, the depth lies between. A tile has the sums of
/// a few pixels, which are neighbours, for a panel of filters, which are the
/// lanes of its vectors.
struct ConvolutionPlan : BandPlan {
  std::shared_ptr<const MicroKernel> micro =
      nullptr;                           ///< takes a word of planes
  int64_t filters = 0;                   ///< for each image
  unsigned filterLoop = 0;               ///< that numbers them
  unsigned filterDimension = 0;          ///< of the result
  int64_t tileRows = 1, tileColumns = 1; ///< pixels of a tile
  int64_t tileVectors = 1;               ///< filters of a tile, in vectors
  int64_t registers = 0;                 ///< of vectors
  /// Rows of the result that a line has: whole ones, or one.
  int64_t lineRows = 1;
  /// Pixels that lie side by side when a tile is transposed: a power of two, at
  /// least those of a tile.
  int64_t stretch = 1;
  int64_t depth = 256; ///< steps that are summed without a stop
  /// Blocks of so many steps are summed for all tiles of `sumRows` rows in
  /// turn, whole lines.
  bool sharesBlocks = false;
  int64_t sumRows = 1;
  /// The filters lie in panels: none is packed.
  bool hasPanels = false;
  int64_t storedWidth = 0; ///< filters side by side in those
  /// The result is in no cache of the core's own: while a tile is summed, its
  /// lines of the result are fetched.
  bool fetchesResults = false;
  /// Planes that a word of them has.
  int64_t panelPlanes = 1;
  /// All images have the same filters: there are no groups.
  bool isShared = true;
  /// The share of the sum's rows of taps that lie in the zeros around the
  /// image, where each tile leaves its own ones out.
  double paddingShare = 0;
  bool skipsPadding() const { return paddingShare > 0; }
  /// A panel serves all images before the next one, whatever their sizes.
  bool putsPanelsFirst = false;
  /// Packed bands that are kept for all panels, where panels come first: all,
  /// or the one in hand.
  int64_t keptBands = 1;

  /// Does a packed panel serve all images before the next one is packed? Else
  /// a packed band serves all panels.
  bool isPanelFirst() const {
    return putsPanelsFirst || (isShared && getPanelSize() > 2 * getBandSize());
  }

  int64_t getPixels() const { return tileRows * tileColumns; }
  /// Do sums, filters and a pixel? Tiles that somebody wants may be larger.
  bool fitsRegisters() const {
    return (getPixels() + 1) * tileVectors + 1 <= registers;
  }
  /// Taps whose filters registers hold beside the sums and a pixel.
  int64_t getHeldTaps() const {
    int64_t sums = getPixels() * tileVectors;
    return std::max<int64_t>(1, (registers - 1 - sums) / tileVectors);
  }
  /// Words of one filter.
  int64_t getSteps() const { return getWords() * rows.taps * columns.taps; }
  /// Words of planes that are summed without a stop.
  int64_t getBlockWords() const {
    int64_t taps = rows.taps * columns.taps;
    return std::max<int64_t>(1, depth / (taps * wordPlanes));
  }
  /// Are there several such blocks? Sums of integers need no stop.
  bool hasBlocks() const;
  /// Taps of a plane that lie in a panel, and those before the first one that
  /// is multiplied.
  int64_t getStoredTaps() const { return rows.storedTaps * columns.storedTaps; }
  int64_t getFirstTap() const {
    return rows.firstTap * columns.storedTaps + columns.firstTap;
  }
  /// Those that it has in panels that lie there.
  int64_t getStoredSteps() const {
    return llvm::divideCeil(planes, panelPlanes) * getStoredTaps();
  }
  /// Those of a panel that is packed.
  int64_t getPackedSteps() const { return getWords() * getStoredTaps(); }
  /// Are panels packed, from filters as they are or from words that no
  /// instruction takes?
  bool packsPanels() const { return !hasPanels || panelPlanes != wordPlanes; }
  /// The loops that count them.
  SmallVector<unsigned> getStepLoops() const;
  int64_t getTileFilters() const { return tileVectors * lanes; }
  /// Filters side by side in the panels that tiles read.
  int64_t getPanelWidth() const {
    return packsPanels() ? getTileFilters() : storedWidth;
  }
  /// Where the panel begins in the scratch memory: at a whole vector.
  int64_t getPanelPlace() const { return llvm::alignTo(getBandSize(), lanes); }
  int64_t getPanelSize() const {
    // The last word may be of fewer planes.
    int64_t steps =
        hasPanels ? getStoredSteps() * panelPlanes : getPackedSteps();
    return packsPanels() ? steps * getPanelWidth() : 0;
  }
  /// Columns of all tiles of a row.
  int64_t getTiledColumns() const {
    return llvm::alignTo(bandColumns, tileColumns);
  }
  /// Room for the pixels of a line of tiles, for one filter.
  int64_t getLineSize() const { return getTiledColumns() * lineRows + stretch; }
  /// Room for the sums of a tile, or of all that are summed in turn.
  int64_t getTilesSize() const {
    int64_t pixels = sharesBlocks
                         ? getTiledColumns() * llvm::alignTo(sumRows, tileRows)
                         : getPixels();
    return pixels * getTileFilters();
  }
};

/// Finds image, filters and instruction of the only sum in `kernel`; nothing
/// where it is none over windows with enough filters. Sizes are still to
/// choose.
std::optional<ConvolutionPlan> matchFilters(exec::KernelOp kernel,
                                            const CpuInfo &info);

/// Do the filters of `plan` lie in panels, or is each a stretch of a buffer,
/// blocks of which are transposed when a panel is packed? The steps come in
/// their order.
bool findPanels(ConvolutionPlan &plan, const CpuInfo &info);

/// Parts of `unit` along `axis` of the result, the last one filled up. Where
/// its extent is not known, as many as images of the sizes that usually have as
/// many planes have on average for each of the rows or columns that are
/// expected.
double countParts(const ConvolutionPlan &plan, const WindowAxis &axis,
                  double unit);

/// Columns of a band, the most, but where few fit a cache.
constexpr int64_t kBandColumns = 128;

/// Chooses bands of whole tiles that stay in a cache beside a panel: their
/// columns, up to `most`, and then, when a row of all planes is `rowSize`
/// words, their rows.
void chooseBandColumns(ConvolutionPlan &plan, int64_t most = kBandColumns);
void chooseBandRows(ConvolutionPlan &plan, int64_t rowSize,
                    const CpuInfo &info);
/// Cuts bands further where threads then share the work more evenly: three
/// panels of one band leave one of two threads with two. Rows of a band still
/// fill a vector where that counts.
void evenBands(ConvolutionPlan &plan, const CpuInfo &info);

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_CONVOLUTION_CONVOLUTIONPLAN_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums over windows of an image: which operand is the image, how windows lie in
// it, and the bands that it is cut to.
#ifndef KILN_LIB_TARGET_EMITTERS_TILES_BAND_H
#define KILN_LIB_TARGET_EMITTERS_TILES_BAND_H

#include "Pooling.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace kiln {

/// Rows or columns: position `at` of the result and tap `k` of the window read
/// position `at * stride + k * dilation` of the image. Where taps are words,
/// each reads as many positions from there on, `wordDilation` apart.
struct WindowAxis {
  std::optional<unsigned> loop; ///< of the result; none: there is one position
  std::optional<unsigned> tap;  ///< of the window; none: there is one tap
  std::optional<unsigned> word; ///< of a tap's positions; none: it has one
  int64_t stride = 1, dilation = 1, taps = 1;
  int64_t wordTaps = 1, wordDilation = 1; ///< of the loop `word`
  /// Taps of the filters, of which `taps` are multiplied, from number
  /// `firstTap` on: the others read padding alone.
  int64_t storedTaps = 1, firstTap = 0;
  unsigned dimension = 0; ///< of the image

  /// Positions of the image that `count` of the result read.
  int64_t reach(int64_t count) const {
    return (count - 1) * stride + (taps - 1) * dilation + 1;
  }
  /// The first of those that position 0 reads.
  int64_t getOrigin() const { return firstTap * dilation; }
};

/// The result is [image…, row, column], or [image…, column]. The steps of the
/// sum that are no taps read planes of the image, one each. A band is the part
/// of the image that some rows and columns of the result read, in all planes.
struct BandPlan {
  mlir::linalg::GenericOp contraction;
  unsigned image = 0, filter = 1; ///< numbers of the operands
  WindowAxis rows, columns;
  SmallVector<unsigned> planeLoops;
  int64_t planes = 1;
  /// Windows of the same column overlap in a dimension that is neither that of
  /// rows nor of columns, as those of a volume do.
  bool isVolume = false;
  /// Planes that one instruction takes, side by side in a packed word. Where
  /// that is more than one there is one loop of planes.
  int64_t wordPlanes = 1;
  /// The same row of all planes lies together, else all rows of a plane.
  bool joinsPlanes = false;
  /// Rows are packed in whole vectors, beyond their ends: what they take the
  /// place of there is packed later. Each is padding, pixels and padding.
  bool packsWhole = false;
  /// They are packed by vectors that are loaded under masks.
  bool packsVectors = false;
  /// The rows that each row of taps reads are packed by themselves, without
  /// those that lie between them and the next ones, which no tap reads.
  bool setsTapsApart = false;
  /// Columns of a line that are packed together, all planes of them, so that
  /// what a tile reads is one stretch; 0: all columns of a band are.
  int64_t columnBlock = 0;
  /// The dimensions of the result that tell images apart.
  SmallVector<unsigned> images;

  int64_t lanes = 1;                     ///< of a vector
  int64_t bandRows = 1, bandColumns = 1; ///< of the result, whole tiles

  /// Of the result along `axis`; dynamic where it is not known.
  int64_t getExtent(const WindowAxis &axis) const;

  /// Rows and columns that images of as many planes have in networks, at the
  /// smallest of the usual sizes.
  double getUsualExtent() const;

  /// Else each element of the result reads one pixel.
  bool hasWindows() const { return rows.taps * columns.taps > 1; }
  /// Is the image one row of pixels that are read one by one?
  bool isLine() const { return !rows.loop && !hasWindows(); }
  /// Is the image so small that many lanes of its pixels, in vectors that have
  /// `width` of them together, would have nothing to do, more than those of
  /// `filters` would?
  bool hasFewPixels(int64_t width, int64_t filters) const;
  /// Are tiles of pixels and filters to take it, not products by such vectors?
  bool suitsTiles(int64_t width, int64_t filters) const {
    return hasWindows() || isVolume || hasFewPixels(width, filters);
  }

  /// Columns of the image are put apart by the remainder of their number when
  /// it is divided by the stride, so that neighbours in the result read
  /// neighbours. This is the room for those with the same rest.
  int64_t getPhaseSize() const {
    return bandColumns + (columns.taps - 1) * columns.dilation / columns.stride;
  }
  int64_t getRowSize() const { return columns.stride * getPhaseSize(); }
  /// Packed rows from those of one row of taps to those of the next, and of
  /// all.
  int64_t getTapRows() const {
    return setsTapsApart ? (bandRows - 1) * rows.stride + 1 : rows.dilation;
  }
  int64_t getPackedRows() const {
    return setsTapsApart ? rows.taps * getTapRows() : rows.reach(bandRows);
  }
  int64_t getPlaneSize() const { return getPackedRows() * getRowSize(); }
  /// Room behind what no other row is packed after: two whole vectors are
  /// stored at once.
  int64_t getOverrun() const { return packsWhole ? 2 * lanes : 0; }
  /// From a row of a packed band to the next one, and from a plane to the next.
  int64_t getRowStride() const {
    return joinsPlanes ? getWords() * getRowSize() + getOverrun()
                       : getRowSize();
  }
  int64_t getPlaneStride() const {
    return columnBlock   ? columnBlock
           : joinsPlanes ? getRowSize()
                         : getPlaneSize();
  }
  /// Planes from one block of columns to the next: a few more than are packed,
  /// so that blocks do not take turns in one place of a cache.
  int64_t getBlockPlanes() const {
    return getWords() +
           llvm::divideCeil(std::max(getOverrun(), lanes), columnBlock);
  }
  /// Packed planes; the last word may have fewer planes.
  int64_t getWords() const { return llvm::divideCeil(planes, wordPlanes); }
  int64_t getBandSize() const {
    if (columnBlock)
      return getBlockPlanes() *
             int64_t(llvm::alignTo(bandColumns, columnBlock));
    return joinsPlanes ? getPackedRows() * getRowStride()
                       : getWords() * getPlaneSize() + getOverrun();
  }
  /// The phases of columns that taps read, as they lie in a row.
  SmallVector<int64_t> getUsedPhases() const;
  int64_t getElementBytes() const; ///< of scratch memory, and of a word
  /// Where the column of the image that tap `tap` of column 0 reads lies in
  /// a packed row.
  int64_t getTapPlace(int64_t tap) const {
    int64_t offset = tap * columns.dilation;
    return offset % columns.stride * getPhaseSize() + offset / columns.stride;
  }
};

/// Rows and columns that images of so many channels usually have where each
/// channel has a filter of its own: networks have several times as many there.
double getUsualExtentOfChannels(int64_t channels);

/// Parts of `unit` of rows or columns, the last one filled up. Where there are
/// `extent`, which is not known, as many as images of the `usual` extent and up
/// to three times as many have on average, for each of those that are expected.
double countParts(int64_t extent, double usual, double unit);

/// Images in the result; as many as are expected where that is not known.
double countImages(const BandPlan &plan);

/// Rows of all planes that are packed when each band of the images is.
double countBandRows(const BandPlan &plan);

/// Cycles of packing each band of the images once.
double countBandCycles(const BandPlan &plan);

/// Finds image, axes and planes of the only sum in `kernel`, whose windows may
/// have one pixel; nothing when it reads no image, or planes whose number is
/// not known, or is one of integers where these are not taken. Bands are still
/// to choose.
std::optional<BandPlan> matchBand(exec::KernelOp kernel,
                                  bool takesIntegers = false);

/// The same for windows of a pooling, whose extents are in the place of the
/// filter.
std::optional<BandPlan> matchBand(const Pooling &pooling);

/// The dimension of the result that numbers filters: the only one of `images`
/// that the image does not have or, where it has all, as with a filter for each
/// channel, the last one. Nothing where it lacks several.
std::optional<unsigned> findFilterDimension(const BandPlan &plan);

/// How the image of `plan` is padded: null where it is not, nothing where it is
/// by numbers of elements or a value that are not known.
std::optional<mlir::tensor::PadOp> findPadding(const BandPlan &plan);

/// An image in a buffer of the kernel, with zeros around rows and columns.
struct StoredImage {
  Value source;
  int64_t lowRows = 0, lowColumns = 0; ///< zeros in front of it
};

/// Finds the image of `plan`; nothing where the kernel computes it or pads it
/// in another way.
std::optional<StoredImage> findStoredImage(const BandPlan &plan);

/// Is `size`, which is wanted, a multiple of `unit`?
inline bool isSize(int64_t size, int64_t unit) {
  return size > 0 && size % unit == 0;
}

/// The number of parts, up to `most` and at least half of it, that `extent` is
/// cut to with the least over; `most` where `extent` is dynamic.
int64_t chooseTileSize(int64_t extent, int64_t most);

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_TILES_BAND_H

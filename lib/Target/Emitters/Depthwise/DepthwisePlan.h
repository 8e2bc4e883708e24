// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums over windows with a filter for each channel of an image, or in groups of
// a few channels and as many filters, and the bands and tiles that they are cut
// to on a processor.
#ifndef KILN_LIB_TARGET_EMITTERS_DEPTHWISE_DEPTHWISEPLAN_H
#define KILN_LIB_TARGET_EMITTERS_DEPTHWISE_DEPTHWISEPLAN_H

#include "../Convolution/ConvolutionPlan.h"

namespace kiln {

/// The result is [outer…, channel, row, column], and filters lie in panels.
/// Lanes are channels; a tile has the sums of some pixels of a row. A vector
/// has whole groups: plane p of a filter is the channel that comes p behind the
/// first one of its group.
struct DepthwisePlan : ConvolutionPlan {
  Value source;                            ///< the image, without padding
  int64_t imageRows = 0, imageColumns = 0; ///< of it; dynamic where not known
  int64_t padRows = 0, padColumns = 0;     ///< in front of it
  bool isFar = false; ///< the image is in no cache of the core's own
  /// Sizes are not known: a band has some of the columns, which are packed with
  /// the padding around them. Else it has all, and taps leave that out.
  bool isPadded = false;

  int64_t getImagePixels() const { return imageRows * imageColumns; }
  int64_t getBandPixels() const { return bandRows * bandColumns; }

  // Scratch memory, in vectors of channels: the pixels of the image that a band
  // reads, then those of the result. What is transposed in the last square of
  // either lies partly before or behind it, as do sums of the last tile.
  int64_t getImageAt() const { return lanes; }
  int64_t getPackedColumns() const {
    return isPadded ? columns.reach(bandColumns) : imageColumns;
  }
  int64_t getResultAt() const {
    return getImageAt() + rows.reach(bandRows) * getPackedColumns() + lanes;
  }
  int64_t getVectors() const {
    return getResultAt() +
           llvm::alignTo(getBandPixels() + (isPadded ? tileColumns : 0), lanes);
  }
  /// Room for the sums of one channel.
  int64_t getChannelSize() const {
    return llvm::alignTo(getBandPixels(), lanes);
  }
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_DEPTHWISE_DEPTHWISEPLAN_H

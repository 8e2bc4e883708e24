// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU form of a sum over windows that has a filter for each channel, for
// images so small that lanes along a row would have nothing to do, or groups of
// so few channels and filters that several share a vector. A band of as
// many channels as vectors have lanes is transposed: each pixel becomes
// a vector of channels. Rows of taps outside of the image are left out, and
// columns of an image that is known; others are packed as zeros. Finished sums
// are transposed to lines, one for each channel, which go through the kernel's
// remaining ops.
#ifndef KILN_LIB_TARGET_EMITTERS_DEPTHWISE_DEPTHWISEEMITTER_H
#define KILN_LIB_TARGET_EMITTERS_DEPTHWISE_DEPTHWISEEMITTER_H

#include "../Convolution/FilterEmitter.h"
#include "DepthwisePlan.h"

namespace kiln {

class DepthwiseEmitter : FilterEmitter {
public:
  /// `scratch` is memory for the pixels of a band, in the image and the result.
  DepthwiseEmitter(OpBuilder &builder, ScalarEmitter &emitter,
                   exec::KernelOp kernel, const DepthwisePlan &plan,
                   const CpuInfo &info, Value scratch)
      : FilterEmitter(builder, emitter, kernel, plan, info, scratch),
        plan(plan) {}

  /// Computes the channels of bands that begin in the range [begin, end) of the
  /// domain `sizes`.
  LogicalResult run(Value begin, Value end, ArrayRef<Value> sizes);

private:
  /// The rows of the image that a band reads.
  struct ImageRows {
    Value first, count;
  };
  /// Some pixels of a row of the band: the row of the image that tap 0 reads,
  /// and the columns of the band. What the taps of the first pixel read begins
  /// at `start` of a packed row, with column `first` of the image, or padding,
  /// where rows are packed without that.
  struct Tile {
    Value row, top, column, start;
    int64_t pixels, first = 0;
  };
  ImageRows getImageRows(const BandItem &item);
  /// Vector `number` of the scratch memory.
  Value vectorAddress(Value number);

  Value pixelAddress(const BandItem &item, Value channel, Value pixel);
  void packPixels(llvm::function_ref<Value(unsigned)> from, Value place,
                  Value mask = {});
  LogicalResult packImage(const BandItem &item, const Panel &panel,
                          const ImageRows &image);
  LogicalResult packPaddedRows(const BandItem &item, const Panel &panel,
                               const ImageRows &image);
  LogicalResult emitRow(const BandItem &item, const Panel &panel,
                        const ImageRows &image, Value row);
  LogicalResult storeLines(const BandItem &item);
  LogicalResult emitResults(const BandItem &item, const Panel &panel);
  /// Columns from one row of the band's sums to the next.
  Value resultPitch(const BandItem &item);

  LogicalResult emitTile(const BandItem &item, const Panel &panel,
                         const ImageRows &image, const Tile &tile);
  SmallVector<Value> addTaps(const Panel &panel, const Tile &tile,
                             Value imageRow, Value tapRow, int64_t plane,
                             ValueRange old);
  Value takePlaneOfGroups(Value channels, int64_t plane);

  DepthwisePlan plan;
  Value imageRows, imageColumns; ///< of the whole image
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_DEPTHWISE_DEPTHWISEEMITTER_H

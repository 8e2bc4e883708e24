// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU form of a convolution. A band of an image is packed, with the padding
// around it, and a panel of filters, whose steps follow each other with the
// filters side by side. Tiles of the result go over the band: a few pixels
// (broadcast elements) by a panel (vectors), with all sums in registers. Since
// pixels are neighbours in the result and filters are not, a finished tile is
// transposed to lines, one for each filter, which go through the kernel's
// remaining ops.
#ifndef KILN_LIB_TARGET_EMITTERS_CONVOLUTION_CONVOLUTIONEMITTER_H
#define KILN_LIB_TARGET_EMITTERS_CONVOLUTION_CONVOLUTIONEMITTER_H

#include "FilterEmitter.h"

namespace kiln {

class ConvolutionEmitter : FilterEmitter {
public:
  /// `scratch` is memory for the band and the panel.
  ConvolutionEmitter(OpBuilder &builder, ScalarEmitter &emitter,
                     exec::KernelOp kernel, const ConvolutionPlan &plan,
                     const CpuInfo &info, Value scratch)
      : FilterEmitter(builder, emitter, kernel, plan, info, scratch),
        plan(plan) {}

  /// Computes the tiles that begin in the range [begin, end) of the domain
  /// `sizes`.
  LogicalResult run(Value begin, Value end, ArrayRef<Value> sizes);
  using TileBuilder::keepItems;

private:
  LogicalResult emitPanel(const BandItem &item, const Panel &panel);

  // The panel.
  LogicalResult packPanel(const Panel &panel);
  LogicalResult takeApart(const Panel &panel);
  LogicalResult packBlocks(const Panel &panel, Value filter, Value steps);
  LogicalResult packStep(const Panel &panel, Value from, Value to, Value step);
  void setStep(Value step);
  Value panelAddress(Value step, Value filter);

  /// A tile: its first row and column count from those of the band, its sums
  /// are at `memory`, and go into the lines from `place` on.
  /// Of the window it multiplies the rows [firstTap, endTap).
  struct Tile {
    Value row, column, memory, place;
    Value firstTap = {}, endTap = {};
  };
  using TileBody = llvm::function_ref<LogicalResult(const Tile &)>;
  LogicalResult forEachTile(const BandItem &item, Value first, Value end,
                            Value sumsFrom, TileBody body);
  LogicalResult findTaps(const BandItem &item, Tile &tile);
  LogicalResult emitTiles(const BandItem &item, const Panel &panel, Value first,
                          Value end);
  LogicalResult emitBlocks(const BandItem &item, const Panel &panel,
                           Value first, Value end);
  LogicalResult
  forEachLine(Value first, Value end,
              llvm::function_ref<LogicalResult(Value, Value)> body);
  LogicalResult emitTile(const Panel &panel, const Tile &tile);
  FailureOr<SmallVector<Value>> sumPlanes(const Panel &panel, const Tile &tile,
                                          Value from, Value to);
  FailureOr<SmallVector<Value>> sumPlane(const Panel &panel, const Tile &tile,
                                         Value image, Value filter,
                                         ValueRange sums);
  void fetchAhead(const Panel &panel, Value filter);
  SmallVector<Value> loadFactors(const Panel &panel, Value filter, int64_t tap);
  void addHeldTaps(const Panel &panel, Value pixel, Value filter,
                   ArrayRef<int64_t> taps, MutableArrayRef<Value> sums);
  SmallVector<Value> addTaps(const Panel &panel, Value pixel, Value filter,
                             ValueRange old);
  Value vectorOf(const Tile &tile, int64_t number);
  void storeLines(const Tile &tile);

  ConvolutionPlan plan;
  Value tiles; ///< their sums before they are transposed
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_CONVOLUTION_CONVOLUTIONEMITTER_H

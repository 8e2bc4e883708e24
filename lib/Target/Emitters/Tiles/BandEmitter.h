// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the emitters of sums over windows: a band of an image, with the padding
// around it, is packed into scratch memory, so that no access to it needs
// a check.
#ifndef KILN_LIB_TARGET_EMITTERS_TILES_BANDEMITTER_H
#define KILN_LIB_TARGET_EMITTERS_TILES_BANDEMITTER_H

#include "Band.h"
#include "TileEmitter.h"

namespace kiln {

/// The rows and columns of the result that one packed band serves.
struct BandItem {
  Value image;                ///< its number
  SmallVector<Value> indices; ///< and its indices
  Value firstRow, rows, firstColumn, columns;
};

class BandEmitter : protected TileEmitter {
protected:
  /// `scratch` is memory, first of all for the band.
  BandEmitter(OpBuilder &builder, ScalarEmitter &emitter, exec::KernelOp kernel,
              const BandPlan &band, const CpuInfo &info, Value scratch)
      : TileEmitter(builder, emitter, kernel, band.contraction, info),
        band(band), scratch(scratch) {}

  /// The number of bands of all images.
  Value bandCount();
  SmallVector<Value> imageSizes();
  /// The band with `number`, whose image `loops` then says.
  BandItem getBand(Value number);

  /// Packs planes, or words of them, rows, phases and columns, in this order.
  LogicalResult packBand(const BandItem &item);
  /// Runs `body` for the rows of the image that the band has.
  LogicalResult forEachRow(const BandItem &item,
                           llvm::function_ref<LogicalResult(Value row)> body);
  /// Packs row `row` of all planes, or words of them, each as the band has it:
  /// from `place` on, `step` words from one to the next.
  LogicalResult packRow(const BandItem &item, Value row, Value place,
                        int64_t step);

  Value firstOf(const WindowAxis &axis, Value at);
  Value rowCount();
  Value columnCount() { return sizes.back(); }

  BandPlan band;
  Value scratch;

private:
  Value rowBands();
  Value columnBands();
  using WordBody =
      llvm::function_ref<LogicalResult(Value word, unsigned planes)>;
  LogicalResult forEachPackedRow(
      const BandItem &item,
      llvm::function_ref<LogicalResult(Value row, Value packed)> body);
  LogicalResult forEachPlane(unsigned level, Value plane,
                             llvm::function_ref<LogicalResult(Value)> body);
  LogicalResult forEachWord(WordBody body);
  LogicalResult packBlocks(const BandItem &item, Value row, Value place,
                           unsigned planes);
  LogicalResult packLine(const BandItem &item, Value row, Value place,
                         unsigned planes);
  LogicalResult packPhase(const BandItem &item, Value row, int64_t phase,
                          Value place, unsigned planes);
  // BandVectors.cpp
  LogicalResult packVectors(Value row, Value first, Value count, Value place);
  Value loadPixels(Value base, Type type, Value position, Value column,
                   Value columns);
  // BandPadding.cpp
  LogicalResult packWhole(Value row, Value first, Value count, Value place);
  LogicalResult fillRow(Value padding, Value from, Value to, Value place);

  SmallVector<Value> indicesAt(Value row, Value column);
  FailureOr<Value> wordAt(Value row, Value column, unsigned planes);
  Value reach(const WindowAxis &axis, Value count);
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_TILES_BANDEMITTER_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions in tile registers. Pixels are the rows of the sums and filters
// their columns, since both are aligned then, and a finished tile is turned: it
// becomes a piece of lines, one for each filter, as the result has them. Where
// planes are few, it is one as it is.
#ifndef KILN_LIB_TARGET_EMITTERS_AMX_AMXCONVOLUTIONEMITTER_H
#define KILN_LIB_TARGET_EMITTERS_AMX_AMXCONVOLUTIONEMITTER_H

#include "../Convolution/FilterEmitter.h"
#include "AmxConvolutionPlan.h"

namespace kiln {

class AmxConvolutionEmitter : FilterEmitter {
public:
  /// `scratch` is memory as the plan divides it.
  AmxConvolutionEmitter(OpBuilder &builder, ScalarEmitter &emitter,
                        exec::KernelOp kernel, const AmxConvolutionPlan &plan,
                        const CpuInfo &info, Value scratch)
      : FilterEmitter(builder, emitter, kernel, plan, info, scratch),
        plan(plan), tiles(builder, kernel.getLoc()) {}

  /// Computes the items that begin in the range [begin, end) of the domain
  /// `sizes`.
  LogicalResult run(Value begin, Value end, ArrayRef<Value> sizes);
  using TileBuilder::keepItems;

private:
  /// Where a step stands: a group of words, and a tap.
  struct Step {
    Value group, row;
    int64_t column;
  };
  /// The rows [first, first + rows) of a band, whose sums make one line.
  struct Line {
    Value first, rows;
    Value rowStretches, stretches; ///< of one row, and of all
  };
  /// A place in a line.
  struct Pixel {
    Value row, column;
  };
  /// Where two stretches begin, and their number in all bands.
  struct Pair {
    std::array<Pixel, 2> pixels;
    Value number;
  };

  Value count(int64_t value) { return index().constant(value); }
  Value times(Value value, int64_t factor) {
    return index().mul(value, count(factor));
  }
  Value at(Value place) { return address(scratch, place); }
  LogicalResult
  forEachStep(llvm::function_ref<LogicalResult(const Step &)> body);

  // Packing.
  LogicalResult packPixels(const BandItem &item);
  LogicalResult turnRow(Value row);
  LogicalResult copyRow(Value row);
  Value planePlace(Value word);
  Value rowPlace(Value row);
  LogicalResult packPanel(const Panel &panel);
  void turnStep(const Panel &panel, Value tile, const Step &step);
  Value storedWord(const Panel &panel, Value tile, const Step &step,
                   Value word);
  Value panelPlace(Value tile, const Step &step);

  // Tiles.
  void configure();
  LogicalResult emitLine(const BandItem &item, const Panel &panel, Value row);
  LogicalResult finishLine(const BandItem &item, const Panel &panel,
                           const Line &line);
  LogicalResult emitTile(const Line &line, const Panel &panel, Value tile,
                         const Pair &pair);
  LogicalResult addSteps(const Line &line, const Panel &panel, Value tile,
                         const Pair &pair);
  void fetchStep(const Panel &panel, Value tile, const Step &step, Value pair);
  void storeTile(Value tile, ArrayRef<Pixel> pixels);
  void turnTile(Value tile, ArrayRef<Pixel> pixels);
  Pixel firstPixel(const Line &line, Value stretch);
  Value bandPlace(const Line &line, const Pixel &pixel);
  Value stepPlace(const Step &step);
  Value lineAddress(Value tile, int64_t filter, const Pixel &pixel);

  AmxConvolutionPlan plan;
  TileRegisters tiles;
  // Of the band in hand: its number, and where scratch memory has it.
  Value bandNumber, bandStart;
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_AMX_AMXCONVOLUTIONEMITTER_H

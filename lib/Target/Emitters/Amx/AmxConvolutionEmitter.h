// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions in tile registers. Filters are the rows of the sums and pixels
// their columns: a finished tile is a piece of lines, one for each filter, and
// goes through the kernel's remaining ops as it lies.
#ifndef KILN_LIB_TARGET_EMITTERS_AMX_AMXCONVOLUTIONEMITTER_H
#define KILN_LIB_TARGET_EMITTERS_AMX_AMXCONVOLUTIONEMITTER_H

#include "../Convolution/FilterEmitter.h"
#include "AmxConvolutionPlan.h"

namespace kiln {

class AmxConvolutionEmitter : FilterEmitter {
public:
  /// `scratch` is memory for the band and the panel.
  AmxConvolutionEmitter(OpBuilder &builder, ScalarEmitter &emitter,
                        exec::KernelOp kernel, const AmxConvolutionPlan &plan,
                        const CpuInfo &info, Value scratch)
      : FilterEmitter(builder, emitter, kernel, plan, info, scratch),
        plan(plan), tiles(builder, kernel.getLoc()) {}

  /// Computes the items that begin in the range [begin, end) of the domain
  /// `sizes`.
  LogicalResult run(Value begin, Value end, ArrayRef<Value> sizes);

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

  void configure();
  Value count(int64_t value) { return index().constant(value); }

  // The panel.
  LogicalResult packPanel(const Panel &panel);
  LogicalResult packStep(const Panel &panel, Value tile, const Step &step);
  Value storedStep(Value word, const Step &step);
  Value panelPlace(Value tile, const Step &step);

  // Tiles.
  LogicalResult emitLine(const BandItem &item, const Panel &panel, Value row);
  LogicalResult emitTile(const Line &line, Value tile, ArrayRef<Pixel> pixels);
  Pixel firstPixel(const Line &line, Value stretch);
  Value bandPlace(const Line &line, const Pixel &pixel);
  Value linePlace(const Pixel &pixel);
  LogicalResult
  forEachStep(llvm::function_ref<LogicalResult(const Step &)> body);

  AmxConvolutionPlan plan;
  TileRegisters tiles;
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_AMX_AMXCONVOLUTIONEMITTER_H

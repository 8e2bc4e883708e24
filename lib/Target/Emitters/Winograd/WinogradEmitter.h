// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU form of a convolution by minimal filtering. With the matrices
//
//        1  0 -1  0            1    0   0
//   B =  0  1  1  0       G = 1/2  1/2 1/2       A =  1  1  1  0
//        0 -1  1  0           1/2 -1/2 1/2            0  1 -1 -1
//        0  1  0 -1            0    0   1
//
// the sums of a tile are A ((G g G') * (B d B')) A', where d are the 4 x 4
// pixels that it reads, g a filter, ' transposes and * multiplies elements.
// A block of bands of the images is packed and its tiles are transformed once
// for all panels of filters; these are transformed for each block, which costs
// little and needs no memory for weights 16/9 times as large. At each of the 16
// places the sum over planes is a product of matrices with sums in registers.
// A tile's fourth row or column outside of the result reads what is not there:
// only sums outside of the result depend on it.
#ifndef KILN_LIB_TARGET_EMITTERS_WINOGRAD_WINOGRADEMITTER_H
#define KILN_LIB_TARGET_EMITTERS_WINOGRAD_WINOGRADEMITTER_H

#include "../Convolution/FilterEmitter.h"
#include "WinogradPlan.h"

namespace kiln {

class WinogradEmitter : FilterEmitter {
public:
  /// `scratch` is memory for the band and what is transformed.
  WinogradEmitter(OpBuilder &builder, ScalarEmitter &emitter,
                  exec::KernelOp kernel, const WinogradPlan &plan,
                  const CpuInfo &info, Value scratch)
      : FilterEmitter(builder, emitter, kernel, plan, info, scratch),
        plan(plan) {}

  /// Computes the panels of blocks that begin in the range [begin, end) of the
  /// domain `sizes`.
  LogicalResult run(Value begin, Value end, ArrayRef<Value> sizes);
  using TileBuilder::keepItems;

private:
  /// Some bands one after the other.
  struct Block {
    Value first, bands; ///< number of the first one, and how many
  };
  Block getBlock(Value number);
  LogicalResult forEachBand(
      const Block &block,
      llvm::function_ref<LogicalResult(const BandItem &, Value tile)> body);
  /// Rows of tiles in a band.
  Value tileRows(const BandItem &item);
  Value tileColumns(const BandItem &item);
  Value scratchAt(Value position) { return address(scratch, position); }

  // Transforms.
  LogicalResult transformBand(const BandItem &item, Value tile);
  void transformTiles(Value from, Value to, int64_t width);
  Value joinPlanes(ArrayRef<SmallVector<Value>> planes, int64_t place);
  SmallVector<Value> loadTaps(Value base, Value from, int64_t number);
  LogicalResult transformFilters(const Panel &panel, Value from, Value to);
  SmallVector<Value> transformSums(Value from);

  // Products, and the kernel's results from them.
  LogicalResult multiply(const Block &block, const Panel &panel);
  LogicalResult multiplyWords(const Panel &panel, Value tiles, Value from,
                              Value to, bool adds);
  LogicalResult sumGroup(Value place, Value tile, Value before, Value words,
                         bool adds);
  LogicalResult emitBand(const BandItem &item, const Panel &panel, Value tile);
  LogicalResult emitRows(const BandItem &item, const Panel &panel, Value row);
  void finishTiles(Value tile, Value column, int64_t number);

  WinogradPlan plan;
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_WINOGRAD_WINOGRADEMITTER_H

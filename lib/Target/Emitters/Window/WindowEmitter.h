// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU form of a sum over windows, or of a pooling. A band of an image, with
// the padding around it, is packed into scratch memory, so that no access needs
// a check; then tiles of the result go over the band with all their sums in
// registers: each row of the band is loaded once for every column of the window
// and added to all rows of the tile that it is in the window of.
#ifndef KILN_LIB_TARGET_EMITTERS_WINDOW_WINDOWEMITTER_H
#define KILN_LIB_TARGET_EMITTERS_WINDOW_WINDOWEMITTER_H

#include "../Tiles/BandEmitter.h"
#include "WindowPlan.h"

namespace kiln {

class WindowEmitter : BandEmitter {
public:
  /// `scratch` is memory for the band.
  WindowEmitter(OpBuilder &builder, ScalarEmitter &emitter,
                exec::KernelOp kernel, const WindowPlan &plan,
                const CpuInfo &info, Value scratch)
      : BandEmitter(builder, emitter, kernel, plan, info, scratch), plan(plan) {
  }

  /// Computes the tiles that begin in the range [begin, end) of the domain
  /// `sizes`.
  LogicalResult run(Value begin, Value end, ArrayRef<Value> sizes);

private:
  LogicalResult emitItem(const BandItem &item);

  // A tile: its first row and column count from those of the band.
  LogicalResult emitTile(const BandItem &item, Value row, Value column);
  FailureOr<SmallVector<Value>> sumPlanes(unsigned level, Value plane,
                                          Value corner, ValueRange sums);
  LogicalResult loadColumn(int64_t tap, SmallVectorImpl<Value> &factors);
  LogicalResult addColumn(Value start, int64_t tap,
                          SmallVectorImpl<Value> &sums);
  void addRows(Value start, SmallVectorImpl<Value> &results);
  Value loadPixels(Value start, int64_t row, int64_t tap, int64_t v);
  LogicalResult emitResults(const BandItem &item, Value row, Value column,
                            ValueRange results);
  LogicalResult emitRow(const BandItem &item, Value row, Value column, Value r,
                        Value count);

  WindowPlan plan;
  /// The sums of a whole tile: memory that LLVM keeps in registers, since no
  /// access to it is kept in order.
  Value wholeSums;
  /// The taps of the only plane, column after column, each in all lanes, where
  /// they are kept.
  SmallVector<Value> filter;
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_WINDOW_WINDOWEMITTER_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU form of a sum over windows. A band of an image, with what lies around
// it, is packed into scratch memory, so that no access needs a check; then
// tiles of the result go over the band with all their sums in registers: each
// row of the band is loaded once for every column of the window and added to
// all rows of the tile that it is in the window of.
#ifndef KILN_LIB_TARGET_EMITTERS_WINDOW_WINDOWEMITTER_H
#define KILN_LIB_TARGET_EMITTERS_WINDOW_WINDOWEMITTER_H

#include "../Tiles/TileEmitter.h"
#include "WindowPlan.h"

namespace kiln {

/// What is computed with one packed band.
struct WindowItem {
  Value outer;                ///< number of the image and filter
  SmallVector<Value> indices; ///< and its indices
  Value firstRow, rows, firstColumn, columns;
};

class WindowEmitter : TileEmitter {
public:
  /// `scratch` is memory for the band.
  WindowEmitter(OpBuilder &builder, ScalarEmitter &emitter,
                exec::KernelOp kernel, const WindowPlan &plan,
                const CpuInfo &info, Value scratch)
      : TileEmitter(builder, emitter, kernel, plan.contraction, info),
        plan(plan), scratch(scratch) {}

  /// Computes what begins in the range [begin, end) of the domain `sizes`.
  LogicalResult run(Value begin, Value end, ArrayRef<Value> sizes);

private:
  // Which work.
  WindowItem getItem(Value number, Value rowBands, Value columnBands);
  LogicalResult emitItem(const WindowItem &item);

  // The band.
  LogicalResult forEachPlane(unsigned level, Value plane,
                             llvm::function_ref<LogicalResult(Value)> body);
  LogicalResult pack(const WindowItem &item, Value plane);
  LogicalResult packPhase(const WindowItem &item, Value row, int64_t phase,
                          Value place);
  Value reach(const WindowAxis &axis, Value count);

  // A tile: its first row and column count from those of the band.
  LogicalResult emitTile(const WindowItem &item, Value row, Value column);
  FailureOr<SmallVector<Value>> sumPlanes(unsigned level, Value plane,
                                          Value corner, ValueRange sums);
  LogicalResult addColumn(Value start, int64_t tap,
                          SmallVectorImpl<Value> &sums);
  LogicalResult emitResults(const WindowItem &item, Value row, Value column);

  Value outerCount();
  Value rowCount();
  Value columnCount() { return sizes.back(); }
  unsigned numOuter() { return sizes.size() - (plan.rows.loop ? 2 : 1); }

  WindowPlan plan;
  Value scratch; ///< the band: planes, rows, phases, columns
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_WINDOW_WINDOWEMITTER_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The band: what the windows of an item read of the image, and of what is
// around it.
#include "WindowEmitter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include <set>

using namespace mlir;
using namespace kiln;

/// The loops over the planes from number `level` on; `plane` counts those
/// before them.
LogicalResult
WindowEmitter::forEachPlane(unsigned level, Value plane,
                            llvm::function_ref<LogicalResult(Value)> body) {
  if (level == plan.planeLoops.size())
    return body(plane);
  unsigned loop = plan.planeLoops[level];
  IndexBuilder index = this->index();
  Value extent = index.constant(plan.contraction.getStaticLoopRanges()[loop]);
  Value first = index.mul(plane, extent);
  return forEach(index.constant(0), extent, index.constant(1), [&](Value step) {
    loops[loop] = step;
    return forEachPlane(level + 1, this->index().add(first, step), body);
  });
}

/// Positions of the image that `count` of the result read.
Value WindowEmitter::reach(const WindowAxis &axis, Value count) {
  IndexBuilder index = this->index();
  Value steps = index.mul(count, index.constant(axis.stride));
  return index.add(steps, index.constant(axis.reach(1) - axis.stride));
}

LogicalResult WindowEmitter::pack(const WindowItem &item, Value plane) {
  // The phases that are read.
  std::set<int64_t> phases;
  for (int64_t tap = 0; tap < plan.columns.taps; ++tap)
    phases.insert(tap * plan.columns.dilation % plan.columns.stride);
  IndexBuilder index = this->index();
  Value start = index.mul(plane, index.constant(plan.getPlaneSize()));
  return forEach(
      index.constant(0), reach(plan.rows, item.rows), index.constant(1),
      [&](Value row) {
        IndexBuilder index = this->index();
        Value place =
            index.add(start, index.mul(row, index.constant(plan.getRowSize())));
        for (int64_t phase : phases)
          if (failed(packPhase(item, row, phase, place)))
            return failure();
        return success();
      });
}

/// Packs every column of `row` that leaves `phase` over when it is divided by
/// the stride.
LogicalResult WindowEmitter::packPhase(const WindowItem &item, Value row,
                                       int64_t phase, Value place) {
  IndexBuilder index = this->index();
  Value stride = index.constant(plan.columns.stride);
  Value count = ceilDiv(
      index.sub(reach(plan.columns, item.columns), index.constant(phase)),
      stride);
  place = index.add(place, index.constant(phase * plan.getPhaseSize()));
  AffineMap map = plan.contraction.getIndexingMapsArray()[plan.image];
  return forEachShort(index.constant(0), count, [&](Value number) {
    IndexBuilder index = this->index();
    auto shifted = [&](Value first, const WindowAxis &axis, Value at) {
      return index.add(index.mul(first, index.constant(axis.stride)), at);
    };
    SmallVector<Value> indices;
    for (auto [i, expr] : llvm::enumerate(map.getResults())) {
      if (i == plan.columns.dimension)
        indices.push_back(shifted(
            item.firstColumn, plan.columns,
            index.add(index.mul(number, stride), index.constant(phase))));
      else if (plan.rows.loop && i == plan.rows.dimension)
        indices.push_back(shifted(item.firstRow, plan.rows, row));
      else
        indices.push_back(index.affine(expr, loops));
    }
    FailureOr<Value> value = emitter.valueAt(
        plan.contraction.getDpsInputOperand(plan.image)->get(), indices);
    if (failed(value))
      return failure();
    LLVM::StoreOp::create(builder, loc, widen(*value),
                          address(scratch, index.add(place, number)));
    return success();
  });
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile of the result: its sums are kept in registers, then go through the
// remaining ops of the kernel.
#include "WindowEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

/// Adds the taps in column `tap` of the window to the sums of a tile whose
/// first window begins at `start` of the scratch memory.
LogicalResult WindowEmitter::addColumn(Value start, int64_t tap,
                                       SmallVectorImpl<Value> &sums) {
  IndexBuilder index = this->index();
  if (plan.columns.tap)
    loops[*plan.columns.tap] = index.constant(tap);
  SmallVector<Value> factors;
  for (int64_t k = 0; k < plan.rows.taps; ++k) {
    if (plan.rows.tap)
      loops[*plan.rows.tap] = index.constant(k);
    FailureOr<Value> factor = operandAt(plan.filter);
    if (failed(factor))
      return failure();
    factors.push_back(splat(*factor));
  }
  int64_t place = plan.getTapPlace(tap);
  for (int64_t row = 0; row < plan.rows.reach(plan.tileRows); ++row)
    for (int64_t v = 0; v < plan.tileVectors; ++v) {
      Value image;
      for (int64_t r = 0; r < plan.tileRows; ++r) {
        int64_t distance = row - r * plan.rows.stride;
        if (distance < 0 || distance % plan.rows.dilation != 0 ||
            distance / plan.rows.dilation >= plan.rows.taps)
          continue;
        if (!image) {
          Value at =
              index.constant(row * plan.getRowSize() + place + v * plan.lanes);
          image = loadVector(address(scratch, index.add(start, at)));
        }
        Value &sum = sums[r * plan.tileVectors + v];
        sum = addProduct(factors[distance / plan.rows.dilation], image, sum);
      }
    }
  return success();
}

/// The loops over the planes from number `level` on, added to `sums`; `corner`
/// is where the tile begins in a plane.
FailureOr<SmallVector<Value>> WindowEmitter::sumPlanes(unsigned level,
                                                       Value plane,
                                                       Value corner,
                                                       ValueRange sums) {
  IndexBuilder index = this->index();
  if (level == plan.planeLoops.size()) {
    SmallVector<Value> results(sums);
    Value start = index.add(
        index.mul(plane, index.constant(plan.getPlaneSize())), corner);
    for (int64_t tap = 0; tap < plan.columns.taps; ++tap)
      if (failed(addColumn(start, tap, results)))
        return failure();
    return results;
  }
  unsigned number = plan.planeLoops[level];
  Value extent = index.constant(plan.contraction.getStaticLoopRanges()[number]);
  Value first = index.mul(plane, extent);
  return forSums(index.constant(0), extent, index.constant(1), sums,
                 [&](Value at, ValueRange carried) {
                   loops[number] = at;
                   return sumPlanes(level + 1, this->index().add(first, at),
                                    corner, carried);
                 });
}

LogicalResult WindowEmitter::emitTile(const BandItem &item, Value row,
                                      Value column) {
  IndexBuilder index = this->index();
  Value step = index.constant(plan.rows.stride * plan.getRowSize());
  Value corner = index.add(index.mul(row, step), column);
  FailureOr<SmallVector<Value>> results =
      sumPlanes(0, index.constant(0), corner,
                SmallVector<Value>(plan.tileRows * plan.tileVectors, zero()));
  if (failed(results))
    return failure();
  storeSums(*results, false, *fma, [&](unsigned i) {
    return address(sums, index.constant(i * plan.lanes));
  });
  return emitResults(item, row, column);
}

/// Computes the kernel's results from the sums of a tile, those that are there.
LogicalResult WindowEmitter::emitResults(const BandItem &item, Value row,
                                         Value column) {
  IndexBuilder index = this->index();
  int64_t width = plan.tileVectors * plan.lanes;
  Value rows = least(index.sub(item.rows, row), index.constant(plan.tileRows));
  Value count = least(index.sub(item.columns, column), index.constant(width));
  Value firstRow = index.add(item.firstRow, row);
  Value first = index.add(item.firstColumn, column);
  return forEach(index.constant(0), rows, index.constant(1), [&](Value r) {
    IndexBuilder index = this->index();
    Value at = index.add(firstRow, r);
    SmallVector<Value> outer = item.indices;
    if (plan.rows.loop)
      outer.push_back(at);
    Value line = index.add(index.mul(item.outer, rowCount()), at);
    Value start = index.add(index.mul(line, columnCount()), first);
    return emitRun(outer, 1, first, count, start,
                   index.mul(r, index.constant(width)));
  });
}

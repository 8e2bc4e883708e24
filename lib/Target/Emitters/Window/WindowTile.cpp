// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile of the result: its sums are kept in registers, then go through the
// remaining ops of the kernel.
#include "WindowEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace kiln;

/// Adds to `factors` the taps in column `tap` of the filter, each in all lanes.
LogicalResult WindowEmitter::loadColumn(int64_t tap,
                                        SmallVectorImpl<Value> &factors) {
  IndexBuilder index = this->index();
  if (plan.columns.tap)
    loops[*plan.columns.tap] = index.constant(tap);
  for (int64_t k = 0; k < plan.rows.taps; ++k) {
    if (plan.rows.tap)
      loops[*plan.rows.tap] = index.constant(k);
    FailureOr<Value> factor = operandAt(plan.filter);
    if (failed(factor))
      return failure();
    factors.push_back(splat(*factor));
  }
  return success();
}

/// Adds the taps in column `tap` of the window to the sums of a tile whose
/// first window begins at `start` of the scratch memory.
LogicalResult WindowEmitter::addColumn(Value start, int64_t tap,
                                       SmallVectorImpl<Value> &sums) {
  SmallVector<Value> own;
  if (!plan.keepsFilter && failed(loadColumn(tap, own)))
    return failure();
  int64_t taps = plan.rows.taps;
  ArrayRef<Value> factors =
      plan.keepsFilter ? ArrayRef(filter).slice(tap * taps, taps) : own;
  for (int64_t row = 0; row < plan.countRows(); ++row)
    for (int64_t v = 0; v < plan.tileVectors; ++v) {
      Value image;
      for (int64_t r = 0; r < plan.tileRows; ++r) {
        std::optional<int64_t> factor = plan.findTap(r, row);
        if (!factor)
          continue;
        if (!image)
          image = loadPixels(start, row, tap, v);
        Value &sum = sums[r * plan.tileVectors + v];
        sum = addProduct(factors[*factor], image, sum);
      }
    }
  return success();
}

/// Vector `v` of the pixels that tap `tap` of row `row` of the image reads.
Value WindowEmitter::loadPixels(Value start, int64_t row, int64_t tap,
                                int64_t v) {
  IndexBuilder index = this->index();
  Value at = index.constant(row * plan.getRowSize() + plan.getTapPlace(tap) +
                            v * plan.lanes);
  return loadVector(address(scratch, index.add(start, at)));
}

/// Combines the pixels of each row of the image, and these with the results of
/// all rows of a tile that have it in their windows.
void WindowEmitter::addRows(Value start, SmallVectorImpl<Value> &results) {
  const Pooling &pooling = *plan.pooling;
  for (int64_t row = 0; row < plan.countRows(); ++row)
    for (int64_t v = 0; v < plan.tileVectors; ++v) {
      Value pixels = loadPixels(start, row, 0, v);
      for (int64_t tap = 1; tap < plan.columns.taps; ++tap)
        pixels = pooling.combine(builder, loc, pixels,
                                 loadPixels(start, row, tap, v));
      for (int64_t r = 0; r < plan.tileRows; ++r) {
        Value &result = results[r * plan.tileVectors + v];
        if (plan.findTap(r, row))
          result = pooling.combine(builder, loc, result, pixels);
      }
    }
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
    if (plan.pooling)
      addRows(start, results);
    else
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
  Value first =
      plan.pooling
          ? splat(arith::ConstantOp::create(builder, loc, plan.pooling->first))
          : zero();
  FailureOr<SmallVector<Value>> results =
      sumPlanes(0, index.constant(0), corner,
                SmallVector<Value>(plan.tileRows * plan.tileVectors, first));
  if (failed(results))
    return failure();
  return emitResults(item, row, column, *results);
}

/// Computes the kernel's results from the sums of a tile, those that are there.
/// Where most tiles are whole, those have code of their own.
LogicalResult WindowEmitter::emitResults(const BandItem &item, Value row,
                                         Value column, ValueRange results) {
  IndexBuilder index = this->index();
  Value height = index.constant(plan.tileRows);
  Value width = index.constant(plan.tileVectors * plan.lanes);
  Value rows = index.sub(item.rows, row);
  Value columns = index.sub(item.columns, column);
  auto keepSums = [&](ValueRange results) {
    storeSums(results, false, *fma, [&](unsigned i) {
      return address(sums, this->index().constant(i * plan.lanes));
    });
  };
  // Else LLVM computes the sums of a row where they are read.
  auto emitWhole = [&]() -> LogicalResult {
    llvm::SaveAndRestore<Value> apart(sums, wholeSums);
    keepSums(holdInRegisters(llvm::to_vector(results)));
    for (int64_t r = 0; r < plan.tileRows; ++r)
      if (failed(emitRow(item, row, column, this->index().constant(r), width)))
        return failure();
    return success();
  };
  auto emitPart = [&] {
    keepSums(results);
    // Else LLVM computes the sums of a row where it is known that there is one.
    orderAccesses(sums);
    Value count = least(columns, width);
    return forEach(this->index().constant(0), least(rows, height),
                   this->index().constant(1), [&](Value r) {
                     return emitRow(item, row, column, r, count);
                   });
  };
  if (!plan.setsWholeApart)
    return emitPart();
  auto hasAll = [&](Value count, Value size) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge, count,
                                 size);
  };
  Value isWhole = arith::AndIOp::create(builder, loc, hasAll(rows, height),
                                        hasAll(columns, width));
  return emitter.when(loc, isWhole, emitWhole, emitPart);
}

/// Computes the first `count` results of row `r` of a tile.
LogicalResult WindowEmitter::emitRow(const BandItem &item, Value row,
                                     Value column, Value r, Value count) {
  IndexBuilder index = this->index();
  int64_t width = plan.tileVectors * plan.lanes;
  Value at = index.add(index.add(item.firstRow, row), r);
  SmallVector<Value> outer = item.indices;
  if (plan.rows.loop)
    outer.push_back(at);
  Value line = index.add(index.mul(item.image, rowCount()), at);
  Value first = index.add(item.firstColumn, column);
  Value start = index.add(index.mul(line, columnCount()), first);
  return emitRun(outer, 1, first, count, start,
                 index.mul(r, index.constant(width)));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bands: the part of the image, and of the padding around it, that the windows
// of an item read.
#include "BandEmitter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include <set>

using namespace mlir;
using namespace kiln;

Value BandEmitter::rowCount() {
  return band.rows.loop ? sizes[sizes.size() - 2] : index().constant(1);
}

Value BandEmitter::bandCount() {
  IndexBuilder index = this->index();
  Value outer = index.product(ArrayRef(sizes).take_front(band.numOuter));
  return index.mul(index.mul(outer, rowBands()), columnBands());
}

/// Bands along each axis of an image.
Value BandEmitter::rowBands() {
  return ceilDiv(rowCount(), index().constant(band.bandRows));
}

Value BandEmitter::columnBands() {
  return ceilDiv(columnCount(), index().constant(band.bandColumns));
}

BandItem BandEmitter::getBand(Value number) {
  IndexBuilder index = this->index();
  Value height = index.constant(band.bandRows);
  Value width = index.constant(band.bandColumns);
  Value rest = index.div(number, columnBands());
  BandItem item;
  item.outer = index.div(rest, rowBands());
  item.indices =
      index.delinearize(item.outer, ArrayRef(sizes).take_front(band.numOuter));
  item.firstRow = index.mul(index.rem(rest, rowBands()), height);
  item.rows = least(index.sub(rowCount(), item.firstRow), height);
  item.firstColumn = index.mul(index.rem(number, columnBands()), width);
  item.columns = least(index.sub(columnCount(), item.firstColumn), width);
  setLoops(0, item.indices);
  return item;
}

/// The loops over the planes from number `level` on; `plane` counts those
/// before them.
LogicalResult
BandEmitter::forEachPlane(unsigned level, Value plane,
                          llvm::function_ref<LogicalResult(Value)> body) {
  if (level == band.planeLoops.size())
    return body(plane);
  unsigned loop = band.planeLoops[level];
  IndexBuilder index = this->index();
  Value extent = index.constant(band.contraction.getStaticLoopRanges()[loop]);
  Value first = index.mul(plane, extent);
  return forEach(index.constant(0), extent, index.constant(1), [&](Value step) {
    loops[loop] = step;
    return forEachPlane(level + 1, this->index().add(first, step), body);
  });
}

/// Positions of the image that `count` of the result read.
Value BandEmitter::reach(const WindowAxis &axis, Value count) {
  IndexBuilder index = this->index();
  Value steps = index.mul(count, index.constant(axis.stride));
  return index.add(steps, index.constant(axis.reach(1) - axis.stride));
}

LogicalResult BandEmitter::packBand(const BandItem &item) {
  return forEachPlane(0, index().constant(0),
                      [&](Value plane) { return packPlane(item, plane); });
}

LogicalResult BandEmitter::packPlane(const BandItem &item, Value plane) {
  // The phases that are read.
  std::set<int64_t> phases;
  for (int64_t tap = 0; tap < band.columns.taps; ++tap)
    phases.insert(tap * band.columns.dilation % band.columns.stride);
  IndexBuilder index = this->index();
  Value start = index.mul(plane, index.constant(band.getPlaneSize()));
  return forEach(
      index.constant(0), reach(band.rows, item.rows), index.constant(1),
      [&](Value row) {
        IndexBuilder index = this->index();
        Value place =
            index.add(start, index.mul(row, index.constant(band.getRowSize())));
        for (int64_t phase : phases)
          if (failed(packPhase(item, row, phase, place)))
            return failure();
        return success();
      });
}

/// Packs every column of `row` that leaves `phase` over when it is divided by
/// the stride.
LogicalResult BandEmitter::packPhase(const BandItem &item, Value row,
                                     int64_t phase, Value place) {
  IndexBuilder index = this->index();
  Value stride = index.constant(band.columns.stride);
  Value count = ceilDiv(
      index.sub(reach(band.columns, item.columns), index.constant(phase)),
      stride);
  place = index.add(place, index.constant(phase * band.getPhaseSize()));
  AffineMap map = band.contraction.getIndexingMapsArray()[band.image];
  return forEachShort(index.constant(0), count, [&](Value number) {
    IndexBuilder index = this->index();
    auto shifted = [&](Value first, const WindowAxis &axis, Value at) {
      return index.add(index.mul(first, index.constant(axis.stride)), at);
    };
    SmallVector<Value> indices;
    for (auto [i, expr] : llvm::enumerate(map.getResults())) {
      if (i == band.columns.dimension)
        indices.push_back(shifted(
            item.firstColumn, band.columns,
            index.add(index.mul(number, stride), index.constant(phase))));
      else if (band.rows.loop && i == band.rows.dimension)
        indices.push_back(shifted(item.firstRow, band.rows, row));
      else
        indices.push_back(index.affine(expr, loops));
    }
    FailureOr<Value> value = emitter.valueAt(
        band.contraction.getDpsInputOperand(band.image)->get(), indices);
    if (failed(value))
      return failure();
    store(widen(*value), address(scratch, index.add(place, number)));
    return success();
  });
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bands: the part of the image, and of the padding around it, that the windows
// of an item read.
#include "BandEmitter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace kiln;

Value BandEmitter::rowCount() {
  return band.rows.loop ? sizes[sizes.size() - 2] : index().constant(1);
}

Value BandEmitter::bandCount() {
  IndexBuilder index = this->index();
  Value images = index.product(imageSizes());
  return index.mul(index.mul(images, rowBands()), columnBands());
}

SmallVector<Value> BandEmitter::imageSizes() {
  return llvm::map_to_vector(
      band.images, [&](unsigned dimension) { return sizes[dimension]; });
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
  item.image = index.div(rest, rowBands());
  item.indices = index.delinearize(item.image, imageSizes());
  item.firstRow = index.mul(index.rem(rest, rowBands()), height);
  item.rows = least(index.sub(rowCount(), item.firstRow), height);
  item.firstColumn = index.mul(index.rem(number, columnBands()), width);
  item.columns = least(index.sub(columnCount(), item.firstColumn), width);
  for (auto [dimension, value] : llvm::zip(band.images, item.indices))
    setLoops(dimension, value);
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

/// The first position of the image that position `at` of the result reads.
Value BandEmitter::firstOf(const WindowAxis &axis, Value at) {
  IndexBuilder index = this->index();
  return index.add(index.mul(at, index.constant(axis.stride)),
                   index.constant(axis.getOrigin()));
}

/// Runs `body` for each word of planes, which is a plane where these are not
/// joined. `loops` says its first plane.
LogicalResult BandEmitter::forEachWord(WordBody body) {
  IndexBuilder index = this->index();
  if (band.wordPlanes == 1)
    return forEachPlane(0, index.constant(0),
                        [&](Value plane) { return body(plane, 1); });
  Value &plane = loops[band.planeLoops.front()];
  Value width = index.constant(band.wordPlanes);
  Value whole = index.constant(band.planes / band.wordPlanes);
  unsigned rest = band.planes % band.wordPlanes;
  if (failed(
          forEach(index.constant(0), whole, index.constant(1), [&](Value word) {
            plane = this->index().mul(word, width);
            return body(word, band.wordPlanes);
          })))
    return failure();
  plane = index.mul(whole, width);
  return rest ? body(whole, rest) : success();
}

LogicalResult
BandEmitter::forEachRow(const BandItem &item,
                        llvm::function_ref<LogicalResult(Value)> body) {
  return forEach(index().constant(0), reach(band.rows, item.rows),
                 index().constant(1), body);
}

/// The same, and where each lies in the band.
LogicalResult BandEmitter::forEachPackedRow(
    const BandItem &item,
    llvm::function_ref<LogicalResult(Value row, Value packed)> body) {
  if (!band.setsTapsApart)
    return forEachRow(item, [&](Value row) { return body(row, row); });
  IndexBuilder index = this->index();
  Value zero = index.constant(0), one = index.constant(1);
  Value stride = index.constant(band.rows.stride);
  Value rows = index.sub(index.mul(item.rows, stride), index.sub(stride, one));
  Value taps = index.constant(band.rows.taps);
  return forEach(zero, taps, one, [&](Value tap) {
    return forEach(zero, rows, one, [&](Value row) {
      IndexBuilder index = this->index();
      auto behind = [&](int64_t tapRows) {
        return index.add(index.mul(tap, index.constant(tapRows)), row);
      };
      return body(behind(band.rows.dilation), behind(band.getTapRows()));
    });
  });
}

LogicalResult BandEmitter::packBand(const BandItem &item) {
  return forEachWord([&](Value word, unsigned planes) {
    IndexBuilder index = this->index();
    Value start = index.mul(word, index.constant(band.getPlaneStride()));
    return forEachPackedRow(item, [&](Value row, Value packed) {
      IndexBuilder index = this->index();
      Value line = index.mul(packed, index.constant(band.getRowStride()));
      Value place = index.add(start, line);
      return band.columnBlock ? packBlocks(item, row, place, planes)
                              : packLine(item, row, place, planes);
    });
  });
}

/// Packs a row of so many planes, a block of columns after the other.
LogicalResult BandEmitter::packBlocks(const BandItem &item, Value row,
                                      Value place, unsigned planes) {
  Value size = index().constant(band.columnBlock);
  return forEach(index().constant(0), item.columns, size, [&](Value column) {
    IndexBuilder index = this->index();
    BandItem block = item;
    block.firstColumn = index.add(item.firstColumn, column);
    block.columns = least(index.sub(item.columns, column), size);
    Value start = index.mul(column, index.constant(band.getBlockPlanes()));
    return packLine(block, row, index.add(place, start), planes);
  });
}

LogicalResult BandEmitter::packRow(const BandItem &item, Value row, Value place,
                                   int64_t step) {
  return forEachWord([&](Value word, unsigned planes) {
    IndexBuilder index = this->index();
    Value line = index.add(place, index.mul(word, index.constant(step)));
    return packLine(item, row, line, planes);
  });
}

/// Packs a row of so many planes from the one at `loops` on.
LogicalResult BandEmitter::packLine(const BandItem &item, Value row,
                                    Value place, unsigned planes) {
  for (int64_t phase : band.getUsedPhases())
    if (failed(packPhase(item, row, phase, place, planes)))
      return failure();
  return success();
}

/// The indices of the image at `row` and `column` of the plane at `loops`.
SmallVector<Value> BandEmitter::indicesAt(Value row, Value column) {
  OpOperand *image = band.contraction.getDpsInputOperand(band.image);
  AffineMap map = band.contraction.getMatchingIndexingMap(image);
  SmallVector<Value> indices;
  for (auto [i, expr] : llvm::enumerate(map.getResults()))
    indices.push_back(i == band.columns.dimension ? column
                      : band.rows.loop && i == band.rows.dimension
                          ? row
                          : index().affine(expr, loops));
  return indices;
}

/// The element of the image at `row` and `column` of the plane at `loops`, or
/// the word from there on: of so many planes, or of taps.
FailureOr<Value> BandEmitter::wordAt(Value row, Value column, unsigned planes) {
  OpOperand *image = band.contraction.getDpsInputOperand(band.image);
  auto elementAt = [&](Value column) {
    return emitter.valueAt(image->get(), indicesAt(row, column));
  };
  if (band.wordPlanes == 1 && band.columns.wordTaps == 1) {
    FailureOr<Value> element = elementAt(column);
    return succeeded(element) ? widen(band.image, *element) : element;
  }
  SmallVector<Value> elements;
  auto add = [&](Value column) -> LogicalResult {
    FailureOr<Value> element = elementAt(column);
    if (succeeded(element))
      elements.push_back(*element);
    return element;
  };
  Value &plane = loops[band.planeLoops.front()];
  llvm::SaveAndRestore<Value> first(plane);
  for (unsigned i = 0; i < planes; ++i) {
    plane = index().add(first.get(), index().constant(i));
    for (int64_t tap = 0; tap < band.columns.wordTaps; ++tap)
      if (failed(add(index().add(
              column, index().constant(tap * band.columns.wordDilation)))))
        return failure();
  }
  return joinWord(elements);
}

/// Packs every column of `row` that leaves `phase` over when it is divided by
/// the stride.
LogicalResult BandEmitter::packPhase(const BandItem &item, Value row,
                                     int64_t phase, Value place,
                                     unsigned planes) {
  IndexBuilder index = this->index();
  Value stride = index.constant(band.columns.stride);
  Value count = ceilDiv(
      index.sub(reach(band.columns, item.columns), index.constant(phase)),
      stride);
  place = index.add(place, index.constant(phase * band.getPhaseSize()));
  Value line = index.add(firstOf(band.rows, item.firstRow), row);
  Value first =
      index.add(firstOf(band.columns, item.firstColumn), index.constant(phase));
  if (band.packsVectors)
    return packVectors(line, first, count, place);
  if (band.packsWhole)
    return packWhole(line, first, count, place);
  return forEachShort(index.constant(0), count, [&](Value number) {
    IndexBuilder index = this->index();
    Value column = index.add(first, index.mul(number, stride));
    FailureOr<Value> word = wordAt(line, column, planes);
    if (failed(word))
      return failure();
    store(*word, address(scratch, index.add(place, number)));
    return success();
  });
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which work there is, and the way from rows of pixels to vectors of channels
// and back.
#include "DepthwiseEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace kiln;

LogicalResult DepthwiseEmitter::run(Value begin, Value end,
                                    ArrayRef<Value> domain) {
  if (failed(prepare(domain, plan.lanes * plan.getChannelSize())))
    return failure();
  FailureOr<SmallVector<Value>> imageSizes = emitter.shapeOf(plan.source);
  if (failed(imageSizes))
    return failure();
  imageRows = (*imageSizes)[plan.rows.dimension];
  imageColumns = (*imageSizes)[plan.columns.dimension];
  return forEachPanel(
      begin, end, bandCount(),
      [&](Value number, const Panel &panel, const IsNew &) {
        BandItem item = getBand(number);
        ImageRows image = getImageRows(item);
        if (failed(packImage(item, panel, image)) ||
            failed(forEach(
                index().constant(0), item.rows, index().constant(1),
                [&](Value row) { return emitRow(item, panel, image, row); })) ||
            failed(storeLines(item)))
          return failure();
        return emitResults(item, panel);
      });
}

DepthwiseEmitter::ImageRows
DepthwiseEmitter::getImageRows(const BandItem &item) {
  IndexBuilder index = this->index();
  Value stride = index.constant(plan.rows.stride);
  Value zero = index.constant(0);
  auto most = [&](Value a, Value b) -> Value {
    return arith::MaxSIOp::create(builder, loc, a, b);
  };
  Value top =
      index.sub(index.mul(item.firstRow, stride), index.constant(plan.padRows));
  Value reach =
      index.add(index.mul(item.rows, stride),
                index.constant(plan.rows.reach(1) - plan.rows.stride));
  Value end = least(index.add(top, reach), imageRows);
  Value first = most(top, zero);
  return {first, most(index.sub(end, first), zero)};
}

Value DepthwiseEmitter::vectorAddress(Value number) {
  return address(scratch, index().mul(number, index().constant(plan.lanes)));
}

/// Pixel `pixel` of a channel. Lanes behind the last one have that once more.
Value DepthwiseEmitter::pixelAddress(const BandItem &item, Value channel,
                                     Value pixel) {
  constexpr int64_t kSquaresAhead = 4;
  IndexBuilder index = this->index();
  if (plan.filters % plan.lanes != 0)
    channel = least(channel, index.constant(plan.filters - 1));
  Value plane =
      index.add(index.mul(item.image, index.constant(plan.filters)), channel);
  Value at =
      index.add(index.mul(plane, index.mul(imageRows, imageColumns)), pixel);
  Value image = emitter.bufferOf(plan.source);
  Type type = getElementTypeOrSelf(plan.source);
  // As many streams as there are lanes are more than processors follow.
  if (plan.isFar)
    fetchLine(address(image,
                      index.add(at, index.constant(kSquaresAhead * plan.lanes)),
                      type),
              Fetch::Read);
  return address(image, at, type);
}

/// Packs the square of pixels that `from` says the addresses of, in the type of
/// the sums.
void DepthwiseEmitter::packPixels(llvm::function_ref<Value(unsigned)> from,
                                  Value place, Value mask) {
  packSquare(
      vector, getElementBytes(), from,
      [&](unsigned i) {
        return vectorAddress(index().add(place, index().constant(i)));
      },
      [&](Value address) {
        return loadWidened(address, getElementTypeOrSelf(plan.source), mask);
      });
}

/// Squares begin at every so many pixels, the last one where the image has as
/// many left.
LogicalResult DepthwiseEmitter::packImage(const BandItem &item,
                                          const Panel &panel,
                                          const ImageRows &image) {
  if (plan.isPadded)
    return packPaddedRows(item, panel, image);
  IndexBuilder index = this->index();
  Value columns = index.constant(plan.imageColumns);
  Value before = index.mul(image.first, columns);
  Value last = index.constant(plan.getImagePixels() - plan.lanes);
  return forEach(index.constant(0), index.mul(image.count, columns),
                 index.constant(plan.lanes), [&](Value pixel) {
                   IndexBuilder index = this->index();
                   Value start = least(index.add(before, pixel), last);
                   Value place = index.add(index.sub(start, before),
                                           index.constant(plan.getImageAt()));
                   packPixels(
                       [&](unsigned lane) {
                         Value channel =
                             index.add(panel.first, index.constant(lane));
                         return pixelAddress(item, channel, start);
                       },
                       place);
                   return success();
                 });
}

/// Rows are packed one by one, each with zeros in the place of padding. The
/// last square of a row ends in the next one, which is packed later.
LogicalResult DepthwiseEmitter::packPaddedRows(const BandItem &item,
                                               const Panel &panel,
                                               const ImageRows &image) {
  IndexBuilder index = this->index();
  Value zero = index.constant(0), one = index.constant(1);
  Value stride = index.constant(plan.columns.stride);
  Value left = index.sub(index.mul(item.firstColumn, stride),
                         index.constant(plan.padColumns));
  Value count =
      index.add(index.mul(item.columns, stride),
                index.constant(plan.columns.reach(1) - plan.columns.stride));
  return forEach(zero, image.count, one, [&](Value row) {
    IndexBuilder index = this->index();
    Value before = index.mul(index.add(image.first, row), imageColumns);
    Value line =
        index.add(index.mul(row, index.constant(plan.getPackedColumns())),
                  index.constant(plan.getImageAt()));
    return forEach(zero, count, index.constant(plan.lanes), [&](Value square) {
      IndexBuilder index = this->index();
      Value column = index.add(left, square);
      Value place = index.add(line, square);
      packPixels(
          [&](unsigned lane) {
            Value channel = index.add(panel.first, index.constant(lane));
            return pixelAddress(item, channel, index.add(before, column));
          },
          place, lanesBelow(column, imageColumns));
      return success();
    });
  });
}

/// The tiles of row `row` of the band.
LogicalResult DepthwiseEmitter::emitRow(const BandItem &item,
                                        const Panel &panel,
                                        const ImageRows &image, Value row) {
  IndexBuilder index = this->index();
  Tile tile;
  tile.row = row;
  tile.top = index.sub(index.mul(index.add(item.firstRow, row),
                                 index.constant(plan.rows.stride)),
                       index.constant(plan.padRows));
  if (plan.isPadded)
    return forEach(index.constant(0), item.columns,
                   index.constant(plan.tileColumns), [&](Value column) {
                     tile.column = column;
                     tile.start = this->index().mul(
                         column, this->index().constant(plan.columns.stride));
                     tile.pixels = plan.tileColumns;
                     return emitTile(item, panel, image, tile);
                   });
  for (int64_t column = 0; column < plan.bandColumns;
       column += plan.tileColumns) {
    tile.first = column * plan.columns.stride - plan.padColumns;
    tile.column = index.constant(column);
    tile.start = index.constant(tile.first);
    tile.pixels = std::min(plan.tileColumns, plan.bandColumns - column);
    if (failed(emitTile(item, panel, image, tile)))
      return failure();
  }
  return success();
}

Value DepthwiseEmitter::resultPitch(const BandItem &item) {
  return plan.isPadded ? item.columns : index().constant(plan.bandColumns);
}

/// Puts the sums of the band into the lines of its channels.
LogicalResult DepthwiseEmitter::storeLines(const BandItem &item) {
  IndexBuilder index = this->index();
  Value pixels = index.mul(item.rows, resultPitch(item));
  return forEach(
      index.constant(0), pixels, index.constant(plan.lanes), [&](Value pixel) {
        IndexBuilder index = this->index();
        Value place = index.add(pixel, index.constant(plan.getResultAt()));
        packSquare(
            vector, plan.lanes * getElementBytes(),
            [&](unsigned i) {
              return vectorAddress(index.add(place, index.constant(i)));
            },
            [&](unsigned lane) {
              Value line = index.constant(lane * plan.getChannelSize());
              return address(sums, index.add(line, pixel));
            });
        return success();
      });
}

/// Lines have all rows of the band where these are whole ones, else one.
LogicalResult DepthwiseEmitter::emitResults(const BandItem &item,
                                            const Panel &panel) {
  IndexBuilder index = this->index();
  Value zero = index.constant(0);
  auto emitWhole = [&] {
    return emitLines(item, panel, zero, plan.lineRows, plan.getChannelSize());
  };
  if (!plan.isPadded)
    return emitWhole();
  Value isWhole = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        item.columns, columnCount());
  return emitter.when(loc, isWhole, emitWhole, [&] {
    return forEach(zero, item.rows, index.constant(1), [&](Value row) {
      return emitLines(item, panel, row, /*lineRows=*/1, plan.getChannelSize(),
                       this->index().mul(row, item.columns));
    });
  });
}

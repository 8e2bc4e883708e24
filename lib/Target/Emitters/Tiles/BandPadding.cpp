// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of a band in whole vectors: padding, then pixels, of which none asks
// whether it lies in the image, then padding.
#include "BandEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kiln;

LogicalResult BandEmitter::fillRow(Value padding, Value from, Value to,
                                   Value place) {
  return forEachOverrun(from, to, [&](Value number) {
    store(padding, address(scratch, index().add(place, number)));
    return success();
  });
}

/// Packs `count` pixels of `row`, the first in column `first`, as far apart as
/// the stride of columns.
LogicalResult BandEmitter::packWhole(Value row, Value first, Value count,
                                     Value place) {
  Value image = band.contraction.getDpsInputOperand(band.image)->get();
  tensor::PadOp pad = *findPadding(band);
  IndexBuilder index = this->index();
  Value zero = index.constant(0), stride = index.constant(band.columns.stride);
  SmallVector<Value> indices = indicesAt(row, first);
  Value begin = zero, end = count, padding, isInside;
  if (pad) {
    image = pad.getSource();
    FailureOr<SmallVector<Value>> sizes = emitter.shapeOf(image);
    if (failed(sizes))
      return failure();
    TypedAttr value;
    matchPattern(pad.getConstantPaddingValue(), m_Constant(&value));
    padding = widen(band.image, arith::ConstantOp::create(builder, loc, value));
    auto countBefore = [&](Value column) {
      Value columns =
          arith::MaxSIOp::create(builder, loc, index.sub(column, first), zero);
      return least(ceilDiv(columns, stride), count);
    };
    unsigned columns = band.columns.dimension;
    Value low = index.constant(pad.getStaticLow()[columns]);
    begin = countBefore(low);
    end = countBefore(index.add(low, (*sizes)[columns]));
    first = index.sub(first, low);
    for (unsigned i : pad.getPaddedDims().set_bits()) {
      if (i == columns)
        continue;
      indices[i] = index.sub(indices[i], index.constant(pad.getStaticLow()[i]));
      isInside = emitter.andBelow(loc, isInside, indices[i], (*sizes)[i]);
    }
  }
  auto packPixels = [&] {
    return forEachOverrun(begin, end, [&](Value number) {
      Value column =
          this->index().add(first, this->index().mul(number, stride));
      indices[band.columns.dimension] = column;
      FailureOr<Value> pixel = emitter.valueAt(image, indices);
      if (succeeded(pixel))
        store(widen(band.image, *pixel),
              address(scratch, this->index().add(place, number)));
      return LogicalResult(pixel);
    });
  };
  if (!pad)
    return packPixels();
  auto packRow = [&] {
    return success(succeeded(fillRow(padding, zero, begin, place)) &&
                   succeeded(packPixels()) &&
                   succeeded(fillRow(padding, end, count, place)));
  };
  if (!isInside)
    return packRow();
  return emitter.when(loc, isInside, packRow,
                      [&] { return fillRow(padding, zero, count, place); });
}

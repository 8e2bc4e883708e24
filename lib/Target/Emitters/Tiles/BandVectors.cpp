// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of a band in whole vectors on processors with masks, of an image that
// lies in memory with zeros around it: what is not in the image is masked.
#include "BandEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

/// A vector of pixels, as far apart as the stride of columns, from the one at
/// `position` behind `base` on, which is in column `column` of so many.
Value BandEmitter::loadPixels(Value base, Type type, Value position,
                              Value column, Value columns) {
  auto load = [&](int64_t behind) {
    IndexBuilder index = this->index();
    Value step = index.constant(behind);
    Value offset = arith::IndexCastOp::create(
        builder, loc, builder.getI64Type(), index.add(position, step));
    // Lanes that are masked may lie outside of the buffer.
    Value at = LLVM::GEPOp::create(builder, loc, base.getType(), type, base,
                                   ArrayRef<LLVM::GEPArg>{offset});
    return loadMasked(vector.clone(type), at,
                      lanesBelow(index.add(column, step), columns),
                      type.getIntOrFloatBitWidth() / 8);
  };
  Value pixels = load(0);
  if (band.columns.stride == 2) {
    SmallVector<int32_t> even;
    for (int64_t lane = 0; lane < band.lanes; ++lane)
      even.push_back(2 * lane);
    pixels = LLVM::ShuffleVectorOp::create(builder, loc, pixels,
                                           load(band.lanes), even);
  }
  return type == element ? pixels
                         : arith::ExtFOp::create(builder, loc, vector, pixels);
}

LogicalResult BandEmitter::packVectors(Value row, Value first, Value count,
                                       Value place) {
  StoredImage image = *findStoredImage(band);
  FailureOr<SmallVector<Value>> shape = emitter.shapeOf(image.source);
  if (failed(shape))
    return failure();
  IndexBuilder index = this->index();
  row = index.sub(row, index.constant(image.lowRows));
  first = index.sub(first, index.constant(image.lowColumns));
  Value start = index.linearize(indicesAt(row, first), *shape);
  Value base = emitter.bufferOf(image.source);
  Type type = getElementTypeOrSelf(image.source);
  auto storeVectors = [&](llvm::function_ref<Value(Value)> make) {
    return forEach(index.constant(0), count, index.constant(band.lanes),
                   [&](Value number) {
                     IndexBuilder index = this->index();
                     storeVector(make(number),
                                 address(scratch, index.add(place, number)));
                     return success();
                   });
  };
  auto packPixels = [&] {
    return storeVectors([&](Value number) {
      IndexBuilder index = this->index();
      Value behind = index.mul(number, index.constant(band.columns.stride));
      return loadPixels(base, type, index.add(start, behind),
                        index.add(first, behind),
                        (*shape)[band.columns.dimension]);
    });
  };
  if (!band.rows.loop)
    return packPixels();
  Value isInside =
      emitter.andBelow(loc, Value(), row, (*shape)[band.rows.dimension]);
  return emitter.when(loc, isInside, packPixels, [&] {
    return storeVectors([&](Value) { return zero(); });
  });
}

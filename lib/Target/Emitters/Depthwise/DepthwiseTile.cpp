// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile: the sums of some pixels of a row, for a vector of channels.
#include "DepthwiseEmitter.h"
#include "kiln/Target/Loops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;

/// Adds the taps of row `tapRow` of the window, which reads row `imageRow` of
/// the packed image, for the tile that begins at `column`. Columns of the image
/// are known, so that those which it does not have cost nothing.
SmallVector<Value> DepthwiseEmitter::addTaps(const Panel &panel, Value imageRow,
                                             Value tapRow, int64_t column,
                                             ValueRange old) {
  SmallVector<Value> sums(old);
  IndexBuilder index = this->index();
  Value rowStart =
      index.add(index.mul(imageRow, index.constant(plan.imageColumns)),
                index.constant(plan.getImageAt()));
  Value taps = index.constant(plan.columns.taps * plan.getStoredWidth());
  Value filter = index.add(panel.start, index.mul(tapRow, taps));
  llvm::DenseMap<int64_t, Value> pixels;
  for (int64_t tap = 0; tap < plan.columns.taps; ++tap) {
    Value factor = loadVector(address(
        panel.base,
        index.add(filter, index.constant(tap * plan.getStoredWidth()))));
    for (auto [i, sum] : llvm::enumerate(sums)) {
      int64_t at = (column + int64_t(i)) * plan.columns.stride +
                   tap * plan.columns.dilation - plan.padColumns;
      if (at < 0 || at >= plan.imageColumns)
        continue;
      Value &pixel = pixels[at];
      if (!pixel)
        pixel =
            loadVector(vectorAddress(index.add(rowStart, index.constant(at))),
                       /*isAligned=*/true);
      sum = addProduct(factor, pixel, sum);
    }
  }
  return sums;
}

LogicalResult DepthwiseEmitter::emitTile(const Panel &panel,
                                         const ImageRows &image, Value row,
                                         Value top, int64_t column) {
  IndexBuilder index = this->index();
  Value zero = index.constant(0);
  // The rows of the window that lie in the image.
  Value from = arith::MaxSIOp::create(builder, loc, index.sub(zero, top), zero);
  Value to = least(index.sub(index.constant(plan.imageRows), top),
                   index.constant(plan.rows.taps));
  int64_t pixels = std::min(plan.tileColumns, plan.bandColumns - column);
  FailureOr<SmallVector<Value>> results = forSums(
      from, to, index.constant(1), SmallVector<Value>(pixels, this->zero()),
      [&](Value tap, ValueRange sums) -> FailureOr<SmallVector<Value>> {
        Value imageRow =
            this->index().sub(this->index().add(top, tap), image.first);
        return addTaps(panel, imageRow, tap, column, sums);
      });
  if (failed(results))
    return failure();
  // Several rows of the window would need more registers than there are.
  keepAsWritten(results->front().getDefiningOp<scf::ForOp>());
  Value place = index.add(index.mul(row, index.constant(plan.bandColumns)),
                          index.constant(plan.getResultAt() + column));
  storeSums(*results, false, *fma, [&](unsigned i) {
    return vectorAddress(index.add(place, index.constant(i)));
  });
  return success();
}

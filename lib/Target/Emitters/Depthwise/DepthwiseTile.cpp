// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile: the sums of some pixels of a row, for a vector of channels.
#include "DepthwiseEmitter.h"
#include "kiln/Target/Loops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

/// What each channel's filter multiplies with its plane `plane`: that channel
/// of its group.
Value DepthwiseEmitter::takePlaneOfGroups(Value channels, int64_t plane) {
  if (plan.planes == 1)
    return channels;
  SmallVector<int32_t> from;
  for (int64_t lane = 0; lane < plan.lanes; ++lane)
    from.push_back(lane / plan.planes * plan.planes + plane);
  return LLVM::ShuffleVectorOp::create(builder, loc, channels, channels, from);
}

/// Adds the taps of row `tapRow` of the window, which reads row `imageRow` of
/// the packed image, in plane `plane`. Where columns of the image are known,
/// those which it does not have cost nothing.
SmallVector<Value> DepthwiseEmitter::addTaps(const Panel &panel,
                                             const Tile &tile, Value imageRow,
                                             Value tapRow, int64_t plane,
                                             ValueRange old) {
  SmallVector<Value> sums(old);
  IndexBuilder index = this->index();
  Value rowStart =
      index.add(index.mul(imageRow, index.constant(plan.getPackedColumns())),
                index.constant(plan.getImageAt()));
  Value start = index.add(rowStart, tile.start);
  Value taps = index.constant(plan.columns.taps * plan.storedWidth);
  Value step = index.add(index.constant(plane * plan.rows.taps), tapRow);
  Value filter = index.add(panel.start, index.mul(step, taps));
  SmallVector<Value> factors;
  for (int64_t tap = 0; tap < plan.columns.taps; ++tap)
    factors.push_back(loadPlane(
        panel.base, index.add(filter, index.constant(tap * plan.storedWidth)),
        /*number=*/0));
  for (int64_t at = 0; at < plan.columns.reach(sums.size()); ++at) {
    int64_t column = tile.first + at;
    if (!plan.isPadded && (column < 0 || column >= plan.imageColumns))
      continue;
    Value pixel;
    for (int64_t tap = plan.columns.taps - 1; tap >= 0; --tap) {
      int64_t distance = at - tap * plan.columns.dilation;
      if (distance < 0 || distance % plan.columns.stride != 0 ||
          distance / plan.columns.stride >= int64_t(sums.size()))
        continue;
      if (!pixel)
        pixel = takePlaneOfGroups(
            loadVector(vectorAddress(index.add(start, index.constant(at))),
                       /*isAligned=*/true),
            plane);
      Value &sum = sums[distance / plan.columns.stride];
      sum = addProduct(factors[tap], pixel, sum);
    }
  }
  return sums;
}

LogicalResult DepthwiseEmitter::emitTile(const BandItem &item,
                                         const Panel &panel,
                                         const ImageRows &image,
                                         const Tile &tile) {
  IndexBuilder index = this->index();
  Value zero = index.constant(0);
  // The rows of the window that lie in the image.
  Value from =
      arith::MaxSIOp::create(builder, loc, index.sub(zero, tile.top), zero);
  Value to =
      least(index.sub(imageRows, tile.top), index.constant(plan.rows.taps));
  FailureOr<SmallVector<Value>> results =
      forSums(from, to, index.constant(1),
              SmallVector<Value>(tile.pixels, this->zero()),
              [&](Value tap, ValueRange sums) -> FailureOr<SmallVector<Value>> {
                Value imageRow = this->index().sub(
                    this->index().add(tile.top, tap), image.first);
                SmallVector<Value> results(sums);
                for (int64_t plane = 0; plane < plan.planes; ++plane)
                  results = addTaps(panel, tile, imageRow, tap, plane, results);
                return results;
              });
  if (failed(results))
    return failure();
  // Several rows of the window would need more registers than there are.
  keepAsWritten(results->front().getDefiningOp<scf::ForOp>());
  Value place =
      index.add(index.add(index.mul(tile.row, resultPitch(item)), tile.column),
                index.constant(plan.getResultAt()));
  storeSums(*results, false, *fma, [&](unsigned i) {
    return vectorAddress(index.add(place, index.constant(i)));
  });
  return success();
}

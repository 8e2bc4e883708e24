// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which work there is.
#include "WindowEmitter.h"

using namespace mlir;
using namespace kiln;

LogicalResult WindowEmitter::run(Value begin, Value end,
                                 ArrayRef<Value> domain) {
  int64_t count = plan.tileRows * plan.tileVectors * plan.lanes;
  if (failed(prepare(domain, count)))
    return failure();
  wholeSums = plan.setsWholeApart ? makeRoom(count) : Value();
  return forEachItem(begin, end, bandCount(),
                     [&](Value number) { return emitItem(getBand(number)); });
}

LogicalResult WindowEmitter::emitItem(const BandItem &item) {
  if (failed(packBand(item)))
    return failure();
  // Else LLVM makes the pixels of a small image, which it sees packed, of parts
  // of vectors, number by number.
  orderAccesses(scratch);
  filter.clear();
  if (plan.keepsFilter)
    for (int64_t tap = 0; tap < plan.columns.taps; ++tap)
      if (failed(loadColumn(tap, filter)))
        return failure();
  IndexBuilder index = this->index();
  Value zero = index.constant(0);
  Value height = index.constant(plan.tileRows);
  Value width = index.constant(plan.tileVectors * plan.lanes);
  return forEach(zero, item.rows, height, [&](Value row) {
    return forEach(zero, item.columns, width,
                   [&](Value column) { return emitTile(item, row, column); });
  });
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which work there is.
#include "WindowEmitter.h"

using namespace mlir;
using namespace kiln;

Value WindowEmitter::outerCount() {
  return index().product(ArrayRef(sizes).take_front(numOuter()));
}

Value WindowEmitter::rowCount() {
  return plan.rows.loop ? sizes[numOuter()] : index().constant(1);
}

/// The item with `number`, where each image has so many bands along each axis.
WindowItem WindowEmitter::getItem(Value number, Value rowBands,
                                  Value columnBands) {
  IndexBuilder index = this->index();
  Value height = index.constant(plan.bandRows);
  Value width = index.constant(plan.bandColumns);
  Value rest = index.div(number, columnBands);
  WindowItem item;
  item.outer = index.div(rest, rowBands);
  item.indices =
      index.delinearize(item.outer, ArrayRef(sizes).take_front(numOuter()));
  item.firstRow = index.mul(index.rem(rest, rowBands), height);
  item.rows = least(index.sub(rowCount(), item.firstRow), height);
  item.firstColumn = index.mul(index.rem(number, columnBands), width);
  item.columns = least(index.sub(columnCount(), item.firstColumn), width);
  return item;
}

LogicalResult WindowEmitter::run(Value begin, Value end,
                                 ArrayRef<Value> domain) {
  if (failed(prepare(domain, plan.tileRows * plan.tileVectors * plan.lanes)))
    return failure();
  IndexBuilder index = this->index();
  Value rowBands = ceilDiv(rowCount(), index.constant(plan.bandRows));
  Value columnBands = ceilDiv(columnCount(), index.constant(plan.bandColumns));
  Value items = index.mul(index.mul(outerCount(), rowBands), columnBands);
  return forEachItem(begin, end, items, [&](Value number) {
    return emitItem(getItem(number, rowBands, columnBands));
  });
}

LogicalResult WindowEmitter::emitItem(const WindowItem &item) {
  for (auto [i, value] : llvm::enumerate(item.indices))
    loops[loopOf(i)] = value;
  IndexBuilder index = this->index();
  Value zero = index.constant(0);
  if (failed(forEachPlane(0, zero,
                          [&](Value plane) { return pack(item, plane); })))
    return failure();
  Value height = index.constant(plan.tileRows);
  Value width = index.constant(plan.tileVectors * plan.lanes);
  return forEach(zero, item.rows, height, [&](Value row) {
    return forEach(zero, item.columns, width,
                   [&](Value column) { return emitTile(item, row, column); });
  });
}

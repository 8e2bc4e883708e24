// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Columns that are parts side by side, as the gates of a recurrent cell: an
// item takes the sums of its rows in all parts, one after another, and computes
// their results when the last ones are there. The sums stay on the stack.
#include "GemmEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;

/// The row whose sums are the first ones in memory: a tile of the item may
/// reach back before the item.
Value GemmEmitter::firstSumRow(const WorkItem &item) {
  return least(item.firstRow,
               index().sub(item.endRow, index().constant(tile.rows)));
}

/// The number of the first sum of tile `row`.
Value GemmEmitter::firstSumOfTile(const WorkItem &item, Value row) {
  IndexBuilder index = this->index();
  if (plan.parts.empty())
    return index.constant(0);
  return index.add(index.constant(item.part * plan.getPartSums()),
                   index.mul(index.sub(row, firstSumRow(item)),
                             index.constant(tile.getColumns())));
}

LogicalResult GemmEmitter::emitParts(const WorkItem &item) {
  WorkItem columns = item;
  columns.isFirst = isFirstOfBlock(item);
  for (int64_t first : plan.parts) {
    columns.firstColumn =
        index().add(item.firstColumn, index().constant(first));
    if (failed(emitPackedRows(columns)))
      return failure();
    // The parts share rows that are packed.
    columns.isFirst = arith::ConstantIntOp::create(builder, loc, 0, 1);
    ++columns.part;
  }
  Value row = firstSumRow(item);
  return forEach(index().sub(item.firstRow, row), index().sub(item.endRow, row),
                 index().constant(1),
                 [&](Value r) { return emitRowResults(item, row, r); });
}

void GemmEmitter::setSums(ArrayRef<Value> indices, Value place) {
  if (plan.parts.empty())
    return TileEmitter::setSums(indices, place);
  SmallVector<Value> at(indices);
  for (auto [number, first] : llvm::enumerate(plan.parts)) {
    at.back() = index().add(indices.back(), index().constant(first));
    Value sum =
        index().add(place, index().constant(number * plan.getPartSums()));
    TileEmitter::setSums(at, sum);
  }
}

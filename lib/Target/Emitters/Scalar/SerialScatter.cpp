// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tx.scatter and tx.compact: the data say which elements are written.
#include "SerialEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;

/// Gives the part of the result that the item is its initial values.
static LogicalResult copyInit(SerialEmitter &serial, tx::ScatterOp op,
                              ValueRange item) {
  SmallVector<Value> position(item);
  return serial.nest(op.getDims(), serial.getSizes(), position, [&] {
    FailureOr<Value> value = serial.emitter.valueAt(op.getInit(), position);
    if (succeeded(value))
      serial.store(0, position, *value);
    return LogicalResult(value);
  });
}

/// Combines the update at `loops` into the element of the result that it goes
/// to; `item` has the indices that are no data.
static LogicalResult applyUpdate(SerialEmitter &serial, tx::ScatterOp op,
                                 ValueRange item, ArrayRef<Value> loops) {
  Location loc = serial.loc;
  SmallVector<Value> target(item);
  Value inRange;
  for (auto [tensor, dim] : llvm::zip(op.getIndices(), op.getDims())) {
    int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
    FailureOr<Value> value =
        serial.emitter.valueAt(tensor, loops.take_front(rank));
    if (failed(value))
      return failure();
    target[dim] = serial.toIndex(*value);
    inRange = serial.emitter.andBelow(loc, inRange, target[dim],
                                      serial.getSizes()[dim]);
  }
  auto write = [&]() -> LogicalResult {
    FailureOr<Value> update = serial.emitter.valueAt(op.getUpdates(), loops);
    if (failed(update))
      return failure();
    Value value = *update;
    if (op.getKind() != tx::CombineKind::Assign)
      value = serial.combine(op.getKind(), op.getIsUnsigned(),
                             serial.load(0, target), value);
    serial.store(0, target, value);
    return success();
  };
  return serial.when(inRange, write, [&] {
    serial.emitter.reportError(loc, KernelError::IndexOutOfRange);
    return success();
  });
}

LogicalResult kiln::emitScatter(SerialEmitter &serial, tx::ScatterOp op,
                                ValueRange item) {
  FailureOr<SmallVector<Value>> sizes = serial.emitter.shapeOf(op.getUpdates());
  if (failed(sizes) ||
      (!serial.isUpdate() && failed(copyInit(serial, op, item))))
    return failure();
  auto updates = cast<RankedTensorType>(op.getUpdates().getType());
  RankedTensorType type = op.getInit().getType();
  SmallVector<Value> loops(updates.getRank());
  Value inside;
  const int64_t *window = op.getWindow().begin();
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (llvm::is_contained(op.getDims(), dim))
      continue;
    int64_t loop = *window++;
    loops[loop] = item[dim];
    if (!type.isDynamicDim(dim) &&
        type.getDimSize(dim) == updates.getDimSize(loop))
      continue;
    inside =
        serial.emitter.andBelow(serial.loc, inside, item[dim], (*sizes)[loop]);
  }
  SmallVector<int64_t> inner;
  for (int64_t loop = 0; loop < updates.getRank(); ++loop)
    if (!llvm::is_contained(op.getWindow(), loop))
      inner.push_back(loop);
  auto apply = [&] {
    return serial.nest(inner, *sizes, loops,
                       [&] { return applyUpdate(serial, op, item, loops); });
  };
  return inside ? serial.when(inside, apply) : apply();
}

LogicalResult kiln::emitCompact(SerialEmitter &serial, tx::CompactOp op) {
  OpBuilder &builder = serial.builder;
  Location loc = serial.loc;
  FailureOr<SmallVector<Value>> sizes = serial.emitter.shapeOf(op.getMask());
  if (failed(sizes))
    return failure();
  Value zero = serial.index().constant(0), rows = serial.getSizes()[0];
  auto find = [&](Value element,
                  ValueRange carried) -> FailureOr<SmallVector<Value>> {
    Value row = carried.front();
    SmallVector<Value> place = serial.index().delinearize(element, *sizes);
    FailureOr<Value> isTrue = serial.emitter.valueAt(op.getMask(), place);
    if (failed(isTrue))
      return failure();
    Value fits = serial.compare(arith::CmpIPredicate::ult, row, rows);
    Value taken = arith::AndIOp::create(builder, loc, *isTrue, fits);
    (void)serial.when(taken, [&] {
      for (auto [dim, position] : llvm::enumerate(place))
        serial.store(0, {row, serial.index().constant(dim)},
                     arith::IndexCastOp::create(
                         builder, loc, builder.getI64Type(), position));
      return success();
    });
    Value next = serial.index().add(row, serial.index().constant(1));
    return SmallVector<Value>{
        arith::SelectOp::create(builder, loc, taken, next, row)};
  };
  FailureOr<SmallVector<Value>> count =
      serial.loop(zero, serial.index().product(*sizes), zero, find);
  if (failed(count))
    return failure();
  return serial.forEach(count->front(), rows, [&](Value row) {
    for (size_t dim = 0; dim < sizes->size(); ++dim) {
      SmallVector<Value> position = {row, serial.index().constant(dim)};
      FailureOr<Value> value = serial.emitter.valueAt(op.getInit(), position);
      if (failed(value))
        return failure();
      serial.store(0, position, *value);
    }
    return success();
  });
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tx.scatter and tx.compact: the data say which elements are written.
#include "SerialEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;

namespace {
/// Writes the part of a scatter at one item, or at the columns [from, to) of a
/// row, which are the innermost loop: updates come in the order in which they
/// lie in memory.
class ScatterEmitter {
public:
  ScatterEmitter(SerialEmitter &serial, tx::ScatterOp op, ValueRange item,
                 Value from = {}, Value to = {})
      : serial(serial), op(op), item(item), from(from), to(to) {}

  LogicalResult run();

private:
  LogicalResult copyInit();
  FailureOr<Value> findLoops();
  LogicalResult applyUpdate();
  LogicalResult whereFound(llvm::function_ref<LogicalResult()> write);
  LogicalResult combine();
  LogicalResult forEachColumn(llvm::function_ref<LogicalResult()> body);
  bool dependsOnColumn(Value index);

  SerialEmitter &serial;
  tx::ScatterOp op;
  SmallVector<Value> item;   ///< the indices that are no data
  SmallVector<Value> loops;  ///< the update that is applied
  SmallVector<Value> target; ///< where it goes
  SmallVector<Value> sizes;  ///< of the updates
  Value from, to;            ///< null for one item
};
} // namespace

/// The columns of the row, or the one item.
LogicalResult
ScatterEmitter::forEachColumn(llvm::function_ref<LogicalResult()> body) {
  if (!from)
    return body();
  return serial.emitter.forEach(
      serial.loc, from, to, serial.index().constant(1),
      [&](Value column) {
        item.back() = column;
        if (!loops.empty())
          loops[op.getWindow().back()] = column;
        if (!target.empty())
          target.back() = column;
        return body();
      },
      /*inLanes=*/true);
}

/// Gives the part of the result its initial values.
LogicalResult ScatterEmitter::copyInit() {
  return serial.nest(op.getDims(), serial.getSizes(), item, [&] {
    return forEachColumn([&] {
      FailureOr<Value> value = serial.emitter.valueAt(op.getInit(), item);
      if (succeeded(value))
        serial.store(0, item, *value);
      return LogicalResult(value);
    });
  });
}

bool ScatterEmitter::dependsOnColumn(Value index) {
  return from && cast<RankedTensorType>(index.getType()).getRank() >
                     op.getWindow().back();
}

/// Sets `target` to where the update at `loops` goes, and writes there; an
/// error of the call where that is outside.
LogicalResult
ScatterEmitter::whereFound(llvm::function_ref<LogicalResult()> write) {
  target = item;
  Value inRange;
  for (auto [tensor, dim] : llvm::zip(op.getIndices(), op.getDims())) {
    int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
    FailureOr<Value> value =
        serial.emitter.valueAt(tensor, ArrayRef<Value>(loops).take_front(rank));
    if (failed(value))
      return failure();
    target[dim] = serial.toIndex(*value);
    inRange = serial.emitter.andBelow(serial.loc, inRange, target[dim],
                                      serial.getSizes()[dim]);
  }
  return serial.when(inRange, write, [&] {
    serial.emitter.reportError(serial.loc, KernelError::IndexOutOfRange);
    return success();
  });
}

/// Combines the update at `loops` into the element at `target`.
LogicalResult ScatterEmitter::combine() {
  FailureOr<Value> update = serial.emitter.valueAt(op.getUpdates(), loops);
  if (failed(update))
    return failure();
  Value value = *update;
  if (op.getKind() != tx::CombineKind::Assign)
    value = serial.combine(op.getKind(), op.getIsUnsigned(),
                           serial.load(0, target), value);
  serial.store(0, target, value);
  return success();
}

/// Applies the updates at `loops`, in all columns: the place of neighbours is
/// found once.
LogicalResult ScatterEmitter::applyUpdate() {
  if (llvm::any_of(op.getIndices(),
                   [&](Value index) { return dependsOnColumn(index); }))
    return forEachColumn([&] { return whereFound([&] { return combine(); }); });
  return whereFound([&] { return forEachColumn([&] { return combine(); }); });
}

/// Sets `loops` to the item; the condition that it has updates, which is null
/// where it is known. Columns without updates are left out.
FailureOr<Value> ScatterEmitter::findLoops() {
  RankedTensorType type = op.getInit().getType();
  auto updates = cast<RankedTensorType>(op.getUpdates().getType());
  FailureOr<SmallVector<Value>> shape = serial.emitter.shapeOf(op.getUpdates());
  if (failed(shape))
    return failure();
  sizes = *shape;
  loops.assign(updates.getRank(), Value());
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
    if (item[dim])
      inside =
          serial.emitter.andBelow(serial.loc, inside, item[dim], sizes[loop]);
    else
      to = arith::MinSIOp::create(serial.builder, serial.loc, to, sizes[loop]);
  }
  return inside;
}

LogicalResult ScatterEmitter::run() {
  if (!serial.isUpdate() && failed(copyInit()))
    return failure();
  if (from)
    item.back() = {};
  FailureOr<Value> inside = findLoops();
  if (failed(inside))
    return failure();
  SmallVector<int64_t> inner;
  for (int64_t loop = 0; loop < int64_t(loops.size()); ++loop)
    if (!llvm::is_contained(op.getWindow(), loop))
      inner.push_back(loop);
  auto apply = [&] {
    return serial.nest(inner, sizes, loops, [&] { return applyUpdate(); });
  };
  return *inside ? serial.when(*inside, apply) : apply();
}

LogicalResult kiln::emitScatter(SerialEmitter &serial, tx::ScatterOp op,
                                ValueRange item) {
  return ScatterEmitter(serial, op, item).run();
}

tx::ScatterOp kiln::getScatterOfRows(exec::KernelOp kernel) {
  if (kernel.getResultTypes().size() != 1)
    return {};
  auto op = kernel.getYield().getOperand(0).getDefiningOp<tx::ScatterOp>();
  if (!op || op.getWindow().empty() ||
      llvm::is_contained(op.getDims(), op.getType().getRank() - 1))
    return {};
  return op;
}

LogicalResult kiln::emitScatterOfRow(ScalarEmitter &emitter,
                                     exec::KernelOp kernel, tx::ScatterOp op,
                                     ValueRange row, Value from, Value to) {
  SerialEmitter serial(emitter, kernel, op);
  if (failed(serial.start()))
    return failure();
  SmallVector<Value> item(row);
  item.push_back({});
  return ScatterEmitter(serial, op, item, from, to).run();
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

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which work there is, and the bits of code that it is made of.
#include "GemmEmitter.h"
#include "kiln/Target/Loops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace kiln;

/// Rows that are computed with one packed panel.
static constexpr int64_t kRowBlock = 256;

LogicalResult
GemmEmitter::forEach(Value from, Value to, Value step,
                     llvm::function_ref<LogicalResult(Value)> body) {
  auto loop = scf::ForOp::create(builder, loc, from, to, step);
  emitter.enter(loop.getBody());
  LogicalResult result = body(loop.getInductionVar());
  emitter.leave();
  return result;
}

/// A loop over at most the columns of a tile, in vectors where that pays.
LogicalResult
GemmEmitter::forEachShort(Value from, Value to,
                          llvm::function_ref<LogicalResult(Value)> body) {
  auto loop = scf::ForOp::create(builder, loc, from, to, index().constant(1));
  loop->setAttr(kLanesAttr, builder.getUnitAttr());
  emitter.enter(loop.getBody());
  LogicalResult result = body(loop.getInductionVar());
  emitter.leave();
  return result;
}

Value GemmEmitter::address(Value base, Value position) {
  Value offset =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), position);
  return LLVM::GEPOp::create(builder, loc, base.getType(), element, base,
                             ArrayRef<LLVM::GEPArg>{offset},
                             LLVM::GEPNoWrapFlags::inbounds);
}

Value GemmEmitter::widen(Value value) {
  if (value.getType() == element)
    return value;
  return arith::ExtFOp::create(builder, loc, element, value);
}

Value GemmEmitter::splat(Value scalar) {
  auto vector = VectorType::get(tile.lanes, scalar.getType());
  Value zero = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                        builder.getI32IntegerAttr(0));
  Value any = LLVM::PoisonOp::create(builder, loc, vector);
  Value first =
      LLVM::InsertElementOp::create(builder, loc, vector, any, scalar, zero);
  SmallVector<int32_t> lanes(tile.lanes, 0);
  return LLVM::ShuffleVectorOp::create(builder, loc, first, any, lanes);
}

/// The element of an operand at `loops`, in the type of the sums.
FailureOr<Value> GemmEmitter::operandAt(unsigned operand) {
  OpOperand *input = plan.contraction.getDpsInputOperand(operand);
  FailureOr<Value> value = emitter.valueAt(
      input->get(),
      index().affine(plan.contraction.getMatchingIndexingMap(input), loops));
  if (failed(value))
    return failure();
  return widen(*value);
}

void GemmEmitter::setBatch(const WorkItem &item) {
  for (auto [i, value] : llvm::enumerate(item.indices))
    loops[loopOf(i)] = value;
}

void GemmEmitter::setRow(Value row) {
  for (auto [i, value] : llvm::enumerate(index().delinearize(row, rowSizes())))
    loops[loopOf(plan.numBatch + i)] = value;
}

void GemmEmitter::setColumn(Value column) {
  for (auto [i, value] :
       llvm::enumerate(index().delinearize(column, columnSizes())))
    loops[loopOf(plan.numBatch + plan.numRows + i)] = value;
}

LogicalResult GemmEmitter::prepare(ArrayRef<Value> domain) {
  sizes.assign(domain.begin(), domain.end());
  loops.resize(plan.contraction.getNumLoops());
  plan.contraction.getReductionDims(reduced);
  for (unsigned dim : reduced) {
    FailureOr<Value> size = emitter.extentOf(plan.contraction, dim);
    if (failed(size))
      return failure();
    depths.push_back(*size);
  }
  rowCount = index().product(rowSizes());
  columnCount = index().product(columnSizes());
  Value count = LLVM::ConstantOp::create(
      builder, loc, builder.getI32Type(),
      builder.getI32IntegerAttr(tile.rows * tile.getColumns()));
  auto buffer = LLVM::AllocaOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), element,
      count);
  buffer.setAlignment(64);
  sums = buffer;
  return success();
}

/// The item with `number`, where each block of rows has `panels` panels and
/// each batch item has `blocks` blocks. Neighbours share the block of rows,
/// which then stays in the cache.
WorkItem GemmEmitter::getItem(Value number, Value panels, Value blocks) {
  IndexBuilder index = this->index();
  Value width = index.constant(tile.getColumns());
  Value height = index.constant(kRowBlock);
  Value rest = index.div(number, panels);
  WorkItem item;
  item.batch = index.div(rest, blocks);
  item.indices = index.delinearize(item.batch, batchSizes());
  item.firstRow = index.mul(index.rem(rest, blocks), height);
  item.endRow = arith::MinSIOp::create(
      builder, loc, index.add(item.firstRow, height), rowCount);
  item.firstColumn = index.mul(index.rem(number, panels), width);
  item.columns = arith::MinSIOp::create(
      builder, loc, index.sub(columnCount, item.firstColumn), width);
  return item;
}

LogicalResult GemmEmitter::run(Value begin, Value end, ArrayRef<Value> domain) {
  if (failed(prepare(domain)))
    return failure();
  IndexBuilder index = this->index();
  Value one = index.constant(1);
  auto ceilDiv = [&](Value value, Value by) {
    return index.div(index.add(value, index.sub(by, one)), by);
  };
  Value panels = ceilDiv(columnCount, index.constant(tile.getColumns()));
  Value blocks = ceilDiv(rowCount, index.constant(kRowBlock));
  Value items =
      index.mul(index.mul(index.product(batchSizes()), blocks), panels);
  // Items are spread over the domain at equal distances: there are at most as
  // many as elements, and a range has those that begin in it.
  Value divisor = arith::MaxSIOp::create(builder, loc, items, one);
  Value distance = arith::MaxSIOp::create(
      builder, loc, index.div(index.product(sizes), divisor), one);
  Value last =
      arith::MinSIOp::create(builder, loc, ceilDiv(end, distance), items);
  return forEach(ceilDiv(begin, distance), last, one, [&](Value number) {
    WorkItem item = getItem(number, panels, blocks);
    setBatch(item);
    return emitWorkItem(item);
  });
}

LogicalResult GemmEmitter::emitItemRows(const WorkItem &item) {
  IndexBuilder index = this->index();
  Value step = index.constant(tile.rows), one = index.constant(1);
  Value count = index.sub(item.endRow, item.firstRow);
  Value whole =
      index.add(item.firstRow, index.mul(index.div(count, step), step));
  if (failed(forEach(item.firstRow, whole, step, [&](Value row) {
        return emitTile(item, row, tile.rows);
      })))
    return failure();
  return forEach(whole, item.endRow, one,
                 [&](Value row) { return emitTile(item, row, 1); });
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which work there is, and how its blocks follow each other.
#include "AttentionEmitter.h"
#include "../Scalar/Attention.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace kiln;

SmallVector<Value> AttentionEmitter::sizesOf(ArrayRef<unsigned> loops) {
  return llvm::map_to_vector(loops, [&](unsigned loop) { return sizes[loop]; });
}

void AttentionEmitter::setRow(Value row) {
  IndexBuilder index = this->index();
  SmallVector<Value> indices =
      index.delinearize(index.add(firstRow, row), sizesOf(plan.rowLoops));
  for (auto [loop, value] : llvm::zip(plan.rowLoops, indices))
    loops[loop] = value;
}

Value AttentionEmitter::number(double value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getFloatAttr(element, value));
}

LogicalResult AttentionEmitter::run(Value begin, Value end,
                                    ArrayRef<Value> domain) {
  Value rowCount = index().product(domain);
  FailureOr<SmallVector<Value>> shape = emitter.shapeOf(op.getResult());
  FailureOr<Value> extent = emitAttentionExtent(emitter, op, op.getKeyLoop());
  if (failed(shape) || failed(extent))
    return failure();
  sizes = *shape;
  keyCount = *extent;
  IndexBuilder index = this->index();
  Value attended = index.product(sizesOf(plan.rowLoops));
  Value blocks = ceilDiv(attended, index.constant(plan.blockRows));
  blockHeight =
      evenHeight(attended, blocks, plan.scoreTile.rows, plan.blockRows);
  Value items = index.mul(index.product(sizesOf(plan.batchLoops)), blocks);
  if (plan.hasTiles())
    tiles.configure(
        tiles.makeConfig(SmallVector<TileShape>(kTileRegisters, TileShape())));
  LogicalResult written =
      forEachItem(begin, end, rowCount, items,
                  [&](Value number) { return emitItem(number, blocks); });
  if (plan.hasTiles())
    tiles.release();
  return written;
}

/// Block number `number` of rows, of which each batch item has `blocks`.
LogicalResult AttentionEmitter::emitItem(Value number, Value blocks) {
  IndexBuilder index = this->index();
  SmallVector<Value> batch =
      index.delinearize(index.div(number, blocks), sizesOf(plan.batchLoops));
  for (auto [loop, value] : llvm::zip(plan.batchLoops, batch))
    loops[loop] = value;
  firstRow = index.mul(index.rem(number, blocks), blockHeight);
  rows = least(index.sub(index.product(sizesOf(plan.rowLoops)), firstRow),
               blockHeight);
  if (failed(packQueries()))
    return failure();
  clearSums();
  if (failed(emitAllKeys()))
    return failure();
  return emitResults();
}

/// Adds all keys to the sums of the rows, a block after the other.
LogicalResult AttentionEmitter::emitBlocks(bool inPlace) {
  llvm::SaveAndRestore<int64_t> block(
      plan.blockKeys, inPlace ? plan.kFewRowsKeys : plan.blockKeys);
  return forEach(index().constant(0), keyCount,
                 index().constant(plan.blockKeys), [&](Value first) {
                   return inPlace ? emitKeysInPlace(first) : emitKeys(first);
                 });
}

/// Chooses, when it runs where the number of rows is not known before.
LogicalResult AttentionEmitter::emitAllKeys() {
  if (!plan.readsInPlace)
    return emitBlocks(/*inPlace=*/false);
  if (std::optional<int64_t> known = getConstantIntValue(rows))
    return emitBlocks(/*inPlace=*/*known <= kFewRows);
  Value isFew = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sle,
                                      rows, index().constant(kFewRows));
  return emitter.when(
      loc, isFew, [&] { return emitBlocks(/*inPlace=*/true); },
      [&] { return emitBlocks(/*inPlace=*/false); });
}

void AttentionEmitter::setKeys(Value first) {
  firstKey = first;
  keys = least(index().sub(keyCount, first), index().constant(plan.blockKeys));
}

/// Adds the block of keys from `first` on to the sums of the rows.
LogicalResult AttentionEmitter::emitKeys(Value first) {
  IndexBuilder index = this->index();
  setKeys(first);
  if (failed(packKeys()) || failed(packValues()))
    return failure();
  return forEach(index.constant(0), rows, index.constant(plan.scoreTile.rows),
                 [&](Value row) {
                   if (failed(emitScores(row)) || failed(emitWeights(row)))
                     return failure();
                   return addValues(row);
                 });
}

LogicalResult AttentionEmitter::emitResults() {
  IndexBuilder index = this->index();
  Value zero = index.constant(0);
  return forEach(zero, rows, index.constant(1), [&](Value row) {
    setRow(row);
    Value total = load(place(plan.totals, row));
    // The largest score has the weight 1.
    Value isMasked = arith::CmpFOp::create(
        builder, loc, arith::CmpFPredicate::OEQ, total, number(0));
    return forEachShort(zero, sizes.back(), [&](Value column) {
      loops[op.getColumnLoop()] = column;
      Value sum = load(place(plan.sums, row, plan.paddedColumns, column));
      emitter.store(loc, result,
                    this->index().linearize(
                        ArrayRef(loops).take_front(sizes.size()), sizes),
                    emitAttentionMean(builder, loc, op, sum, total, isMasked));
      return success();
    });
  });
}

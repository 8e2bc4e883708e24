// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packing: whatever the operands are, the tiles read stretches of memory. Keys
// are first copied, which reads them in order, and then transposed.
#include "../Scalar/Attention.h"
#include "../Tiles/Transpose.h"
#include "AttentionEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include <limits>

using namespace mlir;
using namespace kiln;

/// Copies one row of operand `number` to `offset`: elements of the scores'
/// type, or those that words of queries and keys are made of.
LogicalResult AttentionEmitter::packRow(unsigned number, int64_t offset,
                                        Value row, int64_t stride) {
  IndexBuilder index = this->index();
  bool isValue = number == 2;
  int64_t steps = isValue ? 1 : plan.micro->getSteps();
  int64_t length = isValue ? plan.columns : plan.depth * steps;
  Type type =
      steps == 1 ? element : getElementTypeOrSelf(op->getOperand(number));
  Value start = place(offset, index.mul(row, index.constant(stride)));
  return forEachShort(index.constant(0), index.constant(length), [&](Value at) {
    loops[isValue ? op.getColumnLoop() : op.getDepthLoop()] = at;
    FailureOr<Value> value = emitAttentionOperand(emitter, op, number, loops);
    if (succeeded(value))
      store(convertFloat(builder, loc, *value, type), address(start, at, type));
    return LogicalResult(value);
  });
}

LogicalResult AttentionEmitter::packQueries() {
  IndexBuilder index = this->index();
  return forEach(index.constant(0), rows, index.constant(1), [&](Value row) {
    setRow(row);
    return packRow(0, plan.queries, row, plan.depth);
  });
}

/// Packs `count` values from the key on that word `word` begins with: their
/// elements side by side, zeros for missing ones.
LogicalResult AttentionEmitter::packValueWord(Value word, unsigned count) {
  IndexBuilder index = this->index();
  Type type = getElementTypeOrSelf(op.getValue());
  Value first = index.add(
      firstKey, index.mul(word, index.constant(plan.valueMicro->getSteps())));
  return forEachShort(
      index.constant(0), index.constant(plan.columns), [&](Value column) {
        loops[op.getColumnLoop()] = column;
        SmallVector<Value> elements;
        for (unsigned i = 0; i < count; ++i) {
          setKey(this->index().add(first, this->index().constant(i)));
          FailureOr<Value> value = emitAttentionOperand(emitter, op, 2, loops);
          if (failed(value))
            return failure();
          elements.push_back(convertFloat(builder, loc, *value, type));
        }
        store(joinWord(elements),
              place(plan.values, word, plan.paddedColumns, column));
        return success();
      });
}

LogicalResult AttentionEmitter::packValueWords() {
  IndexBuilder index = this->index();
  int64_t steps = plan.valueMicro->getSteps();
  assert(steps == 2 && "words of two keys");
  Value whole = index.div(keys, index.constant(steps));
  Value count = ceilDiv(keys, index.constant(steps));
  Value one = index.constant(1);
  if (failed(forEach(index.constant(0), whole, one,
                     [&](Value word) { return packValueWord(word, steps); })) ||
      failed(forEach(whole, count, one,
                     [&](Value word) { return packValueWord(word, 1); })))
    return failure();
  int64_t unit = plan.getKeyUnit() / steps;
  Value end =
      index.mul(ceilDiv(count, index.constant(unit)), index.constant(unit));
  Value width = index.constant(plan.paddedColumns);
  return forEachShort(index.mul(count, width), index.mul(end, width),
                      [&](Value at) {
                        store(number(0), place(plan.values, at));
                        return success();
                      });
}

LogicalResult AttentionEmitter::packValues() {
  if (plan.hasWeightWords())
    return packValueWords();
  IndexBuilder index = this->index();
  return forEach(index.constant(0), keys, index.constant(1), [&](Value key) {
    setKey(this->index().add(firstKey, key));
    return packRow(2, plan.values, key, plan.paddedColumns);
  });
}

LogicalResult AttentionEmitter::packKeys() {
  IndexBuilder index = this->index();
  int64_t width = plan.scoreTile.getColumns();
  return forEach(
      index.constant(0), keys, index.constant(width), [&](Value first) {
        IndexBuilder index = this->index();
        Value count = least(index.sub(keys, first), index.constant(width));
        Value start = index.add(firstKey, first);
        if (failed(forEach(index.constant(0), count, index.constant(1),
                           [&](Value key) {
                             setKey(this->index().add(start, key));
                             return packRow(1, plan.staged, key, plan.depth);
                           })))
          return failure();
        return transposePanel(first);
      });
}

/// Transposes the panel of the keys from `first` of the block on: it has a row
/// for each word of a key. Stand-ins for keys behind the last one do not count.
LogicalResult AttentionEmitter::transposePanel(Value first) {
  IndexBuilder index = this->index();
  int64_t width = plan.scoreTile.getColumns(), lanes = plan.scoreTile.lanes;
  Value panel = index.mul(first, index.constant(plan.depth));
  Value whole = index.constant(plan.depth / lanes * lanes);
  if (failed(forEach(index.constant(0), whole, index.constant(lanes),
                     [&](Value step) {
                       for (int64_t key = 0; key < width; key += lanes)
                         transposeBlock(panel, step, key);
                       return success();
                     })))
    return failure();
  return forEach(
      whole, index.constant(plan.depth), index.constant(1), [&](Value step) {
        IndexBuilder index = this->index();
        Value row = index.add(panel, index.mul(step, index.constant(width)));
        return forEachShort(
            index.constant(0), index.constant(width), [&](Value key) {
              store(load(place(plan.staged, key, plan.depth, step)),
                    place(plan.keys, this->index().add(row, key)));
              return success();
            });
      });
}

/// As many steps from `step` on as a vector has lanes, of as many keys.
void AttentionEmitter::transposeBlock(Value panel, Value step, int64_t key) {
  IndexBuilder index = this->index();
  int64_t width = plan.scoreTile.getColumns(), lanes = plan.scoreTile.lanes;
  SmallVector<Value> rows;
  for (int64_t lane = 0; lane < lanes; ++lane)
    rows.push_back(loadVector(
        place(plan.staged, index.constant(key + lane), plan.depth, step)));
  Value start = index.add(panel, index.mul(step, index.constant(width)));
  for (auto [lane, row] : llvm::enumerate(transposeSquare(
           builder, loc, rows, element.getIntOrFloatBitWidth())))
    storeVector(row, place(plan.keys + key,
                           index.add(start, index.constant(lane * width))));
}

/// No row has seen a key yet.
void AttentionEmitter::clearSums() {
  IndexBuilder index = this->index();
  auto fill = [&](int64_t offset, Value count, double value) {
    (void)forEachShort(index.constant(0), count, [&](Value at) {
      store(number(value), place(offset, at));
      return success();
    });
  };
  fill(plan.sums, index.mul(rows, index.constant(plan.paddedColumns)), 0);
  fill(plan.totals, rows, 0);
  fill(plan.maxima, rows, -std::numeric_limits<double>::infinity());
}

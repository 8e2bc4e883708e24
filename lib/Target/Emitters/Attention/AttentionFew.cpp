// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Few rows: packing a key would take longer than multiplying it. Keys and
// values are read where they lie, vectors along them, as fast as they come from
// memory.
#include "../Scalar/Attention.h"
#include "AttentionEmitter.h"
#include "kiln/Target/Loops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace kiln;

/// The address of the key or value `key`, operand `number`.
FailureOr<Value> AttentionEmitter::rowAddress(unsigned number, Value key) {
  IndexBuilder index = this->index();
  SmallVector<Value> places = loops;
  places[number == 2 ? op.getColumnLoop() : op.getDepthLoop()] =
      index.constant(0);
  unsigned dim = *op.getMap(number).getResultPosition(
      builder.getAffineDimExpr(op.getKeyLoop()));
  Value first = index.constant(0), found;
  for (Value part : getKeyParts(op->getOperand(number))) {
    FailureOr<SmallVector<Value>> shape = emitter.shapeOf(part);
    if (failed(shape))
      return failure();
    places[op.getKeyLoop()] = index.sub(key, first);
    Value at = address(
        emitter.bufferOf(part),
        index.linearize(index.affine(op.getMap(number), places), *shape),
        getElementTypeOrSelf(part));
    if (found) {
      Value isBefore = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::slt, key, first);
      at = LLVM::SelectOp::create(builder, loc, isBefore, found, at);
    }
    found = at;
    first = index.add(first, (*shape)[dim]);
  }
  return found;
}

/// A vector of what lies in memory in the type `type`, widened to that of the
/// scores.
Value AttentionEmitter::loadWidened(Value row, int64_t at, Type type) {
  unsigned bytes = type.getIntOrFloatBitWidth() / 8;
  Value narrow = LLVM::LoadOp::create(
      builder, loc, VectorType::get(plan.scoreTile.lanes, type),
      address(row, index().constant(at), type), bytes);
  return type == element
             ? narrow
             : arith::ExtFOp::create(builder, loc, vector, narrow).getResult();
}

/// The sums of the lanes of each vector, as many as it has lanes.
Value AttentionEmitter::sumLanes(SmallVector<Value> vectors) {
  int64_t lanes = vectors.size();
  SmallVector<int32_t> even, odd;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    even.push_back(2 * lane);
    odd.push_back(2 * lane + 1);
  }
  while (vectors.size() > 1) {
    SmallVector<Value> sums;
    for (unsigned i = 0; i < vectors.size(); i += 2) {
      auto pick = [&](ArrayRef<int32_t> from) -> Value {
        return LLVM::ShuffleVectorOp::create(builder, loc, vectors[i],
                                             vectors[i + 1], from);
      };
      sums.push_back(
          arith::AddFOp::create(builder, loc, pick(even), pick(odd)));
    }
    vectors = std::move(sums);
  }
  return vectors.front();
}

/// The scores of row `row` for a vector of keys from key `first` of the block
/// on. Lanes behind the last key have that again.
LogicalResult AttentionEmitter::scoreInPlace(Value row, Value first) {
  int64_t lanes = plan.scoreTile.lanes, steps = plan.micro->getSteps();
  Type query = steps == 1 ? element : getElementTypeOrSelf(op.getQuery());
  Type type = getElementTypeOrSelf(op.getKey());
  Value left = place(plan.queries, row, plan.depth, index().constant(0));
  SmallVector<Value> factors;
  for (int64_t at = 0; at < plan.depth * steps; at += lanes)
    factors.push_back(loadWidened(left, at, query));
  Value start = index().add(firstKey, first);
  Value last = index().sub(keyCount, index().constant(1));
  auto sumsAt = [&](Value lane) {
    return place(plan.staged, lane, lanes, index().constant(0));
  };
  // One loop over what lies side by side: processors fetch ahead for it.
  auto multiply = [&](Value lane) {
    keepAsWritten(cast<scf::ForOp>(builder.getInsertionBlock()->getParentOp()));
    FailureOr<Value> key = rowAddress(1, least(index().add(start, lane), last));
    if (failed(key))
      return failure();
    Value sum = zero();
    for (auto [i, factor] : llvm::enumerate(factors))
      sum = addProduct(factor, loadWidened(*key, i * lanes, type), sum);
    storeVector(sum, sumsAt(lane));
    return success();
  };
  if (failed(forEach(index().constant(0), index().constant(lanes),
                     index().constant(1), multiply)))
    return failure();
  SmallVector<Value> sums;
  for (int64_t lane = 0; lane < lanes; ++lane)
    sums.push_back(loadVector(sumsAt(index().constant(lane))));
  storeVector(sumLanes(std::move(sums)),
              place(plan.scores, row, plan.blockKeys, first));
  return success();
}

/// The weight of key `key` of the block in row `row`.
Value AttentionEmitter::weightOf(Value row, Value key) {
  if (!plan.hasWeightWords())
    return load(place(plan.scores, row, plan.blockKeys, key));
  Value weight = LLVM::LoadOp::create(
      builder, loc, getElementTypeOrSelf(op.getValue()), weightPlace(row, key));
  return convertFloat(builder, loc, weight, element);
}

/// Scales the sums of row `row`, and adds the weighted values of the block.
LogicalResult AttentionEmitter::addValuesInPlace(Value row) {
  int64_t lanes = plan.scoreTile.lanes;
  Type type = getElementTypeOrSelf(op.getValue());
  Value factor = splat(load(place(plan.factors, row)));
  SmallVector<Value> places, initial;
  for (int64_t at = 0; at < plan.columns; at += lanes) {
    places.push_back(
        place(plan.sums, row, plan.paddedColumns, index().constant(at)));
    initial.push_back(
        arith::MulFOp::create(builder, loc, loadVector(places.back()), factor));
  }
  auto addValue = [&](Value key,
                      ValueRange sums) -> FailureOr<SmallVector<Value>> {
    keepAsWritten(cast<scf::ForOp>(builder.getInsertionBlock()->getParentOp()));
    FailureOr<Value> value = rowAddress(2, index().add(firstKey, key));
    if (failed(value))
      return failure();
    Value factor = splat(weightOf(row, key));
    SmallVector<Value> results;
    for (auto [i, sum] : llvm::enumerate(sums))
      results.push_back(
          addProduct(factor, loadWidened(*value, i * lanes, type), sum));
    return results;
  };
  FailureOr<SmallVector<Value>> sums = forSums(
      index().constant(0), keys, index().constant(1), initial, addValue);
  if (failed(sums))
    return failure();
  for (auto [sum, at] : llvm::zip(*sums, places))
    storeVector(sum, at);
  return success();
}

/// Adds the block of keys from `first` on to the sums of few rows.
LogicalResult AttentionEmitter::emitKeysInPlace(Value first) {
  setKeys(first);
  Value zero = index().constant(0), one = index().constant(1);
  if (failed(forEach(
          zero, keys, index().constant(plan.scoreTile.lanes), [&](Value first) {
            return forEach(zero, rows, one,
                           [&](Value row) { return scoreInPlace(row, first); });
          })))
    return failure();
  return forEach(zero, rows, one, [&](Value row) {
    return failed(emitRowWeights(zero, row)) ? failure()
                                             : addValuesInPlace(row);
  });
}

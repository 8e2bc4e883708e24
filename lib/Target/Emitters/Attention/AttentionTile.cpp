// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile of rows: its scores for a block of keys, the weights, and the
// weighted values, which are added to the sums.
#include "../Scalar/Attention.h"
#include "AttentionEmitter.h"
#include "kiln/Target/Loops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <limits>

using namespace mlir;
using namespace kiln;

/// Adds outer products of columns of the left operand and rows of the right one
/// to `sums`, vector after vector of the first row, then of the others.
FailureOr<SmallVector<Value>>
AttentionEmitter::addProducts(const GemmTile &tile, const Product &product,
                              ValueRange sums) {
  const MicroKernel &micro = product.micro;
  auto addStep = [&](Value first, int64_t next,
                     ValueRange sums) -> FailureOr<SmallVector<Value>> {
    IndexBuilder index = this->index();
    Value start = index.add(
        product.right, index.mul(first, index.constant(product.rightStride)));
    SmallVector<Value> columns, results;
    for (unsigned v = 0; v < tile.vectors; ++v) {
      Value offset =
          index.constant(next * product.rightStride + v * tile.lanes);
      columns.push_back(LLVM::LoadOp::create(
          builder, loc, micro.getWords(),
          address(scratch, index.add(start, offset)), getElementBytes()));
    }
    for (unsigned r = 0; r < tile.rows; ++r) {
      Value row = index.add(product.leftRow, index.constant(r));
      Value step = index.add(first, index.constant(next));
      Value word = LLVM::LoadOp::create(
          builder, loc, micro.getWord(),
          place(product.left, row, product.leftStride, step));
      Value factor = micro.spread(builder, loc, word);
      for (Value column : columns)
        results.push_back(micro.addProducts(builder, loc, factor, column,
                                            sums[results.size()]));
    }
    return results;
  };
  return forSteps(index().constant(0), product.steps, sums.size(), sums,
                  addStep);
}

/// The scores of the tile from `row` on for the keys of the block.
LogicalResult AttentionEmitter::emitScores(Value row) {
  if (plan.hasTiles())
    return emitScoreTiles(row);
  IndexBuilder index = this->index();
  const GemmTile &tile = plan.scoreTile;
  Value zero = index.constant(0), depth = index.constant(plan.depth);
  return forEach(
      zero, keys, index.constant(tile.getColumns()), [&](Value first) {
        IndexBuilder index = this->index();
        Product product = {
            plan.queries,
            plan.depth,
            row,
            tile.getColumns(),
            index.add(index.constant(plan.keys), index.mul(first, depth)),
            depth,
            *plan.micro};
        SmallVector<Value> initial(tile.rows * tile.vectors, this->zero());
        FailureOr<SmallVector<Value>> sums =
            addProducts(tile, product, initial);
        if (failed(sums))
          return failure();
        for (auto [i, sum] : llvm::enumerate(*sums))
          storeVector(sum, place(plan.scores + i % tile.vectors * tile.lanes,
                                 index.constant(i / tile.vectors),
                                 plan.blockKeys, first));
        return success();
      });
}

Value AttentionEmitter::exp(Value value) {
  return math::ExpOp::create(builder, loc, value);
}

/// Computes the scores that count in row `r` of the tile, and their maximum.
/// NaN is passed over: its weight is NaN whatever the others are relative to.
FailureOr<Value> AttentionEmitter::findMaximum(Value r) {
  Value lowest = number(-std::numeric_limits<double>::infinity());
  FailureOr<SmallVector<Value>> maximum = forSums(
      index().constant(0), keys, index().constant(1), lowest,
      [&](Value key, ValueRange maximum) -> FailureOr<SmallVector<Value>> {
        setKey(index().add(firstKey, key));
        Value at = place(plan.scores, r, plan.blockKeys, key);
        FailureOr<Value> score =
            emitAttentionScore(emitter, op, load(at), loops);
        if (failed(score))
          return failure();
        store(*score, at);
        return SmallVector<Value>{
            selectLarger(builder, loc, *score, maximum.front())};
      },
      /*inLanes=*/true);
  if (failed(maximum))
    return failure();
  return maximum->front();
}

/// The weight of key `key` of the block in row `r` of the tile, an element of a
/// word.
Value AttentionEmitter::weightPlace(Value r, Value key) {
  return address(
      place(plan.weights, r, plan.getWeightStride(), index().constant(0)), key,
      getElementTypeOrSelf(op.getValue()));
}

/// Zeros behind the weights of row `r` of the tile, up to whole steps.
void AttentionEmitter::clearWeights(Value r) {
  IndexBuilder index = this->index();
  Type type = getElementTypeOrSelf(op.getValue());
  Value unit = index.constant(plan.getKeyUnit());
  (void)forEachShort(
      keys, index.mul(ceilDiv(keys, unit), unit), [&](Value key) {
        store(
            arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type)),
            weightPlace(r, key));
        return success();
      });
}

/// Turns the scores of row `r` of the tile into weights, and sums them. The sum
/// is of weights that are not rounded.
Value AttentionEmitter::sumWeights(Value r, Value base) {
  Value none = number(0);
  auto body = [&](Value key,
                  ValueRange total) -> FailureOr<SmallVector<Value>> {
    Value at = place(plan.scores, r, plan.blockKeys, key);
    Value weight = exp(arith::SubFOp::create(builder, loc, load(at), base));
    if (plan.hasWeightWords())
      store(convertFloat(builder, loc, weight,
                         getElementTypeOrSelf(op.getValue())),
            weightPlace(r, key));
    else
      store(weight, at);
    return SmallVector<Value>{
        arith::AddFOp::create(builder, loc, total.front(), weight)};
  };
  return forSums(index().constant(0), keys, index().constant(1), none, body,
                 /*inLanes=*/true)
      ->front();
}

/// Row `r` of the tile from `row` on. Weights are relative to the largest score
/// so far; to 0 where all scores are -inf, which have no distance.
LogicalResult AttentionEmitter::emitRowWeights(Value row, Value r) {
  Value inBlock = index().add(row, r);
  setRow(inBlock);
  FailureOr<Value> maximum = findMaximum(r);
  if (failed(maximum))
    return failure();
  Value maximumPlace = place(plan.maxima, inBlock);
  Value totalPlace = place(plan.totals, inBlock);
  Value before = load(maximumPlace);
  Value now = selectLarger(builder, loc, *maximum, before);
  store(now, maximumPlace);
  Value lowest = number(-std::numeric_limits<double>::infinity());
  Value isLowest = arith::CmpFOp::create(
      builder, loc, arith::CmpFPredicate::OEQ, now, lowest);
  Value base = arith::SelectOp::create(builder, loc, isLowest, number(0), now);
  Value factor = exp(arith::SubFOp::create(builder, loc, before, base));
  store(factor, place(plan.factors, r));
  Value total = arith::MulFOp::create(builder, loc, load(totalPlace), factor);
  store(arith::AddFOp::create(builder, loc, total, sumWeights(r, base)),
        totalPlace);
  if (plan.hasWeightWords())
    clearWeights(r);
  return success();
}

LogicalResult AttentionEmitter::emitWeights(Value row) {
  IndexBuilder index = this->index();
  Value count =
      least(index.sub(rows, row), index.constant(plan.scoreTile.rows));
  return forEach(index.constant(0), count, index.constant(1),
                 [&](Value r) { return emitRowWeights(row, r); });
}

/// Scales the sums of the tile from `row` on, and adds the weighted values of
/// the block.
LogicalResult AttentionEmitter::addValues(Value row) {
  if (plan.hasTiles())
    return addValueTiles(row);
  IndexBuilder index = this->index();
  const GemmTile &tile = plan.valueTile;
  Value zero = index.constant(0);
  return forEach(
      zero, index.constant(plan.paddedColumns),
      index.constant(tile.getColumns()), [&](Value first) {
        IndexBuilder index = this->index();
        SmallVector<Value> places, initial;
        for (unsigned r = 0; r < tile.rows; ++r) {
          Value at = index.add(row, index.constant(r));
          Value factor = splat(load(place(plan.factors, index.constant(r))));
          for (unsigned v = 0; v < tile.vectors; ++v) {
            places.push_back(place(plan.sums + v * tile.lanes, at,
                                   plan.paddedColumns, first));
            initial.push_back(arith::MulFOp::create(
                builder, loc, loadVector(places.back()), factor));
          }
        }
        const MicroKernel &micro = *plan.valueMicro;
        Product product = {plan.weights,
                           plan.getWeightStride(),
                           zero,
                           plan.paddedColumns,
                           index.add(index.constant(plan.values), first),
                           ceilDiv(keys, index.constant(micro.getSteps())),
                           micro};
        FailureOr<SmallVector<Value>> sums =
            addProducts(tile, product, initial);
        if (failed(sums))
          return failure();
        for (auto [sum, at] : llvm::zip(*sums, places))
          storeVector(sum, at);
        return success();
      });
}

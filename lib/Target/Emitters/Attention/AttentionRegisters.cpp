// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The products of a tile of rows in tile registers: two by two of them, a step
// is as many words as a register has rows.
#include "AttentionEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;

constexpr int64_t kWordBytes = 4;

/// Two registers in scratch memory, the second one `rows` rows and `columns`
/// words behind the first one at `first`; rows are `stride` words apart.
AttentionEmitter::Pair AttentionEmitter::pair(Value first, int64_t rows,
                                              int64_t columns, int64_t stride) {
  Value second = index().add(first, index().constant(rows * stride + columns));
  return {address(scratch, first), address(scratch, second),
          index().constant(stride * kWordBytes)};
}

/// The sums of a tile in scratch memory from `first` on.
TileRegisters::Sums AttentionEmitter::sumsAt(Value first, int64_t stride) {
  Pair rows = pair(first, kTileRows, 0, stride);
  Value second = index().add(first, index().constant(kTileRows));
  Pair others = pair(second, kTileRows, 0, stride);
  return {{rows.first, others.first, rows.second, others.second}, rows.stride};
}

/// The scores of the tile from `row` on for the keys of the block.
LogicalResult AttentionEmitter::emitScoreTiles(Value row) {
  int64_t width = plan.scoreTile.getColumns();
  Value zero = index().constant(0), depth = index().constant(plan.depth);
  return forEach(zero, keys, index().constant(width), [&](Value first) {
    IndexBuilder index = this->index();
    Value query =
        index.add(index.constant(plan.queries), index.mul(row, depth));
    Value key = index.add(index.constant(plan.keys), index.mul(first, depth));
    tiles.zeroSums();
    for (int64_t word = 0; word < plan.depth; word += kTileRows)
      tiles.addStep(plan.product,
                    pair(index.add(query, index.constant(word)), kTileRows, 0,
                         plan.depth),
                    pair(index.add(key, index.constant(word * width)), 0,
                         kTileRows, width));
    Value score = index.add(index.constant(plan.scores), first);
    tiles.storeSums(sumsAt(score, plan.blockKeys));
    return success();
  });
}

/// Scales the sums of the tile from `row` on, those of its columns from `first`
/// on.
void AttentionEmitter::scaleSums(Value row, Value first) {
  const GemmTile &tile = plan.valueTile;
  (void)forEach(
      index().constant(0), index().constant(tile.rows), index().constant(1),
      [&](Value r) {
        Value factor = splat(load(place(plan.factors, r)));
        Value at = index().add(row, r);
        for (unsigned v = 0; v < tile.vectors; ++v) {
          Value to =
              place(plan.sums + v * tile.lanes, at, plan.paddedColumns, first);
          storeVector(
              arith::MulFOp::create(builder, loc, loadVector(to), factor), to);
        }
        return success();
      });
}

/// Scales the sums of the tile from `row` on, and adds the weighted values of
/// the block.
LogicalResult AttentionEmitter::addValueTiles(Value row) {
  int64_t unit = plan.getKeyUnit();
  Value zero = index().constant(0), one = index().constant(1);
  Value steps = ceilDiv(keys, index().constant(unit));
  return forEach(
      zero, index().constant(plan.paddedColumns),
      index().constant(plan.valueTile.getColumns()), [&](Value first) {
        IndexBuilder index = this->index();
        scaleSums(row, first);
        Value sum = index.add(
            index.constant(plan.sums),
            index.add(index.mul(row, index.constant(plan.paddedColumns)),
                      first));
        TileRegisters::Sums sums = sumsAt(sum, plan.paddedColumns);
        tiles.loadSums(sums);
        if (failed(forEach(zero, steps, one, [&](Value step) {
              IndexBuilder index = this->index();
              Value weight =
                  index.add(index.constant(plan.weights),
                            index.mul(step, index.constant(kTileRows)));
              Value value = index.add(
                  index.add(index.constant(plan.values), first),
                  index.mul(step,
                            index.constant(kTileRows * plan.paddedColumns)));
              tiles.addStep(plan.product,
                            pair(weight, kTileRows, 0, plan.getWeightStride()),
                            pair(value, 0, kTileRows, plan.paddedColumns));
              return success();
            })))
          return failure();
        tiles.storeSums(sums);
        return success();
      });
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU form of an attention, without a matrix of scores: a block of rows
// meets the keys block by block. Keys and values of a block are packed; then a
// tile of rows computes its scores, makes them weights relative to the largest
// score so far, and adds the weighted values to its sums, which are scaled down
// whenever a larger score appears.
#ifndef KILN_LIB_TARGET_EMITTERS_ATTENTION_ATTENTIONEMITTER_H
#define KILN_LIB_TARGET_EMITTERS_ATTENTION_ATTENTIONEMITTER_H

#include "../Tiles/TileBuilder.h"
#include "AttentionPlan.h"

namespace kiln {

class AttentionEmitter : TileBuilder {
public:
  /// `scratch` is memory as `plan` says.
  AttentionEmitter(OpBuilder &builder, ScalarEmitter &emitter,
                   exec::KernelOp kernel, AttentionPlan plan,
                   const CpuInfo &info, Value scratch)
      : TileBuilder(builder, emitter, plan.op.getLoc(), plan.op.getScoreType(),
                    info),
        plan(plan), op(plan.op), scratch(scratch),
        result(kernel.getNumTensorArguments()), loops(plan.op.getNumLoops()),
        tiles(builder, plan.op.getLoc()) {}

  /// Computes the blocks of rows that begin in the range [begin, end) of the
  /// rows of a domain of `sizes`.
  LogicalResult run(Value begin, Value end, ArrayRef<Value> sizes);

private:
  // AttentionEmitter.cpp: which work.
  LogicalResult emitItem(Value number, Value blocks);
  void setKeys(Value first);
  LogicalResult emitKeys(Value first);
  LogicalResult emitBlocks(bool inPlace);
  LogicalResult emitAllKeys();
  LogicalResult emitResults();

  // AttentionPack.cpp: queries, keys and values, packed.
  LogicalResult packRow(unsigned number, int64_t offset, Value row,
                        int64_t stride);
  LogicalResult packQueries();
  LogicalResult packValues();
  LogicalResult packValueWords();
  LogicalResult packValueWord(Value word, unsigned count);
  LogicalResult packKeys();
  LogicalResult transposePanel(Value first);
  void transposeBlock(Value panel, Value step, int64_t key);
  void clearSums();

  // AttentionTile.cpp: a tile of rows.
  /// The operands of a sum of products over `steps` in scratch memory: elements
  /// of the rows from `leftRow` on, and vectors of the rows from `right` on.
  struct Product {
    int64_t left, leftStride;
    Value leftRow;
    int64_t rightStride;
    Value right;
    Value steps;
    const MicroKernel &micro;
  };
  LogicalResult emitScores(Value row);
  LogicalResult emitWeights(Value row);
  LogicalResult emitRowWeights(Value row, Value r);
  FailureOr<Value> findMaximum(Value r);
  Value sumWeights(Value r, Value base);
  LogicalResult addValues(Value row);
  void clearWeights(Value r);
  Value weightPlace(Value r, Value key);
  FailureOr<SmallVector<Value>>
  addProducts(const GemmTile &tile, const Product &product, ValueRange sums);

  // AttentionFew.cpp: few rows, for which nothing is packed.
  FailureOr<Value> rowAddress(unsigned number, Value key);
  Value loadWidened(Value row, int64_t at, Type type);
  Value sumLanes(SmallVector<Value> vectors);
  LogicalResult scoreInPlace(Value row, Value first);
  Value weightOf(Value row, Value key);
  LogicalResult addValuesInPlace(Value row);
  LogicalResult emitKeysInPlace(Value first);

  // AttentionRegisters.cpp: its products in tile registers.
  using Pair = TileRegisters::Pair;
  Pair pair(Value first, int64_t rows, int64_t columns, int64_t stride);
  TileRegisters::Sums sumsAt(Value first, int64_t stride);
  LogicalResult emitScoreTiles(Value row);
  LogicalResult addValueTiles(Value row);
  void scaleSums(Value row, Value first);

  /// Row `row` of the block, or the key `key` of all, is where the code stands.
  void setRow(Value row);
  void setKey(Value key) { loops[op.getKeyLoop()] = key; }
  /// The address of element `position` behind `offset` in scratch memory.
  Value place(int64_t offset, Value position) {
    return address(scratch, index().add(index().constant(offset), position));
  }
  Value place(int64_t offset, Value row, int64_t stride, Value column) {
    IndexBuilder index = this->index();
    return place(offset,
                 index.add(index.mul(row, index.constant(stride)), column));
  }
  Value exp(Value value);
  Value number(double value);
  SmallVector<Value> sizesOf(ArrayRef<unsigned> loops);

  AttentionPlan plan;
  tx::AttentionOp op;
  Value scratch;
  unsigned result;
  SmallVector<Value> sizes; ///< of the result
  SmallVector<Value> loops; ///< where the code stands
  Value keyCount;           ///< of all keys
  Value blockHeight;        ///< rows of a block but the last
  Value firstRow, rows;     ///< of the block
  Value firstKey, keys;     ///< of the block
  TileRegisters tiles;
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_ATTENTION_ATTENTIONEMITTER_H

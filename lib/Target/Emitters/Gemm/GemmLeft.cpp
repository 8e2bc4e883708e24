// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The left operand, packed for tiles: the words of all rows of a tile lie side
// by side, one after another along the sum. They are one stream for the
// processor to fetch, and are split only once.
#include "GemmEmitter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

/// Where the tile from `row` on is packed; the last one reaches back, and has
/// its own place.
Value GemmEmitter::packedTile(const WorkItem &item, Value row) {
  IndexBuilder index = this->index();
  Value number =
      ceilDiv(index.sub(row, item.firstRow), index.constant(tile.rows));
  Value place = index.mul(number, index.constant(plan.getPackedTileWords()));
  return address(scratch,
                 index.add(place, index.constant(plan.getPanelWords())));
}

/// Stores word `number` of each row, a lane each. What lanes beyond the rows
/// write is overwritten by what is stored next.
void GemmEmitter::storePackedWords(Value place, Value number, Value words) {
  IndexBuilder index = this->index();
  int64_t parts = micro.countParts();
  Value first = index.mul(number, index.constant(parts * tile.rows));
  for (auto [i, part] : llvm::enumerate(micro.split(builder, loc, words)))
    LLVM::StoreOp::create(
        builder, loc, part,
        address(place, index.add(first, index.constant(i * tile.rows))),
        getElementBytes());
}

/// Packs as many words of the rows from `row` on as a vector has lanes.
void GemmEmitter::packLeftSquare(Value row, Value place, Value number) {
  setWord(number);
  auto rowAddress = [&](unsigned r) {
    setRow(index().add(row, index().constant(r)));
    return operandAddress(plan.left);
  };
  SmallVector<Value> square =
      loadSquare(micro.getWords(), tile.rows,
                 getElementBytes() / micro.getSteps(), rowAddress);
  for (auto [i, words] : llvm::enumerate(square))
    storePackedWords(place, index().add(number, index().constant(i)), words);
}

/// Packs one word of the rows from `row` on.
LogicalResult GemmEmitter::packLeftWord(Value row, Value place, Value number) {
  Value words = LLVM::PoisonOp::create(builder, loc, micro.getWords());
  for (unsigned r = 0; r < tile.rows; ++r) {
    setRow(index().add(row, index().constant(r)));
    FailureOr<Value> left = wordAt(plan.left);
    if (failed(left))
      return failure();
    Value lane = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                          builder.getI32IntegerAttr(r));
    words = LLVM::InsertElementOp::create(builder, loc, words, *left, lane);
  }
  storePackedWords(place, number, words);
  return success();
}

LogicalResult GemmEmitter::packLeftTile(Value row, Value place) {
  IndexBuilder index = this->index();
  Value words = wordCount(), squares = index.constant(0);
  if (plan.hasLeftSquares()) {
    Value lanes = index.constant(tile.lanes);
    Value end = index.mul(index.div(words, lanes), lanes);
    if (failed(forEach(squares, end, lanes, [&](Value number) {
          packLeftSquare(row, place, number);
          return success();
        })))
      return failure();
    squares = end;
  }
  return forEachWord(squares, words, [&](Value number) {
    return packLeftWord(row, place, number);
  });
}

/// Packs the rows of the item, once for all panels of a call that share them.
LogicalResult GemmEmitter::packLeftTiles(const WorkItem &item) {
  return emitter.when(loc, isFirstOfBlock(item), [&] {
    return forEachRowTile(item, [&](Value, Value first) {
      return packLeftTile(first, packedTile(item, first));
    });
  });
}

/// Fetches the part of the next panel that is due while the words from `from`
/// on of tile `row` are summed. What lies behind the last panel is fetched for
/// nothing.
LogicalResult GemmEmitter::fetchNextPanel(const WorkItem &item, Value row,
                                          Value from) {
  IndexBuilder index = this->index();
  WorkItem next = item;
  next.firstColumn =
      index.add(item.firstColumn, index.constant(tile.getColumns()));
  Value start = panelStart(next);
  int64_t block = std::min(getWordsPerBlock(), plan.getWords());
  int64_t perTile = llvm::divideCeil(plan.getWords(), plan.countRowTiles());
  int64_t perBlock = llvm::divideCeil(perTile * block, plan.getWords());
  Value number =
      ceilDiv(index.sub(row, item.firstRow), index.constant(tile.rows));
  Value first = index.add(index.mul(number, index.constant(perTile)),
                          index.mul(index.div(from, index.constant(block)),
                                    index.constant(perBlock)));
  return forEach(index.constant(0), index.constant(perBlock), index.constant(1),
                 [&](Value i) {
                   fetchPanelRow(start, this->index().add(first, i),
                                 Fetch::ReadLater);
                   return success();
                 });
}

/// Adds the products of the word `next` ones behind number `first` to the sums
/// of a tile.
SmallVector<Value> GemmEmitter::addPackedWord(Value first, int64_t next,
                                              ValueRange sums) {
  int64_t parts = micro.countParts(), width = panelStride();
  auto wordsOf = [&](Value base, int64_t stride) {
    return address(base, index().mul(first, index().constant(stride)));
  };
  Value left = wordsOf(leftTile, parts * tile.rows);
  Value right = wordsOf(panel, width);
  if (plan.fetchesPanelRows)
    fetchAheadOf(index().add(first, index().constant(next)));
  SmallVector<Value> columns, results;
  for (unsigned v = 0; v < tile.vectors; ++v)
    columns.push_back(
        loadPanel(right, index().constant(next * width + v * tile.lanes)));
  for (unsigned r = 0; r < tile.rows; ++r) {
    SmallVector<Value> factors;
    for (int64_t part = 0; part < parts; ++part) {
      Value at = index().constant((next * parts + part) * tile.rows + r);
      factors.push_back(micro.spread(builder, loc, load(address(left, at))));
    }
    for (Value column : columns)
      results.push_back(
          micro.addParts(builder, loc, factors, column, sums[results.size()]));
  }
  return results;
}

/// Adds the products of the words [from, to) to the sums of a tile.
FailureOr<SmallVector<Value>> GemmEmitter::sumPackedWords(Value from, Value to,
                                                          ValueRange sums) {
  return forSteps(from, to, sums.size() * micro.countParts(), sums,
                  [&](Value first, int64_t next,
                      ValueRange carried) -> FailureOr<SmallVector<Value>> {
                    return addPackedWord(first, next, carried);
                  });
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU form of a matrix product. A panel of the right operand, as wide as a
// tile, is packed row after row into scratch memory; then tiles of the result
// go down the rows of the left operand. A tile adds the outer products of a
// column of the left operand (broadcast elements) and a row of the panel
// (vectors), with all its sums in registers, and hands them to the epilogue.
#ifndef KILN_LIB_TARGET_EMITTERS_GEMM_GEMMEMITTER_H
#define KILN_LIB_TARGET_EMITTERS_GEMM_GEMMEMITTER_H

#include "../Tiles/TileEmitter.h"
#include "GemmPlan.h"

namespace kiln {

/// The part of the result that one panel serves.
struct WorkItem {
  Value batch;                ///< number of the batch item
  SmallVector<Value> indices; ///< and its indices
  Value firstRow, endRow;
  Value firstColumn, columns; ///< fewer columns than a tile at the edge
  Value isFirst;              ///< of those of one call
  unsigned part = 0; ///< number of the part of columns, where those are
};

/// Some rows of an item by some columns, whose sums are taken together.
struct DotTile {
  Value firstRow;    ///< of the item
  Value row, column; ///< the first ones: of the item, of the result
  unsigned rows, columns;
};

/// The columns [from, to) of the last column dimension, at one place of the
/// others. Column 0 would be packed `origin` elements behind the start of a
/// row.
struct PanelRun {
  Value from, to, origin;
};

class GemmEmitter : protected TileEmitter {
public:
  /// `scratch` is memory for the panel.
  GemmEmitter(OpBuilder &builder, ScalarEmitter &emitter, exec::KernelOp kernel,
              const GemmPlan &plan, const CpuInfo &info, Value scratch)
      : TileEmitter(builder, emitter, kernel, plan.contraction, info),
        plan(plan), tile(plan.tile), micro(*this->plan.micro), scratch(scratch),
        isPacked(plan.depth.has_value()) {}

  /// Computes the tiles that begin in the range [first, last) of the domain
  /// `sizes`.
  LogicalResult run(Value first, Value last, ArrayRef<Value> sizes);
  using TileBuilder::keepItems;

protected:
  /// What is done around all items of a call.
  virtual void begin() {}
  virtual void end() {}
  /// The panel of an item, and its rows behind that.
  virtual LogicalResult pack(const WorkItem &item);
  virtual LogicalResult emitItemRows(const WorkItem &item);
  LogicalResult packPanel(const WorkItem &item);
  Value panelStart(const WorkItem &item);
  LogicalResult fetchAround(const WorkItem &item, Value row);
  LogicalResult fetchTile(unsigned buffer, const WorkItem &item, Value row,
                          Fetch purpose);
  Value isFirstOfBlock(const WorkItem &item);
  Value sumColumns();
  Value rowStart(const WorkItem &item, Value row, Value columns);
  /// Computes the kernel's results from the sums of row `r` of a tile, whose
  /// first one is row `row`.
  LogicalResult emitRowResults(const WorkItem &item, Value row, Value r);
  void setRow(Value row);

  GemmPlan plan;
  GemmTile tile;
  const MicroKernel &micro;
  Value scratch; ///< the panel, row after row; then what is packed of rows
  Value rowCount;

private:
  // Which work.
  WorkItem getItem(Value number, Value panels, Value blocks);
  Value countItemRows(const WorkItem &item);
  LogicalResult
  forEachRowTile(const WorkItem &item,
                 llvm::function_ref<LogicalResult(Value, Value)> body);
  LogicalResult emitRowTiles(const WorkItem &item);
  LogicalResult emitSingleRows(const WorkItem &item);
  LogicalResult emitHalfTiles(const WorkItem &item);
  LogicalResult emitFewerRows(const WorkItem &item);

  // Rows that choose matrices.
  FailureOr<Value> matrixOf(Value row);
  LogicalResult emitChosenRows(const WorkItem &item);
  LogicalResult emitRowsOfMatrix(const WorkItem &item);
  LogicalResult emitRowsOfNone(const WorkItem &item);

  // Words of steps.
  Value wordCount();
  void setWord(Value number);
  LogicalResult forEachWord(Value from, Value end,
                            llvm::function_ref<LogicalResult(Value)> body);
  FailureOr<Value> wordAt(unsigned operand);

  // The panel.
  LogicalResult forEachRun(const WorkItem &item,
                           llvm::function_ref<LogicalResult(PanelRun)> body);
  LogicalResult packRows(const WorkItem &item, const PanelRun &run,
                         unsigned level, Value depth);
  LogicalResult packRow(const PanelRun &run, Value depth);
  LogicalResult packSteps(const WorkItem &item, const PanelRun &run,
                          unsigned level, Value first);
  void packBlock(const WorkItem &item, unsigned v, Value depth);
  LogicalResult fetchAhead(const WorkItem &item, Value row);
  int64_t panelStride();
  void fetchPanelRow(Value start, Value row, Fetch purpose);
  void fetchAheadOf(Value row);
  Value loadPanel(Value start, Value offset);
  FailureOr<Value> panelVector(const WorkItem &item, unsigned v);

  // The left operand.
  Value packedTile(const WorkItem &item, Value row);
  void storePackedWords(Value place, Value number, Value words);
  void packLeftSquare(Value row, Value place, Value number);
  LogicalResult packLeftWord(Value row, Value place, Value number);
  LogicalResult packLeftTile(Value row, Value place);
  LogicalResult packLeftTiles(const WorkItem &item);
  LogicalResult fetchNextPanel(const WorkItem &item, Value row, Value from);
  SmallVector<Value> addPackedWord(Value first, int64_t next, ValueRange sums);
  FailureOr<SmallVector<Value>> sumPackedWords(Value from, Value to,
                                               ValueRange sums);

  // A tile.
  LogicalResult sumTile(const WorkItem &item, Value row, unsigned rows);
  /// `finished`: so many of its rows have their results.
  LogicalResult emitTile(const WorkItem &item, Value row, unsigned rows,
                         Value finished);
  int64_t getWordsPerBlock();
  Value panelRow();
  Value excessAt(unsigned vector);
  SmallVector<Value> initialSums(unsigned rows, Value from);
  SmallVector<Value> takeOffExcess(ValueRange sums, bool adds);
  FailureOr<SmallVector<Value>> sumLoops(const WorkItem &item, Value row,
                                         unsigned rows, unsigned level,
                                         Value from, Value to, ValueRange sums);
  FailureOr<SmallVector<Value>> addProducts(const WorkItem &item, Value row,
                                            unsigned rows, ValueRange sums);

  // Few rows.
  LogicalResult emitWorkItem(const WorkItem &item);
  LogicalResult emitPackedRows(const WorkItem &item);

  // Parts of columns.
  Value firstSumRow(const WorkItem &item);
  Value firstSumOfTile(const WorkItem &item, Value row);
  LogicalResult emitParts(const WorkItem &item);
  void setSums(ArrayRef<Value> indices, Value place) override;
  LogicalResult emitFewRows(const WorkItem &item);
  LogicalResult emitDots(const WorkItem &item);
  LogicalResult emitDotRows(const WorkItem &item, Value row, unsigned rows);
  LogicalResult emitDotTile(const WorkItem &item, Value row, unsigned rows,
                            Value first, unsigned columns);
  /// Runs `body` for the steps [0, end) in as few spans as there can be, none
  /// longer than `most`: of a known `end` even ones, in whole units.
  FailureOr<SmallVector<Value>> forSpans(
      Value end, int64_t most, int64_t unit, ValueRange sums,
      llvm::function_ref<FailureOr<SmallVector<Value>>(Value from, Value to,
                                                       ValueRange)>
          body);
  FailureOr<SmallVector<Value>> dotLoops(const DotTile &tile, unsigned level,
                                         ValueRange sums);
  FailureOr<SmallVector<Value>> dotSpan(const DotTile &tile, unsigned level,
                                        Value from, Value to, ValueRange sums);
  bool hasDotVectors();
  FailureOr<SmallVector<Value>> dotVectors(const DotTile &tile,
                                           ValueRange sums);
  FailureOr<SmallVector<Value>> dotTurns(const DotTile &tile, Value from,
                                         Value to, ValueRange sums);
  SmallVector<Value> addDotVectors(const DotTile &tile, Value at,
                                   ValueRange sums);
  Value dotVectorAt(unsigned operand, Value at);
  bool isWrittenOut(unsigned level);
  FailureOr<SmallVector<Value>> addDots(const DotTile &tile, ValueRange sums);
  FailureOr<SmallVector<Value>> dotRows(const DotTile &tile);
  std::optional<int64_t> countSteps(unsigned level);
  LogicalResult packLeft(Value row, unsigned level);
  Value packedRowAddress(Value row);
  Value stepNumber();

  LogicalResult emitLanes(const WorkItem &item);
  FailureOr<SmallVector<Value>> sumLanes(unsigned level, ValueRange sums);
  FailureOr<SmallVector<Value>> addLanes(ValueRange sums);

  void setColumn(Value column);
  ArrayRef<Value> batchSizes() {
    return ArrayRef(sizes).take_front(plan.numBatch);
  }
  ArrayRef<Value> rowSizes() {
    return ArrayRef(sizes).slice(plan.numBatch, plan.numRows);
  }
  ArrayRef<Value> columnSizes() {
    return ArrayRef(sizes).take_back(plan.numColumns);
  }

  bool isPacked;  ///< the right operand is read from the panel
  Value panel;    ///< its words, from the tile's first column on
  Value leftTile; ///< words of the tile's rows, where they are packed
  Value lastRow;  ///< of the item, where the tile may go beyond it
  /// The tile has a row of zeros behind its own, whose sums are taken off those
  /// of all tiles of the item (`MicroKernel::needsCorrection`).
  bool hasZeros = false;
  Value word; ///< number of the word where the code stands
  /// Steps of that word, where it is not full; else 0.
  unsigned rest = 0;
  Value columnCount;
  Value matrixCount; ///< that rows choose from
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_GEMM_GEMMEMITTER_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packing a right operand whose columns are stretches in memory: blocks are
// loaded along the sum, transposed in registers, and stored along the columns.
#include "GemmEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;

/// Packs vector `v` of as many rows of the panel as it has lanes, from row
/// `depth` on, which is the step of the sum that `loops` says.
void GemmEmitter::packBlock(const WorkItem &item, unsigned v, Value depth) {
  IndexBuilder index = this->index();
  packSquare(
      micro.getWords(), getElementBytes() / micro.getSteps(),
      [&](unsigned lane) {
        setColumn(
            index.add(item.firstColumn, index.constant(v * tile.lanes + lane)));
        return operandAddress(plan.right);
      },
      [&](unsigned step) {
        Value start = index.mul(index.add(depth, index.constant(step)),
                                index.constant(tile.getColumns()));
        return address(scratch,
                       index.add(start, index.constant(v * tile.lanes)));
      });
}

/// Fetches the part of the next panel's columns that the tile from `row` on has
/// time for: memory is slower than packing, and idle while tiles are computed.
LogicalResult GemmEmitter::fetchAhead(const WorkItem &item, Value row) {
  IndexBuilder index = this->index();
  auto type = cast<RankedTensorType>(
      contraction.getDpsInputOperand(plan.right)->get().getType());
  int64_t width = tile.getColumns(), columns = type.getDimSize(0);
  if (columns < 2 * width)
    return success();
  int64_t size = type.getElementTypeBitWidth() / 8;
  int64_t perLine = kCacheLineBytes / size;
  int64_t lines = llvm::divideCeil(width * type.getDimSize(1), perLine);
  int64_t perTile = llvm::divideCeil(lines, plan.countRowTiles());
  Value next = least(index.add(item.firstColumn, index.constant(width)),
                     index.constant(columns - width));
  Value number =
      index.div(index.sub(row, item.firstRow), index.constant(tile.rows));
  Value from = index.mul(number, index.constant(perTile));
  Value to =
      least(index.add(from, index.constant(perTile)), index.constant(lines));
  Value start = index.mul(next, index.constant(type.getDimSize(1)));
  Value base =
      emitter.bufferOf(contraction.getDpsInputOperand(plan.right)->get());
  return forEach(from, to, index.constant(1), [&](Value line) {
    IndexBuilder index = this->index();
    Value at = index.add(start, index.mul(line, index.constant(perLine)));
    fetchLine(address(base, at, type.getElementType()), Fetch::ReadLater);
    return success();
  });
}

/// Packs all words of the innermost loop of the sum, the first of which is row
/// `first` of the panel: in blocks where the panel has all its columns, the
/// rest row by row.
LogicalResult GemmEmitter::packSteps(const WorkItem &item, const PanelRun &run,
                                     unsigned level, Value first) {
  IndexBuilder index = this->index();
  Value lanes = index.constant(tile.lanes), end = index.constant(0);
  Value words = micro.getSteps() == 1 ? depths[level] : wordCount();
  if (plan.isTransposed) {
    Value blocks = index.mul(index.div(words, lanes), lanes);
    Value isWhole =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                              item.columns, index.constant(tile.getColumns()));
    end = arith::SelectOp::create(builder, loc, isWhole, blocks, end);
    if (failed(forEach(index.constant(0), end, lanes, [&](Value at) {
          setWord(at);
          for (unsigned v = 0; v < tile.vectors; ++v)
            packBlock(item, v, this->index().add(first, at));
          return success();
        })))
      return failure();
  }
  return forEachWord(end, words, [&](Value at) {
    return packRow(run, this->index().add(first, at));
  });
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packing a right operand whose columns are stretches in memory: blocks are
// loaded along the sum, transposed in registers, and stored along the columns.
#include "GemmEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

namespace {
/// Transposes a square of as many vectors as they have lanes.
class Transposer {
public:
  Transposer(OpBuilder &builder, Location loc, int64_t lanes)
      : builder(builder), loc(loc), lanes(lanes) {}

  /// Rows are shuffled like cards: halves of their stretches of `span` elements
  /// are put together, `unit` elements at a time. Done once for each factor two
  /// of `rows.size()`, element i of row k becomes element k of row i, where
  /// rows are counted in each stretch and elements in units.
  SmallVector<Value> shuffle(SmallVector<Value> rows, int64_t unit,
                             int64_t span) {
    size_t half = rows.size() / 2;
    for (size_t done = 1; done < rows.size(); done *= 2) {
      SmallVector<Value> next;
      for (size_t i = 0; i < half; ++i)
        for (bool isHigh : {false, true})
          next.push_back(
              interleave(rows[i], rows[i + half], unit, span, isHigh));
      rows = next;
    }
    return rows;
  }

private:
  Value interleave(Value a, Value b, int64_t unit, int64_t span, bool isHigh) {
    SmallVector<int32_t> mask;
    for (int64_t base = 0; base < lanes; base += span)
      for (int64_t at = 0; at < span / 2; at += unit)
        for (int64_t from : {int64_t(0), lanes})
          for (int64_t i = 0; i < unit; ++i)
            mask.push_back(from + base + isHigh * span / 2 + at + i);
    return LLVM::ShuffleVectorOp::create(builder, loc, a, b, mask);
  }

  OpBuilder &builder;
  Location loc;
  int64_t lanes;
};
} // namespace

/// The transposed square of `rows`: inside of 128 bits first, where shuffles
/// are cheap, then these as wholes.
static SmallVector<Value> transpose(OpBuilder &builder, Location loc,
                                    ArrayRef<Value> rows, unsigned bits) {
  int64_t lanes = rows.size(), part = std::min<int64_t>(lanes, 128 / bits);
  Transposer transposer(builder, loc, lanes);
  SmallVector<Value> inParts;
  for (int64_t first = 0; first < lanes; first += part)
    llvm::append_range(
        inParts,
        transposer.shuffle(llvm::to_vector(rows.slice(first, part)), 1, part));
  SmallVector<Value> result(lanes);
  for (int64_t i = 0; i < part; ++i) {
    SmallVector<Value> same;
    for (int64_t first = 0; first < lanes; first += part)
      same.push_back(inParts[first + i]);
    for (auto [at, row] :
         llvm::enumerate(transposer.shuffle(same, part, lanes)))
      result[at * part + i] = row;
  }
  return result;
}

/// Packs vector `v` of as many rows of the panel as it has lanes, from row
/// `depth` on, which is the step of the sum that `loops` says.
LogicalResult GemmEmitter::packBlock(const WorkItem &item, unsigned v,
                                     Value depth) {
  IndexBuilder index = this->index();
  unsigned align = element.getWidth() / 8;
  SmallVector<Value> columns;
  for (unsigned lane = 0; lane < tile.lanes; ++lane) {
    setColumn(
        index.add(item.firstColumn, index.constant(v * tile.lanes + lane)));
    columns.push_back(
        LLVM::LoadOp::create(builder, loc, vector, rightAddress(), align));
  }
  for (auto [step, row] :
       llvm::enumerate(transpose(builder, loc, columns, element.getWidth()))) {
    Value start = index.mul(index.add(depth, index.constant(step)),
                            index.constant(tile.getColumns()));
    Value place = index.add(start, index.constant(v * tile.lanes));
    LLVM::StoreOp::create(builder, loc, row, address(scratch, place),
                          align * tile.lanes);
  }
  return success();
}

/// Packs all steps of the innermost loop of the sum, the first of which is row
/// `first` of the panel: in blocks where the panel has all its columns, what is
/// left over row by row.
LogicalResult GemmEmitter::packSteps(const WorkItem &item, const PanelRun &run,
                                     unsigned level, Value first) {
  IndexBuilder index = this->index();
  Value lanes = index.constant(tile.lanes), zero = index.constant(0);
  Value blocks = index.mul(index.div(depths[level], lanes), lanes);
  Value isWhole =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                            item.columns, index.constant(tile.getColumns()));
  Value end = arith::SelectOp::create(builder, loc, isWhole, blocks, zero);
  unsigned step = reduced[level];
  if (failed(forEach(zero, end, lanes, [&](Value at) {
        loops[step] = at;
        for (unsigned v = 0; v < tile.vectors; ++v)
          if (failed(packBlock(item, v, this->index().add(first, at))))
            return failure();
        return success();
      })))
    return failure();
  return forEach(end, depths[level], index.constant(1), [&](Value at) {
    loops[step] = at;
    return packRow(run, this->index().add(first, at));
  });
}

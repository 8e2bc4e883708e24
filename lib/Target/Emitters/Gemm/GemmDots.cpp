// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Few rows: the right operand is read once and in place, since a panel would
// cost more than it gives. Where its columns are stretches in memory they are
// multiplied with the row step by step, several columns at a time; the lanes of
// vectors are steps then.
#include "GemmEmitter.h"
#include "kiln/Target/Loops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

/// A lane adds one step in so many: that many lanes' worth of steps are summed
/// without a stop.
constexpr int64_t kSpan = 2048;

/// Where the code stands in the sum, as the number of a step.
Value GemmEmitter::stepNumber() {
  SmallVector<Value> steps =
      llvm::map_to_vector(reduced, [&](unsigned dim) { return loops[dim]; });
  return index().linearize(steps, depths);
}

/// Where the rows are packed, the element of row `row` of the item.
Value GemmEmitter::packedRowAddress(Value row) {
  IndexBuilder index = this->index();
  return address(scratch, index.add(index.mul(row, index.constant(*plan.depth)),
                                    stepNumber()));
}

/// Packs the rows of the item, from loop number `level` of the sum on.
LogicalResult GemmEmitter::packLeft(Value row, unsigned level) {
  bool isLast = level + 1 == reduced.size();
  return emitter.forEach(
      loc, index().constant(0), depths[level], index().constant(1),
      [&](Value at) {
        loops[reduced[level]] = at;
        if (!isLast)
          return packLeft(row, level + 1);
        FailureOr<Value> value = operandAt(plan.left);
        if (failed(value))
          return failure();
        store(*value, packedRowAddress(row));
        return success();
      },
      /*inLanes=*/isLast);
}

/// The elements of the tile's rows where the code stands in the sum.
FailureOr<SmallVector<Value>> GemmEmitter::dotRows(const DotTile &tile) {
  SmallVector<Value> values;
  for (unsigned r = 0; r < tile.rows; ++r) {
    Value row = index().add(tile.row, index().constant(r));
    if (plan.packsRows) {
      values.push_back(load(packedRowAddress(row)));
      continue;
    }
    setRow(index().add(tile.firstRow, row));
    FailureOr<Value> value = operandAt(plan.left);
    if (failed(value))
      return failure();
    values.push_back(*value);
  }
  return values;
}

/// Adds one step of the sum.
FailureOr<SmallVector<Value>> GemmEmitter::addDots(const DotTile &tile,
                                                   ValueRange sums) {
  FailureOr<SmallVector<Value>> left = dotRows(tile);
  if (failed(left))
    return failure();
  SmallVector<Value> results(sums);
  for (unsigned c = 0; c < tile.columns; ++c) {
    setColumn(index().add(tile.column, index().constant(c)));
    FailureOr<Value> right = operandAt(plan.right);
    if (failed(right))
      return failure();
    for (unsigned r = 0; r < tile.rows; ++r) {
      Value &sum = results[r * tile.columns + c];
      sum = addProduct((*left)[r], *right, sum);
    }
  }
  return results;
}

/// The steps of the sum in one step of loop number `level`; none where that is
/// not known.
std::optional<int64_t> GemmEmitter::countSteps(unsigned level) {
  int64_t steps = 1;
  for (Value depth : ArrayRef(depths).drop_front(level + 1)) {
    std::optional<int64_t> size = getConstantIntValue(depth);
    if (!size || llvm::MulOverflow(steps, *size, steps))
      return std::nullopt;
  }
  return steps;
}

/// Is loop number `level` of the sum, before the last one, so short that it is
/// written out inside of that? What both halves of a byte share is loaded once.
bool GemmEmitter::isWrittenOut(unsigned level) {
  constexpr int64_t kShort = 2;
  std::optional<int64_t> size = getConstantIntValue(depths[level]);
  std::optional<int64_t> inner = countSteps(level);
  return level + 2 == reduced.size() && size && *size > 0 && *size <= kShort &&
         inner && *inner <= kSpan / *size;
}

/// The steps [from, to) of loop number `level` of the sum, each with all of the
/// loops inside of it, added to `sums`.
FailureOr<SmallVector<Value>> GemmEmitter::dotSpan(const DotTile &tile,
                                                   unsigned level, Value from,
                                                   Value to, ValueRange sums) {
  bool isLast = level + 1 == reduced.size();
  if (level + 2 == reduced.size() && isWrittenOut(level))
    return dotSpan(tile, level + 1, index().constant(0), depths[level + 1],
                   sums);
  return forSums(
      from, to, index().constant(1), sums,
      [&](Value at, ValueRange carried) -> FailureOr<SmallVector<Value>> {
        loops[reduced[level]] = at;
        if (!isLast)
          return dotSpan(tile, level + 1, index().constant(0),
                         depths[level + 1], carried);
        if (level == 0 || !isWrittenOut(level - 1))
          return addDots(tile, carried);
        FailureOr<SmallVector<Value>> results = SmallVector<Value>(carried);
        int64_t count = *getConstantIntValue(depths[level - 1]);
        for (int64_t i = 0; i < count && succeeded(results); ++i) {
          loops[reduced[level - 1]] = index().constant(i);
          results = addDots(tile, SmallVector<Value>(*results));
        }
        return results;
      },
      /*inLanes=*/isLast);
}

FailureOr<SmallVector<Value>> GemmEmitter::forSpans(
    Value end, int64_t most, int64_t unit, ValueRange sums,
    llvm::function_ref<FailureOr<SmallVector<Value>>(Value, Value, ValueRange)>
        body) {
  Value zero = index().constant(0);
  std::optional<int64_t> size = getConstantIntValue(end);
  if (size && *size <= most)
    return body(zero, end, sums);
  int64_t length = most;
  if (size)
    length = std::min<int64_t>(
        most,
        llvm::alignTo(llvm::divideCeil(*size, llvm::divideCeil(*size, most)),
                      unit));
  bool isEven = size && *size % length == 0;
  Value step = index().constant(length);
  FailureOr<SmallVector<Value>> results =
      forSums(zero, end, step, sums, [&](Value at, ValueRange carried) {
        Value to = index().add(at, step);
        return body(at, isEven ? to : least(to, end), carried);
      });
  // Written out, each span would have loads of its own, and none of them lines
  // that follow each other.
  if (succeeded(results))
    keepAsWritten(results->front().getDefiningOp<scf::ForOp>());
  return results;
}

/// The loops of the sum from number `level` on, added to `sums`.
FailureOr<SmallVector<Value>>
GemmEmitter::dotLoops(const DotTile &tile, unsigned level, ValueRange sums) {
  std::optional<int64_t> inner = countSteps(level);
  bool hasSpans = inner && *inner <= kSpan;
  Value zero = arith::ConstantOp::create(builder, loc, element,
                                         builder.getZeroAttr(element));
  auto addSpan = [&](Value from, Value to,
                     ValueRange carried) -> FailureOr<SmallVector<Value>> {
    FailureOr<SmallVector<Value>> span =
        dotSpan(tile, level, from, to, SmallVector<Value>(sums.size(), zero));
    if (succeeded(span))
      for (auto [sum, old] : llvm::zip(*span, carried))
        sum = arith::AddFOp::create(builder, loc, old, sum);
    return span;
  };
  constexpr int64_t kUnit = 64;
  Value extent = depths[level];
  if (getConstantIntValue(extent) == 0)
    return SmallVector<Value>(sums);
  if (hasSpans)
    return forSpans(extent, kSpan / std::max<int64_t>(*inner, 1), kUnit, sums,
                    addSpan);
  return forSums(index().constant(0), extent, index().constant(1), sums,
                 [&](Value at, ValueRange carried) {
                   loops[reduced[level]] = at;
                   return dotLoops(tile, level + 1, carried);
                 });
}

/// The sums of `columns` columns from `first` on of the item, for `rows` rows
/// from `row` on.
LogicalResult GemmEmitter::emitDotTile(const WorkItem &item, Value row,
                                       unsigned rows, Value first,
                                       unsigned columns) {
  IndexBuilder index = this->index();
  DotTile dots = {item.firstRow, row, index.add(item.firstColumn, first), rows,
                  columns};
  Value zero = arith::ConstantOp::create(builder, loc, element,
                                         builder.getZeroAttr(element));
  SmallVector<Value> none(rows * columns, zero);
  FailureOr<SmallVector<Value>> results =
      hasDotVectors() ? dotVectors(dots, none) : dotLoops(dots, 0, none);
  if (failed(results))
    return failure();
  for (auto [i, sum] : llvm::enumerate(*results)) {
    Value at = index.add(row, index.constant(i / columns));
    Value place = index.add(index.mul(at, index.constant(tile.getColumns())),
                            index.add(first, index.constant(i % columns)));
    store(sum, address(sums, place));
  }
  return success();
}

/// Columns that are computed share what is computed of the rows; those that are
/// read as they lie go by one after the other, as memory has them.
LogicalResult GemmEmitter::emitDotRows(const WorkItem &item, Value row,
                                       unsigned rows) {
  IndexBuilder index = this->index();
  Value right = contraction.getDpsInputOperand(plan.right)->get();
  unsigned columns = isa<BlockArgument>(right) ? 1 : kFewRows / rows;
  Value zero = index.constant(0), group = index.constant(columns);
  Value whole = index.mul(index.div(item.columns, group), group);
  if (failed(forEach(zero, whole, group, [&](Value column) {
        return emitDotTile(item, row, rows, column, columns);
      })))
    return failure();
  return forEach(whole, item.columns, index.constant(1), [&](Value column) {
    return emitDotTile(item, row, rows, column, 1);
  });
}

LogicalResult GemmEmitter::emitDots(const WorkItem &item) {
  IndexBuilder index = this->index();
  Value zero = index.constant(0), one = index.constant(1);
  Value rows = index.sub(item.endRow, item.firstRow);
  auto pack = [&] {
    return forEach(zero, rows, one, [&](Value row) {
      setRow(this->index().add(item.firstRow, row));
      return packLeft(row, 0);
    });
  };
  if (plan.packsRows && failed(emitter.when(loc, item.isFirst, pack)))
    return failure();
  std::optional<int64_t> count = getConstantIntValue(rowCount);
  LogicalResult sums =
      count ? emitDotRows(item, zero, std::max<int64_t>(*count, 1))
            : forEach(zero, rows, one,
                      [&](Value row) { return emitDotRows(item, row, 1); });
  if (failed(sums))
    return failure();
  return forEach(zero, rows, one, [&](Value row) {
    return emitRowResults(item, item.firstRow, row);
  });
}

/// All rows of the item, without a panel.
LogicalResult GemmEmitter::emitFewRows(const WorkItem &item) {
  if (plan.fewRows == FewRows::Dots)
    return emitDots(item);
  if (plan.fewRows == FewRows::Lanes)
    return emitLanes(item);
  isPacked = false;
  LogicalResult result =
      forEach(item.firstRow, item.endRow, index().constant(1), [&](Value row) {
        return emitTile(item, row, 1, this->index().constant(0));
      });
  isPacked = plan.depth.has_value();
  return result;
}

LogicalResult GemmEmitter::emitPackedRows(const WorkItem &item) {
  // Once for all tiles: LLVM does not always take it out of their loops.
  panel = isPacked ? panelStart(item) : Value();
  if (isPacked && failed(pack(item)))
    return failure();
  return emitItemRows(item);
}

/// Chooses, when it runs where the number of rows is not known before.
LogicalResult GemmEmitter::emitWorkItem(const WorkItem &item) {
  std::optional<int64_t> rows = getConstantIntValue(rowCount);
  if (!plan.parts.empty())
    return emitParts(item);
  if (plan.fewRows == FewRows::Packed || (rows && *rows > kFewRows))
    return emitPackedRows(item);
  if (rows)
    return emitFewRows(item);
  Value isFew = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sle,
                                      rowCount, index().constant(kFewRows));
  return emitter.when(
      loc, isFew, [&] { return emitFewRows(item); },
      [&] { return emitPackedRows(item); });
}

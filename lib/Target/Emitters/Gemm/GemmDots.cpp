// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Few rows: the right operand is read once and in place, since a panel would
// cost more than it gives. Where its columns are stretches in memory they are
// multiplied with the row step by step, several columns at a time; the lanes of
// vectors are steps then.
#include "GemmEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

/// The steps [from, to) of the innermost loop of the sum, for `count` columns.
FailureOr<SmallVector<Value>> GemmEmitter::dotSpan(Value column, unsigned count,
                                                   Value from, Value to) {
  Value zero = arith::ConstantOp::create(builder, loc, element,
                                         builder.getZeroAttr(element));
  auto addStep = [&](Value at,
                     ValueRange carried) -> FailureOr<SmallVector<Value>> {
    loops[reduced.back()] = at;
    FailureOr<Value> left = operandAt(plan.left);
    if (failed(left))
      return failure();
    SmallVector<Value> results;
    for (auto [c, sum] : llvm::enumerate(carried)) {
      setColumn(index().add(column, index().constant(c)));
      FailureOr<Value> right = operandAt(plan.right);
      if (failed(right))
        return failure();
      results.push_back(addProduct(*left, *right, sum));
    }
    return results;
  };
  return forSums(from, to, index().constant(1), SmallVector<Value>(count, zero),
                 addStep, /*inLanes=*/true);
}

/// The loops of the sum from number `level` on, added to `sums`.
FailureOr<SmallVector<Value>>
GemmEmitter::dotLoops(Value column, unsigned level, ValueRange sums) {
  // A lane adds one step in so many: that many lanes' worth of steps are summed
  // without a stop.
  constexpr int64_t kSpan = 2048;
  bool isLast = level + 1 == reduced.size();
  Value zero = index().constant(0), extent = depths[level];
  std::optional<int64_t> size = getConstantIntValue(extent);
  bool isOneSpan = isLast && size && *size <= kSpan;
  Value step = index().constant(isLast ? isOneSpan ? *size : kSpan : 1);
  if (isOneSpan && *size == 0)
    return SmallVector<Value>(sums);
  return forSums(
      zero, extent, step, sums,
      [&](Value at, ValueRange carried) -> FailureOr<SmallVector<Value>> {
        if (!isLast) {
          loops[reduced[level]] = at;
          return dotLoops(column, level + 1, carried);
        }
        Value to = isOneSpan ? extent : least(index().add(at, step), extent);
        FailureOr<SmallVector<Value>> span =
            dotSpan(column, sums.size(), isOneSpan ? zero : at, to);
        if (succeeded(span))
          for (auto [sum, old] : llvm::zip(*span, carried))
            sum = arith::AddFOp::create(builder, loc, old, sum);
        return span;
      });
}

/// The sums of `count` columns from `first` on of the item, for each row.
LogicalResult GemmEmitter::emitDotGroup(const WorkItem &item, Value first,
                                        unsigned count) {
  IndexBuilder index = this->index();
  Value rows = index.sub(item.endRow, item.firstRow);
  return forEach(index.constant(0), rows, index.constant(1), [&](Value r) {
    IndexBuilder index = this->index();
    setRow(index.add(item.firstRow, r));
    Value zero = arith::ConstantOp::create(builder, loc, element,
                                           builder.getZeroAttr(element));
    FailureOr<SmallVector<Value>> results = dotLoops(
        index.add(item.firstColumn, first), 0, SmallVector<Value>(count, zero));
    if (failed(results))
      return failure();
    Value place =
        index.add(index.mul(r, index.constant(tile.getColumns())), first);
    for (auto [c, sum] : llvm::enumerate(*results))
      store(sum, address(sums, index.add(place, index.constant(c))));
    return success();
  });
}

LogicalResult GemmEmitter::emitDots(const WorkItem &item) {
  IndexBuilder index = this->index();
  Value group = index.constant(tile.rows), zero = index.constant(0);
  Value whole = index.mul(index.div(item.columns, group), group);
  if (failed(forEach(zero, whole, group,
                     [&](Value column) {
                       return emitDotGroup(item, column, tile.rows);
                     })) ||
      failed(forEach(whole, item.columns, index.constant(1), [&](Value column) {
        return emitDotGroup(item, column, 1);
      })))
    return failure();
  return forEach(
      zero, index.sub(item.endRow, item.firstRow), index.constant(1),
      [&](Value r) { return emitRowResults(item, item.firstRow, r); });
}

/// All rows of the item, without a panel.
LogicalResult GemmEmitter::emitFewRows(const WorkItem &item) {
  if (plan.fewRows == FewRows::Dots)
    return emitDots(item);
  isPacked = false;
  LogicalResult result =
      forEach(item.firstRow, item.endRow, index().constant(1), [&](Value row) {
        return emitTile(item, row, 1, this->index().constant(0));
      });
  isPacked = plan.depth.has_value();
  return result;
}

LogicalResult GemmEmitter::emitPackedRows(const WorkItem &item) {
  if (isPacked && failed(pack(item)))
    return failure();
  return emitItemRows(item);
}

/// Chooses, when it runs where the number of rows is not known before.
LogicalResult GemmEmitter::emitWorkItem(const WorkItem &item) {
  std::optional<int64_t> rows = getConstantIntValue(rowCount);
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

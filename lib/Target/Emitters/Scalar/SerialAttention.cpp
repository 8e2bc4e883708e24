// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tx.attention: a row is an item. The scores are computed twice, for the
// maximum and for the sums, which are f64.
#include "Attention.h"
#include "SerialEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <limits>

using namespace mlir;
using namespace kiln;

namespace {
class AttentionRow {
public:
  AttentionRow(SerialEmitter &serial, tx::AttentionOp op, ValueRange item)
      : serial(serial), builder(serial.builder), loc(serial.loc), op(op),
        wide(builder.getF64Type()), loops(op.getNumLoops()) {
    llvm::copy(item.drop_back(), loops.begin());
  }

  LogicalResult run();

private:
  using Values = SerialEmitter::Values;

  Value constant(double value, Type type) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(type, value));
  }
  Value address(Value column) {
    return serial.emitter.address(loc, sums, wide, column);
  }
  FailureOr<Value> operand(unsigned number) {
    return emitAttentionOperand(serial.emitter, op, number, loops);
  }
  LogicalResult prepare();
  LogicalResult forEachColumn(llvm::function_ref<LogicalResult(Value)> body);
  FailureOr<Value> scoreAt(Value key);
  FailureOr<Value> findMaximum();
  FailureOr<Value> sumValues(Value maximum);

  SerialEmitter &serial;
  OpBuilder &builder;
  Location loc;
  tx::AttentionOp op;
  Type wide; ///< of sums
  SmallVector<Value> loops;
  Value keys, depth;
  Value sums; ///< memory for those of the row
};
} // namespace

/// Finds the extents of the loops that the result does not have, and makes room
/// for the sums once for all rows.
LogicalResult AttentionRow::prepare() {
  FailureOr<Value> keyCount =
      emitAttentionExtent(serial.emitter, op, op.getKeyLoop());
  FailureOr<Value> length =
      emitAttentionExtent(serial.emitter, op, op.getDepthLoop());
  if (failed(keyCount) || failed(length))
    return failure();
  keys = *keyCount;
  depth = *length;
  OpBuilder::InsertionGuard guard(builder);
  Operation *place = builder.getInsertionBlock()->getParentOp();
  auto function = dyn_cast<LLVM::LLVMFuncOp>(place);
  if (!function)
    function = place->getParentOfType<LLVM::LLVMFuncOp>();
  builder.setInsertionPointToStart(&function.getBody().front());
  Value columns = arith::ConstantIntOp::create(
      builder, loc, builder.getI64Type(), op.getType().getShape().back());
  sums = LLVM::AllocaOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), wide,
      columns);
  return success();
}

LogicalResult
AttentionRow::forEachColumn(llvm::function_ref<LogicalResult(Value)> body) {
  return serial.loop(serial.index().constant(0), serial.getSizes().back(), {},
                     [&](Value column, ValueRange) -> FailureOr<Values> {
                       loops[op.getColumnLoop()] = column;
                       if (failed(body(column)))
                         return failure();
                       return Values();
                     });
}

FailureOr<Value> AttentionRow::scoreAt(Value key) {
  loops[op.getKeyLoop()] = key;
  FailureOr<Values> sum =
      serial.loop(serial.index().constant(0), depth, constant(0, wide),
                  [&](Value step, ValueRange sum) -> FailureOr<Values> {
                    loops[op.getDepthLoop()] = step;
                    FailureOr<Value> query = operand(0), key = operand(1);
                    if (failed(query) || failed(key))
                      return failure();
                    Value product = arith::MulFOp::create(
                        builder, loc, convertFloat(builder, loc, *query, wide),
                        convertFloat(builder, loc, *key, wide));
                    return Values{arith::AddFOp::create(builder, loc,
                                                        sum.front(), product)};
                  });
  if (failed(sum))
    return failure();
  return emitAttentionScore(
      serial.emitter, op,
      convertFloat(builder, loc, sum->front(), op.getScoreType()), loops);
}

FailureOr<Value> AttentionRow::findMaximum() {
  double lowest = -std::numeric_limits<double>::infinity();
  FailureOr<Values> maximum = serial.loop(
      serial.index().constant(0), keys, constant(lowest, op.getScoreType()),
      [&](Value key, ValueRange maximum) -> FailureOr<Values> {
        FailureOr<Value> score = scoreAt(key);
        if (failed(score))
          return failure();
        return Values{
            arith::MaximumFOp::create(builder, loc, maximum.front(), *score)};
      });
  if (failed(maximum))
    return failure();
  return maximum->front();
}

/// Sums the weights, and into `sums` the weights times the values.
FailureOr<Value> AttentionRow::sumValues(Value maximum) {
  FailureOr<Values> total = serial.loop(
      serial.index().constant(0), keys, constant(0, wide),
      [&](Value key, ValueRange total) -> FailureOr<Values> {
        FailureOr<Value> score = scoreAt(key);
        if (failed(score))
          return failure();
        Value distance = arith::SubFOp::create(builder, loc, *score, maximum);
        Value weight = convertFloat(
            builder, loc, math::ExpOp::create(builder, loc, distance), wide);
        if (failed(forEachColumn([&](Value column) {
              FailureOr<Value> value = operand(2);
              if (failed(value))
                return failure();
              Value place = address(column);
              Value before = LLVM::LoadOp::create(builder, loc, wide, place);
              Value product = arith::MulFOp::create(
                  builder, loc, weight,
                  convertFloat(builder, loc, *value, wide));
              LLVM::StoreOp::create(
                  builder, loc,
                  arith::AddFOp::create(builder, loc, before, product), place);
              return success();
            })))
          return failure();
        return Values{
            arith::AddFOp::create(builder, loc, total.front(), weight)};
      });
  if (failed(total))
    return failure();
  return total->front();
}

LogicalResult AttentionRow::run() {
  if (failed(prepare()))
    return failure();
  FailureOr<Value> maximum = findMaximum();
  if (failed(maximum))
    return failure();
  (void)forEachColumn([&](Value column) {
    LLVM::StoreOp::create(builder, loc, constant(0, wide), address(column));
    return success();
  });
  FailureOr<Value> total = sumValues(*maximum);
  if (failed(total))
    return failure();
  Value lowest =
      constant(-std::numeric_limits<double>::infinity(), op.getScoreType());
  Value isMasked = arith::CmpFOp::create(
      builder, loc, arith::CmpFPredicate::OEQ, *maximum, lowest);
  return forEachColumn([&](Value column) {
    Value sum = LLVM::LoadOp::create(builder, loc, wide, address(column));
    serial.store(0, ArrayRef(loops).take_front(op.getColumnLoop() + 1),
                 emitAttentionMean(builder, loc, op, sum, *total, isMasked));
    return success();
  });
}

LogicalResult kiln::emitAttention(SerialEmitter &serial, tx::AttentionOp op,
                                  ValueRange item) {
  return AttentionRow(serial, op, item).run();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Attention.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;

FailureOr<Value> kiln::emitAttentionExtent(ScalarEmitter &emitter,
                                           tx::AttentionOp op, unsigned loop) {
  for (auto [number, map] :
       llvm::enumerate(op.getMaps().getAsValueRange<AffineMapAttr>()))
    for (auto [i, expr] : llvm::enumerate(map.getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim || dim.getPosition() != loop)
        continue;
      FailureOr<SmallVector<Value>> sizes =
          emitter.shapeOf(op->getOperand(number));
      if (failed(sizes))
        return failure();
      return (*sizes)[i];
    }
  llvm_unreachable("an operand is read along the loops that are asked for");
}

Value kiln::convertFloat(OpBuilder &builder, Location loc, Value value,
                         Type type) {
  unsigned from = value.getType().getIntOrFloatBitWidth();
  unsigned to = type.getIntOrFloatBitWidth();
  if (value.getType() == type)
    return value;
  if (from < to)
    return arith::ExtFOp::create(builder, loc, type, value);
  return arith::TruncFOp::create(builder, loc, type, value);
}

FailureOr<Value> kiln::emitAttentionOperand(ScalarEmitter &emitter,
                                            tx::AttentionOp op, unsigned number,
                                            ArrayRef<Value> loops) {
  return emitter.valueAt(
      op->getOperand(number),
      emitter.index(op.getLoc()).affine(op.getMap(number), loops));
}

FailureOr<Value> kiln::emitAttentionScore(ScalarEmitter &emitter,
                                          tx::AttentionOp op, Value sum,
                                          ArrayRef<Value> loops) {
  SmallVector<Value> arguments{sum};
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    FailureOr<Value> value = emitter.valueAt(
        input, emitter.index(op.getLoc()).affine(op.getMap(3 + i), loops));
    if (failed(value))
      return failure();
    arguments.push_back(*value);
  }
  llvm::append_range(arguments, loops.take_front(op.getColumnLoop()));
  arguments.push_back(loops[op.getKeyLoop()]);
  FailureOr<SmallVector<Value>> scores =
      emitter.inlineBlock(op.getBody().front(), arguments);
  if (failed(scores))
    return failure();
  return scores->front();
}

Value kiln::emitAttentionMean(OpBuilder &builder, Location loc,
                              tx::AttentionOp op, Value sum, Value total,
                              Value isMasked) {
  Type type = sum.getType();
  Value mean = arith::DivFOp::create(builder, loc, sum, total);
  if (op.getIsSafe()) {
    Value zero =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
    mean = arith::SelectOp::create(builder, loc, isMasked, zero, mean);
  }
  return convertFloat(builder, loc, mean, op.getType().getElementType());
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tx.scan: one loop that carries the combination so far.
#include "SerialEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;
using tx::CombineKind;

/// The neutral element of a combination.
static TypedAttr getIdentity(CombineKind kind, bool isUnsigned, Type type) {
  Builder builder(type.getContext());
  if (kind == CombineKind::Mul)
    return builder.getOneAttr(type);
  if (kind == CombineKind::Add)
    return builder.getZeroAttr(type);
  bool isMax = kind == CombineKind::Max;
  if (auto floats = dyn_cast<FloatType>(type))
    return builder.getFloatAttr(
        type, llvm::APFloat::getInf(floats.getFloatSemantics(), isMax));
  unsigned width = type.getIntOrFloatBitWidth();
  if (isUnsigned || width == 1)
    return builder.getIntegerAttr(type, isMax ? llvm::APInt::getZero(width)
                                              : llvm::APInt::getAllOnes(width));
  return builder.getIntegerAttr(type,
                                isMax ? llvm::APInt::getSignedMinValue(width)
                                      : llvm::APInt::getSignedMaxValue(width));
}

LogicalResult kiln::emitScan(SerialEmitter &serial, tx::ScanOp op,
                             ValueRange item) {
  OpBuilder &builder = serial.builder;
  Location loc = serial.loc;
  Type element = cast<RankedTensorType>(op.getType()).getElementType();
  // Rounding at each step would add up.
  bool isNarrow = isa<FloatType>(element) && !element.isF64();
  Type wide = isNarrow ? builder.getF64Type() : element;
  Value identity = arith::ConstantOp::create(
      builder, loc, getIdentity(op.getKind(), op.getIsUnsigned(), wide));
  SmallVector<Value> position(item);
  auto body = [&](Value i,
                  ValueRange carried) -> FailureOr<SmallVector<Value>> {
    position[op.getDim()] = i;
    FailureOr<Value> value = serial.emitter.valueAt(op.getInput(), position);
    if (failed(value))
      return failure();
    if (isNarrow)
      value = arith::ExtFOp::create(builder, loc, wide, *value).getResult();
    Value next = serial.combine(op.getKind(), op.getIsUnsigned(),
                                carried.front(), *value);
    Value rounded =
        isNarrow ? arith::TruncFOp::create(builder, loc, element, next) : next;
    serial.store(0, position, rounded);
    return SmallVector<Value>{next};
  };
  return serial.loop(serial.index().constant(0), serial.getSizes()[op.getDim()],
                     identity, body);
}

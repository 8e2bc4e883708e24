// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SerialEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace kiln;
using tx::CombineKind;

LogicalResult SerialEmitter::start() {
  // Results are written while the op runs, so that each must be an output of
  // the kernel.
  OperandRange yielded = kernel.getYield().getOperands();
  for (Value result : op->getResults()) {
    auto it = llvm::find(yielded, result);
    if (it == yielded.end())
      return op->emitOpError("is in a kernel that does not yield all of its "
                             "results");
    operands.push_back(kernel.getNumTensorArguments() +
                       std::distance(yielded.begin(), it));
  }
  // An output that another op makes would need loops of its own.
  if (op->getNumResults() != kernel.getResultTypes().size())
    return kernel.emitOpError("has results beside those of ") << op->getName();
  FailureOr<Values> shape = emitter.shapeOf(op->getResult(0));
  if (failed(shape))
    return failure();
  sizes = *shape;
  return success();
}

Value SerialEmitter::toIndex(Value integer) {
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    integer);
}

LogicalResult SerialEmitter::nest(ArrayRef<int64_t> dims, ArrayRef<Value> sizes,
                                  Values &position,
                                  llvm::function_ref<LogicalResult()> body) {
  if (dims.empty())
    return body();
  return forEach(index().constant(0), sizes[dims.front()], [&](Value i) {
    position[dims.front()] = i;
    return nest(dims.drop_front(), sizes, position, body);
  });
}

Value SerialEmitter::load(unsigned result, ValueRange indices) {
  Type element =
      cast<RankedTensorType>(op->getResult(result).getType()).getElementType();
  return emitter.loadResult(loc, operands[result], element,
                            index().linearize(indices, sizes));
}

void SerialEmitter::store(unsigned result, ValueRange indices, Value value) {
  emitter.store(loc, operands[result], index().linearize(indices, sizes),
                value);
}

Value SerialEmitter::combine(CombineKind kind, bool isUnsigned, Value a,
                             Value b) {
  bool isFloat = mlir::isa<FloatType>(a.getType());
  // true is 1: the larger one of two bools.
  isUnsigned |= a.getType().isInteger(1);
  auto make = [&](auto floatOp, auto signedOp, auto unsignedOp) -> Value {
    if (isFloat)
      return decltype(floatOp)::create(builder, loc, a, b);
    if (isUnsigned)
      return decltype(unsignedOp)::create(builder, loc, a, b);
    return decltype(signedOp)::create(builder, loc, a, b);
  };
  switch (kind) {
  case CombineKind::Assign:
    return b;
  case CombineKind::Add:
    return make(arith::AddFOp(), arith::AddIOp(), arith::AddIOp());
  case CombineKind::Mul:
    return make(arith::MulFOp(), arith::MulIOp(), arith::MulIOp());
  case CombineKind::Max:
    return make(arith::MaximumFOp(), arith::MaxSIOp(), arith::MaxUIOp());
  case CombineKind::Min:
    return make(arith::MinimumFOp(), arith::MinSIOp(), arith::MinUIOp());
  }
  llvm_unreachable("all kinds are handled");
}

LogicalResult kiln::emitSerialItem(ScalarEmitter &emitter,
                                   exec::KernelOp kernel, Operation *op,
                                   ValueRange item) {
  SerialEmitter serial(emitter, kernel, op);
  if (failed(serial.start()))
    return failure();
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](tx::AttentionOp o) { return emitAttention(serial, o, item); })
      .Case([&](tx::ScanOp o) { return emitScan(serial, o, item); })
      .Case([&](tx::ScatterOp o) { return emitScatter(serial, o, item); })
      .Case([&](tx::CompactOp o) { return emitCompact(serial, o); })
      .Case([&](tx::MatrixOp o) { return emitMatrix(serial, o, item); })
      .Default(failure());
}

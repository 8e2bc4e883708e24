// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tx.matrix: the inputs of one matrix are brought to f64 in the room that the
// op has for it, a routine is called on them, and its outputs are brought to
// the results. The routine is a function that the target links in.
#include "SerialEmitter.h"
#include "kiln/Matrix/Routines.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace kiln;
using matrix::RoutineOperand;

namespace {
class MatrixEmitter {
public:
  MatrixEmitter(SerialEmitter &serial, tx::MatrixOp op, ValueRange item)
      : serial(serial), builder(serial.builder), loc(serial.loc), op(op),
        routine(*matrix::lookupRoutine(op.getRoutine())),
        batch(item.take_front(op.getBatchRank())) {}

  LogicalResult run();

private:
  IndexBuilder index() { return serial.index(); }
  Value toI64(Value value) {
    return arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                      value);
  }
  Type getWord(Type element) {
    return isa<FloatType>(element) ? Type(builder.getF64Type())
                                   : builder.getI64Type();
  }
  Value address(Value pointer, Type word, Value position) {
    return serial.emitter.address(loc, pointer, word, position);
  }

  LogicalResult findSizes();
  LogicalResult findPointers();
  /// Calls `move` with each position of a matrix of `tensor`, and the place of
  /// its word at `pointer`.
  LogicalResult
  forEachElement(Value tensor, Value pointer,
                 llvm::function_ref<LogicalResult(ValueRange, Value)> move);
  LogicalResult moveIn(Value input, Value pointer);
  LogicalResult moveOut(unsigned result, Value pointer);
  /// The function that is written.
  LLVM::LLVMFuncOp getKernel() {
    Operation *parent = builder.getBlock()->getParentOp();
    auto kernel = dyn_cast<LLVM::LLVMFuncOp>(parent);
    return kernel ? kernel : parent->getParentOfType<LLVM::LLVMFuncOp>();
  }
  Value makeArray(ValueRange values, Type type);
  LLVM::LLVMFuncOp declareRoutine();
  LogicalResult call();

  SerialEmitter &serial;
  OpBuilder &builder;
  Location loc;
  tx::MatrixOp op;
  const matrix::Routine &routine;
  ValueRange batch;
  SmallVector<Value> sizes;    ///< by letter
  SmallVector<Value> pointers; ///< by operand
};
} // namespace

LogicalResult MatrixEmitter::findSizes() {
  for (char letter : routine.sizes) {
    auto [tensor, dim] = op.getSizeSource(letter);
    FailureOr<SmallVector<Value>> shape = serial.emitter.shapeOf(tensor);
    if (failed(shape))
      return failure();
    sizes.push_back((*shape)[dim]);
  }
  return success();
}

LogicalResult MatrixEmitter::findPointers() {
  unsigned last = op->getNumResults() - 1;
  FailureOr<SmallVector<Value>> shape =
      serial.emitter.shapeOf(op->getResult(last));
  if (failed(shape))
    return failure();
  SmallVector<Value> start(batch);
  start.push_back(index().constant(0));
  Value place = index().linearize(start, *shape);
  Value room = serial.emitter.bufferOf(serial.getOperand(last));
  for (const RoutineOperand &operand : routine.operands) {
    pointers.push_back(address(room, builder.getF64Type(), place));
    Value words = index().constant(operand.wordsOfElement(op.getIsComplex()));
    for (char letter : operand.sizes)
      words = index().mul(words, sizes[routine.sizes.find(letter)]);
    place = index().add(place, words);
  }
  return success();
}

LogicalResult MatrixEmitter::forEachElement(
    Value tensor, Value pointer,
    llvm::function_ref<LogicalResult(ValueRange, Value)> move) {
  FailureOr<SmallVector<Value>> shape = serial.emitter.shapeOf(tensor);
  if (failed(shape))
    return failure();
  int64_t first = batch.size(), rank = shape->size();
  Type word =
      getWord(cast<RankedTensorType>(tensor.getType()).getElementType());
  SmallVector<Value> position(batch);
  position.resize(rank);
  auto dims = llvm::to_vector(llvm::seq<int64_t>(first, rank));
  return serial.nest(dims, *shape, position, [&] {
    ValueRange inside = position, extents = *shape;
    Value place =
        index().linearize(inside.drop_front(first), extents.drop_front(first));
    return move(position, address(pointer, word, place));
  });
}

LogicalResult MatrixEmitter::moveIn(Value input, Value pointer) {
  return forEachElement(
      input, pointer, [&](ValueRange position, Value place) -> LogicalResult {
        FailureOr<Value> value = serial.emitter.valueAt(input, position);
        if (failed(value))
          return failure();
        Type type = value->getType(), word = getWord(type);
        Value wide = *value;
        if (type != word && isa<FloatType>(type))
          wide = arith::ExtFOp::create(builder, loc, word, wide);
        else if (type != word)
          wide = arith::ExtSIOp::create(builder, loc, word, wide);
        LLVM::StoreOp::create(builder, loc, wide, place);
        return success();
      });
}

LogicalResult MatrixEmitter::moveOut(unsigned result, Value pointer) {
  Value tensor = op->getResult(result);
  Type type = cast<RankedTensorType>(tensor.getType()).getElementType();
  FailureOr<SmallVector<Value>> shape = serial.emitter.shapeOf(tensor);
  if (failed(shape))
    return failure();
  return forEachElement(
      tensor, pointer, [&](ValueRange position, Value place) -> LogicalResult {
        Type word = getWord(type);
        Value value = LLVM::LoadOp::create(builder, loc, word, place);
        if (type != word && isa<FloatType>(type))
          value = arith::TruncFOp::create(builder, loc, type, value);
        else if (type != word)
          value = arith::TruncIOp::create(builder, loc, type, value);
        serial.emitter.store(loc, serial.getOperand(result),
                             index().linearize(position, *shape), value);
        return success();
      });
}

/// The values one after another in memory that lives as long as the kernel.
Value MatrixEmitter::makeArray(ValueRange values, Type type) {
  OpBuilder entry = OpBuilder::atBlockBegin(&getKernel().getBody().front());
  Value count = arith::ConstantIntOp::create(
      entry, loc, entry.getI64Type(), std::max<size_t>(1, values.size()));
  Value array = LLVM::AllocaOp::create(
      entry, loc, LLVM::LLVMPointerType::get(entry.getContext()), type, count);
  for (auto [i, value] : llvm::enumerate(values))
    LLVM::StoreOp::create(builder, loc, value,
                          address(array, type, index().constant(i)));
  return array;
}

LLVM::LLVMFuncOp MatrixEmitter::declareRoutine() {
  std::string symbol = routine.getSymbol(op.getIsComplex());
  LLVM::LLVMFuncOp kernel = getKernel();
  Operation *module = kernel->getParentOp();
  if (auto known = SymbolTable::lookupSymbolIn(module, symbol))
    return cast<LLVM::LLVMFuncOp>(known);
  OpBuilder outside(kernel);
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Type i64 = builder.getI64Type();
  return LLVM::LLVMFuncOp::create(
      outside, loc, symbol,
      LLVM::LLVMFunctionType::get(builder.getI32Type(),
                                  {pointer, i64, pointer}));
}

LogicalResult MatrixEmitter::call() {
  Type i64 = builder.getI64Type();
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto numbers = llvm::map_to_vector(sizes, [&](Value v) { return toI64(v); });
  Value flags = arith::ConstantIntOp::create(
      builder, loc, i64, static_cast<int64_t>(op.getFlags()));
  auto made = LLVM::CallOp::create(
      builder, loc, declareRoutine(),
      ValueRange{makeArray(numbers, i64), flags, makeArray(pointers, pointer)});
  for (KernelError error :
       {KernelError::IndexOutOfRange, KernelError::NoConvergence}) {
    Value code = arith::ConstantIntOp::create(
        builder, loc, builder.getI32Type(), static_cast<int64_t>(error));
    Value isIt =
        serial.compare(arith::CmpIPredicate::eq, made.getResult(), code);
    serial.emitter.reportWhere(loc, isIt, error);
  }
  return success();
}

LogicalResult MatrixEmitter::run() {
  if (failed(findSizes()) || failed(findPointers()))
    return failure();
  for (auto [input, pointer] : llvm::zip(op.getInputs(), pointers))
    if (failed(moveIn(input, pointer)))
      return failure();
  if (failed(call()))
    return failure();
  for (unsigned i = 0; i < routine.numOutputs; ++i)
    if (failed(moveOut(i, pointers[routine.numInputs + i])))
      return failure();
  return success();
}

LogicalResult kiln::emitMatrix(SerialEmitter &serial, tx::MatrixOp op,
                               ValueRange item) {
  return MatrixEmitter(serial, op, item).run();
}

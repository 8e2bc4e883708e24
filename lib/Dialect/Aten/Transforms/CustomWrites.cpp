// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Custom operators that write their operands, as their schema says.
#include "WriteRewriter.h"
#include "kiln/Dialect/Aten/CustomOp.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

/// A written argument must have memory of its own: the operator gets copies,
/// which share nothing.
static LogicalResult verifyApart(Operation *op, ArrayRef<unsigned> written,
                                 AliasTracker &tracker) {
  auto storageOf = [&](Value value) -> Storage * {
    return isa<ep::TensorType>(value.getType()) ? tracker.lookup(value)->storage
                                                : nullptr;
  };
  for (unsigned position : written)
    for (OpOperand &other : op->getOpOperands())
      if (other.getOperandNumber() != position &&
          storageOf(other.get()) == storageOf(op->getOperand(position)))
        return refuse(op, "writes an operand that shares memory with "
                          "another one");
  return success();
}

/// The operator becomes the body of an `ep.auto_functionalized`, as
/// run_decompositions() makes it.
LogicalResult WriteRewriter::rewriteCustom(Operation *op) {
  builder.setInsertionPoint(op);
  SmallVector<unsigned> written = getWrittenOperands(op);
  if (failed(verifyApart(op, written, tracker)))
    return failure();
  SmallVector<Value> bases;
  llvm::SetVector<Value> inputs;
  for (unsigned position : written)
    bases.push_back(read(op->getOperand(position)));
  for (OpOperand &operand : op->getOpOperands())
    if (!llvm::is_contained(written, operand.getOperandNumber()))
      inputs.insert(isa<ep::TensorType>(operand.get().getType())
                        ? read(operand.get())
                        : operand.get());
  SmallVector<Type> types(op->getResultTypes());
  llvm::append_range(types, ValueRange(bases).getTypes());
  auto made = ep::AutoFunctionalizedOp::create(builder, op->getLoc(), types,
                                               bases, inputs.getArrayRef());
  Block &body = made.getBody().emplaceBlock();
  auto argumentOf = [&](Value value) -> Value {
    return body.addArgument(value.getType(), op->getLoc());
  };
  SmallVector<Value> copies = llvm::map_to_vector(bases, argumentOf);
  llvm::DenseMap<Value, Value> passed;
  for (Value input : inputs)
    passed[input] = argumentOf(input);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&body);
  Operation *call = builder.clone(*op);
  for (OpOperand &operand : call->getOpOperands()) {
    const unsigned *found = llvm::find(written, operand.getOperandNumber());
    if (found != written.end())
      operand.set(copies[found - written.begin()]);
    else
      operand.set(isa<ep::TensorType>(operand.get().getType())
                      ? passed.lookup(read(operand.get()))
                      : passed.lookup(operand.get()));
  }
  SmallVector<Value> yielded(call->getResults());
  llvm::append_range(yielded, copies);
  ep::YieldOp::create(builder, op->getLoc(), yielded);
  builder.setInsertionPoint(op);
  op->replaceAllUsesWith(made.getResults().take_front(op->getNumResults()));
  rewritten.push_back(op);
  for (auto [position, value] :
       llvm::zip(written, made.getResults().drop_front(op->getNumResults())))
    if (failed(write(op->getOperand(position), {value}, op)))
      return failure();
  return success();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "JoinedKernel.h"
#include "kiln/Dialect/Exec/KernelContract.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace kiln;

KernelJoin KernelJoin::get(exec::DispatchOp producer, exec::DispatchOp consumer,
                           unsigned operand) {
  KernelJoin join;
  join.producer = SymbolTable::lookupNearestSymbolFrom<exec::KernelOp>(
      producer, producer.getKernelAttr());
  join.consumer = SymbolTable::lookupNearestSymbolFrom<exec::KernelOp>(
      consumer, consumer.getKernelAttr());
  join.operand = operand;
  SmallVector<Value> known(producer.getSizes());
  for (Value size : consumer.getSizes()) {
    auto *place = llvm::find(known, size);
    join.sizes.push_back(place - known.begin());
    if (place == known.end())
      known.push_back(size);
  }
  return join;
}

/// Appends `values` without number `dropped`.
template <typename Range, typename T>
static void appendBut(SmallVectorImpl<T> &to, Range &&values,
                      unsigned dropped) {
  for (auto [number, value] : llvm::enumerate(values))
    if (number != dropped)
      to.push_back(value);
}

exec::KernelOp KernelJoin::build(OpBuilder &builder, StringRef name) const {
  exec::KernelOp first = producer, second = consumer;
  unsigned firstCount = first.getNumTensorArguments();
  SmallVector<Type> types(first.getArgumentTypes().take_front(firstCount));
  appendBut(
      types,
      second.getArgumentTypes().take_front(second.getNumTensorArguments()),
      operand);
  unsigned tensors = types.size();
  unsigned numSizes = first.getSizeArguments().size();
  for (unsigned size : sizes)
    numSizes = std::max(numSizes, size + 1);
  types.append(numSizes, builder.getIndexType());

  SmallVector<Attribute> dims(
      first.getDims().getValue().take_front(firstCount));
  auto place = [&](Attribute size) -> Attribute {
    return builder.getI64IntegerAttr(sizes[cast<IntegerAttr>(size).getInt()]);
  };
  SmallVector<Attribute> secondDims;
  for (auto each : second.getDims().getAsRange<ArrayAttr>())
    secondDims.push_back(
        builder.getArrayAttr(llvm::map_to_vector(each, place)));
  appendBut(dims, secondDims, operand);

  auto kernel = exec::KernelOp::create(
      builder, builder.getFusedLoc({first.getLoc(), second.getLoc()}), name,
      builder.getFunctionType(types, second.getResultTypes()),
      builder.getArrayAttr(dims));
  OpBuilder::InsertionGuard guard(builder);
  Block &body = kernel.getBody().front();
  builder.setInsertionPointToEnd(&body);
  IRMapping mapping;
  for (unsigned i = 0; i < firstCount; ++i)
    mapping.map(first.getBody().getArgument(i), body.getArgument(i));
  for (auto [i, size] : llvm::enumerate(first.getSizeArguments()))
    mapping.map(size, body.getArgument(tensors + i));
  for (Operation &op : first.getBody().front().without_terminator())
    builder.clone(op, mapping);
  unsigned next = firstCount;
  for (auto [i, argument] : llvm::enumerate(second.getTensorArguments()))
    mapping.map(argument, i == operand
                              ? mapping.lookup(first.getYield().getOperand(0))
                              : Value(body.getArgument(next++)));
  for (auto [size, at] : llvm::zip(second.getSizeArguments(), sizes))
    mapping.map(size, body.getArgument(tensors + at));
  for (Operation &op : second.getBody().front())
    builder.clone(op, mapping);
  exec::stateContract(kernel);
  return kernel;
}

exec::DispatchOp KernelJoin::dispatch(OpBuilder &builder, exec::KernelOp joined,
                                      exec::DispatchOp producer,
                                      exec::DispatchOp consumer) const {
  SmallVector<Value> inputs(producer.getInputs());
  appendBut(inputs, consumer.getInputs(), operand);
  SmallVector<Value> known(producer.getSizes());
  for (auto [size, at] : llvm::zip(consumer.getSizes(), sizes))
    if (at == known.size())
      known.push_back(size);
  return exec::DispatchOp::create(
      builder, joined.getLoc(), consumer.getResultTypes(),
      FlatSymbolRefAttr::get(joined.getSymNameAttr()), inputs, known);
}

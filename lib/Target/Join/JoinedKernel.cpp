// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "JoinedKernel.h"
#include "kiln/Dialect/Exec/KernelContract.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace kiln;

KernelJoin KernelJoin::get(const SymbolTable &symbols,
                           exec::DispatchOp producer, exec::DispatchOp consumer,
                           unsigned operand) {
  KernelJoin join;
  join.producer = symbols.lookup<exec::KernelOp>(producer.getKernel());
  join.consumer = symbols.lookup<exec::KernelOp>(consumer.getKernel());
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

/// Creates the kernel without a body.
static exec::KernelOp buildEmpty(OpBuilder &builder, StringRef name,
                                 KernelJoin join) {
  exec::KernelOp first = join.producer, second = join.consumer;
  unsigned count = first.getNumTensorArguments();
  SmallVector<Type> types(first.getArgumentTypes().take_front(count));
  appendBut(
      types,
      second.getArgumentTypes().take_front(second.getNumTensorArguments()),
      join.operand);
  unsigned numSizes = first.getSizeArguments().size();
  for (unsigned size : join.sizes)
    numSizes = std::max(numSizes, size + 1);
  types.append(numSizes, builder.getIndexType());

  auto renumber = [&](Attribute size) -> Attribute {
    return builder.getI64IntegerAttr(
        join.sizes[cast<IntegerAttr>(size).getInt()]);
  };
  SmallVector<Attribute> dims(first.getDims().getValue().take_front(count));
  SmallVector<Attribute> others;
  for (auto each : second.getDims().getAsRange<ArrayAttr>())
    others.push_back(builder.getArrayAttr(llvm::map_to_vector(each, renumber)));
  appendBut(dims, others, join.operand);
  return exec::KernelOp::create(
      builder, builder.getFusedLoc({first.getLoc(), second.getLoc()}), name,
      builder.getFunctionType(types, second.getResultTypes()),
      builder.getArrayAttr(dims));
}

exec::KernelOp KernelJoin::build(OpBuilder &builder, StringRef name) const {
  exec::KernelOp first = producer, second = consumer;
  exec::KernelOp kernel = buildEmpty(builder, name, *this);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&kernel.getBody().front());
  MutableArrayRef<BlockArgument> tensors = kernel.getTensorArguments();
  MutableArrayRef<BlockArgument> numbers = kernel.getSizeArguments();
  IRMapping mapping;
  for (BlockArgument argument : first.getTensorArguments())
    mapping.map(argument, tensors[argument.getArgNumber()]);
  for (auto [argument, number] : llvm::zip(first.getSizeArguments(), numbers))
    mapping.map(argument, number);
  for (Operation &op : first.getBody().front().without_terminator())
    builder.clone(op, mapping);

  mapping.map(second.getTensorArguments()[operand],
              mapping.lookup(first.getYield().getOperand(0)));
  SmallVector<BlockArgument> rest;
  appendBut(rest, second.getTensorArguments(), operand);
  for (auto [argument, tensor] :
       llvm::zip(rest, tensors.drop_front(first.getNumTensorArguments())))
    mapping.map(argument, tensor);
  for (auto [argument, at] : llvm::zip(second.getSizeArguments(), sizes))
    mapping.map(argument, numbers[at]);
  for (Operation &op : second.getBody().front())
    builder.clone(op, mapping);
  exec::stateContract(kernel);
  return kernel;
}

exec::DispatchOp KernelJoin::dispatch(OpBuilder &builder, exec::KernelOp joined,
                                      exec::DispatchOp first,
                                      exec::DispatchOp second) const {
  SmallVector<Value> inputs(first.getInputs());
  appendBut(inputs, second.getInputs(), operand);
  SmallVector<Value> known(first.getSizes());
  for (auto [size, at] : llvm::zip(second.getSizes(), sizes))
    if (at == known.size())
      known.push_back(size);
  return exec::DispatchOp::create(
      builder, joined.getLoc(), second.getResultTypes(),
      FlatSymbolRefAttr::get(joined.getSymNameAttr()), inputs, known);
}

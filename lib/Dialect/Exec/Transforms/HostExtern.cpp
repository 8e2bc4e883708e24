// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Custom operators as calls of routines that the runtime's user registers.
#include "HostBuilder.h"
#include "kiln/Dialect/Aten/CustomOp.h"
#include "kiln/Dialect/EP/Symbols.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using ep::ExprAttr;

/// A size of a result that no operand has and no instruction has read: the
/// operator alone knows it. Null where there is none.
ExprAttr HostBuilder::findOwnSize(Operation *op) {
  llvm::StringSet<> known;
  auto visit = [&](Type type, auto fn) {
    if (auto tensor = dyn_cast<ep::TensorType>(type))
      for (ExprAttr size : tensor.getSizes())
        ep::walkSymbols(size, fn);
  };
  for (Type type : op->getOperandTypes())
    visit(type, [&](ExprAttr symbol) { known.insert(symbol.getName()); });
  host.walk([&](ReadScalarOp read) { known.insert(read.getName()); });
  host.walk([&](SizeOp size) { known.insert(size.getName()); });
  ExprAttr own;
  for (Type type : op->getResultTypes())
    visit(type, [&](ExprAttr symbol) {
      if (ep::isUnbacked(symbol.getName()) && !known.contains(symbol.getName()))
        own = symbol;
    });
  return own;
}

/// The routine gets the tensors among the arguments, in order, then the
/// results.
LogicalResult HostBuilder::emitExtern(Operation *op) {
  StringRef name = aten::getCustomOpName(op);
  if (requireKnownOps)
    return op->emitOpError() << name << ": nobody provides this operator";
  if (ExprAttr size = findOwnSize(op))
    return op->emitOpError()
           << name << ": a routine cannot make a result whose size, "
           << size.str() << ", the operator alone knows";
  SmallVector<Value> values(op->getOperands()), buffers;
  llvm::append_range(values, op->getResults());
  SmallVector<Type> types;
  for (Value value : values) {
    if (!isTensor(value))
      return op->emitOpError() << name << ": a routine can be given tensors, "
                               << "but no value of type " << value.getType();
    types.push_back(value.getType());
    buffers.push_back(value.getDefiningOp() == op
                          ? makeSlot(value, getBytes(value.getType()))
                          : getSlot(value));
  }
  ExternOp::create(builder, op->getLoc(), name, buffers,
                   aten::getCustomOpConfiguration(op),
                   builder.getTypeArrayAttr(types));
  emitWarning(op->getLoc()) << "custom: needs the routine '" << name
                            << "' when the package is loaded";
  return success();
}

/// The operator writes copies of the bases, which become results.
LogicalResult HostBuilder::emitAutoFunctionalized(ep::AutoFunctionalizedOp op) {
  Block &body = op.getBody().front();
  Operation *call = &body.front(), *end = body.getTerminator();
  if (!aten::isCustomOp(call) || call->getNextNode() != end)
    return op.emitOpError("holds more than the call of one custom operator");
  for (auto [argument, input] :
       llvm::zip(body.getArguments(), op.getOperands()))
    if (isTensor(input))
      slots[argument] = getSlot(input);
  for (auto [result, yielded] :
       llvm::zip(op.getResults(), end->getOperands())) {
    if (!isTensor(result))
      continue; // refused below, by the operator's name
    Value place = makeSlot(result, getBytes(result.getType()));
    if (yielded.getDefiningOp() == call) {
      destinations[yielded] = place;
      continue;
    }
    copy(op.getLoc(), slots.at(yielded), place);
    slots[yielded] = place;
  }
  return emitExtern(call);
}

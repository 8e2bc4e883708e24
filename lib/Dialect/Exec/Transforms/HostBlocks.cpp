// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instructions of one graph's body: launches, checks, reads of numbers.
#include "HostBuilder.h"
#include "KernelGroups.h"
#include "LeadingConcats.h"
#include "LeadingSlices.h"
#include "kiln/Dialect/Aten/CustomOp.h"
#include "kiln/Dialect/EP/Facts.h"
#include "kiln/Dialect/Exec/KernelContract.h"
#include "kiln/Dialect/TX/TX.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using ep::ExprAttr;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool HostBuilder::isAlias(Operation *op) {
  return isa<ep::ToBuiltinOp, ep::FromBuiltinOp>(op) || isView(op);
}

Value HostBuilder::getRoot(Value tensor) {
  Operation *op;
  while ((op = tensor.getDefiningOp()) && isAlias(op))
    tensor = op->getOperand(0);
  return tensor;
}

ExprAttr HostBuilder::getBytes(Type type) {
  auto tensor = cast<ep::TensorType>(type);
  return ep::mul(
      ep::makeInt(graph.getContext(), getElementBytes(tensor.getElementType())),
      ep::product(graph.getContext(), tensor.getSizes()));
}

Value HostBuilder::makeTemporary(Location loc, ExprAttr bytes) {
  return TemporaryOp::create(builder, loc, builder.getType<BufferType>(),
                             ep::simplify(bytes, getFacts(program)));
}

/// The place of `result` in what it is a part of; null where it is none.
Value HostBuilder::makePart(Value result) {
  Part part = parts.lookup(result);
  if (!part.whole)
    return {};
  MLIRContext *context = graph.getContext();
  Value whole = slots.lookup(part.whole);
  if (!whole)
    whole =
        makeSlot(part.whole, ep::makeInt(context, getStaticBytes(part.whole)));
  return ViewOp::create(builder, result.getLoc(), builder.getType<BufferType>(),
                        whole, ep::makeInt(context, part.offset),
                        ep::makeInt(context, part.bytes));
}

Value HostBuilder::makeSlot(Value result, ExprAttr bytes) {
  Value slot = destinations.lookup(result);
  if (!slot)
    slot = makePart(result);
  if (!slot)
    slot = makeTemporary(result.getLoc(), bytes);
  slots[result] = slot;
  return slot;
}

void HostBuilder::copy(Location loc, Value from, Value to) {
  if (from != to)
    CopyOp::create(builder, loc, from, to);
}

ExprAttr HostBuilder::makeRegister(StringRef prefix) {
  std::string name;
  do
    name = (prefix + "_" + Twine(numRegisters++)).str();
  while (!registers.insert(name).second);
  return ep::makeSymbol(graph.getContext(), name);
}

//===----------------------------------------------------------------------===//
// Destinations
//===----------------------------------------------------------------------===//

/// What is computed in the block for a concatenation is computed there.
void HostBuilder::declareParts(Block &body) {
  for (auto concat : body.getOps<tensor::ConcatOp>()) {
    int64_t offset = 0;
    for (Value operand : concat.getInputs()) {
      int64_t bytes = getStaticBytes(operand);
      parts[getRoot(operand)] = {concat.getResult(), offset, bytes};
      offset += bytes;
    }
  }
}

/// What is computed in the block, and goes to one place, is computed there.
void HostBuilder::chooseDestinations(Operation *terminator,
                                     ArrayRef<Value> places) {
  for (auto [value, place] : llvm::zip(terminator->getOperands(), places)) {
    if (!place)
      continue;
    Value root = getRoot(value);
    if (isa<OpResult>(root))
      destinations.try_emplace(root, place);
  }
}

void HostBuilder::copyToDestinations(Operation *terminator,
                                     ArrayRef<Value> places) {
  for (auto [value, place] : llvm::zip(terminator->getOperands(), places))
    if (place)
      copy(terminator->getLoc(), getSlot(value), place);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// The bytes of a slice, where its tensor has them.
LogicalResult HostBuilder::emitView(tensor::ExtractSliceOp slice) {
  std::optional<SliceBytes> place = getSliceBytes(slice);
  if (!place)
    return slice.emitOpError("is no stretch of a buffer");
  slots[slice.getResult()] =
      ViewOp::create(builder, slice.getLoc(), builder.getType<BufferType>(),
                     getSlot(slice.getSource()), place->offset, place->bytes);
  return success();
}

LogicalResult HostBuilder::emitDispatch(DispatchOp dispatch) {
  SmallVector<Attribute> sizes;
  for (Value size : dispatch.getSizes()) {
    ExprAttr expr = getIndexExpr(size);
    if (!expr)
      return dispatch.emitOpError("has a size without an expression");
    sizes.push_back(expr);
  }
  auto kernel = SymbolTable::lookupNearestSymbolFrom<KernelOp>(
      dispatch, dispatch.getKernelAttr());
  SmallVector<Value> buffers;
  for (Value tensor : dispatch.getInputs())
    buffers.push_back(getSlot(tensor));
  for (Value result : dispatch.getResults())
    buffers.push_back(makeSlot(
        result, substituteSizes(kernel.getBufferBytes(buffers.size()), sizes)));
  if (std::optional<unsigned> updated = kernel.getUpdatedArgument()) {
    // The plan of memory leaves the copy away where it can.
    copy(dispatch.getLoc(), buffers[*updated], buffers.back());
    buffers[*updated] = buffers.back();
  }
  LaunchOp::create(builder, dispatch.getLoc(), dispatch.getKernel(), buffers,
                   builder.getArrayAttr(sizes));
  return success();
}

/// A bool is read as the number 0 or 1: that is what its symbol stands for.
LogicalResult HostBuilder::emitItem(ep::ItemOp item) {
  ExprAttr value = item.getType().getValue();
  ExprAttr symbol = item.getSymbol();
  Type type = item.getInput().getType().getElementType();
  bool isBool = type.isInteger(1);
  if (!symbol || (value != symbol && !isBool))
    return item.emitOpError("reads ")
           << value.str() << ", which is no symbol of its own";
  if (isa<FloatType>(type) != (ep::getSort(symbol) == ep::Sort::Float))
    return item.emitOpError("reads an element of type ")
           << type << " as " << symbol.str();
  if (isBool)
    type = builder.getIntegerType(8, /*isSigned=*/false);
  ReadScalarOp::create(builder, item.getLoc(), symbol.getName(),
                       getSlot(item.getInput()), type);
  checkRange(item.getLoc(), symbol);
  return success();
}

/// The memory plan relies on the range of a symbol.
void HostBuilder::checkRange(Location loc, ExprAttr symbol) {
  auto declared = dyn_cast_or_null<ep::SymbolOp>(
      SymbolTable::lookupSymbolIn(program, symbol.getName()));
  if (!declared || ep::getSort(symbol) != ep::Sort::Int)
    return;
  auto check = [&](ExprAttr low, ExprAttr high) {
    ExprAttr condition = ep::makeExpr(ep::ExprKind::Le, {low, high});
    CheckOp::create(builder, loc, condition,
                    "a number that was read is out of its range");
  };
  if (std::optional<int64_t> min = declared.getMin())
    check(ep::makeInt(graph.getContext(), *min), symbol);
  if (std::optional<int64_t> max = declared.getMax())
    check(symbol, ep::makeInt(graph.getContext(), *max));
}

LogicalResult HostBuilder::emitOp(Operation &op) {
  if (isAlias(&op) ||
      isa<ep::SizeOp, ep::NumberOp, ep::NoneOp, tensor::ConcatOp, ep::ReturnOp,
          ep::YieldOp>(op) ||
      (isa<arith::ConstantOp>(op) && op.getResult(0).getType().isIndex()))
    return success();
  if (auto assertion = dyn_cast<ep::AssertOp>(op)) {
    CheckOp::create(builder, op.getLoc(), assertion.getCondition(),
                    assertion.getMessage());
    return success();
  }
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return emitView(slice);
  if (auto dispatch = dyn_cast<DispatchOp>(op))
    return emitDispatch(dispatch);
  if (auto item = dyn_cast<ep::ItemOp>(op))
    return emitItem(item);
  if (aten::isCustomOp(&op))
    return emitExtern(&op);
  if (auto call = dyn_cast<ep::AutoFunctionalizedOp>(op))
    return emitAutoFunctionalized(call);
  if (auto cond = dyn_cast<ep::CondOp>(op))
    return emitCond(cond);
  if (auto loop = dyn_cast<ep::WhileLoopOp>(op))
    return emitWhile(loop);
  if (auto scan = dyn_cast<ep::ScanOp>(op))
    return emitScan(scan);
  if (auto map = dyn_cast<ep::MapOp>(op))
    return emitMap(map);
  if (auto scan = dyn_cast<ep::AssociativeScanOp>(op))
    return emitAssociativeScan(scan);
  return op.emitOpError("has no instruction");
}

LogicalResult HostBuilder::emitBlock(Block &body, ArrayRef<Value> places) {
  Operation *terminator = body.getTerminator();
  chooseDestinations(terminator, places);
  declareParts(body);
  for (Operation &op : body)
    if (failed(emitOp(op)))
      return failure();
  copyToDestinations(terminator, places);
  return success();
}

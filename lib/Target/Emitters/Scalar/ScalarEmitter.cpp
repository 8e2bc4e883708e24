// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a value comes from, loads and stores, and scalar operations.
#include "ScalarEmitter.h"
#include "IndexRange.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace kiln;

ScalarEmitter::ScalarEmitter(OpBuilder &builder, exec::KernelOp kernel,
                             KernelFrame frame)
    : builder(builder), kernel(kernel), frame(std::move(frame)) {
  auto name = builder.getStringAttr("results");
  auto domain = LLVM::AliasScopeDomainAttr::get(builder.getContext(), name);
  results = LLVM::AliasScopeAttr::get(domain, name);
}

void ScalarEmitter::setItem(Value linear, ValueRange indices,
                            ValueRange sizes) {
  itemNumber = linear;
  index(kernel.getLoc()).setLinear(indices, sizes, linear);
}

/// How an element lies in memory: a bool takes a byte, and LLVM has no floats
/// of 8 bits.
static Type storedType(Type element) {
  bool isByte = element.isInteger(1) || (isa<FloatType>(element) &&
                                         element.getIntOrFloatBitWidth() == 8);
  return isByte ? IntegerType::get(element.getContext(), 8) : element;
}

LogicalResult ScalarEmitter::checkElementTypes() {
  auto supported = [](Type type) {
    if (auto integer = dyn_cast<IntegerType>(type))
      return llvm::is_contained({1, 8, 16, 32, 64}, integer.getWidth());
    return isa<FloatType>(type) &&
           llvm::is_contained({8, 16, 32, 64}, type.getIntOrFloatBitWidth());
  };
  for (Type type : llvm::concat<const Type>(kernel.getArgumentTypes(),
                                            kernel.getResultTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (tensor && !supported(tensor.getElementType()))
      return kernel.emitOpError("has an operand of elements ")
             << tensor.getElementType() << ", which no target supports yet";
  }
  return success();
}

Value ScalarEmitter::andBelow(Location loc, Value inside, Value position,
                              Value size) {
  Value below = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                      position, size);
  return inside ? arith::AndIOp::create(builder, loc, inside, below) : below;
}

Value ScalarEmitter::address(Location loc, Value base, Type element,
                             Value position) {
  Value offset =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), position);
  return LLVM::GEPOp::create(builder, loc, base.getType(), element, base,
                             ArrayRef<LLVM::GEPArg>{offset},
                             LLVM::GEPNoWrapFlags::inbounds);
}

/// Loads element `linear`. A result may lie in the buffer of an operand that is
/// read at the item computed only; operands that are read elsewhere
/// do not overlap results.
Value ScalarEmitter::load(Location loc, Value pointer, Type element,
                          Value linear, bool isApart) {
  Type stored = storedType(element);
  auto value = LLVM::LoadOp::create(builder, loc, stored,
                                    address(loc, pointer, stored, linear));
  if (isApart)
    value.setNoaliasScopesAttr(builder.getArrayAttr(results));
  if (stored == element)
    return value;
  if (!element.isInteger(1))
    return arith::BitcastOp::create(builder, loc, element, value);
  Value zero = arith::ConstantIntOp::create(builder, loc, stored, 0);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                               zero);
}

void ScalarEmitter::store(Location loc, unsigned operand, Value linear,
                          Value value) {
  Type stored = storedType(value.getType());
  if (value.getType().isInteger(1))
    value = arith::ExtUIOp::create(builder, loc, stored, value);
  else if (stored != value.getType())
    value = arith::BitcastOp::create(builder, loc, stored, value);
  auto store = LLVM::StoreOp::create(
      builder, loc, value,
      address(loc, frame.buffers[operand], stored, linear));
  store.setAliasScopesAttr(builder.getArrayAttr(results));
  store.setNontemporal(isStreamed);
}

static ScopedMemo::Key makeKey(Value tensor, ValueRange indices) {
  ScopedMemo::Key key = {tensor.getAsOpaquePointer()};
  for (Value index : indices)
    key.push_back(index.getAsOpaquePointer());
  return key;
}

void ScalarEmitter::setValue(Value tensor, ValueRange indices, Value value) {
  memo.insert(makeKey(tensor, indices), value);
}

FailureOr<Value> ScalarEmitter::valueAt(Value tensor, ValueRange indices) {
  ScopedMemo::Key key = makeKey(tensor, indices);
  if (Value known = memo.lookup(key))
    return known;
  auto row = kept.find(tensor);
  FailureOr<Value> value = row != kept.end() && row->second.isFilled
                               ? loadKept(tensor, row->second, indices)
                               : computeValue(tensor, indices);
  if (failed(value))
    return failure();
  memo.insert(key, *value);
  if (row != kept.end() && !row->second.isFilled)
    storeKept(row->second, indices, *value);
  return value;
}

Value ScalarEmitter::loadKept(Value tensor, const KeptRow &row,
                              ValueRange indices) {
  Location loc = row.base.getLoc();
  Type element = cast<RankedTensorType>(tensor.getType()).getElementType();
  return LLVM::LoadOp::create(builder, loc, element,
                              address(loc, row.base, element, indices.back()));
}

void ScalarEmitter::storeKept(const KeptRow &row, ValueRange indices,
                              Value value) {
  Location loc = row.base.getLoc();
  LLVM::StoreOp::create(
      builder, loc, value,
      address(loc, row.base, value.getType(), indices.back()));
}

FailureOr<Value> ScalarEmitter::computeValue(Value tensor, ValueRange indices) {
  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    FailureOr<SmallVector<Value>> sizes = shapeOf(tensor);
    if (failed(sizes))
      return failure();
    Location loc = builder.getUnknownLoc();
    Type element = cast<RankedTensorType>(tensor.getType()).getElementType();
    Value linear = index(loc).linearize(indices, *sizes);
    return load(loc, frame.buffers[argument.getArgNumber()], element, linear,
                linear != itemNumber);
  }
  Operation *op = tensor.getDefiningOp();
  unsigned result = cast<OpResult>(tensor).getResultNumber();
  return TypeSwitch<Operation *, FailureOr<Value>>(op)
      .Case([&](linalg::LinalgOp o) { return linalgAt(o, result, indices); })
      .Case([&](arith::ConstantOp o) { return constantAt(o, indices); })
      .Case([&](tensor::PadOp o) { return padAt(o, indices); })
      .Case([&](tensor::ExpandShapeOp o) { return expandAt(o, indices); })
      .Case([&](tensor::CollapseShapeOp o) { return collapseAt(o, indices); })
      .Case([&](tensor::ExtractSliceOp o) { return sliceAt(o, indices); })
      .Case([&](tensor::InsertSliceOp o) { return insertAt(o, indices); })
      .Case([&](tensor::ConcatOp o) { return concatAt(o, indices); })
      .Case([&](tensor::CastOp o) { return valueAt(o.getSource(), indices); })
      .Case([&](tensor::SplatOp o) { return scalar(o.getInput()); })
      .Case([&](tensor::EmptyOp o) -> FailureOr<Value> {
        // Nothing may depend on it; zero keeps the result defined.
        Type element = o.getType().getElementType();
        return arith::ConstantOp::create(builder, o.getLoc(),
                                         builder.getZeroAttr(element))
            .getResult();
      })
      .Default([&](Operation *o) -> FailureOr<Value> {
        return o->emitOpError("cannot be written by the naive emitter");
      });
}

FailureOr<Value> ScalarEmitter::constantAt(arith::ConstantOp op,
                                           ValueRange indices) {
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!elements)
    return op->emitOpError("cannot be written by the naive emitter");
  Location loc = op.getLoc();
  if (elements.isSplat())
    return arith::ConstantOp::create(builder, loc,
                                     elements.getSplatValue<TypedAttr>())
        .getResult();
  FailureOr<SmallVector<Value>> sizes = shapeOf(op.getResult());
  if (failed(sizes))
    return failure();
  Value linear = index(loc).linearize(indices, *sizes);
  Type element = elements.getElementType();
  if (element.isInteger(1))
    elements = cast<DenseIntElementsAttr>(elements).mapValues(
        builder.getI8Type(), [](const APInt &v) { return v.zext(8); });
  else if (storedType(element) != element)
    elements = elements.bitcast(builder.getI8Type());
  return load(loc, frame.constantArray(builder, loc, elements), element, linear,
              /*isApart=*/true);
}

FailureOr<Value>
ScalarEmitter::choose(Location loc, Value condition, Type type,
                      llvm::function_ref<FailureOr<Value>()> then,
                      llvm::function_ref<FailureOr<Value>()> otherwise) {
  auto ifOp = scf::IfOp::create(builder, loc, type, condition,
                                /*withElseRegion=*/true);
  auto branch = [&](Block *block,
                    llvm::function_ref<FailureOr<Value>()> compute) {
    enter(block);
    FailureOr<Value> value = compute();
    if (succeeded(value))
      scf::YieldOp::create(builder, loc, *value);
    leave();
    return LogicalResult(value);
  };
  if (failed(branch(ifOp.thenBlock(), then)) ||
      failed(branch(ifOp.elseBlock(), otherwise)))
    return failure();
  return ifOp.getResult(0);
}

FailureOr<Value> ScalarEmitter::scalar(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return frame
        .sizes[argument.getArgNumber() - kernel.getNumTensorArguments()];
  if (Value known = memo.lookup({value.getAsOpaquePointer()}))
    return known;
  IRMapping mapping;
  if (failed(cloneScalarOp(value.getDefiningOp(), mapping)))
    return failure();
  Value result = mapping.lookup(value);
  memo.insert({value.getAsOpaquePointer()}, result);
  return result;
}

FailureOr<Value> ScalarEmitter::sizeValue(OpFoldResult size, Location loc) {
  if (auto attribute = dyn_cast<Attribute>(size))
    return index(loc).constant(cast<IntegerAttr>(attribute).getInt());
  return scalar(cast<Value>(size));
}

FailureOr<SmallVector<Value>>
ScalarEmitter::sizeValues(ArrayRef<OpFoldResult> sizes, Location loc) {
  SmallVector<Value> values;
  for (OpFoldResult size : sizes) {
    FailureOr<Value> value = sizeValue(size, loc);
    if (failed(value))
      return failure();
    values.push_back(*value);
  }
  return values;
}

/// Writes `op`, one that computes scalars, with operands from `mapping` or
/// from the body of the kernel.
LogicalResult ScalarEmitter::cloneScalarOp(Operation *op, IRMapping &mapping) {
  bool isLoop = isa<scf::SCFDialect>(op->getDialect());
  if (op->getNumRegions() != 0 && !isLoop)
    return op->emitOpError("cannot be written by the naive emitter");
  // A loop is written as it is, with the values that it uses from outside.
  llvm::SetVector<Value> used(op->getOperands().begin(),
                              op->getOperands().end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  for (Value operand : used) {
    if (isLoop && isa<RankedTensorType>(operand.getType()))
      return op->emitOpError("reads a tensor in a loop, which the naive "
                             "emitter cannot write");
    if (mapping.contains(operand) || isa<RankedTensorType>(operand.getType()))
      continue;
    FailureOr<Value> value = scalar(operand);
    if (failed(value))
      return failure();
    mapping.map(operand, *value);
  }
  if (auto extractOp = dyn_cast<tensor::ExtractOp>(op)) {
    SmallVector<Value> indices = llvm::map_to_vector(
        extractOp.getIndices(), [&](Value v) { return mapping.lookup(v); });
    FailureOr<Value> value = extract(extractOp, indices);
    if (failed(value))
      return failure();
    mapping.map(extractOp.getResult(), *value);
    return success();
  }
  if (auto divisorOp = dyn_cast<tx::DivisorOp>(op)) {
    mapping.map(divisorOp.getResult(),
                divisor(divisorOp, mapping.lookup(divisorOp.getValue())));
    return success();
  }
  if (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>))
    return op->emitOpError("cannot be written by the naive emitter");
  builder.clone(*op, mapping);
  return success();
}

/// The operands of the terminator of `block`, whose ops were written.
ScalarEmitter::Values ScalarEmitter::yieldedBy(Block &block,
                                               IRMapping &mapping) {
  SmallVector<Value> results;
  for (Value yielded : block.getTerminator()->getOperands()) {
    if (!mapping.contains(yielded)) {
      FailureOr<Value> value = scalar(yielded);
      if (failed(value))
        return failure();
      mapping.map(yielded, *value);
    }
    results.push_back(mapping.lookup(yielded));
  }
  return results;
}

FailureOr<SmallVector<Value>> ScalarEmitter::inlineBlock(Block &block,
                                                         ValueRange arguments) {
  IRMapping mapping;
  mapping.map(block.getArguments(), arguments);
  for (Operation &op : block.without_terminator())
    if (failed(cloneScalarOp(&op, mapping)))
      return failure();
  return yieldedBy(block, mapping);
}

/// A gathered element. The indices may be data, so each is checked unless it is
/// known to be in range.
FailureOr<Value> ScalarEmitter::extract(tensor::ExtractOp op,
                                        ValueRange indices) {
  Location loc = op.getLoc();
  FailureOr<SmallVector<Value>> sizes = shapeOf(op.getTensor());
  if (failed(sizes))
    return failure();
  Value inRange;
  ArrayRef<int64_t> shape = op.getTensor().getType().getShape();
  for (auto [position, size, computed, extent] :
       llvm::zip(indices, *sizes, op.getIndices(), shape))
    if (!isKnownBelow(computed, extent))
      inRange = andBelow(loc, inRange, position, size);
  if (!inRange)
    return valueAt(op.getTensor(), indices);
  Type type = op.getType();
  return choose(
      loc, inRange, type, [&] { return valueAt(op.getTensor(), indices); },
      [&]() -> FailureOr<Value> {
        reportError(loc, KernelError::IndexOutOfRange);
        return arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(type))
            .getResult();
      });
}

/// A zero is reported, and 1 takes its place so that nothing traps.
Value ScalarEmitter::divisor(tx::DivisorOp op, Value value) {
  Location loc = op.getLoc();
  auto constant = [&](int64_t number) -> Value {
    return arith::ConstantIntOp::create(builder, loc, value.getType(), number);
  };
  Value isZero = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       value, constant(0));
  reportWhere(loc, isZero, KernelError::DivisionByZero);
  return arith::SelectOp::create(builder, loc, isZero, constant(1), value);
}

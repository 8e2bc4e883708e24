// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores of all lanes.
#include "LoopVectorizer.h"
#include "kiln/Support/CacheLine.h"
#include "kiln/Target/Loops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;

/// The stride in elements of `type` of what is loaded or stored at `pointer`,
/// which may count smaller ones; nothing where it is no whole number of them.
static std::optional<int64_t> countStride(const LanePointer &pointer,
                                          Type type) {
  int64_t bytes = pointer.position.stride * bytesOf(pointer.element);
  if (bytes % bytesOf(type) != 0)
    return std::nullopt;
  return bytes / bytesOf(type);
}

LogicalResult LoopVectorizer::emitPointer(LLVM::GEPOp op) {
  if (op.getDynamicIndices().size() != 1 ||
      op.getRawConstantIndices().size() != 1 || pointers.count(op.getBase()) ||
      get(op.getBase()).kind != LaneValue::Uniform)
    return refuse("an address is not a position in one array");
  pointers[op.getResult()] = {get(op.getBase()).value, op.getElemType(),
                              get(op.getDynamicIndices().front())};
  return success();
}

Value LoopVectorizer::addressOf(const LanePointer &pointer, Value position) {
  if (position.getType().isIndex())
    position = arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                          position);
  Type type = LLVM::LLVMPointerType::get(builder.getContext());
  if (isa<VectorType>(position.getType()))
    type = VectorType::get(width, type);
  return LLVM::GEPOp::create(builder, loc, type, pointer.element, pointer.base,
                             ArrayRef<LLVM::GEPArg>{position},
                             LLVM::GEPNoWrapFlags::inbounds);
}

Value LoopVectorizer::allLanes() {
  return mask ? mask : constantVector(builder.getI1Type(), 1);
}

/// A vector of what `op` loads one of.
Value LoopVectorizer::loadNeighbours(LLVM::LoadOp op, Value address) {
  auto load = LLVM::LoadOp::create(builder, loc, vectorType(op.getType()),
                                   address, bytesOf(op.getType()));
  load.setNoaliasScopesAttr(op.getNoaliasScopesAttr());
  load.setAliasScopesAttr(op.getAliasScopesAttr());
  return load;
}

/// Every other element from two rows of neighbours, of which the second one
/// ends with the last of them: nothing behind that is touched.
Value LoopVectorizer::loadEveryOther(LLVM::LoadOp op, Value address) {
  auto load = [&](Value from) { return loadNeighbours(op, from); };
  Value second =
      LLVM::GEPOp::create(builder, loc, address.getType(), op.getType(),
                          address, ArrayRef<LLVM::GEPArg>{int32_t(width - 1)},
                          LLVM::GEPNoWrapFlags::inbounds);
  SmallVector<int32_t> wanted;
  for (unsigned lane = 0; lane < width; ++lane)
    wanted.push_back(2 * lane < width ? 2 * lane : 2 * lane + 1);
  return LLVM::ShuffleVectorOp::create(builder, loc, load(address),
                                       load(second), wanted);
}

/// The first, third, … element of `all`. Small ones are the low halves of
/// words: few processors shuffle bytes from two registers at once.
static Value pickEven(OpBuilder &builder, Location loc, Value all) {
  auto type = cast<VectorType>(all.getType());
  unsigned bits = type.getElementTypeBitWidth();
  int64_t width = type.getNumElements() / 2;
  if (bits >= 32) {
    SmallVector<int32_t> even;
    for (int64_t lane = 0; lane < width; ++lane)
      even.push_back(2 * lane);
    return LLVM::ShuffleVectorOp::create(builder, loc, all, all, even);
  }
  auto integers = [&](unsigned bits) {
    return VectorType::get(width, builder.getIntegerType(bits));
  };
  Value words = LLVM::BitcastOp::create(builder, loc, integers(2 * bits), all);
  return LLVM::BitcastOp::create(
      builder, loc, VectorType::get(width, type.getElementType()),
      arith::TruncIOp::create(builder, loc, integers(bits), words));
}

/// Every other element under a condition, from twice as many neighbours; the
/// last of these may lie beyond the array.
Value LoopVectorizer::loadEveryOther(LLVM::LoadOp op, Value address,
                                     Value condition, Value rest) {
  Type element = laneType(op.getType());
  auto twice = VectorType::get(2 * width, element);
  Value no = constantVector(builder.getI1Type(), 0);
  SmallVector<int32_t> interleaved;
  for (unsigned lane = 0; lane < width; ++lane)
    interleaved.append({int32_t(lane), int32_t(width)});
  Value wanted =
      LLVM::ShuffleVectorOp::create(builder, loc, condition, no, interleaved);
  Value zero = arith::ConstantOp::create(builder, loc, twice,
                                         builder.getZeroAttr(twice));
  Value all = LLVM::MaskedLoadOp::create(
      builder, loc, twice, address, wanted, zero,
      builder.getI32IntegerAttr(bytesOf(op.getType())));
  Value result = pickEven(builder, loc, all);
  if (!rest)
    return result;
  return arith::SelectOp::create(builder, loc, condition, result, rest);
}

/// Loads neighbours, or every other element, of one array.
Value LoopVectorizer::loadLanes(LLVM::LoadOp op, const LanePointer &pointer) {
  ++report.contiguous;
  const LaneValue &position = pointer.position;
  VectorType type = vectorType(op.getType());
  Value condition = mask, rest;
  Value address = addressOf(pointer, position.value);
  if (position.kind == LaneValue::Clamped) {
    mlir::IRMapping mapping;
    mapping.map(op.getAddr(), addressOf(pointer, position.other));
    rest = splat(builder.clone(*op, mapping)->getResult(0));
    condition = both(condition, position.condition);
  }
  if (countStride(pointer, op.getType()) == 2)
    return condition ? loadEveryOther(op, address, condition, rest)
                     : loadEveryOther(op, address);
  unsigned align = bytesOf(op.getType());
  if (!condition)
    return loadNeighbours(op, address);
  if (!rest)
    rest = arith::ConstantOp::create(builder, loc, type,
                                     builder.getZeroAttr(type));
  return LLVM::MaskedLoadOp::create(builder, loc, type, address, condition,
                                    rest, builder.getI32IntegerAttr(align));
}

LogicalResult LoopVectorizer::emitLoad(LLVM::LoadOp op) {
  if (!op.getType().isIntOrFloat())
    return refuse("it loads what is no number");
  LaneValue result;
  auto it = pointers.find(op.getAddr());
  if (it == pointers.end()) {
    if (mask && !someLane)
      return refuse("one address is loaded where no lane may be asked for");
    result.value = clone(*op)->getResult(0);
    set(op.getResult(), result);
    return success();
  }
  const LaneValue &position = it->second.position;
  std::optional<int64_t> stride = countStride(it->second, op.getType());
  // Small elements under a mask are loaded one by one where there are no masks.
  bool isEveryOther =
      stride == 2 && (hasMasks || bytesOf(op.getType()) >= 4 ||
                      (!mask && position.kind == LaneValue::Linear));
  bool isLinear = position.kind == LaneValue::Linear ||
                  (position.kind == LaneValue::Clamped && someLane);
  result.kind = LaneValue::Vector;
  result.value = isLinear && (stride == 1 || isEveryOther)
                     ? loadLanes(op, it->second)
                     : loadApart(op, it->second);
  set(op.getResult(), result);
  return success();
}

/// Stores whole lines around the caches, and what is across two as ever.
void LoopVectorizer::emitStream(
    Value vector, Value address, unsigned align,
    llvm::function_ref<LLVM::StoreOp(Value, unsigned)> storeAt) {
  Type i64 = builder.getI64Type();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  };
  Value rest = arith::AndIOp::create(
      builder, loc, LLVM::PtrToIntOp::create(builder, loc, i64, address),
      constant(kCacheLineBytes - 1));
  Value isLine = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       rest, constant(0));
  auto choice = scf::IfOp::create(builder, loc, isLine, /*withElse=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(choice.elseBlock());
  storeAt(vector, align);
  builder.setInsertionPointToStart(choice.thenBlock());
  // As other numbers: LLVM would make one store of both, through the caches.
  auto type = cast<VectorType>(vector.getType());
  int64_t words = type.getNumElements() * type.getElementTypeBitWidth() / 64;
  storeAt(LLVM::BitcastOp::create(builder, loc, VectorType::get(words, i64),
                                  vector),
          kCacheLineBytes)
      .setNontemporal(true);
}

LogicalResult LoopVectorizer::emitStore(LLVM::StoreOp op) {
  auto it = pointers.find(op.getAddr());
  LaneValue stored = get(op.getValue());
  if (it == pointers.end()) {
    if (stored.kind != LaneValue::Uniform)
      return refuse("all lanes store to one address");
    if (!mask) {
      clone(*op);
      return success();
    }
    Value any =
        LLVM::vector_reduce_or::create(builder, loc, builder.getI1Type(), mask);
    auto guarded = scf::IfOp::create(builder, loc, any, false);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(guarded.thenBlock());
    clone(*op);
    return success();
  }
  const LanePointer &pointer = it->second;
  Value vector = toVector(stored);
  unsigned align = bytesOf(op.getValue().getType());
  if (pointer.position.kind != LaneValue::Linear ||
      countStride(pointer, op.getValue().getType()) != 1) {
    ++report.gathered;
    LLVM::masked_scatter::create(builder, loc, vector,
                                 addressOf(pointer, toVector(pointer.position)),
                                 allLanes(), builder.getI32IntegerAttr(align));
    return success();
  }
  ++report.contiguous;
  Value address = addressOf(pointer, pointer.position.value);
  bool mayOverrun = mask == tailMask && loop->hasAttr(kOverrunsAttr);
  if (mask && !mayOverrun) {
    LLVM::MaskedStoreOp::create(builder, loc, vector, address, mask,
                                builder.getI32IntegerAttr(align));
    return success();
  }
  auto storeAt = [&](Value value, unsigned align) {
    auto store = LLVM::StoreOp::create(builder, loc, value, address, align);
    store.setNoaliasScopesAttr(op.getNoaliasScopesAttr());
    store.setAliasScopesAttr(op.getAliasScopesAttr());
    return store;
  };
  if (op.getNontemporal() && width * align % kCacheLineBytes == 0)
    emitStream(vector, address, align, storeAt);
  else
    storeAt(vector, align);
  return success();
}

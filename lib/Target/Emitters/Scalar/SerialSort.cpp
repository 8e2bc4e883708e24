// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tx.sort: a heap sort of the indices, in their own buffer. Elements that are
// equal are ordered by their indices, which makes any sort stable. Small
// elements are sorted with their indices as one number, and no element is read
// for it.
#include "SerialEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace kiln;

namespace {
class SortEmitter {
public:
  SortEmitter(SerialEmitter &serial, tx::SortOp op, ValueRange item)
      : serial(serial), builder(serial.builder), loc(serial.loc), op(op),
        position(item), isPacked(canPack(op)) {}

  LogicalResult run();

private:
  IndexBuilder index() { return serial.index(); }
  Value loadIndex(Value at) {
    position[op.getDim()] = at;
    return serial.load(1, position);
  }
  void storeIndex(Value at, Value value) {
    position[op.getDim()] = at;
    serial.store(1, position, value);
  }
  FailureOr<Value> elementAt(Value number) {
    position[op.getDim()] = serial.toIndex(number);
    return serial.emitter.valueAt(op.getInput(), position);
  }
  static bool canPack(tx::SortOp op);
  Value integer(Type type, int64_t value) {
    return arith::ConstantIntOp::create(builder, loc, type, value);
  }
  Value makeKey(Value element);
  FailureOr<Value> numberOf(Value i);
  Value isBefore(Value a, Value b);
  FailureOr<Value> comesFirst(Value a, Value b);
  LogicalResult sift(Value root, Value end);
  FailureOr<SmallVector<Value>> sink(Value root, Value end);
  LogicalResult forEach(Value to, llvm::function_ref<LogicalResult(Value)> fn) {
    return serial.forEach(index().constant(0), to, fn);
  }

  SerialEmitter &serial;
  OpBuilder &builder;
  Location loc;
  tx::SortOp op;
  SmallVector<Value> position;
  bool isPacked; ///< are numbers keys, and behind these indices?
};
} // namespace

/// Are an element and its index together no longer than an index?
bool SortEmitter::canPack(tx::SortOp op) {
  RankedTensorType type = op.getInput().getType();
  Type element = type.getElementType();
  int64_t size = type.getDimSize(op.getDim());
  unsigned bits = element.getIntOrFloatBitWidth();
  return !ShapedType::isDynamic(size) && llvm::isUInt<32>(size) && bits <= 32 &&
         (!isa<FloatType>(element) || bits >= 16);
}

/// A number of 32 bits, signed, that orders elements as they are to be: equal
/// ones have equal numbers.
Value SortEmitter::makeKey(Value element) {
  Type i32 = builder.getI32Type();
  Value key = element;
  if (auto type = dyn_cast<FloatType>(element.getType())) {
    Type f32 = builder.getF32Type();
    if (!type.isF32())
      element = arith::ExtFOp::create(builder, loc, f32, element);
    // Both zeros are one.
    Value zero =
        arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(0));
    Value bits = arith::BitcastOp::create(
        builder, loc, i32, arith::AddFOp::create(builder, loc, element, zero));
    Value sign = arith::ShRSIOp::create(builder, loc, bits, integer(i32, 31));
    Value most = integer(i32, std::numeric_limits<int32_t>::max());
    key = arith::XOrIOp::create(
        builder, loc, bits, arith::AndIOp::create(builder, loc, sign, most));
    Value isNan = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO,
                                        element, element);
    key = arith::SelectOp::create(builder, loc, isNan, most, key);
  } else if (op.getIsUnsigned() || element.getType().isInteger(1)) {
    if (element.getType() != i32)
      key = arith::ExtUIOp::create(builder, loc, i32, element);
    key = arith::XOrIOp::create(
        builder, loc, key, integer(i32, std::numeric_limits<int32_t>::min()));
  } else if (element.getType() != i32) {
    key = arith::ExtSIOp::create(builder, loc, i32, element);
  }
  return op.getDescending()
             ? arith::XOrIOp::create(builder, loc, key, integer(i32, -1))
             : key;
}

/// What is sorted for element `i`.
FailureOr<Value> SortEmitter::numberOf(Value i) {
  Type i64 = builder.getI64Type();
  Value number = arith::IndexCastOp::create(builder, loc, i64, i);
  if (!isPacked)
    return number;
  FailureOr<Value> element = elementAt(number);
  if (failed(element))
    return failure();
  Value key = arith::ExtSIOp::create(builder, loc, i64, makeKey(*element));
  key = arith::ShLIOp::create(builder, loc, key, integer(i64, 32));
  return arith::OrIOp::create(builder, loc, key, number).getResult();
}

/// Must element `a` stand before `b`?
Value SortEmitter::isBefore(Value a, Value b) {
  if (op.getDescending())
    std::swap(a, b);
  if (!isa<FloatType>(a.getType()))
    return serial.compare(op.getIsUnsigned() || a.getType().isInteger(1)
                              ? arith::CmpIPredicate::ult
                              : arith::CmpIPredicate::slt,
                          a, b);
  auto compare = [&](arith::CmpFPredicate predicate, Value x,
                     Value y) -> Value {
    return arith::CmpFOp::create(builder, loc, predicate, x, y);
  };
  // Less, or unordered only because of b: NaN is above all.
  Value less = compare(arith::CmpFPredicate::ULT, a, b);
  Value isNumber = compare(arith::CmpFPredicate::ORD, a, a);
  return arith::AndIOp::create(builder, loc, less, isNumber);
}

/// Does the element with number `a` come before the one with number `b`?
FailureOr<Value> SortEmitter::comesFirst(Value a, Value b) {
  if (isPacked)
    return serial.compare(arith::CmpIPredicate::slt, a, b);
  FailureOr<Value> x = elementAt(a), y = elementAt(b);
  if (failed(x) || failed(y))
    return failure();
  Value before = isBefore(*x, *y), after = isBefore(*y, *x);
  Value first = serial.compare(arith::CmpIPredicate::slt, a, b);
  Value isFalse = arith::ConstantIntOp::create(builder, loc, 0, 1);
  Value equal = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                      after, isFalse);
  Value byIndex = arith::AndIOp::create(builder, loc, equal, first);
  return arith::OrIOp::create(builder, loc, before, byIndex).getResult();
}

/// Exchanges `root` with the larger of its children if that is larger. Gives
/// the child, and whether to go on from there.
FailureOr<SmallVector<Value>> SortEmitter::sink(Value root, Value end) {
  Value one = index().constant(1);
  Value left = index().add(index().mul(root, index().constant(2)), one);
  Value right = index().add(left, one);
  Value hasRight = serial.compare(arith::CmpIPredicate::slt, right, end);
  right = arith::SelectOp::create(builder, loc, hasRight, right, left);
  Value leftNumber = loadIndex(left), rightNumber = loadIndex(right);
  FailureOr<Value> isRight = comesFirst(leftNumber, rightNumber);
  if (failed(isRight))
    return failure();
  Value child = arith::SelectOp::create(builder, loc, *isRight, right, left);
  Value number =
      arith::SelectOp::create(builder, loc, *isRight, rightNumber, leftNumber);
  Value rootNumber = loadIndex(root);
  FailureOr<Value> isLarger = comesFirst(rootNumber, number);
  if (failed(isLarger))
    return failure();
  (void)serial.when(*isLarger, [&] {
    storeIndex(root, number);
    storeIndex(child, rootNumber);
    return success();
  });
  return SmallVector<Value>{child, *isLarger};
}

/// Lets the number at `root` sink until none of its children is larger.
LogicalResult SortEmitter::sift(Value root, Value end) {
  Type types[] = {builder.getIndexType(), builder.getI1Type()};
  Value isTrue = arith::ConstantIntOp::create(builder, loc, 1, 1);
  auto loop =
      scf::WhileOp::create(builder, loc, types, ValueRange{root, isTrue});
  Block *before = builder.createBlock(&loop.getBefore(), {}, types, {loc, loc});
  Block *after = builder.createBlock(&loop.getAfter(), {}, types, {loc, loc});
  builder.setInsertionPointAfter(loop);

  serial.emitter.enter(before);
  Value twice = index().mul(before->getArgument(0), index().constant(2));
  Value hasChild = serial.compare(arith::CmpIPredicate::slt,
                                  index().add(twice, index().constant(1)), end);
  Value goesOn =
      arith::AndIOp::create(builder, loc, hasChild, before->getArgument(1));
  scf::ConditionOp::create(builder, loc, goesOn, before->getArguments());
  serial.emitter.leave();

  serial.emitter.enter(after);
  FailureOr<SmallVector<Value>> next = sink(after->getArgument(0), end);
  if (succeeded(next))
    scf::YieldOp::create(builder, loc, *next);
  serial.emitter.leave();
  return LogicalResult(next);
}

LogicalResult SortEmitter::run() {
  Value zero = index().constant(0), one = index().constant(1);
  Value size = serial.getSizes()[op.getDim()];
  LogicalResult fill = forEach(size, [&](Value i) {
    FailureOr<Value> number = numberOf(i);
    if (succeeded(number))
      storeIndex(i, *number);
    return LogicalResult(number);
  });
  if (failed(fill))
    return failure();
  // First the inner nodes sink, from the last to the root: then the largest
  // is at the root. Then, one after another, it goes to the end.
  Value inner = index().div(size, index().constant(2));
  Value last =
      arith::MaxSIOp::create(builder, loc, index().sub(size, one), zero);
  auto step = [&](Value i) {
    Value isInner = serial.compare(arith::CmpIPredicate::slt, i, inner);
    Value node = index().sub(index().sub(inner, one), i);
    Value end = index().sub(last, index().sub(i, inner));
    (void)serial.when(
        isInner, [] { return success(); },
        [&] {
          Value largest = loadIndex(zero), other = loadIndex(end);
          storeIndex(zero, other);
          storeIndex(end, largest);
          return success();
        });
    Value root = arith::SelectOp::create(builder, loc, isInner, node, zero);
    return sift(root,
                arith::SelectOp::create(builder, loc, isInner, size, end));
  };
  if (failed(forEach(index().add(inner, last), step)))
    return failure();
  return forEach(size, [&](Value i) {
    Value number = loadIndex(i);
    if (isPacked) {
      number = arith::AndIOp::create(
          builder, loc, number,
          integer(number.getType(), std::numeric_limits<uint32_t>::max()));
      storeIndex(i, number);
    }
    FailureOr<Value> value = elementAt(number);
    if (failed(value))
      return failure();
    position[op.getDim()] = i;
    serial.store(0, position, *value);
    return success();
  });
}

LogicalResult kiln::emitSort(SerialEmitter &serial, tx::SortOp op,
                             ValueRange item) {
  return SortEmitter(serial, op, item).run();
}

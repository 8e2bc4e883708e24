// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How values depend on the lane.
#include "LoopVectorizer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace kiln;

LaneValue LoopVectorizer::get(Value scalar) const {
  auto it = lanes_.find(scalar);
  if (it != lanes_.end())
    return it->second;
  LaneValue outer;
  outer.value = scalar;
  return outer;
}

/// Is `op` the same in all lanes?
bool LoopVectorizer::isUniform(Operation &op) const {
  return llvm::all_of(op.getOperands(), [&](Value operand) {
    return get(operand).kind == LaneValue::Uniform && !pointers.count(operand);
  });
}

Operation *LoopVectorizer::clone(Operation &op) {
  mlir::IRMapping mapping;
  for (Value operand : op.getOperands())
    mapping.map(operand, get(operand).value);
  return builder.clone(op, mapping);
}

/// LLVM has no vectors of `index`, and takes vectors of small floats through
/// f32 even where they are only moved: they are kept as their bits.
Type LoopVectorizer::laneType(Type scalar) const {
  if (scalar.isIndex())
    return IntegerType::get(scalar.getContext(), 64);
  if (isa<FloatType>(scalar) && scalar.getIntOrFloatBitWidth() < 32)
    return IntegerType::get(scalar.getContext(),
                            scalar.getIntOrFloatBitWidth());
  return scalar;
}

VectorType LoopVectorizer::vectorType(Type scalar) const {
  return VectorType::get(width, laneType(scalar));
}

Value LoopVectorizer::splat(Value scalar) {
  VectorType type = vectorType(scalar.getType());
  Type element = type.getElementType();
  if (auto op = scalar.getDefiningOp<arith::ConstantOp>()) {
    Attribute constant = op.getValue();
    if (scalar.getType().isIndex())
      constant =
          builder.getI64IntegerAttr(cast<IntegerAttr>(constant).getInt());
    else if (element != scalar.getType())
      constant = builder.getIntegerAttr(
          element, cast<FloatAttr>(constant).getValue().bitcastToAPInt());
    return arith::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(type, constant));
  }
  if (scalar.getType().isIndex())
    scalar = arith::IndexCastOp::create(builder, loc, element, scalar);
  else if (element != scalar.getType())
    scalar = arith::BitcastOp::create(builder, loc, element, scalar);
  Value zero = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                        builder.getI32IntegerAttr(0));
  Value any = LLVM::PoisonOp::create(builder, loc, type);
  Value first =
      LLVM::InsertElementOp::create(builder, loc, type, any, scalar, zero);
  return LLVM::ShuffleVectorOp::create(builder, loc, first, any,
                                       SmallVector<int32_t>(width, 0));
}

/// The vector (0, stride, 2 * stride, …) of i64.
Value LoopVectorizer::laneNumbers(int64_t stride) {
  SmallVector<int64_t> numbers;
  for (unsigned lane = 0; lane < width; ++lane)
    numbers.push_back(lane * stride);
  return arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(VectorType::get(width, builder.getI64Type()),
                             ArrayRef(numbers)));
}

Value LoopVectorizer::constantVector(Type element, int64_t value) {
  return arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(VectorType::get(width, element),
                             builder.getIntegerAttr(element, value)));
}

Value LoopVectorizer::both(Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return arith::AndIOp::create(builder, loc, a, b);
}

Value LoopVectorizer::toVector(const LaneValue &lanes) {
  switch (lanes.kind) {
  case LaneValue::Vector:
    return lanes.value;
  case LaneValue::Uniform:
    return splat(lanes.value);
  case LaneValue::Linear:
    return arith::AddIOp::create(builder, loc, splat(lanes.value),
                                 laneNumbers(lanes.stride));
  case LaneValue::Clamped: {
    LaneValue linear = lanes;
    linear.kind = LaneValue::Linear;
    return arith::SelectOp::create(builder, loc, lanes.condition,
                                   toVector(linear), splat(lanes.other));
  }
  }
  llvm_unreachable("all kinds are covered");
}

static bool isWide(Type type) { return type.isIndex() || type.isInteger(64); }

/// A position that is chosen, shifted by an offset that is the same in all
/// lanes.
bool LoopVectorizer::emitClampedIndex(Operation &op) {
  if (!isa<arith::AddIOp, arith::IndexCastOp>(op))
    return false;
  unsigned which = 0;
  while (which < op.getNumOperands() &&
         get(op.getOperand(which)).kind != LaneValue::Clamped)
    ++which;
  if (which == op.getNumOperands())
    return false;
  LaneValue result = get(op.getOperand(which));
  for (unsigned i = 0; i < op.getNumOperands(); ++i)
    if (i != which && get(op.getOperand(i)).kind != LaneValue::Uniform)
      return false;
  auto apply = [&](Value value) {
    mlir::IRMapping mapping;
    for (unsigned i = 0; i < op.getNumOperands(); ++i)
      mapping.map(op.getOperand(i),
                  i == which ? value : get(op.getOperand(i)).value);
    return builder.clone(op, mapping)->getResult(0);
  };
  result.value = apply(result.value);
  result.other = apply(result.other);
  set(op.getResult(0), result);
  return true;
}

/// The choice between a linear position and one for all lanes, by lane; or, by
/// a condition for all lanes, between two linear ones.
bool LoopVectorizer::emitIndexSelect(Operation &op) {
  auto select = dyn_cast<arith::SelectOp>(op);
  if (!select)
    return false;
  LaneValue condition = get(select.getCondition());
  LaneValue a = get(select.getTrueValue()), b = get(select.getFalseValue());
  auto isLinear = [](const LaneValue &lanes) {
    return lanes.kind == LaneValue::Linear || lanes.kind == LaneValue::Uniform;
  };
  if (!isLinear(a) || !isLinear(b))
    return false;
  if (condition.kind == LaneValue::Uniform) {
    if (a.stride != b.stride)
      return false;
    a.value = arith::SelectOp::create(builder, loc, condition.value, a.value,
                                      b.value);
    set(select.getResult(), a);
    return true;
  }
  // Position 0 there is wherever there is anything: it may be loaded where no
  // lane asks for it.
  if (a.kind != LaneValue::Linear || b.kind != LaneValue::Uniform ||
      !isConstantIntValue(b.value, 0))
    return false;
  a.kind = LaneValue::Clamped;
  a.condition = condition.value;
  a.other = b.value;
  set(select.getResult(), a);
  return true;
}

/// Arithmetic on positions that keeps them linear. False when it does not.
bool LoopVectorizer::emitIndexOp(Operation &op) {
  if (op.getNumResults() != 1 || !isWide(op.getResult(0).getType()))
    return false;
  if (emitIndexSelect(op) || emitClampedIndex(op))
    return true;
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::IndexCastOp>(
          op) ||
      !isWide(op.getOperand(0).getType()))
    return false;
  SmallVector<LaneValue, 2> operands;
  for (Value operand : op.getOperands()) {
    operands.push_back(get(operand));
    if (operands.back().kind != LaneValue::Linear &&
        operands.back().kind != LaneValue::Uniform)
      return false;
  }
  LaneValue result;
  result.kind = LaneValue::Linear;
  result.stride = operands[0].stride;
  if (isa<arith::AddIOp>(op))
    result.stride += operands[1].stride;
  if (isa<arith::SubIOp>(op))
    result.stride -= operands[1].stride;
  if (isa<arith::MulIOp>(op)) {
    unsigned factor = operands[0].kind == LaneValue::Uniform ? 0 : 1;
    std::optional<int64_t> scale = getConstantIntValue(operands[factor].value);
    if (operands[factor].kind != LaneValue::Uniform || !scale)
      return false;
    result.stride = operands[1 - factor].stride * *scale;
  }
  result.value = clone(op)->getResult(0);
  if (result.stride == 0)
    result.kind = LaneValue::Uniform;
  set(op.getResult(0), result);
  return true;
}

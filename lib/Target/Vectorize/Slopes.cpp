// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Slopes.h"
#include "kiln/Target/Loops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace kiln;

SmallVector<scf::ForOp> kiln::findDivisibleLoops(Operation *root) {
  SmallVector<scf::ForOp> loops;
  root->walk([&](scf::ForOp loop) {
    if (loop->hasAttr(kLanesAttr) && loop.getNumRegionIterArgs() == 0 &&
        isConstantIntValue(loop.getStep(), 1))
      loops.push_back(loop);
  });
  return loops;
}

/// The constant that `value` is, or is chosen beside.
template <typename ChoiceOp>
static std::optional<int64_t> findLimit(Value value) {
  if (std::optional<int64_t> number = getConstantIntValue(value))
    return number;
  auto choice = value.getDefiningOp<ChoiceOp>();
  if (!choice)
    return std::nullopt;
  std::optional<int64_t> left = getConstantIntValue(choice.getLhs());
  return left ? left : getConstantIntValue(choice.getRhs());
}

std::optional<int64_t> kiln::findMost(Value value) {
  return findLimit<arith::MinSIOp>(value);
}

std::optional<int64_t> kiln::findLeast(Value value) {
  return findLimit<arith::MaxSIOp>(value);
}

std::optional<int64_t> kiln::countMost(scf::ForOp loop) {
  std::optional<int64_t> from = findLeast(loop.getLowerBound());
  std::optional<int64_t> to = findMost(loop.getUpperBound());
  return from && to ? std::optional<int64_t>(*to - *from) : std::nullopt;
}

/// The loop in `loop` whose item `value` is, if its bounds are constants.
static scf::ForOp findConstantLoop(scf::ForOp loop, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() == loop.getBody())
    return nullptr;
  auto inner = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  bool isItem = inner && value == inner.getInductionVar() &&
                isConstantIntValue(inner.getStep(), 1) &&
                getConstantIntValue(inner.getLowerBound()) &&
                getConstantIntValue(inner.getUpperBound());
  return isItem ? inner : nullptr;
}

std::optional<int64_t> kiln::findSlope(scf::ForOp loop, Value value,
                                       bool inLoops) {
  if (value == loop.getInductionVar())
    return 1;
  if (loop.isDefinedOutsideOfLoop(value) || getConstantIntValue(value))
    return 0;
  if (inLoops && findConstantLoop(loop, value))
    return 0;
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op) ||
      !value.getType().isIndex())
    return std::nullopt;
  std::optional<int64_t> a = findSlope(loop, op->getOperand(0), inLoops);
  std::optional<int64_t> b = findSlope(loop, op->getOperand(1), inLoops);
  if (!a || !b)
    return std::nullopt;
  if (isa<arith::AddIOp>(op))
    return *a + *b;
  if (isa<arith::SubIOp>(op))
    return *a - *b;
  for (unsigned i : {0, 1})
    if (std::optional<int64_t> factor = getConstantIntValue(op->getOperand(i)))
      return *factor * (i ? *a : *b);
  return *a == 0 && *b == 0 ? std::optional<int64_t>(0) : std::nullopt;
}

static Reach combine(OpBuilder &builder, Operation *op, Reach a, Reach b) {
  auto make = [&](Value x, Value y) -> Value {
    Location loc = op->getLoc();
    if (isa<arith::AddIOp>(op))
      return builder.createOrFold<arith::AddIOp>(loc, x, y);
    if (isa<arith::SubIOp>(op))
      return builder.createOrFold<arith::SubIOp>(loc, x, y);
    return builder.createOrFold<arith::MulIOp>(loc, x, y);
  };
  if (isa<arith::SubIOp>(op))
    std::swap(b.least, b.largest);
  Value least = make(a.least, b.least);
  if (a.least == a.largest && b.least == b.largest)
    return {least, least};
  return {least, make(a.largest, b.largest)};
}

std::optional<Reach> kiln::findReachAtZero(OpBuilder &builder, scf::ForOp loop,
                                           Value value) {
  Location loc = loop.getLoc();
  auto constant = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, number);
  };
  if (value == loop.getInductionVar()) {
    Value zero = constant(0);
    return Reach{zero, zero};
  }
  if (loop.isDefinedOutsideOfLoop(value))
    return Reach{value, value};
  if (std::optional<int64_t> number = getConstantIntValue(value)) {
    Value same = constant(*number);
    return Reach{same, same};
  }
  if (scf::ForOp inner = findConstantLoop(loop, value))
    return Reach{constant(*getConstantIntValue(inner.getLowerBound())),
                 constant(*getConstantIntValue(inner.getUpperBound()) - 1)};
  Operation *op = value.getDefiningOp();
  std::optional<Reach> a = findReachAtZero(builder, loop, op->getOperand(0));
  std::optional<Reach> b = findReachAtZero(builder, loop, op->getOperand(1));
  if (!a || !b)
    return std::nullopt;
  if (isa<arith::MulIOp>(op)) {
    // A factor below 0 turns least and largest around.
    std::optional<int64_t> left = getConstantIntValue(op->getOperand(0));
    std::optional<int64_t> right = getConstantIntValue(op->getOperand(1));
    bool isOne = a->least == a->largest && b->least == b->largest;
    if (!isOne && !left && !right)
      return std::nullopt;
    if (left.value_or(0) < 0)
      std::swap(b->least, b->largest);
    if (right.value_or(0) < 0)
      std::swap(a->least, a->largest);
  }
  return combine(builder, op, *a, *b);
}

Value kiln::findItem(OpBuilder &builder, Location loc, int64_t slope,
                     Value least) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  if (slope > 0)
    return builder.createOrFold<arith::CeilDivSIOp>(loc, least,
                                                    constant(slope));
  Value last = builder.createOrFold<arith::FloorDivSIOp>(
      loc, builder.createOrFold<arith::SubIOp>(loc, constant(0), least),
      constant(-slope));
  return builder.createOrFold<arith::AddIOp>(loc, last, constant(1));
}

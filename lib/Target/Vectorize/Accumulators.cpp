// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that a vectorised loop carries: each lane has its own, and all are
// put together at the end.
#include "LoopVectorizer.h"
#include "kiln/Target/Loops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace kiln;

/// Is it the larger one of the old value and another, as a comparison says,
/// which is false for NaN?
static bool isLarger(Operation *op, Value old) {
  auto select = dyn_cast<arith::SelectOp>(op);
  auto compare = select ? select.getCondition().getDefiningOp<arith::CmpFOp>()
                        : arith::CmpFOp();
  return compare && compare->hasOneUse() && old.hasNUses(2) &&
         compare.getPredicate() == arith::CmpFPredicate::OGT &&
         select.getTrueValue() == compare.getLhs() &&
         select.getFalseValue() == compare.getRhs() && compare.getRhs() == old;
}

/// Is the old value put together with that of the item by an operation whose
/// order does not matter?
std::optional<Accumulator> LoopVectorizer::matchAccumulator(unsigned number) {
  BlockArgument old = loop.getRegionIterArg(number);
  Operation *op =
      loop.getBody()->getTerminator()->getOperand(number).getDefiningOp();
  if (!op || op->getBlock() != loop.getBody() || !op->hasOneUse())
    return std::nullopt;
  if (isLarger(op, old) && laneType(old.getType()) == old.getType())
    return Accumulator{op, 2};
  if (!old.hasOneUse() || *old.user_begin() != op)
    return std::nullopt;
  unsigned operand = old.getUses().begin()->getOperandNumber();
  if (laneType(old.getType()) != old.getType() && !old.getType().isIndex())
    return std::nullopt;
  if (isa<math::FmaOp>(op))
    return operand == 2 ? std::optional(Accumulator{op, operand})
                        : std::nullopt;
  if (isa<arith::AddFOp, arith::MulFOp, arith::AddIOp, arith::MulIOp,
          arith::MaximumFOp, arith::MinimumFOp, arith::MaxSIOp, arith::MinSIOp,
          arith::MaxUIOp, arith::MinUIOp, arith::AndIOp, arith::OrIOp,
          arith::XOrIOp>(op))
    return Accumulator{op, operand};
  return std::nullopt;
}

/// The first value of each lane: they may hold the initial value each where
/// that makes no difference.
Value LoopVectorizer::neutral(const Accumulator &accumulator, Value initial) {
  VectorType type = vectorType(initial.getType());
  auto fill = [&](Attribute value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(type, value));
  };
  if (isa<arith::AddFOp, math::FmaOp>(accumulator.combiner))
    return fill(builder.getFloatAttr(type.getElementType(), -0.0));
  if (isa<arith::MulFOp>(accumulator.combiner))
    return fill(builder.getFloatAttr(type.getElementType(), 1.0));
  if (isa<arith::AddIOp, arith::XOrIOp>(accumulator.combiner))
    return fill(builder.getIntegerAttr(type.getElementType(), 0));
  if (isa<arith::MulIOp>(accumulator.combiner))
    return fill(builder.getIntegerAttr(type.getElementType(), 1));
  return splat(initial);
}

Value LoopVectorizer::combine(const Accumulator &accumulator, Value a,
                              Value b) {
  if (isa<math::FmaOp>(accumulator.combiner))
    return arith::AddFOp::create(builder, loc, a, b);
  if (isa<arith::SelectOp>(accumulator.combiner))
    return selectLarger(builder, loc, a, b);
  OperationState state(loc, accumulator.combiner->getName(), {a, b},
                       a.getType());
  return builder.create(state)->getResult(0);
}

Value LoopVectorizer::reduceLanes(const Accumulator &accumulator, Value initial,
                                  Value vector) {
  for (unsigned count = width / 2; count > 0; count /= 2) {
    SmallVector<int32_t> low, high;
    for (unsigned lane = 0; lane < count; ++lane) {
      low.push_back(lane);
      high.push_back(lane + count);
    }
    vector = combine(
        accumulator,
        LLVM::ShuffleVectorOp::create(builder, loc, vector, vector, low),
        LLVM::ShuffleVectorOp::create(builder, loc, vector, vector, high));
  }
  Value zero = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                        builder.getI32IntegerAttr(0));
  Value result = LLVM::ExtractElementOp::create(builder, loc, vector, zero);
  if (initial.getType().isIndex())
    result =
        arith::IndexCastOp::create(builder, loc, initial.getType(), result);
  return combine(accumulator, initial, result);
}

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

SmallVector<Value> kiln::getNarrowFactors(Value value) {
  SmallVector<Value> factors;
  auto product = value.getDefiningOp<arith::MulFOp>();
  for (Value factor :
       product ? ValueRange(product->getOperands()) : ValueRange(value)) {
    auto wide = factor.getDefiningOp<arith::ExtFOp>();
    if (!wide || !wide.getIn().getType().isF32())
      return {};
    factors.push_back(wide.getIn());
  }
  return factors;
}

/// The number of the operand of a sum that is not `old`.
static unsigned getItem(arith::AddFOp sum, Value old) {
  return sum.getLhs() == old ? 1 : 0;
}

/// The addition `last`, if it is all that happens to the sum `old` in f64 and
/// f32 has what it adds; or null.
static Operation *findWideSum(Operation *last, Value old) {
  auto sum = dyn_cast<arith::AddFOp>(last);
  bool isWide = sum && sum.getType().isF64() &&
                llvm::is_contained(sum->getOperands(), old) &&
                !getNarrowFactors(sum->getOperand(getItem(sum, old))).empty();
  return isWide ? last : nullptr;
}

/// The combiner of `old` with one value after the other that ends at `last`:
/// operations of one kind, whose order does not matter.
static std::optional<Accumulator> matchChain(Value old, Operation *last) {
  if (!isa<math::FmaOp, arith::AddFOp, arith::MulFOp, arith::AddIOp,
           arith::MulIOp, arith::MaximumFOp, arith::MinimumFOp, arith::MaxSIOp,
           arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp, arith::AndIOp,
           arith::OrIOp, arith::XOrIOp>(last))
    return std::nullopt;
  Operation *op = nullptr;
  for (Value value = old; op != last; value = op->getResult(0)) {
    if (!value.hasOneUse())
      return std::nullopt;
    OpOperand &use = *value.use_begin();
    op = use.getOwner();
    bool isFactor = isa<math::FmaOp>(op) && use.getOperandNumber() != 2;
    if (op->getName() != last->getName() ||
        op->getBlock() != last->getBlock() || isFactor)
      return std::nullopt;
  }
  return Accumulator{last->getName(), findWideSum(last, old)};
}

/// Is the old value put together with that of the item by an operation whose
/// order does not matter?
std::optional<Accumulator> LoopVectorizer::matchAccumulator(unsigned number) {
  BlockArgument old = loop.getRegionIterArg(number);
  Operation *op =
      loop.getBody()->getTerminator()->getOperand(number).getDefiningOp();
  if (!op || op->getBlock() != loop.getBody() || !op->hasOneUse())
    return std::nullopt;
  bool isKept = laneType(old.getType()) == old.getType();
  if (isLarger(op, old) && isKept)
    return Accumulator{op->getName()};
  return isKept || old.getType().isIndex() ? matchChain(old, op) : std::nullopt;
}

/// The first value of each lane: they may hold the initial value each where
/// that makes no difference.
Value LoopVectorizer::neutral(const Accumulator &accumulator, Value initial) {
  VectorType type = vectorType(initial.getType());
  auto fill = [&](Attribute value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(type, value));
  };
  if (accumulator.combinesBy<arith::AddFOp, math::FmaOp>())
    return fill(builder.getFloatAttr(type.getElementType(), -0.0));
  if (accumulator.combinesBy<arith::MulFOp>())
    return fill(builder.getFloatAttr(type.getElementType(), 1.0));
  if (accumulator.combinesBy<arith::AddIOp, arith::XOrIOp>())
    return fill(builder.getIntegerAttr(type.getElementType(), 0));
  if (accumulator.combinesBy<arith::MulIOp>())
    return fill(builder.getIntegerAttr(type.getElementType(), 1));
  return splat(initial);
}

Value LoopVectorizer::combine(const Accumulator &accumulator, Value a,
                              Value b) {
  if (accumulator.combinesBy<math::FmaOp>())
    return arith::AddFOp::create(builder, loc, a, b);
  if (accumulator.combinesBy<arith::SelectOp>())
    return selectLarger(builder, loc, a, b);
  OperationState state(loc, accumulator.combiner, {a, b}, a.getType());
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

/// The loop around `loop` that carries nothing but its sums on; or null.
static scf::ForOp findCarrier(scf::ForOp loop) {
  auto outer = dyn_cast<scf::ForOp>(loop->getParentOp());
  if (!outer || loop.getNumResults() == 0 ||
      outer.getNumResults() != loop.getNumResults())
    return nullptr;
  for (auto [old, initial, result, carried] :
       llvm::zip(outer.getRegionIterArgs(), loop.getInitArgs(),
                 loop.getResults(), outer.getYieldedValues()))
    if (initial != old || carried != result || !old.hasOneUse() ||
        !result.hasOneUse())
      return nullptr;
  return outer;
}

/// Sums that loops around this one carry on stay in lanes until these end: the
/// loops become loops of vectors. The outermost one takes the place of `loop`.
void LoopVectorizer::carryLanes() {
  while (scf::ForOp outer = findCarrier(loop)) {
    builder.setInsertionPoint(outer);
    SmallVector<Value> initial;
    for (auto [accumulator, value] :
         llvm::zip(accumulators, outer.getInitArgs()))
      initial.push_back(neutral(accumulator, value));
    auto carrier =
        scf::ForOp::create(builder, loc, outer.getLowerBound(),
                           outer.getUpperBound(), outer.getStep(), initial);
    Block &body = *outer.getBody(), &moved = *carrier.getBody();
    body.getTerminator()->erase();
    loop.erase();
    main.getInitArgsMutable().assign(carrier.getRegionIterArgs());
    outer.getInductionVar().replaceAllUsesWith(carrier.getInductionVar());
    moved.getOperations().splice(moved.end(), body.getOperations());
    builder.setInsertionPointToEnd(&moved);
    scf::YieldOp::create(builder, loc, sums);
    sums.assign(carrier.getResults().begin(), carrier.getResults().end());
    main = carrier;
    loop = outer;
  }
}

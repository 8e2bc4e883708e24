// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognizes a softmax from its end backwards: quotient, sum, exponential,
// difference, maximum. Bodies and index maps are both compared, since fusion
// may have merged any two of these.
#include "Softmax.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::tx;
using linalg::GenericOp;

SmallVector<GenericOp> Softmax::getOps() const {
  SmallVector<GenericOp> ops = {maximum, exponentials, sum};
  if (isSeen)
    ops.push_back(isSeen);
  ops.push_back(weights);
  return ops;
}

OpOperand *tx::getReadOperand(GenericOp op, Value scalar) {
  auto argument = dyn_cast<BlockArgument>(scalar);
  if (!argument || argument.getOwner() != op.getBody() ||
      argument.getArgNumber() >= op.getNumDpsInputs())
    return nullptr;
  return op.getDpsInputOperand(argument.getArgNumber());
}

Value tx::getYielded(GenericOp op) {
  ValueRange yielded = op.getBody()->getTerminator()->getOperands();
  return yielded.size() == 1 ? yielded.front() : Value();
}

bool tx::isMap(GenericOp op) {
  return op.getNumDpsInits() == 1 &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity();
}

/// The map of values that there are once for each row: all loops but the last.
static AffineMap getRowMap(unsigned loops, MLIRContext *context) {
  return AffineMap::getMultiDimIdentityMap(loops, context)
      .getMajorSubMap(loops - 1);
}

/// The producer of the tensor that `scalar` reads by `map` in the body of `op`.
static GenericOp getProducer(GenericOp op, Value scalar, AffineMap map) {
  OpOperand *operand = getReadOperand(op, scalar);
  if (!operand || op.getMatchingIndexingMap(operand) != map)
    return nullptr;
  return operand->get().getDefiningOp<GenericOp>();
}

/// The element that `Combiner` adds to the accumulator of `op`, which reduces
/// rows from an `isInitial` value on; null when it does something else.
template <typename Combiner>
static Value getReduced(GenericOp op,
                        llvm::function_ref<bool(Attribute)> isInitial) {
  if (!op || op.getNumLoops() == 0 || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() != 1 ||
      op.getMatchingIndexingMap(op.getDpsInitOperand(0)) !=
          getRowMap(op.getNumLoops(), op.getContext()))
    return {};
  auto fill = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  Attribute initial;
  if (!fill || !matchPattern(fill.getInputs()[0], m_Constant(&initial)) ||
      !isInitial(initial))
    return {};
  auto combiner = getYielded(op).getDefiningOp<Combiner>();
  Value accumulator = op.getBody()->getArguments().back();
  if (!combiner || !accumulator.hasOneUse())
    return {};
  if (combiner.getLhs() == accumulator)
    return combiner.getRhs();
  return combiner.getRhs() == accumulator ? combiner.getLhs() : Value();
}

static bool isZero(Attribute value) {
  if (auto number = dyn_cast<FloatAttr>(value))
    return number.getValue().isZero();
  auto number = dyn_cast<IntegerAttr>(value);
  return number && number.getValue().isZero();
}

static bool isLowest(Attribute value) {
  auto number = dyn_cast<FloatAttr>(value);
  return number && number.getValue().isInfinity() &&
         number.getValue().isNegative();
}

/// Is the scalar `a` in the body of `first` the same as `b` in that of
/// `second`? Their loops are the same.
static bool isSame(GenericOp first, Value a, GenericOp second, Value b) {
  Attribute x, y;
  if (a == b || (matchPattern(a, m_Constant(&x)) &&
                 matchPattern(b, m_Constant(&y)) && x == y))
    return true;
  OpOperand *read = getReadOperand(first, a);
  OpOperand *other = getReadOperand(second, b);
  if (read && other)
    return read->get() == other->get() &&
           first.getMatchingIndexingMap(read) ==
               second.getMatchingIndexingMap(other);
  Operation *op = a.getDefiningOp(), *otherOp = b.getDefiningOp();
  return op && otherOp && op->getBlock() == first.getBody() &&
         otherOp->getBlock() == second.getBody() &&
         cast<OpResult>(a).getResultNumber() ==
             cast<OpResult>(b).getResultNumber() &&
         OperationEquivalence::isEquivalentTo(
             op, otherOp,
             [&](Value x, Value y) {
               return success(isSame(first, x, second, y));
             },
             /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
}

/// `value` without the negations around it, which turn `isTrue` around.
static Value stripNot(Value value, bool &isTrue) {
  while (auto flip = value.getDefiningOp<arith::XOrIOp>()) {
    if (!matchPattern(flip.getRhs(), m_One()))
      break;
    isTrue = !isTrue;
    value = flip.getLhs();
  }
  return value;
}

/// Does `op` ask whether a row has a `score`, one of `softmax`, above -inf?
static bool asksForScores(GenericOp op, const Softmax &softmax) {
  Value term = getReduced<arith::OrIOp>(op, isZero);
  if (!term)
    return false;
  bool isAbove = true;
  auto compare = stripNot(term, isAbove).getDefiningOp<arith::CmpFOp>();
  Attribute bound;
  auto wanted = isAbove ? arith::CmpFPredicate::UNE : arith::CmpFPredicate::OEQ;
  return compare && compare.getPredicate() == wanted &&
         matchPattern(compare.getRhs(), m_Constant(&bound)) &&
         isLowest(bound) &&
         isSame(op, compare.getLhs(), softmax.exponentials, softmax.score);
}

/// Takes the weight of a row without scores, 0, from around `weight`. False
/// when it is something else.
static bool matchSeen(Softmax &softmax, Value &weight) {
  auto select = weight.getDefiningOp<arith::SelectOp>();
  if (!select)
    return true;
  bool isSeen = true;
  Value condition = stripNot(select.getCondition(), isSeen);
  weight = isSeen ? select.getTrueValue() : select.getFalseValue();
  Attribute other;
  softmax.isSeen = getProducer(
      softmax.weights, condition,
      getRowMap(softmax.weights.getNumLoops(), softmax.weights.getContext()));
  return softmax.isSeen &&
         matchPattern(isSeen ? select.getFalseValue() : select.getTrueValue(),
                      m_Constant(&other)) &&
         isZero(other);
}

/// The factors a and b of `value`, which is a / b or a times 1 / b; null ones
/// for anything else.
static std::pair<Value, Value> matchQuotient(Value value) {
  auto division = value.getDefiningOp<arith::DivFOp>();
  if (division)
    return {division.getLhs(), division.getRhs()};
  auto product = value.getDefiningOp<arith::MulFOp>();
  division =
      product ? product.getRhs().getDefiningOp<arith::DivFOp>() : division;
  if (!division || !matchPattern(division.getLhs(), m_OneFloat()))
    return {};
  return {product.getLhs(), division.getRhs()};
}

std::optional<Softmax> tx::matchSoftmax(GenericOp weights) {
  if (!isMap(weights) || weights.getNumLoops() == 0)
    return std::nullopt;
  Softmax softmax;
  softmax.weights = weights;
  unsigned loops = weights.getNumLoops();
  MLIRContext *context = weights.getContext();
  AffineMap all = AffineMap::getMultiDimIdentityMap(loops, context);
  AffineMap row = getRowMap(loops, context);
  Value weight = getYielded(weights);
  if (auto narrow = weight.getDefiningOp<arith::TruncFOp>()) {
    softmax.isRounded = true;
    weight = narrow.getIn();
  }
  if (!matchSeen(softmax, weight))
    return std::nullopt;
  auto [exponential, total] = matchQuotient(weight);
  if (!exponential)
    return std::nullopt;
  softmax.exponentials = getProducer(weights, exponential, all);
  softmax.sum = getProducer(weights, total, row);
  if (!softmax.exponentials || !isMap(softmax.exponentials))
    return std::nullopt;
  Value term = getReduced<arith::AddFOp>(softmax.sum, isZero);
  if (!term || getProducer(softmax.sum, term, all) != softmax.exponentials)
    return std::nullopt;
  auto exp = getYielded(softmax.exponentials).getDefiningOp<math::ExpOp>();
  auto distance =
      exp ? exp.getOperand().getDefiningOp<arith::SubFOp>() : arith::SubFOp();
  if (!distance)
    return std::nullopt;
  softmax.score = distance.getLhs();
  softmax.maximum = getProducer(softmax.exponentials, distance.getRhs(), row);
  Value largest = getReduced<arith::MaximumFOp>(softmax.maximum, isLowest);
  if (!largest ||
      !isSame(softmax.maximum, largest, softmax.exponentials, softmax.score))
    return std::nullopt;
  if (softmax.isSeen && !asksForScores(softmax.isSeen, softmax))
    return std::nullopt;
  return softmax;
}

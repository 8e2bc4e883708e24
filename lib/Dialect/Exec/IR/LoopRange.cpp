// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Exec/LoopRange.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

/// The condition under which a step adds anything to the only result of `op`;
/// null where it always may.
static Value getCondition(GenericOp op) {
  Value next = op.getBody()->getTerminator()->getOperand(0);
  Operation *sum = next.getDefiningOp();
  if (!isa_and_present<arith::AddFOp, arith::AddIOp, arith::MaximumFOp>(sum))
    return nullptr;
  Value before = op.getRegionOutputArgs()[0];
  bool isFirst = sum->getOperand(0) == before;
  if (!isFirst && sum->getOperand(1) != before)
    return nullptr;
  Value item = sum->getOperand(isFirst ? 1 : 0);
  if (auto select = item.getDefiningOp<arith::SelectOp>()) {
    Value other = select.getFalseValue();
    bool isNeutral = isa<arith::MaximumFOp>(sum)
                         ? matchPattern(other, m_NegInfFloat())
                         : matchPattern(other, m_AnyZeroFloat()) ||
                               matchPattern(other, m_Zero());
    return isNeutral ? select.getCondition() : nullptr;
  }
  auto count = item.getDefiningOp<arith::ExtUIOp>();
  return count && count.getIn().getType().isInteger(1) ? count.getIn()
                                                       : nullptr;
}

/// Is `value` the number of the step?
static bool isStep(Value value, unsigned loop) {
  if (auto cast = value.getDefiningOp<arith::IndexCastOp>())
    value = cast.getIn();
  auto step = value.getDefiningOp<linalg::IndexOp>();
  return step && step.getDim() == loop;
}

/// The operand of `op` that `value` is an element of, which `loop` does not
/// index; null for other values.
static OpOperand *getBound(GenericOp op, Value value, unsigned loop) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != op.getBody() ||
      argument.getArgNumber() >= op.getNumDpsInputs())
    return nullptr;
  OpOperand *operand = op.getDpsInputOperand(argument.getArgNumber());
  return op.getMatchingIndexingMap(operand).isFunctionOfDim(loop) ? nullptr
                                                                  : operand;
}

/// Adds what `condition` says of the steps to `range`.
static void addBounds(GenericOp op, Value condition, exec::LoopRange &range) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
    addBounds(op, both.getLhs(), range);
    addBounds(op, both.getRhs(), range);
    return;
  }
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || !isStep(compare.getLhs(), range.loop))
    return;
  OpOperand *bound = getBound(op, compare.getRhs(), range.loop);
  if (!bound)
    return;
  if (compare.getPredicate() == arith::CmpIPredicate::sge)
    range.begins.push_back(bound);
  if (compare.getPredicate() == arith::CmpIPredicate::slt)
    range.ends.push_back(bound);
}

bool exec::isLoopRange(GenericOp op) {
  auto isPosition = [](Operation &op) {
    return isa<linalg::YieldOp, linalg::IndexOp, arith::IndexCastOp,
               arith::CmpIOp, arith::AndIOp>(op);
  };
  auto isBound = [](arith::CmpIOp compare) {
    auto step = compare.getLhs().getDefiningOp<arith::IndexCastOp>();
    return step && step.getIn().getDefiningOp<linalg::IndexOp>() &&
           isa<BlockArgument>(compare.getRhs());
  };
  Block &body = *op.getBody();
  return llvm::all_of(body, isPosition) &&
         llvm::any_of(body.getOps<arith::CmpIOp>(), isBound);
}

std::optional<exec::LoopRange> exec::matchLoopRange(GenericOp op) {
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  if (reduced.size() != 1 || op->getNumResults() != 1)
    return std::nullopt;
  Value condition = getCondition(op);
  if (!condition)
    return std::nullopt;
  LoopRange range{reduced.front(), {}, {}};
  addBounds(op, condition, range);
  return range.begins.empty() && range.ends.empty() ? std::nullopt
                                                    : std::optional(range);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Panels.h"
#include "SumOfProducts.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

static constexpr unsigned kPanelVectors = 2;

int64_t kiln::getPanelWidth(Type type, ArrayRef<TargetInfo> targets) {
  constexpr unsigned kWidestVector = 512;
  unsigned bits = 0;
  for (const TargetInfo &target : targets)
    bits = std::max(bits, target.cpu.vectorBits);
  return kPanelVectors * (bits ? bits : kWidestVector) /
         type.getIntOrFloatBitWidth();
}

/// Has each of the neighbours in a panel of operand `number` elements of the
/// other operand of its own?
static bool isForEachChannel(GenericOp op, unsigned number) {
  llvm::SmallBitVector loops = getLoops(op, number);
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  for (unsigned loop : reduced)
    loops.reset(loop);
  return loops.any() && !loops.test(getLoops(op, 1 - number));
}

int64_t kiln::getPanelSteps(GenericOp op, unsigned number) {
  if (isForEachChannel(op, number))
    return 1;
  Value operand = op.getDpsInputOperand(number)->get();
  return getSumType(op).getIntOrFloatBitWidth() /
         getElementTypeOrSelf(operand).getIntOrFloatBitWidth();
}

AffineMap kiln::getPanelMap(GenericOp op, unsigned number, PanelLayout layout) {
  Builder builder(op.getContext());
  int64_t steps = getPanelSteps(op, number);
  AffineExpr place = builder.getAffineDimExpr(layout.lane);
  AffineExpr word = builder.getAffineDimExpr(layout.word);
  SmallVector<AffineExpr> exprs = {place.floorDiv(layout.width)};
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  for (unsigned step : ArrayRef(reduced).drop_back(layout.isOneWord))
    exprs.push_back(builder.getAffineDimExpr(step).floorDiv(
        step == layout.word ? steps : 1));
  exprs.push_back(place % layout.width);
  if (layout.isOneWord)
    exprs.push_back(word);
  else if (steps > 1)
    exprs.push_back(word % steps);
  return AffineMap::get(op.getNumLoops(), 0, exprs, op.getContext());
}

std::optional<PanelLayout> kiln::matchPanels(GenericOp op, unsigned number) {
  Value operand = op.getDpsInputOperand(number)->get();
  AffineMap map = op.getIndexingMapsArray()[number];
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  if (!isa<BlockArgument>(operand) || map.getNumResults() == 0 ||
      reduced.empty())
    return std::nullopt;
  auto panel = dyn_cast<AffineBinaryOpExpr>(map.getResult(0));
  auto lane =
      dyn_cast_or_null<AffineDimExpr>(panel ? panel.getLHS() : AffineExpr());
  auto width = dyn_cast_or_null<AffineConstantExpr>(panel ? panel.getRHS()
                                                          : AffineExpr());
  if (!lane || !width || panel.getKind() != AffineExprKind::FloorDiv)
    return std::nullopt;
  PanelLayout first = {lane.getPosition(), reduced.front(), width.getValue()};
  PanelLayout last = {lane.getPosition(), reduced.back(), width.getValue()};
  PanelLayout oneWord = last;
  oneWord.isOneWord = true;
  for (const PanelLayout &layout : {first, last, oneWord})
    if (map == getPanelMap(op, number, layout) &&
        (!layout.isOneWord ||
         op.getStaticLoopRanges()[layout.word] == getPanelSteps(op, number)))
      return layout;
  return std::nullopt;
}

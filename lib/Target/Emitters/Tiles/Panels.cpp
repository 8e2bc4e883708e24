// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Panels.h"
#include "SumOfProducts.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

int64_t kiln::getPanelWidth(Type type) {
  // Two of the widest vectors.
  return 1024 / type.getIntOrFloatBitWidth();
}

int64_t kiln::getPanelSteps(GenericOp op, unsigned number) {
  Value operand = op.getDpsInputOperand(number)->get();
  return getSumType(op).getIntOrFloatBitWidth() /
         getElementTypeOrSelf(operand).getIntOrFloatBitWidth();
}

AffineMap kiln::getPanelMap(GenericOp op, unsigned number, PanelLoops loops) {
  Builder builder(op.getContext());
  int64_t width = getPanelWidth(getSumType(op));
  int64_t steps = getPanelSteps(op, number);
  AffineExpr place = builder.getAffineDimExpr(loops.lane);
  AffineExpr word = builder.getAffineDimExpr(loops.word);
  SmallVector<AffineExpr> exprs = {place.floorDiv(width)};
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  bool isFirst = loops.word == reduced.front();
  for (unsigned step : ArrayRef(reduced).drop_back(isFirst ? 0 : 1))
    exprs.push_back(builder.getAffineDimExpr(step).floorDiv(
        step == loops.word ? steps : 1));
  exprs.push_back(place % width);
  if (!isFirst)
    exprs.push_back(word);
  else if (steps > 1)
    exprs.push_back(word % steps);
  return AffineMap::get(op.getNumLoops(), 0, exprs, op.getContext());
}

std::optional<PanelLoops> kiln::matchPanels(GenericOp op, unsigned number) {
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
  if (!lane)
    return std::nullopt;
  PanelLoops loops = {lane.getPosition(), reduced.front()};
  if (map == getPanelMap(op, number, loops))
    return loops;
  loops.word = reduced.back();
  if (map == getPanelMap(op, number, loops) &&
      op.getStaticLoopRanges()[loops.word] == getPanelSteps(op, number))
    return loops;
  return std::nullopt;
}

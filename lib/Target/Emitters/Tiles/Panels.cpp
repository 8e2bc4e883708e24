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

AffineMap kiln::getPanelMap(GenericOp op, unsigned number, unsigned loop) {
  Builder builder(op.getContext());
  int64_t width = getPanelWidth(getSumType(op));
  int64_t steps = getPanelSteps(op, number);
  AffineExpr place = builder.getAffineDimExpr(loop);
  SmallVector<AffineExpr> exprs = {place.floorDiv(width)};
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  for (unsigned step : reduced)
    exprs.push_back(builder.getAffineDimExpr(step).floorDiv(
        step == reduced.front() ? steps : 1));
  exprs.push_back(place % width);
  if (steps > 1)
    exprs.push_back(builder.getAffineDimExpr(reduced.front()) % steps);
  return AffineMap::get(op.getNumLoops(), 0, exprs, op.getContext());
}

std::optional<unsigned> kiln::matchPanels(GenericOp op, unsigned number) {
  Value operand = op.getDpsInputOperand(number)->get();
  AffineMap map = op.getIndexingMapsArray()[number];
  if (!isa<BlockArgument>(operand) || map.getNumResults() == 0)
    return std::nullopt;
  auto panel = dyn_cast<AffineBinaryOpExpr>(map.getResult(0));
  auto loop =
      dyn_cast_or_null<AffineDimExpr>(panel ? panel.getLHS() : AffineExpr());
  if (!loop || map != getPanelMap(op, number, loop.getPosition()))
    return std::nullopt;
  return loop.getPosition();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Panels.h"
#include "SumOfProducts.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

int64_t kiln::getPanelWidth(Type type) {
  // Two of the widest vectors.
  return 1024 / type.getIntOrFloatBitWidth();
}

AffineMap kiln::getPanelMap(GenericOp op, unsigned loop) {
  Builder builder(op.getContext());
  int64_t width = getPanelWidth(getSumType(op));
  AffineExpr place = builder.getAffineDimExpr(loop);
  SmallVector<AffineExpr> exprs = {place.floorDiv(width)};
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  for (unsigned step : reduced)
    exprs.push_back(builder.getAffineDimExpr(step));
  exprs.push_back(place % width);
  return AffineMap::get(op.getNumLoops(), 0, exprs, op.getContext());
}

std::optional<unsigned> kiln::matchPanels(GenericOp op, unsigned number) {
  OpOperand *operand = op.getDpsInputOperand(number);
  AffineMap map = op.getMatchingIndexingMap(operand);
  if (!isa<BlockArgument>(operand->get()) || map.getNumResults() == 0)
    return std::nullopt;
  auto last = dyn_cast<AffineBinaryOpExpr>(map.getResults().back());
  if (!last)
    return std::nullopt;
  auto loop = dyn_cast<AffineDimExpr>(last.getLHS());
  if (!loop || map != getPanelMap(op, loop.getPosition()))
    return std::nullopt;
  return loop.getPosition();
}

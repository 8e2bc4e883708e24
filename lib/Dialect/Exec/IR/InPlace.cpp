// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Exec/InPlace.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;

/// The only map of the results of `op`, if it is elementwise.
static AffineMap getResultMap(linalg::GenericOp op) {
  if (op.getNumParallelLoops() != op.getNumLoops())
    return {};
  AffineMap map = op.getIndexingMapsArray().back();
  for (OpOperand &init : op.getDpsInitsMutable())
    if (op.getMatchingIndexingMap(&init) != map)
      return {};
  return map;
}

/// Does whatever is computed of `tensor` have an element of it in the same
/// place only?
static bool staysInPlace(Value tensor) {
  return llvm::all_of(tensor.getUses(), [](OpOperand &use) {
    if (isa<YieldOp>(use.getOwner()))
      return true;
    auto op = dyn_cast<linalg::GenericOp>(use.getOwner());
    if (!op || !op.isDpsInput(&use))
      return false;
    AffineMap map = getResultMap(op);
    return map && op.getMatchingIndexingMap(&use) == map &&
           llvm::all_of(op->getResults(), staysInPlace);
  });
}

bool exec::canReuse(KernelOp kernel, unsigned argument, unsigned result) {
  BlockArgument tensor = kernel.getTensorArguments()[argument];
  Value made = kernel.getYield().getOperand(result);
  auto type = cast<RankedTensorType>(tensor.getType());
  auto resultType = cast<RankedTensorType>(made.getType());
  unsigned results = kernel.getNumTensorArguments();
  return made.getDefiningOp<linalg::GenericOp>() &&
         type.getShape() == resultType.getShape() &&
         kernel.getDims()[argument] == kernel.getDims()[results + result] &&
         getElementBytes(type.getElementType()) ==
             getElementBytes(resultType.getElementType()) &&
         staysInPlace(tensor);
}

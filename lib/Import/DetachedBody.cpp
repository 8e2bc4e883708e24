// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DetachedBody.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

DetachedBody::DetachedBody(OpBuilder &builder, Location loc)
    : outside(builder.saveInsertionPoint()) {
  OpBuilder detached(builder.getContext());
  holder = ep::InvokeOp::create(detached, loc, TypeRange(), "", ValueRange());
  builder.setInsertionPointToEnd(&get().emplaceBlock());
}

SmallVector<Value> DetachedBody::isolate(Location loc) {
  llvm::SetVector<Value> captured;
  get().walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (!get().isAncestor(operand.getParentRegion()))
        captured.insert(operand);
  });
  for (Value value : captured)
    replaceAllUsesInRegionWith(value, get().addArgument(value.getType(), loc),
                               get());
  return captured.takeVector();
}

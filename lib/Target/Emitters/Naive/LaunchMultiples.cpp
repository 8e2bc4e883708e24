// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LaunchMultiples.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Dialect/Exec/KernelContract.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"

using namespace mlir;
using namespace kiln;

/// The sizes that `use`, a dispatch or a launch, gives to its kernel. Null
/// where one is not known.
static SmallVector<Attribute> getSizes(Operation *use) {
  if (auto launch = dyn_cast<exec::LaunchOp>(use))
    return llvm::to_vector(launch.getSizes());
  return llvm::map_to_vector(
      cast<exec::DispatchOp>(use).getSizes(),
      [](Value size) -> Attribute { return exec::getIndexExpr(size); });
}

static bool isMultiple(ep::ExprAttr expr, int64_t divisor) {
  return ep::makeExpr(ep::ExprKind::Mod,
                      {expr, ep::makeInt(expr.getContext(), divisor)})
      .isInt(0);
}

bool kiln::isMultipleInLaunches(ep::ExprAttr expr, int64_t divisor,
                                exec::KernelOp kernel) {
  if (isMultiple(expr, divisor))
    return true;
  auto program = kernel->getParentOfType<ep::ProgramOp>();
  if (expr.isInt() || !program)
    return false;
  bool isUsed = false;
  auto check = [&](Operation *use) {
    if (!isa<exec::LaunchOp, exec::DispatchOp>(use) ||
        use->getAttrOfType<FlatSymbolRefAttr>("kernel").getAttr() !=
            kernel.getSymNameAttr())
      return WalkResult::advance();
    isUsed = true;
    SmallVector<Attribute> sizes = getSizes(use);
    bool holds = !llvm::is_contained(sizes, Attribute()) &&
                 isMultiple(exec::substituteSizes(expr, sizes), divisor);
    return holds ? WalkResult::advance() : WalkResult::interrupt();
  };
  for (Operation &op : program.getBody().front())
    if (isa<exec::HostOp, ep::GraphOp>(op) && op.walk(check).wasInterrupted())
      return false;
  return isUsed;
}

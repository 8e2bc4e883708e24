// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace kiln;
using ep::ExprAttr;

/// linalg's own verifier compares nothing where any size is dynamic.
static std::string findUnequalLoop(linalg::LinalgOp op,
                                   const ep::Facts &facts) {
  SmallVector<ExprAttr> sizes(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [i, result] : llvm::enumerate(map.getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(result);
      ExprAttr size = loop ? exec::getDimExpr(operand.get(), i) : ExprAttr();
      if (!size)
        continue;
      ExprAttr &known = sizes[loop.getPosition()];
      if (known && ep::proveEqual(known, size, facts) == ep::Answer::No)
        return ("loop " + Twine(loop.getPosition()) + " has size " +
                known.str() + " for one operand and " + size.str() +
                " for another")
            .str();
      known = size;
    }
  }
  return {};
}

static std::string findUnequalResult(ep::FromBuiltinOp op,
                                     const ep::Facts &facts) {
  auto type = cast<ep::TensorType>(op.getType());
  for (auto [i, want] : llvm::enumerate(type.getSizes())) {
    ExprAttr size = exec::getDimExpr(op.getInput(), i);
    if (size && ep::proveEqual(size, want, facts) == ep::Answer::No)
      return ("operand has " + size.str() + " for size " + Twine(i) +
              ", which is " + want.str())
          .str();
  }
  return {};
}

std::string exec::findSizeFault(Operation *op, const ep::Facts &facts) {
  if (auto from = dyn_cast<ep::FromBuiltinOp>(op))
    return findUnequalResult(from, facts);
  auto loops = dyn_cast<linalg::LinalgOp>(op);
  return loops ? findUnequalLoop(loops, facts) : std::string();
}

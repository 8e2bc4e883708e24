// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Exec/Exec.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace kiln::exec;

void VariantOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                      ArrayRef<StringRef> targets) {
  state.addAttribute(getSymNameAttrName(state.name),
                     builder.getStringAttr(name));
  state.addAttribute(getTargetsAttrName(state.name),
                     builder.getStrArrayAttr(targets));
  state.addRegion()->emplaceBlock();
}

LogicalResult VariantOp::verifyRegions() {
  for (Operation &op : getBody().front())
    if (!isa<kiln::ep::ProgramOp>(op))
      return op.emitOpError("in an exec.variant, which holds programs only");
  return success();
}

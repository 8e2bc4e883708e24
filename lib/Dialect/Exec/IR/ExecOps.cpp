// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Directives.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace kiln::exec;

#define GET_OP_CLASSES
#include "kiln/Dialect/Exec/ExecOps.cpp.inc"

void YieldOp::build(OpBuilder &, OperationState &) {}

LogicalResult YieldOp::verify() {
  auto kernel = cast<KernelOp>((*this)->getParentOp());
  if (getOperandTypes() != TypeRange(kernel.getResultTypes()))
    return emitOpError("operands do not match the kernel's results");
  return success();
}

//===----------------------------------------------------------------------===//
// DispatchOp
//===----------------------------------------------------------------------===//

LogicalResult DispatchOp::verifySymbolUses(SymbolTableCollection &tables) {
  auto kernel =
      tables.lookupNearestSymbolFrom<KernelOp>(*this, getKernelAttr());
  if (!kernel)
    return emitOpError("names an unknown kernel ") << getKernelAttr();
  SmallVector<Type> types(getInputs().getTypes());
  llvm::append_range(types, getSizes().getTypes());
  if (TypeRange(types) != TypeRange(kernel.getArgumentTypes()) ||
      getResultTypes() != TypeRange(kernel.getResultTypes()))
    return emitOpError("does not match the type of kernel ") << getKernelAttr();
  return success();
}

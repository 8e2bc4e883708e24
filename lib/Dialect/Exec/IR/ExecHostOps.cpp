// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Dialect/Exec/KernelContract.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;

/// The expression that an instruction calls `what` must be of `sort`.
static LogicalResult verifySort(Operation *op, StringRef what,
                                ep::ExprAttr expr, ep::Sort sort) {
  if (ep::getSort(expr) == sort)
    return success();
  return op->emitOpError() << what << " " << expr.str() << " is not "
                           << (sort == ep::Sort::Bool ? "a bool" : "an int");
}

//===----------------------------------------------------------------------===//
// HostOp
//===----------------------------------------------------------------------===//

/// Slots of one kind are declared in the first block, in order, each once.
template <typename SlotOp>
static LogicalResult verifySlots(HostOp host) {
  int64_t next = 0;
  WalkResult result = host.walk([&](SlotOp slot) {
    if (slot->getBlock() != &host.getBody().front()) {
      slot.emitOpError("is not in the first block");
      return WalkResult::interrupt();
    }
    if (static_cast<int64_t>(slot.getIndex()) != next++) {
      slot.emitOpError("has index ")
          << slot.getIndex() << " but is number " << next - 1;
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult HostOp::verifyRegions() {
  if (getBody().empty())
    return emitOpError("has no instructions");
  return failure(failed(verifySlots<InputOp>(*this)) ||
                 failed(verifySlots<OutputOp>(*this)));
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

LogicalResult StateOp::verifySymbolUses(SymbolTableCollection &tables) {
  Operation *state =
      tables.lookupNearestSymbolFrom((*this)->getParentOp(), getStateAttr());
  if (!isa_and_nonnull<ep::ParameterOp, ep::BufferOp, ep::ConstantOp>(state))
    return emitOpError("names an unknown state entry ") << getStateAttr();
  return success();
}

LogicalResult SegmentOp::verify() {
  return verifySort(*this, "size", getBytes(), ep::Sort::Int);
}

ep::ExprAttr SegmentOp::getSize() {
  auto size = dyn_cast_or_null<SizeOp>((*this)->getPrevNode());
  bool isRegister =
      size && getBytes().isSymbol() && getBytes().getName() == size.getName();
  return isRegister ? size.getExpr() : getBytes();
}

LogicalResult TemporaryOp::verify() {
  return verifySort(*this, "size", getBytes(), ep::Sort::Int);
}

LogicalResult ViewOp::verify() {
  return failure(
      failed(verifySort(*this, "offset", getOffset(), ep::Sort::Int)) ||
      failed(verifySort(*this, "size", getBytes(), ep::Sort::Int)));
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &tables) {
  auto kernel = tables.lookupNearestSymbolFrom<KernelOp>((*this)->getParentOp(),
                                                         getKernelAttr());
  if (!kernel)
    return emitOpError("names an unknown kernel ") << getKernelAttr();
  size_t buffers = kernel.getNumBuffers();
  if (getBuffers().size() != buffers)
    return emitOpError("has ") << getBuffers().size() << " buffers but kernel "
                               << getKernelAttr() << " wants " << buffers;
  size_t sizes = kernel.getSizeArguments().size();
  if (getSizes().size() != sizes)
    return emitOpError("has ") << getSizes().size() << " sizes but kernel "
                               << getKernelAttr() << " wants " << sizes;
  for (auto size : getSizes().getAsRange<ep::ExprAttr>())
    if (failed(verifySort(*this, "size", size, ep::Sort::Int)))
      return failure();
  std::optional<unsigned> updated = kernel.getUpdatedArgument();
  if (updated && getBuffers()[*updated] != getBuffers().back())
    return emitOpError("buffers ")
           << *updated << " and " << buffers - 1
           << " must be one, which kernel " << getKernelAttr() << " updates";
  return success();
}

KernelOp LaunchOp::getKernelOp() {
  return SymbolTable::lookupNearestSymbolFrom<KernelOp>((*this)->getParentOp(),
                                                        getKernelAttr());
}

ep::ExprAttr LaunchOp::getExpr(ep::ExprAttr ofKernel) {
  return substituteSizes(ofKernel, getSizes().getValue());
}

ep::ExprAttr LaunchOp::getNumItems() {
  return getExpr(getKernelOp().getNumItems());
}

LogicalResult ExternOp::verify() {
  if (getTypes() && getTypes()->size() != getBuffers().size())
    return emitOpError("has ") << getBuffers().size() << " buffers but "
                               << getTypes()->size() << " types";
  if (!getTypes())
    return success();
  for (Type type : getTypes()->getAsValueRange<TypeAttr>())
    if (!isa<ep::TensorType>(type))
      return emitOpError("cannot describe a buffer by ") << type;
  return success();
}

LogicalResult FillOp::verify() {
  StringRef pattern = getPattern();
  if (pattern.empty() || pattern.size() % 2 || pattern.size() > 32 ||
      !llvm::all_of(pattern, llvm::isHexDigit))
    return emitOpError("pattern must be 1 to 16 bytes in hexadecimal digits");
  return success();
}

//===----------------------------------------------------------------------===//
// Registers and control
//===----------------------------------------------------------------------===//

LogicalResult ReadScalarOp::verify() {
  if (!getType().isIntOrFloat())
    return emitOpError("cannot read a value of type ") << getType();
  return success();
}

LogicalResult CheckOp::verify() {
  return verifySort(*this, "condition", getCondition(), ep::Sort::Bool);
}

LogicalResult JumpIfFalseOp::verify() {
  if ((*this)->getBlock()->getNextNode() != getNext())
    return emitOpError("must go on at the next block");
  return verifySort(*this, "condition", getCondition(), ep::Sort::Bool);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LeadingConcats.h"
#include "KernelGroups.h"
#include "LeadingSlices.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "kiln/Support/CacheLine.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;

/// `value`, before it was reshaped.
static Value getReshaped(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isView(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// How often is `value`, but for its shape, an operand of a concatenation?
static unsigned countConcats(Value value) {
  unsigned count = 0;
  for (Operation *user : value.getUsers())
    count += isView(user) ? countConcats(user->getResult(0))
                          : isa<tensor::ConcatOp>(user);
  return count;
}

/// Does a kernel make `part` in the block of `concat`, and for that alone?
static bool isMadeFor(Value part, tensor::ConcatOp concat) {
  Value made = getReshaped(part);
  Operation *op = made.getDefiningOp();
  if (!op || op->getBlock() != concat->getBlock() || isHandedOn(made) ||
      countConcats(made) != 1)
    return false;
  return isa<DispatchOp>(op) ||
         (!isa<tensor::ConcatOp>(op) && !isAbsorbed(op) && !isGraphOp(op));
}

int64_t exec::getStaticBytes(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return type.getNumElements() * getElementBytes(type.getElementType());
}

bool exec::isLeadingConcat(Operation *op) {
  auto concat = dyn_cast<tensor::ConcatOp>(op);
  if (!concat)
    return false;
  RankedTensorType type = concat.getResultType();
  auto isOne = [](int64_t size) { return size == 1; };
  if (!type.hasStaticShape() ||
      !llvm::all_of(type.getShape().take_front(concat.getDim()), isOne))
    return false;
  return llvm::all_of(concat.getInputs(), [&](Value part) {
    return cast<RankedTensorType>(part.getType()).hasStaticShape() &&
           isMadeFor(part, concat) &&
           getStaticBytes(part) % kCacheLineBytes == 0;
  });
}

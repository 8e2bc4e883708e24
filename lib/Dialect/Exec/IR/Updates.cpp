// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Exec/Updates.h"
#include "kiln/Dialect/TX/TX.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;

/// The part must be known to the host program: by numbers and size arguments.
static bool isKnown(OpFoldResult size, KernelOp kernel) {
  auto value = dyn_cast<Value>(size);
  return !value || llvm::is_contained(kernel.getSizeArguments(), value);
}

/// What `op` writes a part of; null where it makes its result otherwise, or
/// where the part is not known.
static Value getWhole(Operation *op, KernelOp kernel) {
  if (auto scatter = dyn_cast_or_null<tx::ScatterOp>(op))
    return scatter.getInit();
  auto insert = dyn_cast_or_null<tensor::InsertSliceOp>(op);
  if (!insert || insert.getSourceType().getRank() != insert.getType().getRank())
    return {};
  for (OpFoldResult size : insert.getMixedSizes())
    if (!isKnown(size, kernel))
      return {};
  return insert.getDest();
}

std::optional<Update> exec::getUpdate(KernelOp kernel) {
  if (kernel.getResultTypes().size() != 1)
    return std::nullopt;
  Operation *op = kernel.getYield().getOperand(0).getDefiningOp();
  // What else reads the argument might read what has been written.
  auto whole = dyn_cast_or_null<BlockArgument>(getWhole(op, kernel));
  if (!whole || !whole.hasOneUse())
    return std::nullopt;
  return Update{whole.getArgNumber(), op};
}

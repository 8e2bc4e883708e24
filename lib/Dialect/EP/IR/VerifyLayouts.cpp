// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layouts other than strided end with phase `exported`.
#include "kiln/Dialect/EP/EP.h"

using namespace mlir;
using namespace kiln;

ep::TensorType ep::findSparse(Operation *op) {
  auto isSparse = [](Type type) {
    auto tensor = dyn_cast<ep::TensorType>(type);
    return tensor && !tensor.isStrided();
  };
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  // An argument that is read is an operand of its reader.
  for (Region &region : op->getRegions())
    for (BlockArgument argument : region.getArguments())
      if (argument.use_empty())
        types.push_back(argument.getType());
  auto *found = llvm::find_if(types, isSparse);
  return found == types.end() ? ep::TensorType() : cast<ep::TensorType>(*found);
}

LogicalResult ep::verifyStrided(Operation *root) {
  bool valid = true;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    ep::TensorType sparse = findSparse(op);
    if (!sparse)
      return;
    valid = false;
    op->emitOpError("has a tensor of layout ")
        << stringifyLayout(sparse.getLayout())
        << ", which only exported programs have";
  });
  return success(valid);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WrittenInputs.h"
#include "Aliasing.h"
#include "WriteRewriter.h"
#include "kiln/Dialect/Aten/CustomOp.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

bool aten::isCustomWrite(Operation *op) {
  return isCustomOp(op) && !getWrittenOperands(op).empty();
}

bool aten::isWrite(Operation *op) {
  if (isCustomWrite(op))
    return true;
  auto aten = dyn_cast<AtenOp>(op);
  return aten && (aten.getSchema().isMutating() || writesSilently(aten));
}

llvm::DenseSet<BlockArgument> aten::findWrittenInputs(Block &block,
                                                      const ep::Facts &facts) {
  llvm::DenseMap<Value, Value> roots;
  auto rootOf = [&](Value value) {
    Value root = roots.lookup(value);
    return root ? root : value;
  };
  llvm::DenseSet<BlockArgument> written;
  for (Operation &op : block) {
    for (OpResult result : op.getResults()) {
      ResultSource source = getSource(&op, result.getResultNumber(), facts);
      if (source.operand)
        roots[result] = rootOf(source.operand->get());
    }
    if (!isWrite(&op))
      continue;
    // Which operand it writes does not matter here; a superset does no harm.
    for (Value operand : op.getOperands())
      if (auto input = dyn_cast<BlockArgument>(rootOf(operand)))
        written.insert(input);
    for (OpResult result : op.getResults())
      if (op.getNumOperands())
        roots[result] = rootOf(op.getOperand(0));
  }
  return written;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Lineage.h"
#include "kiln/Dialect/Aten/Aten.h"
#include "kiln/Reference/Tensor.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::interpret;

static Lineage getOwn(Type type) {
  Lineage own;
  auto tensor = dyn_cast<ep::TensorType>(type);
  Type element =
      tensor ? reference::getRealType(tensor.getElementType()) : type;
  if (isa<FloatType>(element))
    own.epsilon = reference::getEpsilon(element);
  return own;
}

static Lineage getOwn(Operation *op) {
  Lineage own;
  for (Type type : op->getResultTypes())
    own.add(getOwn(type));
  if (auto call = dyn_cast<aten::AtenOp>(op))
    own.isRandom = call.getSchema().isRandom();
  return own;
}

/// The results of a branch or loop depend on all that happens in it, and so
/// does what the rounds of a loop begin with.
llvm::DenseMap<Operation *, Lineage>
interpret::traceLineages(ep::ProgramOp program) {
  llvm::DenseMap<Operation *, Lineage> lineages;
  Region &graph = program.getGraph().getBody();
  graph.walk<WalkOrder::PreOrder>([&](Operation *op) {
    Lineage lineage;
    op->walk([&](Operation *nested) { lineage.add(getOwn(nested)); });
    for (Value operand : op->getOperands()) {
      Operation *maker = operand.getDefiningOp();
      if (!maker && operand.getParentRegion() != &graph)
        maker = operand.getParentRegion()->getParentOp();
      lineage.add(maker ? lineages.lookup(maker) : getOwn(operand.getType()));
    }
    lineages[op] = lineage;
  });
  return lineages;
}

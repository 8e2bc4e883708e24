// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Epsilons.h"
#include "kiln/Reference/Tensor.h"

using namespace mlir;
using namespace kiln;

static double getEpsilon(Type type) {
  auto tensor = dyn_cast<ep::TensorType>(type);
  Type element =
      tensor ? reference::getRealType(tensor.getElementType()) : type;
  return isa<FloatType>(element) ? reference::getEpsilon(element) : 0;
}

/// The results of a branch or loop depend on all that happens in it, and so
/// do the values that the rounds of a loop begin with.
llvm::DenseMap<Operation *, double>
interpret::traceEpsilons(ep::ProgramOp program) {
  llvm::DenseMap<Operation *, double> epsilons;
  Region &graph = program.getGraph().getBody();
  graph.walk<WalkOrder::PreOrder>([&](Operation *op) {
    double epsilon = 0;
    op->walk([&](Operation *nested) {
      for (Type type : nested->getResultTypes())
        epsilon = std::max(epsilon, getEpsilon(type));
    });
    for (Value operand : op->getOperands()) {
      Operation *maker = operand.getDefiningOp();
      if (!maker && operand.getParentRegion() != &graph)
        maker = operand.getParentRegion()->getParentOp();
      epsilon = std::max(epsilon, maker ? epsilons.lookup(maker)
                                        : getEpsilon(operand.getType()));
    }
    epsilons[op] = epsilon;
  });
  return epsilons;
}

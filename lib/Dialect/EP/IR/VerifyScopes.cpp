// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scope of unbacked symbols.
#include "VerifySignature.h"
#include "kiln/Dialect/EP/Expr.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

/// `u0`, `zuf1`: a number that an operator of the graph computes.
static bool isUnbacked(StringRef name) {
  return (name.consume_front("zuf") || name.consume_front("u")) &&
         !name.empty() && llvm::all_of(name, llvm::isDigit);
}

static void walkUnbacked(Type type, llvm::function_ref<void(ExprAttr)> fn) {
  auto visit = [&](ExprAttr symbol) {
    if (isUnbacked(symbol.getName()))
      fn(symbol);
  };
  if (auto number = dyn_cast<NumberType>(type))
    walkSymbols(number.getValue(), visit);
  if (auto tensor = dyn_cast<ep::TensorType>(type))
    for (ExprAttr size : tensor.getSizes())
      walkSymbols(size, visit);
}

/// A symbol belongs to the op whose graph first has it, in any of its graphs;
/// nothing outside of that op knows it.
LogicalResult ep::verifyScopes(GraphOp graph) {
  auto holdsGraph = [](Operation &op) {
    return op.getNumRegions() && isa<EPDialect>(op.getDialect());
  };
  if (llvm::none_of(graph.getBody().front(), holdsGraph))
    return success();
  llvm::DenseMap<ExprAttr, Operation *> owners;
  for (Type type : graph.getArgumentTypes())
    walkUnbacked(type, [&](ExprAttr symbol) { owners[symbol] = graph; });
  WalkResult result =
      graph.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
        ExprAttr foreign;
        auto note = [&](ExprAttr symbol, Operation *holder) {
          Operation *owner = owners.try_emplace(symbol, holder).first->second;
          if (!owner->isAncestor(holder))
            foreign = symbol;
        };
        for (Type type : op->getResultTypes())
          walkUnbacked(type, [&](ExprAttr s) { note(s, op->getParentOp()); });
        for (Region &region : op->getRegions())
          for (Type type : region.getArgumentTypes())
            walkUnbacked(type, [&](ExprAttr s) { note(s, op); });
        if (!foreign)
          return WalkResult::advance();
        op->emitOpError("uses ")
            << foreign.str() << ", which belongs to the graphs of another "
            << owners[foreign]->getName();
        return WalkResult::interrupt();
      });
  return failure(result.wasInterrupted());
}

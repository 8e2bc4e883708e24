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

static void walkUnbacked(ExprAttr expr, llvm::function_ref<void(ExprAttr)> fn) {
  walkSymbols(expr, [&](ExprAttr symbol) {
    if (isUnbacked(symbol.getName()))
      fn(symbol);
  });
}

static void walkUnbacked(Type type, llvm::function_ref<void(ExprAttr)> fn) {
  if (auto number = dyn_cast<NumberType>(type))
    walkUnbacked(number.getValue(), fn);
  if (auto tensor = dyn_cast<ep::TensorType>(type))
    for (ExprAttr size : tensor.getSizes())
      walkUnbacked(size, fn);
}

/// Operations that begin with phase `tensors`.
static bool isOfTensors(Operation &op) {
  return isa<ToBuiltinOp, FromBuiltinOp, SizeOp>(op);
}

namespace {
/// Goes over the operations in order. A symbol belongs to the op whose graph
/// first has a value with it, in any of its graphs: nothing outside of that op
/// knows it, and nothing uses it before.
class ScopeVerifier {
public:
  explicit ScopeVerifier(GraphOp graph)
      : graph(graph),
        namesSymbols(llvm::none_of(graph.getBody().front(), isOfTensors)) {}
  LogicalResult verify();

private:
  LogicalResult verify(Operation *op);
  /// A value inside `holder` has the symbol.
  LogicalResult bind(Operation *op, ExprAttr symbol, Operation *holder);
  /// An attribute of `op` has the symbol.
  LogicalResult use(Operation *op, ExprAttr symbol);
  LogicalResult failForeign(Operation *op, ExprAttr symbol);

  GraphOp graph;
  llvm::DenseMap<ExprAttr, Operation *> owners;
  bool namesSymbols; ///< types of values do, before phase `tensors`
};
} // namespace

LogicalResult ScopeVerifier::failForeign(Operation *op, ExprAttr symbol) {
  return op->emitOpError("uses ")
         << symbol.str() << ", which belongs to the graphs of another "
         << owners[symbol]->getName();
}

LogicalResult ScopeVerifier::bind(Operation *op, ExprAttr symbol,
                                  Operation *holder) {
  Operation *owner = owners.try_emplace(symbol, holder).first->second;
  return owner->isAncestor(holder) ? success() : failForeign(op, symbol);
}

LogicalResult ScopeVerifier::use(Operation *op, ExprAttr symbol) {
  Operation *owner = owners.lookup(symbol);
  if (!owner)
    return op->emitOpError("uses ")
           << symbol.str() << " before a value of the graph has it";
  return owner->isAncestor(op) ? success() : failForeign(op, symbol);
}

LogicalResult ScopeVerifier::verify(Operation *op) {
  LogicalResult result = success();
  if (namesSymbols)
    op->getAttrDictionary().walk<WalkOrder::PreOrder>([&](ExprAttr expr) {
      walkUnbacked(expr, [&](ExprAttr symbol) {
        if (succeeded(result))
          result = use(op, symbol);
      });
      return WalkResult::skip();
    });
  auto bindAll = [&](TypeRange types, Operation *holder) {
    for (Type type : types)
      walkUnbacked(type, [&](ExprAttr symbol) {
        if (succeeded(result))
          result = bind(op, symbol, holder);
      });
  };
  bindAll(op->getResultTypes(), op->getParentOp());
  for (Region &region : op->getRegions())
    bindAll(region.getArgumentTypes(), op);
  return result;
}

LogicalResult ScopeVerifier::verify() {
  for (Type type : graph.getArgumentTypes())
    walkUnbacked(type, [&](ExprAttr symbol) { owners[symbol] = graph; });
  WalkResult result = graph.getBody().walk<WalkOrder::PreOrder>(
      [&](Operation *op) { return WalkResult(verify(op)); });
  return failure(result.wasInterrupted());
}

LogicalResult ep::verifyScopes(GraphOp graph) {
  auto isUnbackedSymbol = [](SymbolOp op) { return isUnbacked(op.getName()); };
  auto holdsGraph = [](Operation &op) {
    return op.getNumRegions() && isa<EPDialect>(op.getDialect());
  };
  if (llvm::none_of(graph.getProgram().getBody().getOps<SymbolOp>(),
                    isUnbackedSymbol) &&
      llvm::none_of(graph.getBody().front(), holdsGraph))
    return success();
  return ScopeVerifier(graph).verify();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges come from declarations, equalities from guards. An equality replaces
// one symbol by the other side; of two the symbol of data goes, since sizes of
// inputs are known first.
#include "kiln/Dialect/EP/Facts.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

Facts ep::getFacts(ProgramOp program) {
  Facts facts;
  for (auto symbol : program.getBody().getOps<SymbolOp>())
    facts[symbol.getSymName()] = {symbol.getMin(), symbol.getMax()};
  GraphOp graph = program.getGraph();
  for (Type type : graph ? graph.getArgumentTypes() : ArrayRef<Type>())
    if (auto tensor = dyn_cast<ep::TensorType>(type))
      for (ExprAttr size : tensor.getSizes())
        if (size.isSymbol()) {
          std::optional<int64_t> &min = facts[size.getName()].min;
          min = std::max<int64_t>(0, min.value_or(0));
        }
  return facts;
}

Knowledge::Knowledge(ProgramOp program) : facts(getFacts(program)) {
  for (auto guard : program.getBody().getOps<GuardOp>())
    learn(guard.getCondition());
}

/// The symbol that `a == b` gives a value, and the value; null where it gives
/// none. A symbol of data is written as one of the inputs where both occur.
static std::pair<ExprAttr, ExprAttr> solveForSymbol(ExprAttr a, ExprAttr b) {
  auto isIn = [](ExprAttr symbol, ExprAttr expr) {
    bool found = false;
    walkSymbols(expr, [&](ExprAttr each) { found |= each == symbol; });
    return found;
  };
  if (b.isSymbol() && (!a.isSymbol() || b.getName().starts_with("u")))
    std::swap(a, b);
  if (a.isSymbol() && !isIn(a, b))
    return {a, b};
  return {};
}

void Knowledge::learn(ExprAttr condition) {
  condition = simplify(condition);
  if (condition.getKind() == ExprKind::And) {
    for (ExprAttr each : condition.getOperands())
      learn(each);
    return;
  }
  if (condition.getKind() == ExprKind::Bool)
    return;
  conditions.insert(condition);
  if (condition.getKind() != ExprKind::Eq ||
      getSort(condition.getOperands()[0]) != Sort::Int)
    return;
  auto [symbol, value] =
      solveForSymbol(condition.getOperands()[0], condition.getOperands()[1]);
  if (!symbol)
    return;
  for (auto &entry : equal)
    entry.second = substitute(entry.second, {{symbol, value}});
  equal[symbol] = value;
}

ExprAttr Knowledge::simplify(ExprAttr expr) const {
  return ep::simplify(substitute(expr, equal), facts);
}

bool Knowledge::proves(ExprAttr condition) const {
  condition = simplify(condition);
  if (condition.getKind() == ExprKind::Bool)
    return condition.getValue();
  if (conditions.contains(condition))
    return true;
  if (condition.getKind() == ExprKind::And)
    return llvm::all_of(condition.getOperands(),
                        [&](ExprAttr each) { return proves(each); });
  if (condition.getKind() == ExprKind::Or)
    return llvm::any_of(condition.getOperands(),
                        [&](ExprAttr each) { return proves(each); });
  ArrayRef<ExprAttr> sides = condition.getOperands();
  return condition.getKind() == ExprKind::Eq &&
         proveEqual(sides[0], sides[1], facts) == Answer::Yes;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbols with their ranges, constraints of derived expressions, and guards.
#include "ProgramImporter.h"
#include "kiln/Dialect/EP/Expr.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

/// A bound of the file. Numbers beyond 64 bits saturate: JSON hands them over
/// as doubles.
static IntegerAttr readBound(Builder &b, const llvm::json::Value *value,
                             bool &saturated) {
  if (!value || value->getAsNull())
    return {};
  if (std::optional<int64_t> number = value->getAsInteger())
    return b.getI64IntegerAttr(*number);
  std::optional<double> number = value->getAsNumber();
  if (!number)
    return {};
  saturated = true;
  return b.getI64IntegerAttr(*number < 0 ? std::numeric_limits<int64_t>::min()
                                         : std::numeric_limits<int64_t>::max());
}

llvm::Error ProgramImporter::importSymbols() {
  // Every symbol is declared, also one that has no range in the file.
  llvm::SetVector<ep::ExprAttr> symbols;
  std::map<StringRef, RangeConstraint> ranges;
  auto note = [&](ep::ExprAttr symbol) { symbols.insert(symbol); };
  for (const auto &[text, range] : program.rangeConstraints) {
    llvm::Expected<ep::ExprAttr> expr = ep::parseExpr(context, text);
    if (!expr)
      return fail("range of '" + text +
                  "': " + llvm::toString(expr.takeError()));
    ep::walkSymbols(*expr, note);
    if (expr->isSymbol())
      ranges[expr->getName()] = range;
  }
  for (const auto &[name, meta] : program.graph.tensorValues) {
    auto sizes = readExprs(meta.sizes);
    if (!sizes)
      return sizes.takeError();
    for (ep::ExprAttr size : *sizes)
      ep::walkSymbols(size, note);
  }
  for (const auto &[name, value] : program.graph.symValues) {
    llvm::Expected<ep::ExprAttr> expr = readExpr(value);
    if (!expr)
      return expr.takeError();
    ep::walkSymbols(*expr, note);
  }
  for (ep::ExprAttr symbol : symbols) {
    RangeConstraint range = ranges[symbol.getName()];
    bool saturated = false;
    IntegerAttr min = readBound(builder, range.min, saturated);
    IntegerAttr max = readBound(builder, range.max, saturated);
    ep::SymbolOp::create(builder, op.getLoc(),
                         builder.getStringAttr(symbol.getName()), min, max,
                         saturated ? builder.getUnitAttr() : UnitAttr());
  }
  for (const auto &[text, range] : program.rangeConstraints) {
    ep::ExprAttr expr = llvm::cantFail(ep::parseExpr(context, text));
    bool saturated = false;
    IntegerAttr min = readBound(builder, range.min, saturated);
    IntegerAttr max = readBound(builder, range.max, saturated);
    if (!expr.isSymbol())
      ep::ConstraintOp::create(builder, op.getLoc(), expr, min, max);
  }
  return llvm::Error::success();
}

llvm::Error ProgramImporter::importGuards() {
  for (StringRef guard : program.guardsCode) {
    llvm::Expected<std::string> text = substitutePaths(guard);
    if (!text)
      return fail("guard \"" + guard +
                  "\" is not understood: " + llvm::toString(text.takeError()));
    llvm::Expected<ep::ExprAttr> condition = ep::parseExpr(context, *text);
    if (!condition)
      return fail("guard \"" + guard + "\" is not understood: " +
                  llvm::toString(condition.takeError()));
    if (ep::getSort(*condition) != ep::Sort::Bool)
      return fail("guard \"" + guard + "\" is not a condition");
    ep::GuardOp::create(builder, op.getLoc(), *condition, guard);
  }
  return llvm::Error::success();
}

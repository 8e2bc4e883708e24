// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbols with their ranges, constraints of derived expressions, and guards.
#include "ProgramImporter.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Support/Origin.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

namespace {
struct Limits {
  std::optional<int64_t> min, max;
  bool saturated = false;
};
} // namespace

/// A bound of the file. Numbers beyond 64 bits saturate.
static llvm::Expected<std::optional<int64_t>>
readBound(StringRef text, const json::Value *value, bool &saturated) {
  if (!value || value->isNull())
    return std::nullopt;
  if (std::optional<int64_t> number = value->getAsInteger())
    return number;
  std::optional<double> number = value->getAsNumber();
  if (!number)
    return llvm::createStringError("bad range of " + text +
                                   ": a bound is not a number");
  saturated = true;
  return *number < 0 ? std::numeric_limits<int64_t>::min()
                     : std::numeric_limits<int64_t>::max();
}

static llvm::Expected<Limits> readRange(StringRef text,
                                        const RangeConstraint &constraint) {
  Limits range;
  auto min = readBound(text, constraint.min, range.saturated);
  if (!min)
    return min.takeError();
  auto max = readBound(text, constraint.max, range.saturated);
  if (!max)
    return max.takeError();
  if (*min && *max && **min > **max)
    return llvm::createStringError("empty range of " + text + ": " +
                                   Twine(**min) + " is greater than " +
                                   Twine(**max));
  range.min = *min;
  range.max = *max;
  return range;
}

/// Warns of sizes whose example lies outside of their symbol's range.
void ProgramImporter::checkHints() {
  llvm::StringMap<ep::SymbolOp> symbols;
  for (auto symbol : op.getBody().getOps<ep::SymbolOp>())
    symbols[symbol.getName()] = symbol;
  llvm::StringSet<> warned;
  for (const auto &[name, meta] : program.graph.tensorValues)
    for (const SymInt &size : meta.sizes) {
      const json::Object *body = size.value->getAsObject();
      const json::Object *hint = body ? body->getObject("hint") : nullptr;
      std::optional<int64_t> number =
          hint ? hint->getInteger("as_int") : std::nullopt;
      llvm::Expected<ep::ExprAttr> expr = readExpr(size);
      if (!expr) {
        llvm::consumeError(expr.takeError());
        continue;
      }
      if (!number || !expr->isSymbol())
        continue;
      ep::SymbolOp symbol = symbols.lookup(expr->getName());
      bool isOutside =
          (symbol.getMinAttr() && *number < symbol.getMinAttr().getInt()) ||
          (symbol.getMaxAttr() && *number > symbol.getMaxAttr().getInt());
      if (isOutside && warned.insert(expr->getName()).second)
        emitWarning(op.getLoc(), "hint ")
            << *number << " of " << expr->getName()
            << " is outside of the range of the symbol";
    }
}

/// Calls `note` on the symbols of a graph and of the graphs inside it.
llvm::Error
ProgramImporter::collectSymbols(const Graph &graph,
                                llvm::function_ref<void(ep::ExprAttr)> note) {
  for (const auto &[name, meta] : graph.tensorValues) {
    auto sizes = readExprs(meta.sizes);
    if (!sizes)
      return sizes.takeError();
    for (ep::ExprAttr size : *sizes)
      ep::walkSymbols(size, note);
  }
  for (const auto &[name, value] : graph.symValues) {
    llvm::Expected<ep::ExprAttr> expr = readExpr(value);
    if (!expr)
      return expr.takeError();
    ep::walkSymbols(*expr, note);
  }
  for (const Node &node : graph.nodes)
    for (const NamedArgument &input : node.inputs) {
      if (input.arg.kind != "as_graph")
        continue;
      llvm::Expected<const Graph *> inner = readSubgraph(input.arg);
      if (!inner)
        return inner.takeError();
      if (llvm::Error error = collectSymbols(**inner, note))
        return error;
    }
  return llvm::Error::success();
}

llvm::Error ProgramImporter::importSymbols() {
  // Every symbol is declared, also one that has no range in the file.
  llvm::SetVector<ep::ExprAttr> symbols;
  llvm::SmallDenseMap<ep::ExprAttr, Limits> ranges;
  SmallVector<std::pair<ep::ExprAttr, Limits>> constraints;
  auto note = [&](ep::ExprAttr symbol) { symbols.insert(symbol); };
  for (const auto &[text, constraint] : program.rangeConstraints) {
    llvm::Expected<ep::ExprAttr> expr = parseExpr(text);
    if (!expr)
      return fail(ImportError::Symbols,
                  "bad range key '" + text.take_front(100) +
                      "': " + takeReason(expr.takeError()));
    llvm::Expected<Limits> range = readRange(text, constraint);
    if (!range)
      return fail(ImportError::Symbols, llvm::toString(range.takeError()));
    ep::walkSymbols(*expr, note);
    if (expr->isSymbol())
      ranges[*expr] = *range;
    else
      constraints.push_back({*expr, *range});
  }
  if (llvm::Error error = collectSymbols(program.graph, note))
    return error;
  auto toAttr = [&](std::optional<int64_t> bound) {
    return bound ? builder.getI64IntegerAttr(*bound) : IntegerAttr();
  };
  for (ep::ExprAttr symbol : symbols) {
    Limits range = ranges.lookup(symbol);
    ep::SymbolOp::create(builder, op.getLoc(),
                         builder.getStringAttr(symbol.getName()),
                         toAttr(range.min), toAttr(range.max),
                         range.saturated ? builder.getUnitAttr() : UnitAttr());
  }
  for (auto [expr, range] : constraints)
    ep::ConstraintOp::create(builder, op.getLoc(), expr, toAttr(range.min),
                             toAttr(range.max));
  checkHints();
  return llvm::Error::success();
}

/// An unbacked symbol stands for a number that a node computes. Operators whose
/// result sizes never depend on data compute none.
llvm::Error ProgramImporter::checkUnbacked() {
  llvm::DenseSet<ep::ExprAttr> defined;
  llvm::Error error = llvm::Error::success();
  for (Operation &each : op.getGraph().getBody().front()) {
    const aten::Schema *schema =
        aten::lookupSchema(each.getName().getStringRef());
    bool mayDefine = !schema || schema->isDynamicOutput() ||
                     !(schema->isCore() || schema->isPointwise());
    auto visit = [&](ep::ExprAttr symbol) {
      if (!isUnbacked(symbol) || !defined.insert(symbol).second || mayDefine)
        return;
      llvm::consumeError(std::move(error));
      error =
          fail(ImportError::Symbols,
               getOrigin(each.getLoc()).str() +
                   ": unbacked symbol without definition: " + symbol.getName());
    };
    for (Type type : each.getResultTypes()) {
      if (auto number = dyn_cast<ep::NumberType>(type))
        ep::walkSymbols(number.getValue(), visit);
      if (auto tensor = dyn_cast<ep::TensorType>(type))
        for (ep::ExprAttr size : tensor.getSizes())
          ep::walkSymbols(size, visit);
    }
  }
  return error;
}

/// A guard is the condition that its text means.
llvm::Error ProgramImporter::importGuard(StringRef guard) {
  llvm::Expected<GuardText> read = substitutePaths(guard);
  llvm::Expected<ep::ExprAttr> condition =
      read ? ep::parseExpr(context, read->text) : read.takeError();
  if (!condition)
    return llvm::createStringError(
        "guard \"" + guard +
        "\" is not understood: " + llvm::toString(condition.takeError()));
  if (ep::getSort(*condition) != ep::Sort::Bool)
    return llvm::createStringError("guard \"" + guard +
                                   "\" is not a condition");
  Location loc = findGuardLoc(op.getGraph(), read->inputs, op.getLoc());
  ep::GuardOp::create(builder, loc, *condition, guard);
  return llvm::Error::success();
}

llvm::Error ProgramImporter::importGuards() {
  for (StringRef guard : program.guardsCode) {
    llvm::Error error = importGuard(guard);
    if (!error)
      continue;
    std::string reason = llvm::toString(std::move(error));
    if (!options.allowUnknownGuards)
      return fail(ImportError::Symbols, reason,
                  "--allow-unknown-guards leaves it unchecked");
    emitWarning(op.getLoc()) << reason << "; it is not checked";
  }
  return llvm::Error::success();
}

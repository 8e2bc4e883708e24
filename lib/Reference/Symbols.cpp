// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Symbols.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;
using ep::ExprAttr;
using ep::ExprValue;

std::string reference::toText(const ExprValue &value) {
  if (const auto *boolean = std::get_if<bool>(&value))
    return *boolean ? "true" : "false";
  return std::visit([](auto v) { return llvm::formatv("{0}", v).str(); },
                    value);
}

std::string reference::describeSymbols(ExprAttr expr,
                                       const SymbolValues &symbols) {
  llvm::SetVector<ExprAttr> found;
  ep::walkSymbols(expr, [&](ExprAttr symbol) { found.insert(symbol); });
  auto describe = [&](ExprAttr symbol) {
    auto it = symbols.find(symbol.getName());
    return (symbol.getName() + " = " +
            (it == symbols.end() ? "?" : toText(it->second)))
        .str();
  };
  std::string text = llvm::join(llvm::map_range(found, describe), ", ");
  return text.empty() ? text : " with " + text;
}

/// The only symbol of `expr` without a value; null when there is none, nothing
/// when there are several.
static std::optional<ExprAttr> findUnknown(ExprAttr expr,
                                           const SymbolValues &symbols) {
  ExprAttr unknown;
  bool several = false;
  ep::walkSymbols(expr, [&](ExprAttr symbol) {
    if (symbols.contains(symbol.getName()))
      return;
    several |= unknown && unknown != symbol;
    unknown = symbol;
  });
  return several ? std::nullopt : std::make_optional(unknown);
}

/// The value of `expr` where `symbol` is `value`.
static std::optional<ExprValue> tryValue(ExprAttr expr, ExprAttr symbol,
                                         const ExprValue &value,
                                         const SymbolValues &symbols) {
  SymbolValues trial = symbols;
  trial[symbol.getName()] = value;
  llvm::Expected<ExprValue> result = ep::evaluate(expr, trial);
  if (result)
    return *result;
  llvm::consumeError(result.takeError());
  return std::nullopt;
}

/// The value of `symbol` that gives `expr` its value.
static std::optional<ExprValue> solve(ExprAttr expr, const ExprValue &value,
                                      ExprAttr symbol,
                                      const SymbolValues &symbols) {
  if (expr == symbol)
    return value;
  std::optional<ExprValue> atZero = tryValue(expr, symbol, int64_t(0), symbols);
  std::optional<ExprValue> atOne = tryValue(expr, symbol, int64_t(1), symbols);
  if (!atZero || !atOne)
    return std::nullopt;
  if (std::holds_alternative<bool>(value)) // Eq(u0, 1)
    return *atZero == *atOne ? std::nullopt
                             : std::make_optional<ExprValue>(
                                   int64_t(*atOne == value ? 1 : 0));
  const auto *zero = std::get_if<int64_t>(&*atZero);
  const auto *one = std::get_if<int64_t>(&*atOne);
  const auto *wanted = std::get_if<int64_t>(&value);
  if (!zero || !one || !wanted || *zero == *one ||
      (*wanted - *zero) % (*one - *zero) != 0)
    return std::nullopt;
  ExprValue guess = (*wanted - *zero) / (*one - *zero);
  if (tryValue(expr, symbol, guess, symbols) != std::make_optional(value))
    return std::nullopt;
  return guess;
}

llvm::Error reference::bindSymbols(ArrayRef<Observation> observations,
                                   SymbolValues &symbols) {
  // Each round binds a symbol or is the last; bare symbols need no second one.
  for (bool changed = true; changed;) {
    changed = false;
    for (const Observation &seen : observations) {
      std::optional<ExprAttr> unknown = findUnknown(seen.expr, symbols);
      if (!unknown || !*unknown)
        continue;
      if (std::optional<ExprValue> value =
              solve(seen.expr, seen.value, *unknown, symbols)) {
        symbols[unknown->getName()] = *value;
        changed = true;
      }
    }
  }
  for (const Observation &seen : observations) {
    llvm::Expected<ExprValue> value = ep::evaluate(seen.expr, symbols);
    if (!value) {
      llvm::consumeError(value.takeError());
      continue;
    }
    if (*value != seen.value)
      return llvm::createStringError(seen.what + " is " + toText(seen.value) +
                                     ", but " + seen.expr.str() + " is " +
                                     toText(*value));
  }
  return llvm::Error::success();
}

void reference::observe(Type type, const RuntimeValue &value, const Twine &what,
                        SmallVectorImpl<Observation> &observations) {
  const auto *tensor = std::get_if<Tensor>(&value);
  if (auto tensorType = dyn_cast<ep::TensorType>(type); tensorType && tensor)
    for (auto [d, size] : llvm::enumerate(tensorType.getSizes()))
      observations.push_back({size, ExprValue(tensor->getSize(d)),
                              (what + ", dimension " + Twine(d)).str()});
  const auto *scalar = std::get_if<Scalar>(&value);
  auto number = dyn_cast<ep::NumberType>(type);
  if (!number || !scalar)
    return;
  ExprAttr expr = number.getValue();
  switch (ep::getSort(expr)) {
  case ep::Sort::Int:
    observations.push_back({expr, ExprValue(toInt(*scalar)), what.str()});
    break;
  case ep::Sort::Float:
    observations.push_back({expr, ExprValue(toDouble(*scalar)), what.str()});
    break;
  case ep::Sort::Bool:
    observations.push_back({expr, ExprValue(toBool(*scalar)), what.str()});
  }
}

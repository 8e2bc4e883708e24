// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SizeNames.h"
#include "kiln/Dialect/EP/ExprNames.h"
#include "kiln/Dialect/EP/Symbols.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::package;
using ep::ExprAttr;
using ep::ExprKind;

/// The least number of symbols, literals and functions that is worth a name.
static constexpr unsigned kLeastLength = 12;
static constexpr unsigned kMostLength = 1u << 20;

/// Has a value wherever its operands have one, but for numbers that leave 64
/// bits. A size that may fail is evaluated where it is used, not for every
/// call.
static bool isTotal(ExprAttr expr) {
  switch (expr.getKind()) {
  case ExprKind::Add:
  case ExprKind::Mul:
  case ExprKind::Max:
  case ExprKind::Min:
    return true;
  case ExprKind::FloorDiv:
  case ExprKind::Mod:
    return expr.getOperands()[1].isInt() && !expr.getOperands()[1].isInt(0);
  default:
    return false;
  }
}

SizeNames::SizeNames(exec::HostOp host) {
  auto program = cast<ep::ProgramOp>(host->getParentOp());
  for (auto symbol : program.getBody().getOps<ep::SymbolOp>())
    if (!ep::isUnbacked(symbol.getSymName()))
      symbols.insert(symbol.getSymName());
  SmallVector<ExprAttr> roots;
  // Inputs bind symbols: their sizes are written as they are.
  host.walk([&](Operation *op) {
    if (auto size = dyn_cast<exec::SizeOp>(op))
      taken.insert(size.getName());
    if (auto read = dyn_cast<exec::ReadScalarOp>(op))
      taken.insert(read.getName());
    if (auto launch = dyn_cast<exec::LaunchOp>(op))
      roots.push_back(launch.getNumItems());
    if (!isa<exec::HostOp, exec::InputOp>(op))
      op->getAttrDictionary().walk<WalkOrder::PreOrder>([&](ExprAttr expr) {
        roots.push_back(expr);
        return WalkResult::skip();
      });
  });
  for (ExprAttr root : roots)
    count(root);
  for (ExprAttr root : roots)
    choose(root);
}

/// Counts in how many places each part stands, and measures it.
void SizeNames::count(ExprAttr expr) {
  if (expr.getOperands().empty() || uses[expr]++)
    return;
  unsigned length = 1;
  for (ExprAttr operand : expr.getOperands()) {
    count(operand);
    length += operand.getOperands().empty() ? 1 : lengths.lookup(operand);
  }
  lengths[expr] = std::min(length, kMostLength);
}

/// Is it known from the start of a call?
bool SizeNames::isFixed(ExprAttr expr) {
  if (expr.isSymbol())
    return symbols.contains(expr.getName());
  if (expr.getOperands().empty())
    return expr.isInt();
  if (auto found = fixed.find(expr); found != fixed.end())
    return found->second;
  bool result = isTotal(expr) && ep::getSort(expr) == ep::Sort::Int &&
                llvm::all_of(expr.getOperands(),
                             [&](ExprAttr part) { return isFixed(part); });
  fixed[expr] = result;
  return result;
}

/// Names shared expressions, the parts before the whole.
void SizeNames::choose(ExprAttr expr) {
  if (!chosen.insert(expr).second)
    return;
  for (ExprAttr operand : expr.getOperands())
    choose(operand);
  if (uses.lookup(expr) < 2 || lengths.lookup(expr) < kLeastLength ||
      !isFixed(expr))
    return;
  std::string name = ("size_" + Twine(names.size())).str();
  while (symbols.contains(name) || taken.contains(name))
    name += "_";
  names[expr] = name;
}

void SizeNames::forEach(
    llvm::function_ref<void(StringRef, const std::string &)> visit) {
  for (const auto &[expr, name] : names) {
    std::string text;
    llvm::raw_string_ostream os(text);
    ep::printExpr(os, expr, [&, root = expr](ExprAttr part) {
      auto found = part == root ? names.end() : names.find(part);
      return found == names.end() ? StringRef() : StringRef(found->second);
    });
    visit(name, text);
  }
}

std::string SizeNames::getText(ExprAttr expr) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  ep::printExpr(os, expr, [&](ExprAttr part) {
    auto found = names.find(part);
    return found == names.end() ? StringRef() : StringRef(found->second);
  });
  return text;
}

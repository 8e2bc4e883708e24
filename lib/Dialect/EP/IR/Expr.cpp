// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The factory of expressions: the rules that make a normal form, but those of
// polynomials.
#include "Polynomial.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;
using namespace kiln::ep::detail;

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

ExprAttr ep::makeInt(MLIRContext *context, int64_t value) {
  return ExprAttr::get(context, ExprKind::Int, value, "", {});
}

ExprAttr ep::makeFloat(MLIRContext *context, double value) {
  return ExprAttr::get(context, ExprKind::Float, llvm::bit_cast<int64_t>(value),
                       "", {});
}

ExprAttr ep::makeBool(MLIRContext *context, bool value) {
  return ExprAttr::get(context, ExprKind::Bool, value, "", {});
}

ExprAttr ep::makeSymbol(MLIRContext *context, StringRef name) {
  return ExprAttr::get(context, ExprKind::Symbol, 0, name, {});
}

double ExprAttr::getFloat() const { return llvm::bit_cast<double>(getValue()); }

ExprAttr ep::detail::makeNode(ExprKind kind, ArrayRef<ExprAttr> operands) {
  return ExprAttr::get(operands.front().getContext(), kind, 0, "", operands);
}

//===----------------------------------------------------------------------===//
// Sorts
//===----------------------------------------------------------------------===//

static bool isFloat(ExprAttr expr) { return getSort(expr) == Sort::Float; }

Sort ep::getSort(ExprAttr expr) {
  switch (expr.getKind()) {
  case ExprKind::Int:
  case ExprKind::FloorDiv:
  case ExprKind::Mod:
  case ExprKind::Pow:
  case ExprKind::TruncToInt:
  case ExprKind::FloorToInt:
  case ExprKind::CeilToInt:
  case ExprKind::RoundToInt:
  case ExprKind::BitAnd:
  case ExprKind::BitOr:
  case ExprKind::BitXor:
  case ExprKind::LShift:
  case ExprKind::RShift:
    return Sort::Int;
  case ExprKind::Bool:
  case ExprKind::Eq:
  case ExprKind::Ne:
  case ExprKind::Lt:
  case ExprKind::Le:
  case ExprKind::And:
  case ExprKind::Or:
  case ExprKind::Not:
    return Sort::Bool;
  case ExprKind::Symbol:
    return expr.getName().starts_with("zf") || expr.getName().starts_with("zuf")
               ? Sort::Float
               : Sort::Int;
  case ExprKind::Add:
  case ExprKind::Mul:
  case ExprKind::Max:
  case ExprKind::Min:
  case ExprKind::Abs:
    // The factory has made all operands of one sort.
    return getSort(expr.getOperands()[0]);
  case ExprKind::Where:
    return getSort(expr.getOperands()[1]);
  default:
    return Sort::Float;
  }
}

std::optional<std::string> ep::checkOperands(ExprKind kind,
                                             ArrayRef<ExprAttr> operands) {
  auto all = [&](auto pred) { return llvm::all_of(operands, pred); };
  auto isInt = [](ExprAttr e) { return getSort(e) == Sort::Int; };
  auto isBool = [](ExprAttr e) { return getSort(e) == Sort::Bool; };
  auto isNumber = [](ExprAttr e) { return getSort(e) != Sort::Bool; };
  auto want = [&](size_t count, bool ok,
                  StringRef what) -> std::optional<std::string> {
    if (operands.size() == count && ok)
      return std::nullopt;
    return (stringifyExprKind(kind) + " wants " + what).str();
  };
  switch (kind) {
  case ExprKind::Add:
  case ExprKind::Mul:
  case ExprKind::Max:
  case ExprKind::Min:
    return want(operands.size(), !operands.empty() && all(isNumber),
                "one or more numbers");
  case ExprKind::FloorDiv:
  case ExprKind::Mod:
  case ExprKind::Pow:
  case ExprKind::BitAnd:
  case ExprKind::BitOr:
  case ExprKind::BitXor:
  case ExprKind::LShift:
  case ExprKind::RShift:
    return want(2, all(isInt), "two ints");
  case ExprKind::TrueDiv:
  case ExprKind::FloatPow:
  case ExprKind::Lt:
  case ExprKind::Le:
    return want(2, all(isNumber), "two numbers");
  case ExprKind::Eq:
  case ExprKind::Ne:
    return want(2, all(isNumber) || all(isBool), "two numbers or two bools");
  case ExprKind::And:
  case ExprKind::Or:
    return want(operands.size(), !operands.empty() && all(isBool),
                "one or more bools");
  case ExprKind::Not:
    return want(1, all(isBool), "a bool");
  case ExprKind::Where:
    return want(3,
                operands.size() == 3 && isBool(operands[0]) &&
                    isBool(operands[1]) == isBool(operands[2]),
                "a bool and two values of one sort");
  default:
    return want(1, all(isNumber), "a number");
  }
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// A total order that does not depend on addresses: leaves by value and name,
/// then by kind and operands. Texts and files therefore never depend on a run.
static int compare(ExprAttr a, ExprAttr b) {
  if (a == b)
    return 0;
  if (a.getKind() != b.getKind()) {
    // Symbols first, so that sums and products read naturally.
    auto rank = [](ExprAttr e) {
      return e.isSymbol() ? -1 : static_cast<int>(e.getKind());
    };
    return rank(a) < rank(b) ? -1 : 1;
  }
  if (int c = a.getName().compare_numeric(b.getName()))
    return c;
  if (a.getValue() != b.getValue())
    return a.getValue() < b.getValue() ? -1 : 1;
  if (a.getOperands().size() != b.getOperands().size())
    return a.getOperands().size() < b.getOperands().size() ? -1 : 1;
  for (auto [x, y] : llvm::zip(a.getOperands(), b.getOperands()))
    if (int c = compare(x, y))
      return c;
  return 0;
}

bool ep::detail::less(ExprAttr a, ExprAttr b) { return compare(a, b) < 0; }

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

static ExprAttr makePow(ExprAttr base, ExprAttr exponent) {
  if (exponent.isInt() && exponent.getValue() >= 0 &&
      exponent.getValue() <= 8) {
    SmallVector<ExprAttr> factors(exponent.getValue(), base);
    return product(base.getContext(), factors);
  }
  int64_t value = 1;
  if (base.isInt() && exponent.isInt() && exponent.getValue() >= 0 &&
      exponent.getValue() < 64) {
    bool overflow = false;
    for (int64_t i = 0; i < exponent.getValue(); ++i)
      overflow |= llvm::MulOverflow(value, base.getValue(), value);
    if (!overflow)
      return makeInt(base.getContext(), value);
  }
  return makeNode(ExprKind::Pow, {base, exponent});
}

//===----------------------------------------------------------------------===//
// Lattice, comparison, logic
//===----------------------------------------------------------------------===//

static ExprAttr makeMaxMin(ExprKind kind, ArrayRef<ExprAttr> operands) {
  if (llvm::any_of(operands, isFloat))
    return makeNode(kind, operands);
  SmallVector<ExprAttr> flat;
  std::optional<int64_t> literal;
  auto take = [&](ExprAttr e) {
    if (!e.isInt())
      return flat.push_back(e);
    literal = !literal                ? e.getValue()
              : kind == ExprKind::Max ? std::max(*literal, e.getValue())
                                      : std::min(*literal, e.getValue());
  };
  for (ExprAttr operand : operands) {
    if (operand.getKind() == kind)
      llvm::for_each(operand.getOperands(), take);
    else
      take(operand);
  }
  llvm::sort(flat, less);
  flat.erase(llvm::unique(flat), flat.end());
  if (literal)
    flat.insert(flat.begin(), makeInt(operands[0].getContext(), *literal));
  return flat.size() == 1 ? flat.front() : makeNode(kind, flat);
}

static ExprAttr makeCompare(ExprKind kind, ExprAttr a, ExprAttr b) {
  MLIRContext *context = a.getContext();
  if (getSort(a) == Sort::Bool || isFloat(a) || isFloat(b))
    return makeNode(kind, {a, b});
  ExprAttr difference = sub(a, b);
  if (difference.isInt()) {
    int64_t d = difference.getValue();
    return makeBool(context, kind == ExprKind::Eq   ? d == 0
                             : kind == ExprKind::Ne ? d != 0
                             : kind == ExprKind::Lt ? d < 0
                                                    : d <= 0);
  }
  if ((kind == ExprKind::Eq || kind == ExprKind::Ne) && less(b, a))
    std::swap(a, b);
  return makeNode(kind, {a, b});
}

static ExprAttr makeLogic(ExprKind kind, ArrayRef<ExprAttr> operands) {
  bool neutral = kind == ExprKind::And;
  SmallVector<ExprAttr> flat;
  for (ExprAttr operand : operands) {
    if (operand.getKind() == ExprKind::Bool) {
      if (static_cast<bool>(operand.getValue()) != neutral)
        return operand;
    } else if (operand.getKind() == kind) {
      flat.append(operand.getOperands().begin(), operand.getOperands().end());
    } else {
      flat.push_back(operand);
    }
  }
  llvm::sort(flat, less);
  flat.erase(llvm::unique(flat), flat.end());
  if (flat.empty())
    return makeBool(operands[0].getContext(), neutral);
  return flat.size() == 1 ? flat.front() : makeNode(kind, flat);
}

static ExprAttr makeNot(ExprAttr a) {
  ArrayRef<ExprAttr> operands = a.getOperands();
  switch (a.getKind()) {
  case ExprKind::Bool:
    return makeBool(a.getContext(), !a.getValue());
  case ExprKind::Not:
    return operands[0];
  case ExprKind::Eq:
    return makeNode(ExprKind::Ne, operands);
  case ExprKind::Ne:
    return makeNode(ExprKind::Eq, operands);
  case ExprKind::Lt:
    if (!isFloat(operands[0]) && !isFloat(operands[1]))
      return makeNode(ExprKind::Le, {operands[1], operands[0]});
    break;
  case ExprKind::Le:
    if (!isFloat(operands[0]) && !isFloat(operands[1]))
      return makeNode(ExprKind::Lt, {operands[1], operands[0]});
    break;
  default:
    break;
  }
  return makeNode(ExprKind::Not, {a});
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

/// Does `kind` compute in floats where one operand is a float, as Python does?
static bool isArithmetic(ExprKind kind) {
  switch (kind) {
  case ExprKind::Add:
  case ExprKind::Mul:
  case ExprKind::Max:
  case ExprKind::Min:
  case ExprKind::Eq:
  case ExprKind::Ne:
  case ExprKind::Lt:
  case ExprKind::Le:
  case ExprKind::TrueDiv:
  case ExprKind::Where:
    return true;
  default:
    return false;
  }
}

static bool isFloatFunction(ExprKind kind) {
  switch (kind) {
  case ExprKind::FloatPow:
  case ExprKind::Sqrt:
  case ExprKind::Exp:
  case ExprKind::Log:
  case ExprKind::Sin:
  case ExprKind::Cos:
  case ExprKind::Tanh:
    return true;
  default:
    return false;
  }
}

static ExprAttr toFloat(ExprAttr expr) {
  if (getSort(expr) != Sort::Int)
    return expr;
  if (expr.isInt())
    return makeFloat(expr.getContext(), static_cast<double>(expr.getValue()));
  return makeNode(ExprKind::ToFloat, {expr});
}

ExprAttr ep::makeExpr(ExprKind kind, ArrayRef<ExprAttr> operands) {
  // Texts of packages convert nothing silently.
  SmallVector<ExprAttr> floats;
  if (isFloatFunction(kind) ||
      (isArithmetic(kind) && llvm::any_of(operands, isFloat))) {
    floats = llvm::map_to_vector(operands, toFloat);
    operands = floats;
  }
  switch (kind) {
  case ExprKind::Add:
    return makeSum(operands);
  case ExprKind::Mul:
    return makeProduct(operands);
  case ExprKind::FloorDiv:
    return makeFloorDiv(operands[0], operands[1]);
  case ExprKind::Mod:
    return makeMod(operands[0], operands[1]);
  case ExprKind::Pow:
    return makePow(operands[0], operands[1]);
  case ExprKind::Max:
  case ExprKind::Min:
    return makeMaxMin(kind, operands);
  case ExprKind::Eq:
  case ExprKind::Ne:
  case ExprKind::Lt:
  case ExprKind::Le:
    return makeCompare(kind, operands[0], operands[1]);
  case ExprKind::And:
  case ExprKind::Or:
    return makeLogic(kind, operands);
  case ExprKind::Not:
    return makeNot(operands[0]);
  case ExprKind::ToFloat:
    return toFloat(operands[0]);
  case ExprKind::TruncToInt:
  case ExprKind::FloorToInt:
  case ExprKind::CeilToInt:
  case ExprKind::RoundToInt:
    return isFloat(operands[0]) ? makeNode(kind, operands) : operands[0];
  case ExprKind::Where:
    if (operands[0].getKind() == ExprKind::Bool)
      return operands[operands[0].getValue() ? 1 : 2];
    return makeNode(kind, operands);
  default:
    return makeNode(kind, operands);
  }
}

ExprAttr ep::product(MLIRContext *context, ArrayRef<ExprAttr> exprs) {
  return exprs.empty() ? makeInt(context, 1) : makeProduct(exprs);
}

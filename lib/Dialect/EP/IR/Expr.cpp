// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The factory of expressions: every rule that makes a normal form.
#include "kiln/Dialect/EP/Expr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

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

static ExprAttr makeNode(ExprKind kind, ArrayRef<ExprAttr> operands) {
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
    return llvm::any_of(expr.getOperands(), isFloat) ? Sort::Float : Sort::Int;
  case ExprKind::Where: {
    Sort a = getSort(expr.getOperands()[1]), b = getSort(expr.getOperands()[2]);
    return a == b ? a : Sort::Float;
  }
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

static bool less(ExprAttr a, ExprAttr b) { return compare(a, b) < 0; }

//===----------------------------------------------------------------------===//
// Int polynomials
//===----------------------------------------------------------------------===//

namespace {
/// A sum of `coefficient * product of sorted factors`. The empty product is the
/// constant term.
struct Polynomial {
  using Factors = SmallVector<ExprAttr, 4>;
  struct FactorsLess {
    bool operator()(const Factors &a, const Factors &b) const {
      // Higher degrees first, constants last.
      if (a.size() != b.size())
        return a.size() > b.size();
      return std::lexicographical_compare(a.begin(), a.end(), b.begin(),
                                          b.end(), less);
    }
  };
  std::map<Factors, int64_t, FactorsLess> terms;
  bool overflow = false;

  void addTerm(const Factors &factors, int64_t coefficient) {
    auto [it, isNew] = terms.try_emplace(factors, coefficient);
    if (!isNew)
      overflow |= llvm::AddOverflow(it->second, coefficient, it->second);
    if (it->second == 0)
      terms.erase(it);
  }
};
} // namespace

/// Distribution stops at this many terms; larger products stay products.
static constexpr size_t kMaxTerms = 64;

/// An expression as one factor.
static Polynomial asFactor(ExprAttr expr) {
  Polynomial result;
  result.addTerm({expr}, 1);
  return result;
}

static Polynomial toPolynomial(ExprAttr expr) {
  Polynomial result;
  if (expr.isInt()) {
    result.addTerm({}, expr.getValue());
  } else if (expr.getKind() == ExprKind::Add) {
    for (ExprAttr operand : expr.getOperands())
      for (auto &[factors, c] : toPolynomial(operand).terms)
        result.addTerm(factors, c);
  } else if (expr.getKind() == ExprKind::Mul) {
    // In normal form there is at most one literal, then factors; not where 64
    // bits do not hold the normal form.
    int64_t coefficient = 1;
    Polynomial::Factors factors;
    for (ExprAttr operand : expr.getOperands()) {
      if (!operand.isInt())
        factors.push_back(operand);
      else if (llvm::MulOverflow(coefficient, operand.getValue(), coefficient))
        return asFactor(expr);
    }
    result.addTerm(factors, coefficient);
  } else {
    return asFactor(expr);
  }
  return result.overflow ? asFactor(expr) : result;
}

static Polynomial multiply(const Polynomial &a, const Polynomial &b) {
  Polynomial result;
  result.overflow = a.overflow || b.overflow;
  for (auto &[fa, ca] : a.terms) {
    for (auto &[fb, cb] : b.terms) {
      Polynomial::Factors factors = fa;
      factors.append(fb.begin(), fb.end());
      llvm::sort(factors, less);
      int64_t c;
      result.overflow |= llvm::MulOverflow(ca, cb, c);
      result.addTerm(factors, c);
    }
  }
  return result;
}

static ExprAttr fromPolynomial(MLIRContext *context, const Polynomial &p) {
  SmallVector<ExprAttr> sum;
  for (auto &[factors, c] : p.terms) {
    SmallVector<ExprAttr> parts;
    if (c != 1 || factors.empty())
      parts.push_back(makeInt(context, c));
    parts.append(factors.begin(), factors.end());
    sum.push_back(parts.size() == 1 ? parts.front()
                                    : makeNode(ExprKind::Mul, parts));
  }
  if (sum.empty())
    return makeInt(context, 0);
  return sum.size() == 1 ? sum.front() : makeNode(ExprKind::Add, sum);
}

static ExprAttr makeSum(ArrayRef<ExprAttr> operands) {
  if (llvm::any_of(operands, isFloat))
    return makeNode(ExprKind::Add, operands);
  Polynomial result;
  for (ExprAttr operand : operands)
    for (auto &[factors, c] : toPolynomial(operand).terms)
      result.addTerm(factors, c);
  if (result.overflow)
    return makeNode(ExprKind::Add, operands);
  return fromPolynomial(operands.front().getContext(), result);
}

static ExprAttr makeProduct(ArrayRef<ExprAttr> operands) {
  if (llvm::any_of(operands, isFloat))
    return makeNode(ExprKind::Mul, operands);
  Polynomial result;
  result.addTerm({}, 1);
  for (ExprAttr operand : operands) {
    Polynomial factor = toPolynomial(operand);
    if (result.terms.size() * factor.terms.size() > kMaxTerms) {
      // Too large to expand: the operand stays one factor.
      factor = asFactor(operand);
    }
    result = multiply(result, factor);
  }
  if (result.overflow)
    return makeNode(ExprKind::Mul, operands);
  return fromPolynomial(operands.front().getContext(), result);
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

static int64_t floorDivInt(int64_t a, int64_t b) {
  int64_t q = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
}

/// In [0, b), for b > 0. By the remainder: `a - floorDivInt(a, b) * b` would
/// overflow near the least value.
static int64_t floorModInt(int64_t a, int64_t b) {
  int64_t r = a % b;
  return r < 0 ? r + b : r;
}

/// Splits `a` by divisibility of its coefficients: `a == divisor*quotient +
/// rest`.
static void splitByDivisor(ExprAttr a, int64_t divisor, ExprAttr &quotient,
                           ExprAttr &rest) {
  Polynomial q, r;
  for (auto &[factors, c] : toPolynomial(a).terms) {
    // Only the constant may be split; a term moves whole or not at all.
    if (factors.empty()) {
      if (int64_t whole = floorDivInt(c, divisor))
        q.addTerm(factors, whole);
      if (int64_t part = floorModInt(c, divisor))
        r.addTerm(factors, part);
    } else if (c % divisor == 0) {
      q.addTerm(factors, c / divisor);
    } else {
      r.addTerm(factors, c);
    }
  }
  quotient = fromPolynomial(a.getContext(), q);
  rest = fromPolynomial(a.getContext(), r);
}

static ExprAttr makeFloorDiv(ExprAttr a, ExprAttr b) {
  MLIRContext *context = a.getContext();
  if (b.isInt(1))
    return a;
  if (a == b && b.isInt() && !b.isInt(0))
    return makeInt(context, 1);
  if (!b.isInt() || b.getValue() <= 0)
    return a.isInt(0) && b.isInt() && !b.isInt(0)
               ? a
               : makeNode(ExprKind::FloorDiv, {a, b});
  ExprAttr quotient, rest;
  splitByDivisor(a, b.getValue(), quotient, rest);
  if (rest.isInt())
    return quotient; // 0 <= rest < b
  // FloorDiv(FloorDiv(x, c), d) is FloorDiv(x, c*d) for positive c and d.
  int64_t divisor = b.getValue();
  if (rest.getKind() == ExprKind::FloorDiv && rest.getOperands()[1].isInt() &&
      rest.getOperands()[1].getValue() > 0 &&
      !llvm::MulOverflow(divisor, rest.getOperands()[1].getValue(), divisor))
    return add(quotient,
               makeNode(ExprKind::FloorDiv,
                        {rest.getOperands()[0], makeInt(context, divisor)}));
  return add(quotient, makeNode(ExprKind::FloorDiv, {rest, b}));
}

static ExprAttr makeMod(ExprAttr a, ExprAttr b) {
  if (!b.isInt() || b.getValue() <= 0)
    return makeNode(ExprKind::Mod, {a, b});
  ExprAttr quotient, rest;
  splitByDivisor(a, b.getValue(), quotient, rest);
  if (rest.isInt())
    return rest;
  return makeNode(ExprKind::Mod, {rest, b});
}

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

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one may ask of an expression: its value, its range, whether two are
// equal; and substitution.
#include "kiln/Dialect/EP/Expr.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

//===----------------------------------------------------------------------===//
// Walk and substitute
//===----------------------------------------------------------------------===//

void ep::walkSymbols(ExprAttr expr, llvm::function_ref<void(ExprAttr)> fn) {
  if (expr.isSymbol())
    return fn(expr);
  for (ExprAttr operand : expr.getOperands())
    walkSymbols(operand, fn);
}

ExprAttr
ep::substitute(ExprAttr expr,
               const llvm::DenseMap<ExprAttr, ExprAttr> &replacements) {
  if (ExprAttr replacement = replacements.lookup(expr))
    return replacement;
  if (expr.getOperands().empty())
    return expr;
  SmallVector<ExprAttr> operands;
  for (ExprAttr operand : expr.getOperands())
    operands.push_back(substitute(operand, replacements));
  return makeExpr(expr.getKind(), operands);
}

//===----------------------------------------------------------------------===//
// Evaluate
//===----------------------------------------------------------------------===//

static llvm::Error evaluationError(ExprAttr expr, const Twine &what) {
  return llvm::createStringError("expression " + expr.str() + ": " + what);
}

static double asFloat(const ExprValue &v) {
  if (auto *i = std::get_if<int64_t>(&v))
    return static_cast<double>(*i);
  if (auto *b = std::get_if<bool>(&v))
    return *b;
  return std::get<double>(v);
}

static llvm::Expected<ExprValue> evaluateInt2(ExprAttr expr, int64_t a,
                                              int64_t b) {
  int64_t r = 0;
  bool overflow = false;
  switch (expr.getKind()) {
  case ExprKind::Add:
    overflow = llvm::AddOverflow(a, b, r);
    break;
  case ExprKind::Mul:
    overflow = llvm::MulOverflow(a, b, r);
    break;
  case ExprKind::Max:
    return std::max(a, b);
  case ExprKind::Min:
    return std::min(a, b);
  case ExprKind::FloorDiv:
  case ExprKind::Mod: {
    if (b == 0)
      return evaluationError(expr, "division by zero");
    if (b == -1) {
      if (expr.getKind() == ExprKind::Mod)
        return 0;
      overflow = llvm::SubOverflow(int64_t(0), a, r);
      break;
    }
    int64_t q = a / b, m = a % b;
    bool adjust = m != 0 && (a < 0) != (b < 0);
    return expr.getKind() == ExprKind::FloorDiv ? q - adjust
                                                : m + (adjust ? b : 0);
  }
  case ExprKind::Pow:
    if (b < 0)
      return evaluationError(expr, "negative exponent");
    for (r = 1; b > 0 && !overflow; --b) {
      if (r == 0 || r == 1) { // 0, 1 and -1 need no more than two steps
        if (a == 0 || a == 1)
          return a;
        if (a == -1)
          return b % 2 ? -1 : 1;
      }
      overflow = llvm::MulOverflow(r, a, r);
    }
    break;
  case ExprKind::BitAnd:
    return a & b;
  case ExprKind::BitOr:
    return a | b;
  case ExprKind::BitXor:
    return a ^ b;
  case ExprKind::LShift:
  case ExprKind::RShift:
    if (b < 0 || (b > 63 && expr.getKind() == ExprKind::LShift))
      return evaluationError(expr, "shift out of range");
    if (expr.getKind() == ExprKind::RShift)
      return a >> std::min<int64_t>(b, 63);
    if (b == 63 && (a == 0 || a == -1))
      return a == 0 ? 0 : std::numeric_limits<int64_t>::min();
    overflow = b == 63 || llvm::MulOverflow(a, int64_t(1) << b, r);
    break;
  default:
    llvm_unreachable("not a binary int function");
  }
  if (overflow)
    return evaluationError(expr, "overflow");
  return r;
}

static llvm::Expected<ExprValue> evaluateToInt(ExprAttr expr, double x) {
  switch (expr.getKind()) {
  case ExprKind::TruncToInt:
    x = std::trunc(x);
    break;
  case ExprKind::FloorToInt:
    x = std::floor(x);
    break;
  case ExprKind::CeilToInt:
    x = std::ceil(x);
    break;
  default:
    x = std::nearbyint(x);
  }
  if (!(x >= -9223372036854775808.0 && x < 9223372036854775808.0))
    return evaluationError(expr, "no integer value");
  return static_cast<int64_t>(x);
}

static llvm::Expected<ExprValue> evaluateFloat(ExprAttr expr, double a,
                                               double b) {
  ExprKind kind = expr.getKind();
  if (kind == ExprKind::TrueDiv && b == 0)
    return evaluationError(expr, "division by zero");
  if ((kind == ExprKind::Sqrt && a < 0) || (kind == ExprKind::Log && a <= 0))
    return evaluationError(expr, "outside of the function's domain");
  switch (kind) {
  case ExprKind::Add:
    return a + b;
  case ExprKind::Mul:
    return a * b;
  case ExprKind::Max:
    return a > b ? a : b;
  case ExprKind::Min:
    return a < b ? a : b;
  case ExprKind::TrueDiv:
    return a / b;
  case ExprKind::FloatPow:
    return std::pow(a, b);
  case ExprKind::Sqrt:
    return std::sqrt(a);
  case ExprKind::Exp:
    return std::exp(a);
  case ExprKind::Log:
    return std::log(a);
  case ExprKind::Sin:
    return std::sin(a);
  case ExprKind::Cos:
    return std::cos(a);
  case ExprKind::Tanh:
    return std::tanh(a);
  default:
    return a; // ToFloat
  }
}

static bool evaluateCompare(ExprKind kind, const ExprValue &a,
                            const ExprValue &b) {
  auto compare = [&](auto x, auto y) {
    return kind == ExprKind::Eq   ? x == y
           : kind == ExprKind::Ne ? x != y
           : kind == ExprKind::Lt ? x < y
                                  : x <= y;
  };
  auto *x = std::get_if<int64_t>(&a), *y = std::get_if<int64_t>(&b);
  return x && y ? compare(*x, *y) : compare(asFloat(a), asFloat(b));
}

static llvm::Expected<ExprValue> fold(ExprAttr expr,
                                      ArrayRef<ExprValue> values) {
  ExprKind kind = expr.getKind();
  switch (kind) {
  case ExprKind::Eq:
  case ExprKind::Ne:
  case ExprKind::Lt:
  case ExprKind::Le:
    return evaluateCompare(kind, values[0], values[1]);
  case ExprKind::Where:
    return values[std::get<bool>(values[0]) ? 1 : 2];
  case ExprKind::And:
    return llvm::all_of(values, [](auto &v) { return std::get<bool>(v); });
  case ExprKind::Or:
    return llvm::any_of(values, [](auto &v) { return std::get<bool>(v); });
  case ExprKind::Not:
    return !std::get<bool>(values[0]);
  case ExprKind::TruncToInt:
  case ExprKind::FloorToInt:
  case ExprKind::CeilToInt:
  case ExprKind::RoundToInt:
    if (auto *i = std::get_if<int64_t>(&values[0]))
      return *i;
    return evaluateToInt(expr, std::get<double>(values[0]));
  case ExprKind::Abs:
    if (auto *i = std::get_if<int64_t>(&values[0])) {
      if (*i == std::numeric_limits<int64_t>::min())
        return evaluationError(expr, "overflow");
      return std::abs(*i);
    }
    return std::fabs(std::get<double>(values[0]));
  default:
    break;
  }
  auto *a = std::get_if<int64_t>(&values[0]);
  auto *b = std::get_if<int64_t>(&values.back());
  if (kind == ExprKind::TrueDiv && a && b && *b != 0)
    // As Python divides: rounded once, not the operands before.
    return static_cast<double>(static_cast<long double>(*a) /
                               static_cast<long double>(*b));
  if (values.size() == 1)
    return getSort(expr) == Sort::Int
               ? values[0]
               : evaluateFloat(expr, asFloat(values[0]), 0);
  ExprValue result = values[0];
  for (const ExprValue &value : values.drop_front()) {
    if (getSort(expr) == Sort::Int) {
      llvm::Expected<ExprValue> next = evaluateInt2(
          expr, std::get<int64_t>(result), std::get<int64_t>(value));
      if (!next)
        return next;
      result = *next;
    } else {
      llvm::Expected<ExprValue> next =
          evaluateFloat(expr, asFloat(result), asFloat(value));
      if (!next)
        return next;
      result = *next;
    }
  }
  return result;
}

/// A sum of ints. A term with a negative literal is subtracted, as it is
/// written, so that s0 - s1 has a value for the smallest s1 too.
static llvm::Expected<ExprValue>
evaluateSum(ExprAttr expr, const llvm::StringMap<ExprValue> &symbols) {
  int64_t sum = 0;
  bool isFirst = true;
  for (ExprAttr term : expr.getOperands()) {
    bool isSubtracted = !isFirst && term.getKind() == ExprKind::Mul &&
                        term.getOperands()[0].isInt() &&
                        term.getOperands()[0].getValue() < 0;
    int64_t value = 1;
    if (!isSubtracted) {
      llvm::Expected<ExprValue> whole = evaluate(term, symbols);
      if (!whole)
        return whole;
      value = std::get<int64_t>(*whole);
    }
    for (ExprAttr factor :
         isSubtracted ? term.getOperands() : ArrayRef<ExprAttr>()) {
      llvm::Expected<ExprValue> part = evaluate(factor, symbols);
      if (!part)
        return part;
      int64_t number = std::get<int64_t>(*part);
      if (factor == term.getOperands()[0] &&
          llvm::SubOverflow(int64_t(0), number, number))
        return evaluationError(expr, "overflow");
      if (llvm::MulOverflow(value, number, value))
        return evaluationError(term, "overflow");
    }
    if (isSubtracted ? llvm::SubOverflow(sum, value, sum)
                     : llvm::AddOverflow(sum, value, sum))
      return evaluationError(expr, "overflow");
    isFirst = false;
  }
  return sum;
}

llvm::Expected<ExprValue>
ep::evaluate(ExprAttr expr, const llvm::StringMap<ExprValue> &symbols) {
  if (expr.getKind() == ExprKind::Add && getSort(expr) == Sort::Int)
    return evaluateSum(expr, symbols);
  switch (expr.getKind()) {
  case ExprKind::Int:
    return expr.getValue();
  case ExprKind::Float:
    return expr.getFloat();
  case ExprKind::Bool:
    return expr.getValue() != 0;
  case ExprKind::Symbol: {
    auto it = symbols.find(expr.getName());
    if (it == symbols.end())
      return evaluationError(expr, "symbol has no value");
    return it->second;
  }
  default:
    break;
  }
  SmallVector<ExprValue> values;
  for (ExprAttr operand : expr.getOperands()) {
    llvm::Expected<ExprValue> value = evaluate(operand, symbols);
    if (!value)
      return value;
    values.push_back(*value);
  }
  return fold(expr, values);
}

//===----------------------------------------------------------------------===//
// Ranges and proofs
//===----------------------------------------------------------------------===//

using Bound = std::optional<int64_t>;

static Bound checked(Bound a, Bound b,
                     bool (*op)(int64_t, int64_t, int64_t &)) {
  int64_t r;
  return a && b && !op(*a, *b, r) ? Bound(r) : std::nullopt;
}

static Bounds addBounds(Bounds a, Bounds b) {
  auto plus = [](int64_t x, int64_t y, int64_t &r) {
    return static_cast<bool>(llvm::AddOverflow(x, y, r));
  };
  return {checked(a.min, b.min, plus), checked(a.max, b.max, plus)};
}

static Bounds scaleBounds(int64_t c, Bounds b) {
  auto times = [](int64_t x, int64_t y, int64_t &r) {
    return static_cast<bool>(llvm::MulOverflow(x, y, r));
  };
  if (c == 0)
    return {0, 0};
  Bounds scaled{checked(c, b.min, times), checked(c, b.max, times)};
  if (c < 0)
    std::swap(scaled.min, scaled.max);
  return scaled;
}

static Bounds mulBounds(Bounds a, Bounds b) {
  if (a.min && a.min == a.max)
    return scaleBounds(*a.min, b);
  if (b.min && b.min == b.max)
    return scaleBounds(*b.min, a);
  if (a.min.value_or(-1) >= 0 && b.min.value_or(-1) >= 0)
    return {scaleBounds(*a.min, b).min,
            a.max ? scaleBounds(*a.max, b).max : std::nullopt};
  // The sign of a factor that is never positive is that of the product.
  if (a.max.value_or(1) <= 0)
    return scaleBounds(-1, mulBounds(scaleBounds(-1, a), b));
  if (b.max.value_or(1) <= 0)
    return scaleBounds(-1, mulBounds(a, scaleBounds(-1, b)));
  if (!a.min || !a.max)
    return {};
  // The extremes of a product lie at the corners.
  Bounds low = scaleBounds(*a.min, b), high = scaleBounds(*a.max, b);
  Bounds result;
  if (low.min && high.min)
    result.min = std::min(*low.min, *high.min);
  if (low.max && high.max)
    result.max = std::max(*low.max, *high.max);
  return result;
}

static Bounds floorDivBounds(Bounds a, ExprAttr divisor) {
  if (!divisor.isInt() || divisor.getValue() <= 0)
    return {};
  auto divide = [&](Bound v) -> Bound {
    if (!v)
      return v;
    int64_t q = *v / divisor.getValue();
    return *v % divisor.getValue() < 0 ? q - 1 : q;
  };
  return {divide(a.min), divide(a.max)};
}

static Bounds maxMinBounds(ExprKind kind, Bounds a, Bounds b) {
  auto both = [](Bound x, Bound y, bool wantMax) -> Bound {
    if (x && y)
      return wantMax ? std::max(*x, *y) : std::min(*x, *y);
    return std::nullopt;
  };
  auto either = [&](Bound x, Bound y, bool wantMax) -> Bound {
    return x && y ? both(x, y, wantMax) : x ? x : y;
  };
  if (kind == ExprKind::Max)
    return {either(a.min, b.min, true), both(a.max, b.max, true)};
  return {both(a.min, b.min, false), either(a.max, b.max, false)};
}

Bounds ep::range(ExprAttr expr, const Facts &facts) {
  auto of = [&](unsigned i) { return range(expr.getOperands()[i], facts); };
  switch (expr.getKind()) {
  case ExprKind::Int:
    return {expr.getValue(), expr.getValue()};
  case ExprKind::Symbol:
    return facts.lookup(expr.getName());
  case ExprKind::FloorDiv:
    return floorDivBounds(of(0), expr.getOperands()[1]);
  case ExprKind::Mod: {
    ExprAttr divisor = expr.getOperands()[1];
    if (divisor.isInt() && divisor.getValue() > 0)
      return {0, divisor.getValue() - 1};
    return {};
  }
  case ExprKind::Where: {
    Bounds a = of(1), b = of(2);
    return {maxMinBounds(ExprKind::Min, a, b).min,
            maxMinBounds(ExprKind::Max, a, b).max};
  }
  case ExprKind::Add:
  case ExprKind::Mul:
  case ExprKind::Max:
  case ExprKind::Min: {
    if (getSort(expr) != Sort::Int)
      return {};
    Bounds result = of(0);
    for (unsigned i = 1; i < expr.getOperands().size(); ++i) {
      Bounds next = of(i);
      result = expr.getKind() == ExprKind::Add ? addBounds(result, next)
               : expr.getKind() == ExprKind::Mul
                   ? mulBounds(result, next)
                   : maxMinBounds(expr.getKind(), result, next);
    }
    return result;
  }
  default:
    return {};
  }
}

/// Drops the operands of a Max (Min) that another one always exceeds.
static ExprAttr simplifyMaxMin(ExprAttr expr, const Facts &facts) {
  bool isMax = expr.getKind() == ExprKind::Max;
  SmallVector<ExprAttr> kept(expr.getOperands());
  for (size_t i = 0; i < kept.size();) {
    bool dominated = llvm::any_of(kept, [&](ExprAttr other) {
      if (other == kept[i])
        return false;
      Bounds difference = range(sub(other, kept[i]), facts);
      return isMax ? difference.min.value_or(-1) >= 0
                   : difference.max.value_or(1) <= 0;
    });
    if (dominated)
      kept.erase(kept.begin() + i);
    else
      ++i;
  }
  return makeExpr(expr.getKind(), kept);
}

static ExprAttr simplifyCompare(ExprAttr expr, const Facts &facts) {
  Bounds d = range(sub(expr.getOperands()[0], expr.getOperands()[1]), facts);
  auto answer = [&](bool value) { return makeBool(expr.getContext(), value); };
  bool neverZero = d.min.value_or(0) > 0 || d.max.value_or(0) < 0;
  switch (expr.getKind()) {
  case ExprKind::Lt:
    if (d.max.value_or(0) < 0)
      return answer(true);
    return d.min.value_or(-1) >= 0 ? answer(false) : expr;
  case ExprKind::Le:
    if (d.max.value_or(1) <= 0)
      return answer(true);
    return d.min.value_or(0) > 0 ? answer(false) : expr;
  default:
    return neverZero ? answer(expr.getKind() == ExprKind::Ne) : expr;
  }
}

/// The int that the float `expr` is, where no rounding can have changed it.
static ExprAttr getExactInt(ExprAttr expr, const Facts &facts) {
  const int64_t kLargest = int64_t(1) << 53; // each int up to it is a double
  ExprAttr result;
  ArrayRef<ExprAttr> operands = expr.getOperands();
  switch (expr.getKind()) {
  case ExprKind::Float:
    if (std::trunc(expr.getFloat()) == expr.getFloat() &&
        std::fabs(expr.getFloat()) <= kLargest)
      result = makeInt(expr.getContext(), expr.getFloat());
    break;
  case ExprKind::ToFloat:
    result = operands[0];
    break;
  case ExprKind::Add:
  case ExprKind::Mul: {
    ExprAttr a = getExactInt(operands[0], facts);
    ExprAttr b = getExactInt(operands[1], facts);
    if (a && b && operands.size() == 2)
      result = makeExpr(expr.getKind(), {a, b});
    break;
  }
  default:
    break;
  }
  if (!result)
    return {};
  Bounds bounds = range(result, facts);
  bool isExact = bounds.min && *bounds.min >= -kLargest && bounds.max &&
                 *bounds.max <= kLargest;
  return isExact ? result : ExprAttr();
}

ExprAttr ep::simplify(ExprAttr expr, const Facts &facts) {
  if (expr.getOperands().empty())
    return expr;
  SmallVector<ExprAttr> operands;
  for (ExprAttr operand : expr.getOperands())
    operands.push_back(simplify(operand, facts));
  expr = makeExpr(expr.getKind(), operands);
  bool ints = llvm::all_of(expr.getOperands(),
                           [](ExprAttr e) { return getSort(e) == Sort::Int; });
  switch (expr.getKind()) {
  case ExprKind::Max:
  case ExprKind::Min:
    return ints ? simplifyMaxMin(expr, facts) : expr;
  case ExprKind::Eq:
  case ExprKind::Ne:
  case ExprKind::Lt:
  case ExprKind::Le:
    return ints ? simplifyCompare(expr, facts) : expr;
  case ExprKind::TruncToInt:
  case ExprKind::FloorToInt:
  case ExprKind::CeilToInt:
  case ExprKind::RoundToInt:
    if (ExprAttr exact = getExactInt(expr.getOperands()[0], facts))
      return exact;
    return expr;
  default:
    return expr;
  }
}

Answer ep::proveEqual(ExprAttr a, ExprAttr b, const Facts &facts) {
  if (a == b)
    return Answer::Yes;
  if (getSort(a) != Sort::Int || getSort(b) != Sort::Int)
    return Answer::Unknown;
  a = simplify(a, facts);
  b = simplify(b, facts);
  ExprAttr difference = sub(a, b);
  if (difference.isInt())
    return difference.isInt(0) ? Answer::Yes : Answer::No;
  Bounds d = range(difference, facts);
  if (d.min.value_or(0) > 0 || d.max.value_or(0) < 0)
    return Answer::No;
  return d.min == 0 && d.max == 0 ? Answer::Yes : Answer::Unknown;
}

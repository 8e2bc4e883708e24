// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The value of an expression.
#include "kiln/Dialect/EP/Expr.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

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

namespace {
/// Evaluates each shared part of an expression once.
class ExprEvaluator {
public:
  explicit ExprEvaluator(const llvm::StringMap<ExprValue> &symbols)
      : symbols(symbols) {}

  llvm::Expected<ExprValue> evaluate(ExprAttr expr) {
    if (expr.getOperands().empty())
      return evaluateLeaf(expr);
    if (auto found = known.find(expr); found != known.end())
      return found->second;
    llvm::Expected<ExprValue> value =
        expr.getKind() == ExprKind::Add && getSort(expr) == Sort::Int
            ? evaluateSum(expr)
            : evaluateNode(expr);
    if (value)
      known.try_emplace(expr, *value);
    return value;
  }

private:
  llvm::Expected<ExprValue> evaluateLeaf(ExprAttr expr);
  llvm::Expected<ExprValue> evaluateSum(ExprAttr expr);
  llvm::Expected<ExprValue> evaluateNode(ExprAttr expr);

  const llvm::StringMap<ExprValue> &symbols;
  llvm::SmallDenseMap<ExprAttr, ExprValue, 16> known;
};
} // namespace

llvm::Expected<ExprValue> ExprEvaluator::evaluateLeaf(ExprAttr expr) {
  switch (expr.getKind()) {
  case ExprKind::Int:
    return expr.getValue();
  case ExprKind::Float:
    return expr.getFloat();
  case ExprKind::Bool:
    return expr.getValue() != 0;
  default:
    break;
  }
  auto it = symbols.find(expr.getName());
  if (it == symbols.end())
    return evaluationError(expr, "symbol has no value");
  return it->second;
}

llvm::Expected<ExprValue> ExprEvaluator::evaluateNode(ExprAttr expr) {
  SmallVector<ExprValue> values;
  for (ExprAttr operand : expr.getOperands()) {
    llvm::Expected<ExprValue> value = evaluate(operand);
    if (!value)
      return value;
    values.push_back(*value);
  }
  return fold(expr, values);
}

/// A sum of ints. A term with a negative literal is subtracted, as it is
/// written, so that s0 - s1 has a value for the smallest s1 too.
llvm::Expected<ExprValue> ExprEvaluator::evaluateSum(ExprAttr expr) {
  int64_t sum = 0;
  bool isFirst = true;
  for (ExprAttr term : expr.getOperands()) {
    bool isSubtracted = !isFirst && term.getKind() == ExprKind::Mul &&
                        term.getOperands()[0].isInt() &&
                        term.getOperands()[0].getValue() < 0;
    int64_t value = 1;
    if (!isSubtracted) {
      llvm::Expected<ExprValue> whole = evaluate(term);
      if (!whole)
        return whole;
      value = std::get<int64_t>(*whole);
    }
    for (ExprAttr factor :
         isSubtracted ? term.getOperands() : ArrayRef<ExprAttr>()) {
      llvm::Expected<ExprValue> part = evaluate(factor);
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
  return ExprEvaluator(symbols).evaluate(expr);
}

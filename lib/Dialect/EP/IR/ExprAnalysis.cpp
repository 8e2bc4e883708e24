// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Analysis of expressions: their range, whether two are equal; and
// substitution. Expressions share their parts, and each part is asked once: a
// size that is computed from a size over and over has a text that doubles each
// time, but one part more.
#include "Polynomial.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

//===----------------------------------------------------------------------===//
// Walk and substitute
//===----------------------------------------------------------------------===//

static void walkSymbols(ExprAttr expr, llvm::function_ref<void(ExprAttr)> fn,
                        llvm::SmallDenseSet<ExprAttr, 16> &seen) {
  if (expr.isSymbol())
    return fn(expr);
  if (expr.getOperands().empty() || !seen.insert(expr).second)
    return;
  for (ExprAttr operand : expr.getOperands())
    walkSymbols(operand, fn, seen);
}

void ep::walkSymbols(ExprAttr expr, llvm::function_ref<void(ExprAttr)> fn) {
  llvm::SmallDenseSet<ExprAttr, 16> seen;
  ::walkSymbols(expr, fn, seen);
}

static ExprAttr substitute(ExprAttr expr,
                           llvm::DenseMap<ExprAttr, ExprAttr> &known) {
  if (ExprAttr replacement = known.lookup(expr))
    return replacement;
  if (expr.getOperands().empty())
    return expr;
  SmallVector<ExprAttr> operands;
  for (ExprAttr operand : expr.getOperands())
    operands.push_back(substitute(operand, known));
  if (operands == expr.getOperands())
    return known[expr] = expr;
  return known[expr] = makeExpr(expr.getKind(), operands);
}

ExprAttr
ep::substitute(ExprAttr expr,
               const llvm::DenseMap<ExprAttr, ExprAttr> &replacements) {
  llvm::DenseMap<ExprAttr, ExprAttr> known = replacements;
  return ::substitute(expr, known);
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

namespace {
/// Finds the range of each shared part of an expression once.
class RangeFinder {
public:
  explicit RangeFinder(const Facts &facts) : facts(facts) {}

  Bounds find(ExprAttr expr) {
    if (expr.getOperands().empty())
      return compute(expr);
    if (auto found = known.find(expr); found != known.end())
      return found->second;
    Bounds bounds = compute(expr);
    known.try_emplace(expr, bounds);
    return bounds;
  }

private:
  Bounds compute(ExprAttr expr);

  const Facts &facts;
  llvm::SmallDenseMap<ExprAttr, Bounds, 16> known;
};
} // namespace

Bounds RangeFinder::compute(ExprAttr expr) {
  auto of = [&](unsigned i) { return find(expr.getOperands()[i]); };
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

Bounds ep::range(ExprAttr expr, const Facts &facts) {
  return RangeFinder(facts).find(expr);
}

//===----------------------------------------------------------------------===//
// Simplification
//===----------------------------------------------------------------------===//

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

/// The quotient or remainder of ints that divide without a rest. A divisor that
/// may be 0 is left to the call, which says so.
static ExprAttr simplifyDivision(ExprAttr expr, const Facts &facts) {
  ExprAttr divisor = expr.getOperands()[1];
  Bounds bounds = range(divisor, facts);
  if (bounds.min.value_or(0) <= 0 && bounds.max.value_or(0) >= 0)
    return expr;
  ExprAttr quotient = ep::detail::divideExactly(expr.getOperands()[0], divisor);
  if (!quotient)
    return expr;
  return expr.getKind() == ExprKind::FloorDiv ? quotient
                                              : makeInt(expr.getContext(), 0);
}

ExprAttr Simplifier::apply(ExprAttr expr) {
  bool ints = llvm::all_of(expr.getOperands(),
                           [](ExprAttr e) { return getSort(e) == Sort::Int; });
  switch (expr.getKind()) {
  case ExprKind::Max:
  case ExprKind::Min:
    return ints ? simplifyMaxMin(expr, facts) : expr;
  case ExprKind::FloorDiv:
  case ExprKind::Mod:
    return simplifyDivision(expr, facts);
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

ExprAttr Simplifier::simplify(ExprAttr expr) {
  if (expr.getOperands().empty())
    return expr;
  if (ExprAttr known = simplified.lookup(expr))
    return known;
  SmallVector<ExprAttr> operands;
  for (ExprAttr operand : expr.getOperands())
    operands.push_back(simplify(operand));
  ExprAttr result = apply(makeExpr(expr.getKind(), operands));
  simplified[expr] = result;
  return result;
}

ExprAttr ep::simplify(ExprAttr expr, const Facts &facts) {
  return Simplifier(facts).simplify(expr);
}

Answer ep::proveEqual(ExprAttr a, ExprAttr b, const Facts &facts) {
  if (a == b)
    return Answer::Yes;
  if (getSort(a) != Sort::Int || getSort(b) != Sort::Int)
    return Answer::Unknown;
  Simplifier simplifier(facts);
  a = simplifier.simplify(a);
  b = simplifier.simplify(b);
  ExprAttr difference = sub(a, b);
  if (difference.isInt())
    return difference.isInt(0) ? Answer::Yes : Answer::No;
  Bounds d = range(difference, facts);
  if (d.min.value_or(0) > 0 || d.max.value_or(0) < 0)
    return Answer::No;
  return d.min == 0 && d.max == 0 ? Answer::Yes : Answer::Unknown;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quotients and remainders of polynomials.
#include "Polynomial.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;
using namespace kiln::ep::detail;

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

/// The positive literal that `expr` divides by; 0 when it is no such division.
static int64_t getDivisor(ExprAttr expr, ExprKind kind) {
  if (expr.getKind() != kind || !expr.getOperands()[1].isInt())
    return 0;
  return std::max<int64_t>(expr.getOperands()[1].getValue(), 0);
}

/// Splits `a` by divisibility of its coefficients: `a == divisor*quotient +
/// rest`.
static void splitByDivisor(const Polynomial &a, int64_t divisor, Polynomial &q,
                           Polynomial &r) {
  for (auto &[factors, c] : a.terms) {
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
}

ExprAttr ep::detail::makeFloorDiv(ExprAttr a, ExprAttr b) {
  MLIRContext *context = a.getContext();
  if (b.isInt(1))
    return a;
  if (a == b && b.isInt() && !b.isInt(0))
    return makeInt(context, 1);
  if (!b.isInt() || b.getValue() <= 0)
    return a.isInt(0) && b.isInt() && !b.isInt(0)
               ? a
               : makeNode(ExprKind::FloorDiv, {a, b});
  Polynomial q, r;
  splitByDivisor(toPolynomial(a), b.getValue(), q, r);
  ExprAttr quotient = fromPolynomial(context, q);
  ExprAttr rest = fromPolynomial(context, r);
  if (rest.isInt())
    return quotient; // 0 <= rest < b
  // FloorDiv(FloorDiv(x, c), d) is FloorDiv(x, c*d) for positive c and d.
  int64_t divisor = b.getValue();
  int64_t inner = getDivisor(rest, ExprKind::FloorDiv);
  if (inner && !llvm::MulOverflow(divisor, inner, divisor))
    return ep::add(
        quotient, makeNode(ExprKind::FloorDiv,
                           {rest.getOperands()[0], makeInt(context, divisor)}));
  return ep::add(quotient, makeNode(ExprKind::FloorDiv, {rest, b}));
}

/// A remainder by a multiple of `divisor` may as well not be taken: it differs
/// from its operand by what the outer remainder drops.
static Polynomial dropRemainders(const Polynomial &a, int64_t divisor) {
  Polynomial result;
  for (auto &[factors, c] : a.terms) {
    int64_t inner =
        factors.size() == 1 ? getDivisor(factors.front(), ExprKind::Mod) : 0;
    if (inner && inner % divisor == 0)
      result.add(toPolynomial(factors.front().getOperands()[0]), c);
    else
      result.addTerm(factors, c);
  }
  return result.overflow ? a : result;
}

ExprAttr ep::detail::makeMod(ExprAttr a, ExprAttr b) {
  if (!b.isInt() || b.getValue() <= 0)
    return makeNode(ExprKind::Mod, {a, b});
  Polynomial q, r;
  splitByDivisor(dropRemainders(toPolynomial(a), b.getValue()), b.getValue(), q,
                 r);
  ExprAttr rest = fromPolynomial(a.getContext(), r);
  if (rest.isInt())
    return rest;
  return makeNode(ExprKind::Mod, {rest, b});
}

//===----------------------------------------------------------------------===//
// Remainders in sums
//===----------------------------------------------------------------------===//

/// `a` with every coefficient `c` as `c - m` or, where it is negative, `c + m`:
/// of the same remainder by `m`.
static Polynomial turnSigns(const Polynomial &a, int64_t m) {
  Polynomial turned = a;
  for (auto &[factors, c] : turned.terms)
    if (!factors.empty() && c > -m && c < m)
      c += c < 0 ? m : -m;
  return turned;
}

/// `sum` with `c*rest*Mod(a, m)` as `c*rest*(a - m*FloorDiv(a, m))`.
static Polynomial withoutRemainder(MLIRContext *context, const Polynomial &sum,
                                   const Polynomial &term, const Polynomial &a,
                                   const Polynomial &remainder, int64_t m) {
  ExprAttr quotient =
      makeFloorDiv(fromPolynomial(context, a), makeInt(context, m));
  Polynomial whole = a;
  whole.add(toPolynomial(quotient), -m);
  whole.add(remainder, -1);
  Polynomial result = sum;
  result.add(multiply(term, whole));
  return result;
}

/// One remainder of `sum` less, if that leaves fewer terms.
static bool foldRemainder(MLIRContext *context, Polynomial &sum) {
  for (auto &[factors, c] : sum.terms)
    for (const ExprAttr *factor = factors.begin(); factor != factors.end();
         ++factor) {
      int64_t m = getDivisor(*factor, ExprKind::Mod);
      if (!m)
        continue;
      Polynomial::Factors rest(factors.begin(), factor);
      rest.append(factor + 1, factors.end());
      Polynomial term, remainder, a = toPolynomial(factor->getOperands()[0]);
      term.addTerm(rest, c);
      remainder.addTerm({*factor}, 1);
      for (const Polynomial &same : {a, turnSigns(a, m)}) {
        Polynomial folded =
            withoutRemainder(context, sum, term, same, remainder, m);
        if (folded.overflow || folded.terms.size() >= sum.terms.size())
          continue;
        sum = std::move(folded);
        return true;
      }
    }
  return false;
}

void ep::detail::foldRemainders(MLIRContext *context, Polynomial &sum) {
  while (!sum.overflow && foldRemainder(context, sum)) {
  }
}

//===----------------------------------------------------------------------===//
// Exact quotients
//===----------------------------------------------------------------------===//

/// `factors` without `divisor`; nothing where it is no part of them.
static std::optional<Polynomial::Factors>
removeFactors(Polynomial::Factors factors, const Polynomial::Factors &divisor) {
  for (ExprAttr factor : divisor) {
    auto *found = llvm::find(factors, factor);
    if (found == factors.end())
      return std::nullopt;
    factors.erase(found);
  }
  return factors;
}

ExprAttr ep::detail::divideExactly(ExprAttr a, ExprAttr b) {
  Polynomial dividend = toPolynomial(a), divisor = toPolynomial(b), quotient;
  if (divisor.terms.empty())
    return {};
  // The quotient of the leading terms is a term of the quotient, and the only
  // one unless one term divides.
  const auto &[leading, scale] = *divisor.terms.begin();
  for (const auto &[factors, c] : dividend.terms) {
    std::optional<Polynomial::Factors> rest = removeFactors(factors, leading);
    if (!rest || c % scale != 0 || (scale == -1 && c == INT64_MIN))
      return {};
    quotient.addTerm(*rest, c / scale);
    if (divisor.terms.size() > 1)
      break;
  }
  Polynomial difference = dividend;
  difference.add(multiply(quotient, divisor), -1);
  if (difference.overflow || !difference.terms.empty())
    return {};
  return fromPolynomial(a.getContext(), quotient);
}

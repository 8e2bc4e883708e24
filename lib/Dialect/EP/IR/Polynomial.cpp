// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Terms are kept sorted by degree and name, never by address, so that one
// expression has one text in every run.
#include "Polynomial.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;
using namespace kiln::ep::detail;

void Polynomial::addTerm(const Factors &factors, int64_t coefficient) {
  auto [it, isNew] = terms.try_emplace(factors, coefficient);
  if (!isNew)
    overflow |= llvm::AddOverflow(it->second, coefficient, it->second);
  if (it->second == 0)
    terms.erase(it);
}

void Polynomial::add(const Polynomial &other, int64_t scale) {
  overflow |= other.overflow;
  for (auto &[factors, c] : other.terms) {
    int64_t scaled;
    overflow |= llvm::MulOverflow(c, scale, scaled);
    addTerm(factors, scaled);
  }
}

/// Distribution stops at this many terms; larger products stay products.
static constexpr size_t kMaxTerms = 64;

/// An expression as one factor.
static Polynomial asFactor(ExprAttr expr) {
  Polynomial result;
  result.addTerm({expr}, 1);
  return result;
}

Polynomial ep::detail::toPolynomial(ExprAttr expr) {
  Polynomial result;
  if (expr.isInt()) {
    result.addTerm({}, expr.getValue());
  } else if (expr.getKind() == ExprKind::Add) {
    for (ExprAttr operand : expr.getOperands())
      result.add(toPolynomial(operand));
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

Polynomial ep::detail::multiply(const Polynomial &a, const Polynomial &b) {
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

ExprAttr ep::detail::fromPolynomial(MLIRContext *context, const Polynomial &p) {
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

static bool isFloat(ExprAttr expr) { return getSort(expr) == Sort::Float; }

ExprAttr ep::detail::makeSum(ArrayRef<ExprAttr> operands) {
  if (llvm::any_of(operands, isFloat))
    return makeNode(ExprKind::Add, operands);
  MLIRContext *context = operands.front().getContext();
  Polynomial result;
  for (ExprAttr operand : operands)
    result.add(toPolynomial(operand));
  foldRemainders(context, result);
  if (result.overflow)
    return makeNode(ExprKind::Add, operands);
  return fromPolynomial(context, result);
}

ExprAttr ep::detail::makeProduct(ArrayRef<ExprAttr> operands) {
  if (llvm::any_of(operands, isFloat))
    return makeNode(ExprKind::Mul, operands);
  // Operands of one term are multiplied at the end, at once: one at a time they
  // would cost the square of their number.
  Polynomial result, singles;
  result.addTerm({}, 1);
  Polynomial::Factors factors;
  int64_t coefficient = 1;
  for (ExprAttr operand : operands) {
    Polynomial factor = toPolynomial(operand);
    if (factor.terms.size() == 1) {
      auto &[more, c] = *factor.terms.begin();
      factors.append(more.begin(), more.end());
      singles.overflow |= llvm::MulOverflow(coefficient, c, coefficient);
    } else if (result.terms.size() * factor.terms.size() > kMaxTerms) {
      // Too large to expand: the operand stays one factor.
      factors.push_back(operand);
    } else {
      result = multiply(result, factor);
    }
  }
  singles.addTerm(factors, coefficient);
  result = multiply(result, singles);
  if (result.overflow)
    return makeNode(ExprKind::Mul, operands);
  return fromPolynomial(operands.front().getContext(), result);
}

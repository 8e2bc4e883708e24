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

/// Multiplies a term by `expr`, where that is one term and 64 bits hold the
/// coefficient. In normal form a product has at most one literal, then factors.
static bool multiplyTerm(ExprAttr expr, Polynomial::Factors &factors,
                         int64_t &coefficient) {
  if (expr.getKind() == ExprKind::Add)
    return false;
  bool isProduct = expr.getKind() == ExprKind::Mul;
  for (ExprAttr part : isProduct ? expr.getOperands() : ArrayRef(expr)) {
    if (!part.isInt())
      factors.push_back(part);
    else if (llvm::MulOverflow(coefficient, part.getValue(), coefficient))
      return false;
  }
  return true;
}

Polynomial ep::detail::toPolynomial(ExprAttr expr) {
  Polynomial result;
  int64_t coefficient = 1;
  Polynomial::Factors factors;
  if (multiplyTerm(expr, factors, coefficient)) {
    result.addTerm(factors, coefficient);
    return result;
  }
  if (expr.getKind() != ExprKind::Add)
    return asFactor(expr);
  for (ExprAttr operand : expr.getOperands())
    result.add(toPolynomial(operand));
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

static ExprAttr makeTerm(MLIRContext *context, ArrayRef<ExprAttr> factors,
                         int64_t coefficient) {
  SmallVector<ExprAttr> parts;
  if (coefficient != 1 || factors.empty())
    parts.push_back(makeInt(context, coefficient));
  if (coefficient != 0)
    parts.append(factors.begin(), factors.end());
  return parts.size() == 1 ? parts.front() : makeNode(ExprKind::Mul, parts);
}

ExprAttr ep::detail::fromPolynomial(MLIRContext *context, const Polynomial &p) {
  SmallVector<ExprAttr> sum;
  for (auto &[factors, c] : p.terms)
    sum.push_back(makeTerm(context, factors, c));
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

/// A product with sums among its operands, which distribute over the others.
static Polynomial distribute(ArrayRef<ExprAttr> operands) {
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
  return multiply(result, singles);
}

ExprAttr ep::detail::makeProduct(ArrayRef<ExprAttr> operands) {
  if (llvm::any_of(operands, isFloat))
    return makeNode(ExprKind::Mul, operands);
  MLIRContext *context = operands.front().getContext();
  Polynomial::Factors factors;
  int64_t coefficient = 1;
  if (llvm::all_of(operands, [&](ExprAttr operand) {
        return multiplyTerm(operand, factors, coefficient);
      })) {
    llvm::sort(factors, less);
    return makeTerm(context, factors, coefficient);
  }
  Polynomial result = distribute(operands);
  return result.overflow ? makeNode(ExprKind::Mul, operands)
                         : fromPolynomial(context, result);
}

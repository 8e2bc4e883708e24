// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Int expressions as polynomials: the form that sums, products and divisions
// are brought to normal form by.
#ifndef KILN_LIB_DIALECT_EP_IR_POLYNOMIAL_H
#define KILN_LIB_DIALECT_EP_IR_POLYNOMIAL_H

#include "kiln/Dialect/EP/Expr.h"
#include <map>

namespace kiln::ep::detail {

/// A total order that does not depend on addresses.
bool less(ExprAttr a, ExprAttr b);

/// The node itself, without any rule.
ExprAttr makeNode(ExprKind kind, ArrayRef<ExprAttr> operands);

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

  void addTerm(const Factors &factors, int64_t coefficient);
  /// Adds `scale * other`.
  void add(const Polynomial &other, int64_t scale = 1);
};

Polynomial toPolynomial(ExprAttr expr);
Polynomial multiply(const Polynomial &a, const Polynomial &b);
ExprAttr fromPolynomial(mlir::MLIRContext *context, const Polynomial &p);

/// Normal forms of applications to ints; of a sum and a product also to floats,
/// which stay as they are.
ExprAttr makeSum(ArrayRef<ExprAttr> operands);
ExprAttr makeProduct(ArrayRef<ExprAttr> operands);
ExprAttr makeFloorDiv(ExprAttr a, ExprAttr b);
ExprAttr makeMod(ExprAttr a, ExprAttr b);

/// Replaces remainders by quotients, `Mod(a, m) = a - m*FloorDiv(a, m)`, where
/// that leaves fewer terms: `x + Mod(-x, 8)` is `-8*FloorDiv(-x, 8)`.
void foldRemainders(mlir::MLIRContext *context, Polynomial &sum);

/// The polynomial `q` with `a == q*b`; null where there is none, or none is
/// seen.
ExprAttr divideExactly(ExprAttr a, ExprAttr b);

} // namespace kiln::ep::detail

#endif // KILN_LIB_DIALECT_EP_IR_POLYNOMIAL_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions over symbols: the factory, the text forms, and the questions one
// may ask. ExprAttr is uniqued and made only here, in normal form:
//
//  * a sum is flat, its terms sorted, like terms added, its constant last;
//  * int products are distributed over sums (up to 64 terms), so that int
//    polynomials have one form;
//  * FloorDiv and Mod by a constant drop the terms that divide exactly, and Mod
//    drops the remainders by its multiples;
//  * remainders become quotients where that leaves a sum with fewer terms;
//  * Gt and Ge are Lt and Le with their operands exchanged;
//  * floats are never reassociated; an int beside a float becomes ToFloat.
//
// Sorts: int (exact 64-bit), float (f64), bool. FloorDiv and Mod round toward
// minus infinity, as Python does. All functions are thread-safe as far as the
// MLIRContext is.
#ifndef KILN_DIALECT_EP_EXPR_H
#define KILN_DIALECT_EP_EXPR_H

#include "kiln/Dialect/EP/EP.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <variant>

namespace kiln::ep {

enum class Sort { Int, Float, Bool };

/// The sort of `expr`. Symbols whose name starts with `zf` or `zuf` are float,
/// all others int.
Sort getSort(ExprAttr expr);

//===----------------------------------------------------------------------===//
// Factory
//===----------------------------------------------------------------------===//

ExprAttr makeInt(mlir::MLIRContext *context, int64_t value);
ExprAttr makeFloat(mlir::MLIRContext *context, double value);
ExprAttr makeBool(mlir::MLIRContext *context, bool value);
ExprAttr makeSymbol(mlir::MLIRContext *context, llvm::StringRef name);

/// The normal form of `kind` applied to `operands`. Operands must have the
/// sorts that the kind wants (see `checkOperands`).
ExprAttr makeExpr(ExprKind kind, llvm::ArrayRef<ExprAttr> operands);

inline ExprAttr add(ExprAttr a, ExprAttr b) {
  return makeExpr(ExprKind::Add, {a, b});
}
inline ExprAttr mul(ExprAttr a, ExprAttr b) {
  return makeExpr(ExprKind::Mul, {a, b});
}
inline ExprAttr neg(ExprAttr a) { return mul(makeInt(a.getContext(), -1), a); }
inline ExprAttr sub(ExprAttr a, ExprAttr b) { return add(a, neg(b)); }
inline ExprAttr floorDiv(ExprAttr a, ExprAttr b) {
  return makeExpr(ExprKind::FloorDiv, {a, b});
}
/// Rounded up: `-FloorDiv(-a, b)`.
inline ExprAttr ceilDiv(ExprAttr a, ExprAttr b) {
  return neg(floorDiv(neg(a), b));
}
inline ExprAttr max(ExprAttr a, ExprAttr b) {
  return makeExpr(ExprKind::Max, {a, b});
}
/// The product of `exprs`; 1 when empty.
ExprAttr product(mlir::MLIRContext *context, llvm::ArrayRef<ExprAttr> exprs);

/// Nothing when `kind` may be applied to operands of these sorts; else what it
/// wants.
std::optional<std::string> checkOperands(ExprKind kind,
                                         llvm::ArrayRef<ExprAttr> operands);

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Parses Kiln's own text form, Python's, sympy's `srepr` and sympy's `str`:
/// they differ in operators and names only, and one grammar reads them all.
/// Depth is limited to 200 and size to 10,000 nodes. The error says what is
/// wrong and at which character.
llvm::Expected<ExprAttr> parseExpr(mlir::MLIRContext *context,
                                   llvm::StringRef text);

/// Reads and writes the text form inside MLIR's syntax.
mlir::ParseResult parseExpr(mlir::AsmParser &parser, ExprAttr &expr);
void printExpr(llvm::raw_ostream &os, ExprAttr expr);

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

/// A value of an expression: int, float or bool by its sort.
using ExprValue = std::variant<int64_t, double, bool>;

/// The value of `expr`; symbols are looked up by name. Overflow, division by
/// zero and a missing symbol are errors, in both sides of a Where.
llvm::Expected<ExprValue> evaluate(ExprAttr expr,
                                   const llvm::StringMap<ExprValue> &symbols);

/// `expr` with symbols replaced, in normal form.
ExprAttr substitute(ExprAttr expr,
                    const llvm::DenseMap<ExprAttr, ExprAttr> &replacements);

/// Calls `fn` on every symbol in `expr`, at least once.
void walkSymbols(ExprAttr expr, llvm::function_ref<void(ExprAttr)> fn);

/// Inclusive bounds; absent is unbounded.
struct Bounds {
  std::optional<int64_t> min, max;
};

/// Bounds of symbols by name: the facts that proofs may use.
using Facts = llvm::StringMap<Bounds>;

/// Bounds that contain every value of the int expression `expr`.
Bounds range(ExprAttr expr, const Facts &facts);

/// `expr` without the parts that facts make redundant: `Max(1, s0)` is `s0`
/// when `s0 >= 1`.
ExprAttr simplify(ExprAttr expr, const Facts &facts);

/// Simplifies many expressions, each part that they share once.
class Simplifier {
public:
  /// `facts` must outlive it.
  explicit Simplifier(const Facts &facts) : facts(facts) {}

  ExprAttr simplify(ExprAttr expr);

private:
  /// One step, on operands that are simple.
  ExprAttr apply(ExprAttr expr);

  const Facts &facts;
  llvm::DenseMap<ExprAttr, ExprAttr> simplified;
};

enum class Answer { No, Unknown, Yes };

/// Is `a == b` for all values of the symbols? `No` means: for none of them.
Answer proveEqual(ExprAttr a, ExprAttr b, const Facts &facts = {});

} // namespace kiln::ep

#endif // KILN_DIALECT_EP_EXPR_H

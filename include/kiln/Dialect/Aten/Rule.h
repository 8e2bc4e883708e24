// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decompositions as rows of a table: the name of an overload and a function
// that builds its replacement.
#ifndef KILN_DIALECT_ATEN_RULE_H
#define KILN_DIALECT_ATEN_RULE_H

#include "kiln/Dialect/Aten/Term.h"

namespace kiln::aten::core {

/// The op that a rule replaces, and the builder of its replacement.
class Call : public Builder {
public:
  Call(mlir::PatternRewriter &rewriter, AtenOp op, bool widens)
      : Builder(rewriter, getDecomposedLoc(op), getDevice(op)), op(op),
        widens(widens) {}

  AtenOp op;

  /// A tensor argument; null for None. In a pointwise rule it is cast to the
  /// dtype that PyTorch computes in.
  Term operator()(StringRef argument);
  /// A tensor argument as it is.
  Term raw(StringRef argument);
  /// A tensor argument in the dtype that it is computed in; null for None.
  Term wide(StringRef argument);
  Terms list(StringRef argument);
  /// A Scalar, int or float argument.
  Number scalar(StringRef argument) { return op.attribute(argument); }
  bool has(StringRef argument) { return op.hasValue(argument); }
  /// An int, float, SymInt or Scalar argument as a plain number; the rule is
  /// rejected where it is symbolic or complex.
  int64_t integer(StringRef argument);
  double number(StringRef argument);
  bool flag(StringRef argument) { return op.getBool(argument); }
  ExprAttr symInt(StringRef argument) {
    return op.symInt(op.indexOf(argument));
  }
  Sizes symInts(StringRef argument) { return op.symInts(argument); }
  SmallVector<int64_t> integers(StringRef argument) {
    return op.ints(argument);
  }
  /// A dimension counted from the front; a failed rule when out of range.
  int64_t dim(StringRef argument, int64_t rank);

  ep::TensorType result(unsigned index = 0) {
    return getTensorType(op->getResult(index));
  }
  Type dtype(unsigned index = 0) { return result(index).getElementType(); }
  /// The dtype that a pointwise rule computes in.
  Type computeType() { return getComputeType(dtype()); }
  /// An op with the result types of the call.
  template <typename... Arguments>
  Terms same(StringRef name, const Arguments &...arguments) {
    Operation *built = build(name, op->getResultTypes(), arguments...);
    return llvm::map_to_vector(built->getResults(),
                               [&](Value value) { return Term(*this, value); });
  }

  /// Says why the rule does not apply; the op stays.
  Term reject(StringRef reason) {
    why = reason;
    return op->getNumOperands() ? Term(*this, op->getOperand(0)).invalid()
                                : Term();
  }
  bool isRejected() const { return !why.empty(); }
  StringRef getReason() const { return why; }

private:
  /// Of the first result.
  static StringAttr getDevice(Operation *op);

  bool widens;
  std::string why;
};

/// A row. `Pointwise` rules are given tensors in the dtype that PyTorch
/// computes in (f32 for f16 and bf16), and their result is cast back.
struct Rule {
  using One = Term (*)(Call &);
  using Many = Terms (*)(Call &);
  constexpr Rule(llvm::StringLiteral name, One one) : name(name), one(one) {}
  constexpr Rule(llvm::StringLiteral name, Many many)
      : name(name), many(many) {}
  llvm::StringLiteral name;
  One one = nullptr;
  Many many = nullptr;
};

enum class RuleKind { General, Pointwise };

/// Adds a pattern for each row whose overload is not kept.
void addRules(mlir::RewritePatternSet &patterns, const KeepSet &keep,
              ArrayRef<Rule> rules, RuleKind kind = RuleKind::General);

} // namespace kiln::aten::core

#endif // KILN_DIALECT_ATEN_RULE_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions over symbols, as the manifest writes them (docs/PackageFormat.md
// gives the grammar): text to postfix code, and exact evaluation. Integers are
// 64 bits; overflow, division by zero and the like are failures, never traps
// and never wrapped values. All arguments of a function are evaluated, those
// of Where, And and Or too.

#ifndef KILN_RT_SRC_EXPR_EXPRESSION_H
#define KILN_RT_SRC_EXPR_EXPRESSION_H

#include "kiln-rt/archive/Error.h"

#include <cstring>
#include <functional>
#include <optional>
#include <vector>

namespace kiln::rt {

enum class Sort : uint8_t { Int, Float, Bool };
const char *sortName(Sort sort);

/// A register's content: an int64, the bits of a double, or 0 and 1.
using Word = int64_t;
inline double wordToDouble(Word word) {
  double value;
  std::memcpy(&value, &word, sizeof(value));
  return value;
}
inline Word doubleToWord(double value) {
  Word word;
  std::memcpy(&word, &value, sizeof(word));
  return word;
}

/// The register and sort of a name.
struct NameBinding {
  uint32_t reg = 0;
  Sort sort = Sort::Int;
};
/// Looks a name up; nothing if it is unknown.
using NameLookup =
    std::function<std::optional<NameBinding>(std::string_view name)>;

/// Why an evaluation has no value.
enum class EvalFailure : uint8_t {
  None,
  Overflow,
  DivisionByZero,
  NegativeExponent,
  BadShift,
  NotAnInteger,
  Domain,
};
const char *evalFailureText(EvalFailure failure);

enum class ExprOp : uint8_t {
#define KILN_EXPR_OP(name) name,
#include "expr/ExprOps.def"
};

struct ExprInstruction {
  ExprOp op;
  Word payload; ///< constant, or register
};

/// Deepest nesting, longest text, and most operations of one expression.
constexpr size_t maxExprDepth = 200;
constexpr size_t maxExprText = 1u << 16;
constexpr size_t maxExprOps = 1u << 14;

/// The form a*symbol + b.
struct AffineForm {
  bool hasSymbol = false;
  uint32_t reg = 0;
  int64_t scale = 0;
  int64_t offset = 0;
};

class Expression {
public:
  /// The integer constant.
  static Expression constant(int64_t value);
  /// Parses `text`. Errors quote the text and say where: InvalidArgument for
  /// syntax, names and sorts, ResourceExhausted for the limits above.
  static Expected<Expression> parse(std::string_view text,
                                    const NameLookup &lookup);

  Sort sort() const { return sort_; }
  bool isConstant() const { return kind_ == Kind::Constant; }
  bool isRegister() const { return kind_ == Kind::Register; }
  /// The constant, or the register's number.
  Word payload() const { return payload_; }

  /// Evaluates over the registers.
  EvalFailure evaluate(const Word *registers, Word &result) const {
    if (kind_ == Kind::Code)
      return evaluateCode(registers, result);
    result = kind_ == Kind::Constant ? payload_ : registers[payload_];
    return EvalFailure::None;
  }
  /// Calls `visit` with each register that the expression reads.
  void forEachRegister(const std::function<void(uint32_t)> &visit) const;
  /// The affine form, if the expression is an int of at most one symbol that
  /// is built with + - * and constants.
  std::optional<AffineForm> affineForm() const;
  /// The text it was parsed from.
  const std::string &text() const { return text_; }

private:
  enum class Kind : uint8_t { Constant, Register, Code };
  EvalFailure evaluateCode(const Word *registers, Word &result) const;
  friend class ExprParser;

  Kind kind_ = Kind::Constant;
  Sort sort_ = Sort::Int;
  Word payload_ = 0;
  std::vector<ExprInstruction> code_;
  std::string text_;
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_EXPR_EXPRESSION_H

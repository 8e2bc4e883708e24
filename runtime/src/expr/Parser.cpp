// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recursive descent from the text to postfix code. Sorts are known for every
// operand while parsing, so code is typed and evaluation checks none.

#include "expr/Expression.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>

using namespace kiln::rt;

namespace {

/// How a function of the grammar takes its arguments.
struct Function {
  std::string_view name;
  int arity;          ///< -1: two or more, folded from the left
  const char *params; ///< per argument: i, f, b; * any sort, all the same
  char result;        ///< i, f, b; * as the arguments
  ExprOp onInt;
  ExprOp onFloat;
};

} // namespace

static const Function functions[] = {
    {"FloorDiv", 2, "ii", 'i', ExprOp::FloorDivI, ExprOp::FloorDivI},
    {"CeilDiv", 2, "ii", 'i', ExprOp::CeilDivI, ExprOp::CeilDivI},
    {"Mod", 2, "ii", 'i', ExprOp::ModI, ExprOp::ModI},
    {"Pow", 2, "ii", 'i', ExprOp::PowI, ExprOp::PowI},
    {"Max", -1, "nn", '*', ExprOp::MaxI, ExprOp::MaxF},
    {"Min", -1, "nn", '*', ExprOp::MinI, ExprOp::MinF},
    {"Abs", 1, "n", '*', ExprOp::AbsI, ExprOp::AbsF},
    {"ToFloat", 1, "i", 'f', ExprOp::ToFloatI, ExprOp::ToFloatI},
    {"TrueDiv", 2, "nn", 'f', ExprOp::TrueDivI, ExprOp::TrueDivF},
    {"TruncToInt", 1, "f", 'i', ExprOp::TruncF, ExprOp::TruncF},
    {"FloorToInt", 1, "f", 'i', ExprOp::FloorF, ExprOp::FloorF},
    {"CeilToInt", 1, "f", 'i', ExprOp::CeilF, ExprOp::CeilF},
    {"RoundToInt", 1, "f", 'i', ExprOp::RoundF, ExprOp::RoundF},
    {"Sqrt", 1, "f", 'f', ExprOp::SqrtF, ExprOp::SqrtF},
    {"Exp", 1, "f", 'f', ExprOp::ExpF, ExprOp::ExpF},
    {"Log", 1, "f", 'f', ExprOp::LogF, ExprOp::LogF},
    {"Sin", 1, "f", 'f', ExprOp::SinF, ExprOp::SinF},
    {"Cos", 1, "f", 'f', ExprOp::CosF, ExprOp::CosF},
    {"Tanh", 1, "f", 'f', ExprOp::TanhF, ExprOp::TanhF},
    {"FloatPow", 2, "ff", 'f', ExprOp::PowF, ExprOp::PowF},
    {"Eq", 2, "**", 'b', ExprOp::EqI, ExprOp::EqF},
    {"Ne", 2, "**", 'b', ExprOp::NeI, ExprOp::NeF},
    {"Lt", 2, "nn", 'b', ExprOp::LtI, ExprOp::LtF},
    {"Le", 2, "nn", 'b', ExprOp::LeI, ExprOp::LeF},
    {"And", -1, "bb", 'b', ExprOp::AndB, ExprOp::AndB},
    {"Or", -1, "bb", 'b', ExprOp::OrB, ExprOp::OrB},
    {"Not", 1, "b", 'b', ExprOp::NotB, ExprOp::NotB},
    {"BitAnd", 2, "ii", 'i', ExprOp::BitAndI, ExprOp::BitAndI},
    {"BitOr", 2, "ii", 'i', ExprOp::BitOrI, ExprOp::BitOrI},
    {"BitXor", 2, "ii", 'i', ExprOp::BitXorI, ExprOp::BitXorI},
    {"LShift", 2, "ii", 'i', ExprOp::LShiftI, ExprOp::LShiftI},
    {"RShift", 2, "ii", 'i', ExprOp::RShiftI, ExprOp::RShiftI},
};

static bool isDigit(char c) { return c >= '0' && c <= '9'; }
static bool isNameStart(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

namespace kiln::rt {

class ExprParser {
public:
  ExprParser(std::string_view text, const NameLookup &lookup)
      : text_(text), lookup_(lookup) {}
  Expected<Expression> run();

private:
  Status parseSum();
  Status parseProduct();
  Status parseUnary();
  Status parsePrimary();
  Status parseNumber(bool negative);
  Status parseName();
  Status parseCall(std::string_view name);
  Status parseWhere();

  Error fail(Code code, std::string_view what) const {
    constexpr size_t shown = 200;
    std::string_view head = std::string_view(text_).substr(0, shown);
    return makeError(code, "expression '", head,
                     text_.size() > shown ? "…" : "", "', column ",
                     position_ + 1, ": ", what);
  }
  Error fail(std::string_view what) const {
    return fail(Code::InvalidArgument, what);
  }
  void skipSpaces() {
    while (position_ < text_.size() && text_[position_] == ' ')
      ++position_;
  }
  char peek() {
    skipSpaces();
    return position_ < text_.size() ? text_[position_] : '\0';
  }
  bool accept(char c) {
    if (peek() != c)
      return false;
    ++position_;
    return true;
  }
  Sort pop() {
    Sort sort = sorts_.back();
    sorts_.pop_back();
    return sort;
  }
  void push(ExprOp op, Sort result, Word payload = 0) {
    code_.push_back({op, payload});
    sorts_.push_back(result);
  }
  Status binary(ExprOp onInt, ExprOp onFloat);
  Status checkArgument(const Function &function, Sort sort, int index) const;
  Status apply(const Function &function);

  std::string text_;
  const NameLookup &lookup_;
  size_t position_ = 0;
  size_t depth_ = 0;
  std::vector<ExprInstruction> code_;
  std::vector<Sort> sorts_;
};

Expected<Expression> ExprParser::run() {
  if (text_.size() > maxExprText)
    return fail(Code::ResourceExhausted, "the expression is too long");
  KILN_RT_TRY(parseSum());
  if (peek() != '\0' || position_ != text_.size())
    return fail("an operator or the end is expected");
  Expression result;
  result.sort_ = pop();
  result.text_ = text_;
  if (code_.size() == 1) {
    result.kind_ = code_[0].op == ExprOp::Constant ? Expression::Kind::Constant
                                                   : Expression::Kind::Register;
    result.payload_ = code_[0].payload;
    return result;
  }
  result.kind_ = Expression::Kind::Code;
  result.code_ = std::move(code_);
  return result;
}

Status ExprParser::binary(ExprOp onInt, ExprOp onFloat) {
  Sort b = pop(), a = pop();
  if (a != b || a == Sort::Bool)
    return fail(concat("the operator does not take ", sortName(a), " and ",
                       sortName(b)));
  push(a == Sort::Int ? onInt : onFloat, a);
  return {};
}

Status ExprParser::parseSum() {
  if (++depth_ > maxExprDepth)
    return fail(Code::ResourceExhausted, "the expression is nested too deeply");
  KILN_RT_TRY(parseProduct());
  while (true) {
    if (accept('+')) {
      KILN_RT_TRY(parseProduct());
      KILN_RT_TRY(binary(ExprOp::AddI, ExprOp::AddF));
    } else if (accept('-')) {
      KILN_RT_TRY(parseProduct());
      KILN_RT_TRY(binary(ExprOp::SubI, ExprOp::SubF));
    } else {
      break;
    }
  }
  --depth_;
  return {};
}

Status ExprParser::parseProduct() {
  KILN_RT_TRY(parseUnary());
  while (accept('*')) {
    KILN_RT_TRY(parseUnary());
    KILN_RT_TRY(binary(ExprOp::MulI, ExprOp::MulF));
  }
  return {};
}

Status ExprParser::parseUnary() {
  if (code_.size() > maxExprOps)
    return fail(Code::ResourceExhausted, "the expression is too large");
  if (!accept('-'))
    return parsePrimary();
  // The least int64 has no positive counterpart: the sign is the literal's.
  if (isDigit(peek()))
    return parseNumber(/*negative=*/true);
  if (++depth_ > maxExprDepth)
    return fail(Code::ResourceExhausted, "the expression is nested too deeply");
  KILN_RT_TRY(parseUnary());
  --depth_;
  Sort sort = pop();
  if (sort == Sort::Bool)
    return fail("the operator does not take bool");
  push(sort == Sort::Int ? ExprOp::NegI : ExprOp::NegF, sort);
  return {};
}

Status ExprParser::parsePrimary() {
  char c = peek();
  if (accept('(')) {
    KILN_RT_TRY(parseSum());
    if (!accept(')'))
      return fail("')' is expected");
    return {};
  }
  if (isDigit(c))
    return parseNumber(/*negative=*/false);
  if (isNameStart(c))
    return parseName();
  return fail("a number, a name or '(' is expected");
}

Status ExprParser::parseNumber(bool negative) {
  size_t begin = position_;
  bool isFloat = false;
  auto take = [&] {
    while (position_ < text_.size() && isDigit(text_[position_]))
      ++position_;
  };
  take();
  if (position_ < text_.size() && text_[position_] == '.') {
    isFloat = true;
    ++position_;
    take();
  }
  if (position_ < text_.size() && (text_[position_] | 32) == 'e') {
    isFloat = true;
    ++position_;
    if (position_ < text_.size() &&
        (text_[position_] == '+' || text_[position_] == '-'))
      ++position_;
    size_t digits = position_;
    take();
    if (position_ == digits)
      return fail("an exponent is expected");
  }
  std::string literal =
      (negative ? "-" : "") + text_.substr(begin, position_ - begin);
  const char *end = literal.data() + literal.size();
  if (isFloat) {
    double value = 0;
    auto parsed = std::from_chars(literal.data(), end, value);
    if (parsed.ec != std::errc() || parsed.ptr != end)
      return fail("the number does not fit a float");
    push(ExprOp::Constant, Sort::Float, doubleToWord(value));
    return {};
  }
  int64_t value = 0;
  auto parsed = std::from_chars(literal.data(), end, value);
  if (parsed.ec != std::errc() || parsed.ptr != end)
    return fail("the number does not fit 64 bits");
  push(ExprOp::Constant, Sort::Int, value);
  return {};
}

Status ExprParser::parseName() {
  size_t begin = position_;
  while (position_ < text_.size() &&
         (isNameStart(text_[position_]) || isDigit(text_[position_]) ||
          text_[position_] == '.'))
    ++position_;
  std::string_view name =
      std::string_view(text_).substr(begin, position_ - begin);
  if (peek() == '(')
    return name == "Where" ? parseWhere() : parseCall(name);
  if (name == "True" || name == "False") {
    push(ExprOp::Constant, Sort::Bool, name == "True");
    return {};
  }
  std::optional<NameBinding> binding = lookup_(name);
  if (!binding)
    return fail(concat("unknown name '", name, "'"));
  push(ExprOp::Register, binding->sort, binding->reg);
  return {};
}

Status ExprParser::parseWhere() {
  accept('(');
  for (int i = 0; i < 3; ++i) {
    KILN_RT_TRY(parseSum());
    if (!accept(i < 2 ? ',' : ')'))
      return fail("Where takes 3 arguments");
  }
  Sort b = pop(), a = pop(), condition = pop();
  if (condition != Sort::Bool || a != b)
    return fail(concat("Where does not take ", sortName(condition), ", ",
                       sortName(a), " and ", sortName(b)));
  push(ExprOp::Where, a);
  return {};
}

Status ExprParser::checkArgument(const Function &function, Sort sort,
                                 int index) const {
  char want = function.params[index];
  bool fits = want == '*' || (want == 'n' && sort != Sort::Bool) ||
              (want == 'i' && sort == Sort::Int) ||
              (want == 'f' && sort == Sort::Float) ||
              (want == 'b' && sort == Sort::Bool);
  if (!fits)
    return fail(concat(function.name, " does not take a ", sortName(sort)));
  return {};
}

/// Replaces the top one or two operands by the function of them.
Status ExprParser::apply(const Function &function) {
  bool two = function.arity != 1;
  Sort b = pop();
  Sort a = two ? pop() : b;
  KILN_RT_TRY(checkArgument(function, a, 0));
  if (two) {
    KILN_RT_TRY(checkArgument(function, b, 1));
    if (a != b)
      return fail(concat(function.name, " does not take ", sortName(a), " and ",
                         sortName(b)));
  }
  Sort result = function.result == '*'   ? a
                : function.result == 'i' ? Sort::Int
                : function.result == 'f' ? Sort::Float
                                         : Sort::Bool;
  push(a == Sort::Float ? function.onFloat : function.onInt, result);
  return {};
}

Status ExprParser::parseCall(std::string_view name) {
  const Function *function =
      std::find_if(std::begin(functions), std::end(functions),
                   [&](const Function &f) { return f.name == name; });
  if (function == std::end(functions))
    return fail(concat("unknown function '", name, "'"));
  accept('(');
  int count = 0;
  do {
    KILN_RT_TRY(parseSum());
    ++count;
    if (function->arity == -1 && count >= 2)
      KILN_RT_TRY(apply(*function));
  } while (accept(','));
  if (!accept(')'))
    return fail("',' or ')' is expected");
  if (function->arity != -1 && count != function->arity)
    return fail(
        concat(name, " takes ", function->arity, " arguments, not ", count));
  if (function->arity == -1) {
    // Of one argument, as sympy sometimes writes it: the argument itself.
    if (count == 1)
      return checkArgument(*function, sorts_.back(), 0);
    return {};
  }
  return apply(*function);
}

Expected<Expression> Expression::parse(std::string_view text,
                                       const NameLookup &lookup) {
  return ExprParser(text, lookup).run();
}

Expression Expression::constant(int64_t value) {
  Expression result;
  result.payload_ = value;
  result.text_ = std::to_string(value);
  return result;
}

} // namespace kiln::rt

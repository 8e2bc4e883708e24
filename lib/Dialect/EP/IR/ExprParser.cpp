// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One grammar for the text forms of expressions: Kiln's own, Python's, sympy's
// `srepr` (`Add(Symbol('s77', positive=True, integer=True), Integer(7))`) and
// sympy's `str` (`(s77//2) + 1`). Nothing is ever evaluated as code.
#include "kiln/Dialect/EP/Expr.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

namespace {
class Parser {
public:
  Parser(MLIRContext *context, StringRef text) : context(context), text(text) {}

  llvm::Expected<ExprAttr> parseAll() {
    ExprAttr expr = parseExpression();
    if (expr && !peek().empty())
      expr = fail("unexpected '" + peek().take_front(1) + "'");
    if (!expr)
      return llvm::createStringError(message);
    return expr;
  }

private:
  static constexpr unsigned kMaxDepth = 200, kMaxNodes = 10000;

  MLIRContext *context;
  StringRef text;
  size_t pos = 0;
  unsigned depth = 0, nodes = 0;
  llvm::DenseMap<ExprAttr, unsigned> sizes;
  std::string message;

  ExprAttr fail(const Twine &what) {
    if (message.empty())
      message = ("expression: " + what + " at character " + Twine(pos)).str();
    return {};
  }

  StringRef peek() {
    while (pos < text.size() && isspace(static_cast<unsigned char>(text[pos])))
      ++pos;
    return text.drop_front(pos);
  }

  bool consume(StringRef token) {
    if (!peek().starts_with(token))
      return false;
    pos += token.size();
    return true;
  }

  ExprAttr make(ExprKind kind, ArrayRef<ExprAttr> operands) {
    if (llvm::any_of(operands, [](ExprAttr e) { return !e; }))
      return {};
    nodes += operands.size();
    if (nodes > kMaxNodes)
      return fail("more than 10000 nodes");
    if (std::optional<std::string> wrong = checkOperands(kind, operands))
      return fail(*wrong);
    ExprAttr result = makeExpr(kind, operands);
    return sizeOf(result) > kMaxNodes ? fail("more than 10000 nodes") : result;
  }

  /// The nodes of an expression as a tree, which is how it is read and printed:
  /// powers of powers are small as text and as a graph.
  unsigned sizeOf(ExprAttr expr) {
    if (unsigned known = sizes.lookup(expr))
      return known;
    unsigned size = 1;
    for (ExprAttr operand : expr.getOperands())
      size = std::min(size + sizeOf(operand), kMaxNodes + 1);
    return sizes[expr] = size;
  }

  ExprAttr negate(ExprAttr e) {
    if (e && e.getKind() == ExprKind::Float)
      return makeFloat(context, -e.getFloat());
    return make(ExprKind::Mul, {makeInt(context, -1), e});
  }

  /// Consumes a word that is not the beginning of a longer name.
  bool consumeWord(StringRef word) {
    StringRef rest = peek();
    if (!rest.consume_front(word) ||
        (!rest.empty() && (llvm::isAlnum(rest[0]) || rest[0] == '_')))
      return false;
    pos += word.size();
    return true;
  }

  // expression := disjunction ('if' disjunction 'else' expression)?
  ExprAttr parseExpression() {
    if (++depth > kMaxDepth)
      return fail("nested deeper than 200");
    ExprAttr e = parseDisjunction();
    if (e && consumeWord("if")) {
      ExprAttr condition = parseDisjunction();
      if (condition && !consumeWord("else"))
        return fail("expected 'else'");
      e = make(ExprKind::Where, {condition, e, parseExpression()});
    }
    --depth;
    return e;
  }

  // disjunction := conjunction ('or' conjunction)*
  ExprAttr parseDisjunction() {
    ExprAttr e = parseConjunction();
    while (e && consumeWord("or"))
      e = make(ExprKind::Or, {e, parseConjunction()});
    return e;
  }

  // conjunction := negation ('and' negation)*
  ExprAttr parseConjunction() {
    ExprAttr e = parseNegation();
    while (e && consumeWord("and"))
      e = make(ExprKind::And, {e, parseNegation()});
    return e;
  }

  // negation := 'not'* comparison
  ExprAttr parseNegation() {
    bool negated = false;
    while (consumeWord("not"))
      negated = !negated;
    ExprAttr e = parseComparison();
    return negated ? make(ExprKind::Not, {e}) : e;
  }

  // comparison := sum (('<=' | '<' | '>=' | '>' | '==' | '!=') sum)?
  ExprAttr parseComparison() {
    ExprAttr a = parseSum();
    if (a && consume("<="))
      a = make(ExprKind::Le, {a, parseSum()});
    else if (a && consume("<"))
      a = make(ExprKind::Lt, {a, parseSum()});
    else if (a && consume(">="))
      a = makeSwapped(ExprKind::Le, a, parseSum());
    else if (a && consume(">"))
      a = makeSwapped(ExprKind::Lt, a, parseSum());
    else if (a && consume("=="))
      a = make(ExprKind::Eq, {a, parseSum()});
    else if (a && consume("!="))
      a = make(ExprKind::Ne, {a, parseSum()});
    return a;
  }

  ExprAttr makeSwapped(ExprKind kind, ExprAttr a, ExprAttr b) {
    return make(kind, {b, a});
  }

  // Sums are made at once: a term at a time would cost the square of them.
  ExprAttr parseSum() {
    SmallVector<ExprAttr> terms = {parseProduct()};
    while (terms.back()) {
      if (consume("+"))
        terms.push_back(parseProduct());
      else if (consume("-"))
        terms.push_back(negate(parseProduct()));
      else
        break;
    }
    return terms.size() == 1 ? terms[0] : make(ExprKind::Add, terms);
  }

  // Factors in a row are multiplied at once, like the terms of a sum.
  ExprAttr parseProduct() {
    SmallVector<ExprAttr> factors = {parseUnary()};
    auto multiply = [&] {
      return factors.size() == 1 ? factors[0] : make(ExprKind::Mul, factors);
    };
    while (factors.back()) {
      if (consume("//"))
        factors = {make(ExprKind::FloorDiv, {multiply(), parseUnary()})};
      else if (!peek().starts_with("**") && consume("*"))
        factors.push_back(parseUnary());
      else if (consume("/"))
        factors = {make(ExprKind::TrueDiv, {multiply(), parseUnary()})};
      else if (consume("%"))
        factors = {make(ExprKind::Mod, {multiply(), parseUnary()})};
      else
        break;
    }
    return multiply();
  }

  ExprAttr parseUnary() {
    bool negative = consume("-");
    if (!negative && !consume("+"))
      return parsePower();
    if (++depth > kMaxDepth)
      return fail("nested deeper than 200");
    ExprAttr e = negative ? parseNegative() : parseUnary();
    --depth;
    return e;
  }

  ExprAttr parseNegative() {
    // The smallest int has no positive counterpart.
    if (peek().starts_with("9223372036854775808")) {
      pos += 19;
      return makeInt(context, std::numeric_limits<int64_t>::min());
    }
    return negate(parseUnary());
  }

  ExprAttr parsePower() {
    ExprAttr base = parseAtom();
    if (!base || !consume("**"))
      return base;
    ExprAttr exponent = parseUnary();
    bool ints = exponent && getSort(base) == Sort::Int &&
                getSort(exponent) == Sort::Int;
    return make(ints ? ExprKind::Pow : ExprKind::FloatPow, {base, exponent});
  }

  ExprAttr parseAtom() {
    if (consume("(")) {
      ExprAttr e = parseExpression();
      return e && !consume(")") ? fail("expected ')'") : e;
    }
    StringRef rest = peek();
    if (rest.empty())
      return fail("unexpected end");
    if (llvm::isDigit(rest[0]) || rest[0] == '.')
      return parseNumber();
    StringRef name = rest.take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
    if (name.empty())
      return fail("unexpected '" + rest.take_front(1) + "'");
    pos += name.size();
    return consume("(") ? parseCall(name) : parseName(name);
  }

  ExprAttr parseNumber() {
    StringRef digits =
        peek().take_while([](char c) { return llvm::isDigit(c); });
    StringRef after = peek().drop_front(digits.size());
    if (!after.starts_with(".") && !after.starts_with("e")) {
      int64_t value;
      if (digits.getAsInteger(10, value))
        return fail("integer does not fit 64 bits");
      pos += digits.size();
      return makeInt(context, value);
    }
    size_t length = 0;
    StringRef rest = peek();
    while (length < rest.size() &&
           (llvm::isDigit(rest[length]) || rest[length] == '.' ||
            rest[length] == 'e' ||
            ((rest[length] == '-' || rest[length] == '+') && length &&
             rest[length - 1] == 'e')))
      ++length;
    double value;
    if (rest.take_front(length).getAsDouble(value))
      return fail("malformed float");
    pos += length;
    return makeFloat(context, value);
  }

  ExprAttr parseName(StringRef name) {
    return llvm::StringSwitch<ExprAttr>(name)
        .Cases({"True", "true"}, makeBool(context, true))
        .Cases({"False", "false"}, makeBool(context, false))
        .Cases({"Inf", "oo"}, makeFloat(context, INFINITY))
        .Cases({"NaN", "nan"}, makeFloat(context, NAN))
        .Default(makeSymbol(context, name));
  }

  /// Is `name`, when it is written without quotes, read as a symbol?
  bool isSymbolName(StringRef name) {
    return !name.empty() && !llvm::isDigit(name[0]) && name[0] != '.' &&
           llvm::all_of(name,
                        [](char c) {
                          return llvm::isAlnum(c) || c == '_' || c == '.';
                        }) &&
           parseName(name).isSymbol();
  }

  /// The text of a quoted string, without escapes.
  std::optional<StringRef> parseString() {
    StringRef rest = peek();
    if (rest.empty() || (rest[0] != '\'' && rest[0] != '"'))
      return std::nullopt;
    size_t end = rest.find(rest[0], 1);
    if (end == StringRef::npos)
      return std::nullopt;
    pos += end + 1;
    return rest.slice(1, end);
  }

  /// Skips `, keyword=word` up to the closing parenthesis.
  bool skipKeywords() {
    while (consume(",")) {
      StringRef word = peek().take_while(
          [](char c) { return llvm::isAlnum(c) || c == '_' || c == '='; });
      pos += word.size();
    }
    return consume(")");
  }

  ExprAttr parseCall(StringRef name) {
    if (name == "Symbol") {
      std::optional<StringRef> symbol = parseString();
      if (!symbol || !isSymbolName(*symbol) || !skipKeywords())
        return fail("malformed Symbol");
      return makeSymbol(context, *symbol);
    }
    if (name == "Float") {
      std::optional<StringRef> digits = parseString();
      double value;
      if (!digits || digits->getAsDouble(value) || !skipKeywords())
        return fail("malformed Float");
      return makeFloat(context, value);
    }
    SmallVector<ExprAttr> operands;
    if (!consume(")")) {
      do {
        operands.push_back(parseExpression());
        if (!operands.back())
          return {};
      } while (consume(","));
      if (!consume(")"))
        return fail("expected ')'");
    }
    return makeCall(name, operands);
  }

  ExprAttr makeCall(StringRef name, ArrayRef<ExprAttr> operands) {
    if (name == "Integer" || name == "Identity")
      return operands.size() == 1 ? operands[0]
                                  : fail(name + " wants one value");
    if (name == "Piecewise" || name == "ExprCondPair")
      return makePiecewise(name, operands);
    if (name == "ModularIndexing" && operands.size() == 3)
      return make(
          ExprKind::Mod,
          {make(ExprKind::FloorDiv, {operands[0], operands[1]}), operands[2]});
    if (name == "CeilDiv" && operands.size() == 2)
      return negate(
          make(ExprKind::FloorDiv, {negate(operands[0]), operands[1]}));
    if (name == "Rational" && operands.size() == 2)
      return make(ExprKind::TrueDiv, operands);
    if ((name == "StrictGreaterThan" || name == "Gt") && operands.size() == 2)
      return makeSwapped(ExprKind::Lt, operands[0], operands[1]);
    if ((name == "GreaterThan" || name == "Ge") && operands.size() == 2)
      return makeSwapped(ExprKind::Le, operands[0], operands[1]);
    if (name == "Pow" && operands.size() == 2 &&
        (getSort(operands[0]) != Sort::Int ||
         getSort(operands[1]) != Sort::Int))
      return make(ExprKind::FloatPow, operands);
    std::optional<ExprKind> kind = lookUpFunction(name);
    if (!kind)
      return fail("unknown function '" + name + "'");
    return make(*kind, operands);
  }

  static std::optional<ExprKind> lookUpFunction(StringRef name) {
    using K = ExprKind;
    auto kind = llvm::StringSwitch<std::optional<ExprKind>>(name)
                    .Cases({"PythonMod", "Mod"}, K::Mod)
                    .Case("CleanDiv", K::FloorDiv)
                    .Cases({"PowByNatural", "Pow"}, K::Pow)
                    .Cases({"IntTrueDiv", "FloatTrueDiv"}, K::TrueDiv)
                    .Cases({"Equality", "Eq"}, K::Eq)
                    .Cases({"Unequality", "Ne"}, K::Ne)
                    .Cases({"StrictLessThan", "Lt"}, K::Lt)
                    .Cases({"LessThan", "Le"}, K::Le)
                    .Case("BitwiseFn_bitwise_and", K::BitAnd)
                    .Case("BitwiseFn_bitwise_or", K::BitOr)
                    .Case("BitwiseFn_bitwise_xor", K::BitXor)
                    .Cases({"OpaqueUnaryFn_sqrt", "sqrt", "math.sqrt"}, K::Sqrt)
                    .Cases({"OpaqueUnaryFn_exp", "exp", "math.exp"}, K::Exp)
                    .Cases({"OpaqueUnaryFn_log", "log", "math.log"}, K::Log)
                    .Cases({"OpaqueUnaryFn_sin", "sin", "math.sin"}, K::Sin)
                    .Cases({"OpaqueUnaryFn_cos", "cos", "math.cos"}, K::Cos)
                    .Cases({"OpaqueUnaryFn_tanh", "tanh", "math.tanh"}, K::Tanh)
                    // As guards are written.
                    .Cases({"torch.sym_max", "max"}, K::Max)
                    .Cases({"torch.sym_min", "min"}, K::Min)
                    .Cases({"torch.sym_float", "float"}, K::ToFloat)
                    .Cases({"torch.sym_not"}, K::Not)
                    .Cases({"torch.sym_int", "math.trunc"}, K::TruncToInt)
                    .Case("torch._sym_sqrt", K::Sqrt)
                    .Case("math.floor", K::FloorToInt)
                    .Case("math.ceil", K::CeilToInt)
                    .Case("round", K::RoundToInt)
                    .Case("abs", K::Abs)
                    .Default(std::nullopt);
    if (kind)
      return kind;
    kind = symbolizeExprKind(name);
    return kind && *kind > ExprKind::Symbol ? kind : std::nullopt;
  }

  /// `Piecewise(ExprCondPair(a, c), …, ExprCondPair(z, true))` is a chain of
  /// Where; the pairs themselves are read as Where with a placeholder.
  ExprAttr makePiecewise(StringRef name, ArrayRef<ExprAttr> operands) {
    if (name == "ExprCondPair") {
      if (operands.size() != 2 || getSort(operands[1]) != Sort::Bool)
        return fail("ExprCondPair wants a value and a bool");
      // The node itself, unsimplified: a literal condition must survive.
      return ExprAttr::get(context, ExprKind::Where, 0, "",
                           {operands[1], operands[0], operands[0]});
    }
    if (operands.empty())
      return fail("Piecewise wants one or more pairs");
    ExprAttr result;
    for (ExprAttr pair : llvm::reverse(operands)) {
      if (pair.getKind() != ExprKind::Where)
        return fail("Piecewise wants one or more pairs");
      ExprAttr value = pair.getOperands()[1];
      result =
          result ? make(ExprKind::Where, {pair.getOperands()[0], value, result})
                 : value;
      if (!result)
        return {};
    }
    return result;
  }
};
} // namespace

llvm::Expected<ExprAttr> ep::parseExpr(MLIRContext *context, StringRef text) {
  return Parser(context, text).parseAll();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text form of expressions: printing, and reading inside MLIR's syntax.
// `a - b` is printed for a negative term; floats carry a point or an exponent.
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Dialect/EP/ExprNames.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"
#include <charconv>
#include <cmath>

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

//===----------------------------------------------------------------------===//
// Print
//===----------------------------------------------------------------------===//

static void printFloat(raw_ostream &os, double value) {
  if (std::isnan(value)) {
    os << "NaN";
  } else if (std::isinf(value)) {
    os << (value < 0 ? "-Inf" : "Inf");
  } else {
    // The shortest text that reads back as the same value; MLIR's lexer wants
    // a point before an exponent.
    char buffer[32];
    char *end = std::to_chars(std::begin(buffer), std::end(buffer), value).ptr;
    StringRef text(buffer, end - buffer);
    StringRef mantissa = text.take_until([](char c) { return c == 'e'; });
    os << mantissa << (mantissa.contains('.') ? "" : ".0")
       << text.drop_front(mantissa.size());
  }
}

/// Only int terms are printed with a minus: floats are read back as written.
static bool isNegativeTerm(ExprAttr term) {
  if (getSort(term) != Sort::Int)
    return false;
  if (term.getKind() == ExprKind::Mul)
    term = term.getOperands().front();
  return term.isInt() && term.getValue() < 0 &&
         term.getValue() != std::numeric_limits<int64_t>::min();
}

namespace {
/// Prints an expression; a part that has a name as that.
class ExprPrinter {
public:
  ExprPrinter(raw_ostream &os, llvm::function_ref<StringRef(ExprAttr)> nameOf)
      : os(os), nameOf(nameOf) {}

  void print(ExprAttr expr);

private:
  void printFactors(ArrayRef<ExprAttr> factors);
  void printWithoutSign(ExprAttr term);
  void printSum(ExprAttr expr);
  void printProduct(ExprAttr expr);

  raw_ostream &os;
  llvm::function_ref<StringRef(ExprAttr)> nameOf;
};
} // namespace

/// Factors that are sums or products stand in parentheses.
void ExprPrinter::printFactors(ArrayRef<ExprAttr> factors) {
  llvm::ListSeparator star("*");
  for (ExprAttr factor : factors) {
    os << star;
    bool parens = (factor.getKind() == ExprKind::Add ||
                   factor.getKind() == ExprKind::Mul) &&
                  nameOf(factor).empty();
    os << (parens ? "(" : "");
    print(factor);
    os << (parens ? ")" : "");
  }
}

/// A negative term without its minus. It is printed as it is: the factory might
/// multiply its negation out, to a sum.
void ExprPrinter::printWithoutSign(ExprAttr term) {
  if (term.isInt()) {
    os << -term.getValue();
    return;
  }
  ArrayRef<ExprAttr> factors = term.getOperands();
  if (factors.size() == 1 || !factors[0].isInt(-1))
    os << -factors[0].getValue() << (factors.size() == 1 ? "" : "*");
  printFactors(factors.drop_front());
}

void ExprPrinter::printSum(ExprAttr expr) {
  llvm::ListSeparator plus(" + ");
  for (auto [i, term] : llvm::enumerate(expr.getOperands())) {
    if (i && isNegativeTerm(term) && nameOf(term).empty()) {
      os << " - ";
      printWithoutSign(term);
      continue;
    }
    os << plus;
    print(term);
  }
}

void ExprPrinter::printProduct(ExprAttr expr) {
  ArrayRef<ExprAttr> factors = expr.getOperands();
  if (factors.size() > 1 && factors[0].isInt(-1) &&
      getSort(expr) == Sort::Int) {
    os << "-";
    factors = factors.drop_front();
  }
  printFactors(factors);
}

void ExprPrinter::print(ExprAttr expr) {
  if (StringRef name = nameOf(expr); !name.empty()) {
    os << name;
    return;
  }
  switch (expr.getKind()) {
  case ExprKind::Int:
    os << expr.getValue();
    return;
  case ExprKind::Float:
    return printFloat(os, expr.getFloat());
  case ExprKind::Bool:
    os << (expr.getValue() ? "True" : "False");
    return;
  case ExprKind::Symbol:
    os << expr.getName();
    return;
  case ExprKind::Add:
    return printSum(expr);
  case ExprKind::Mul:
    return printProduct(expr);
  default:
    os << stringifyExprKind(expr.getKind()) << "(";
    llvm::interleaveComma(expr.getOperands(), os,
                          [&](ExprAttr e) { print(e); });
    os << ")";
  }
}

void ep::printExpr(raw_ostream &os, ExprAttr expr,
                   llvm::function_ref<StringRef(ExprAttr)> nameOf) {
  ExprPrinter(os, nameOf).print(expr);
}

void ep::printExpr(raw_ostream &os, ExprAttr expr) {
  printExpr(os, expr, [](ExprAttr) { return StringRef(); });
}

std::string ExprAttr::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  printExpr(os, *this);
  return text;
}

//===----------------------------------------------------------------------===//
// Parse inside MLIR's syntax
//===----------------------------------------------------------------------===//

static ParseResult parseTerm(AsmParser &parser, ExprAttr &expr);

static ParseResult parseCall(AsmParser &parser, StringRef name, SMLoc loc,
                             ExprAttr &expr) {
  std::optional<ExprKind> kind = symbolizeExprKind(name);
  if (!kind || *kind <= ExprKind::Symbol)
    return parser.emitError(loc)
           << "unknown function '" << name << "' in an expression";
  SmallVector<ExprAttr> operands;
  if (parser.parseCommaSeparatedList(
          [&] { return parseExpr(parser, operands.emplace_back()); }) ||
      parser.parseRParen())
    return failure();
  if (std::optional<std::string> wrong = checkOperands(*kind, operands))
    return parser.emitError(loc) << *wrong;
  expr = makeExpr(*kind, operands);
  return success();
}

/// An atom; a minus before it has been read when `negative`.
static ParseResult parseAtom(AsmParser &parser, ExprAttr &expr, bool negative) {
  MLIRContext *context = parser.getContext();
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalLParen())) {
    if (parseExpr(parser, expr) || parser.parseRParen())
      return failure();
    if (negative && expr.isInt())
      expr = neg(expr);
    return success();
  }
  StringRef name;
  if (succeeded(parser.parseOptionalKeyword(&name))) {
    if (succeeded(parser.parseOptionalLParen()))
      return parseCall(parser, name, loc, expr);
    expr = llvm::StringSwitch<ExprAttr>(name)
               .Case("True", makeBool(context, true))
               .Case("False", makeBool(context, false))
               .Case("Inf", makeFloat(context, INFINITY))
               .Case("NaN", makeFloat(context, NAN))
               .Default(makeSymbol(context, name));
    return success();
  }
  APInt integer;
  OptionalParseResult isInteger = parser.parseOptionalInteger(integer);
  if (isInteger.has_value()) {
    if (failed(*isInteger))
      return failure();
    integer = integer.sext(integer.getBitWidth() + 1);
    if (negative)
      integer.negate();
    if (integer.getSignificantBits() > 64)
      return parser.emitError(loc, "integer does not fit 64 bits");
    expr = makeInt(context, integer.getSExtValue());
    return success();
  }
  double number;
  if (parser.parseFloat(number))
    return failure();
  expr = makeFloat(context, number);
  return success();
}

static ParseResult parseSigned(AsmParser &parser, ExprAttr &expr) {
  bool negative = succeeded(parser.parseOptionalMinus());
  if (parseAtom(parser, expr, negative))
    return failure();
  if (!negative || expr.isInt())
    return success();
  expr = expr.getKind() == ExprKind::Float
             ? makeFloat(parser.getContext(), -expr.getFloat())
             : neg(expr);
  return success();
}

static ParseResult parseTerm(AsmParser &parser, ExprAttr &expr) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<ExprAttr> factors(1);
  if (parseSigned(parser, factors[0]))
    return failure();
  while (succeeded(parser.parseOptionalStar()))
    if (parseSigned(parser, factors.emplace_back()))
      return failure();
  if (factors.size() == 1) {
    expr = factors[0];
    return success();
  }
  if (std::optional<std::string> wrong = checkOperands(ExprKind::Mul, factors))
    return parser.emitError(loc) << *wrong;
  expr = makeExpr(ExprKind::Mul, factors);
  return success();
}

ParseResult ep::parseExpr(AsmParser &parser, ExprAttr &expr) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<ExprAttr> terms(1);
  if (parseTerm(parser, terms[0]))
    return failure();
  while (true) {
    if (succeeded(parser.parseOptionalPlus())) {
      if (parseTerm(parser, terms.emplace_back()))
        return failure();
    } else if (succeeded(parser.parseOptionalMinus())) {
      ExprAttr term;
      if (parseTerm(parser, term))
        return failure();
      terms.push_back(neg(term));
    } else {
      break;
    }
  }
  if (terms.size() == 1) {
    expr = terms[0];
    return success();
  }
  if (std::optional<std::string> wrong = checkOperands(ExprKind::Add, terms))
    return parser.emitError(loc) << *wrong;
  expr = makeExpr(ExprKind::Add, terms);
  return success();
}

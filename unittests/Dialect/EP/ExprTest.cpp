// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions: normal forms, sympy's texts, values, ranges and proofs.
#include "kiln/Dialect/EP/Expr.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace kiln::ep;

namespace {
class ExprTest : public testing::Test {
protected:
  ExprTest() { context.loadDialect<EPDialect>(); }

  ExprAttr parse(StringRef text) {
    llvm::Expected<ExprAttr> expr = parseExpr(&context, text);
    if (!expr) {
      ADD_FAILURE() << llvm::toString(expr.takeError());
      return {};
    }
    return *expr;
  }

  std::string normal(StringRef text) { return parse(text).str(); }

  std::string error(StringRef text) {
    llvm::Expected<ExprAttr> expr = parseExpr(&context, text);
    return expr ? "no error: " + expr->str() : llvm::toString(expr.takeError());
  }

  std::string evaluationError(StringRef text,
                              const llvm::StringMap<ExprValue> &symbols = {}) {
    llvm::Expected<ExprValue> value = evaluate(parse(text), symbols);
    return value ? "no error" : llvm::toString(value.takeError());
  }

  int64_t valueOf(StringRef text) {
    return std::get<int64_t>(llvm::cantFail(evaluate(parse(text), {})));
  }

  MLIRContext context;
};
} // namespace

TEST_F(ExprTest, NormalForms) {
  EXPECT_EQ(normal("3 + s1*s0"), "s0*s1 + 3");
  EXPECT_EQ(normal("(s0 + 1)*(s0 - 1)"), "s0*s0 - 1");
  EXPECT_EQ(normal("2*(s0 + 4) - 2*s0"), "8");
  EXPECT_EQ(normal("FloorDiv(4*s0 + 6, 4)"), "s0 + 1");
  EXPECT_EQ(normal("FloorDiv(s0 + 6, 4)"), "FloorDiv(s0 + 2, 4) + 1");
  EXPECT_EQ(normal("FloorDiv(FloorDiv(s0, 2), 3)"), "FloorDiv(s0, 6)");
  EXPECT_EQ(normal("Mod(4*s0 + 6, 4)"), "2");
  EXPECT_EQ(normal("Max(2, s0, Max(s1, 3))"), "Max(3, s0, s1)");
  EXPECT_EQ(normal("Min(s0, s0)"), "s0");
  EXPECT_EQ(normal("s0 < s0 + 1"), "True");
  EXPECT_EQ(normal("s1 >= s0"), "Le(s0, s1)");
  EXPECT_EQ(normal("Not(s0 < s1)"), "Le(s1, s0)");
  EXPECT_EQ(normal("And(True, s0 < 3, s0 < 3)"), "Lt(s0, 3)");
  EXPECT_EQ(normal("0.5*2.0"), "0.5*2.0"); // floats are never folded
}

TEST_F(ExprTest, RemaindersInNormalForm) {
  // A remainder by a multiple of the outer divisor is dropped inside.
  EXPECT_EQ(normal("Mod(8 - Mod(s0, 8), 8)"), "Mod(-s0, 8)");
  EXPECT_EQ(normal("Mod(s1 + 3*Mod(s0, 16), 8)"), "Mod(3*s0 + s1, 8)");
  EXPECT_EQ(normal("Mod(Mod(s0, 8), 16)"), "Mod(Mod(s0, 8), 16)");
  // What is padded to a multiple is a multiple.
  EXPECT_EQ(normal("s0 + Mod(8 - Mod(s0, 8), 8)"), "-8*FloorDiv(-s0, 8)");
  EXPECT_EQ(normal("FloorDiv(s0 + Mod(-s0, 8), 8)"), "-FloorDiv(-s0, 8)");
  EXPECT_EQ(normal("s0 + Mod(s0, 2)"), "-2*FloorDiv(-s0, 2)");
  EXPECT_EQ(normal("s1*s0 - s1*Mod(s0, 8)"), "8*s1*FloorDiv(s0, 8)");
  EXPECT_EQ(normal("8*FloorDiv(s0, 8) + Mod(s0, 8)"), "s0");
  // Nothing is gained here.
  EXPECT_EQ(normal("s1 + Mod(s0, 8)"), "s1 + Mod(s0, 8)");
}

/// A size that each of 200 steps computes twice from the last one.
TEST_F(ExprTest, SharedPartsAreAskedOnce) {
  Facts facts;
  facts["s0"] = {4, 100};
  ExprAttr s0 = makeSymbol(&context, "s0"), size = s0;
  for (int64_t step = 1; step <= 200; ++step) {
    ExprAttr grown = add(size, makeInt(&context, step));
    size = makeExpr(ExprKind::Max,
                    {floorDiv(grown, s0), makeExpr(ExprKind::Mod, {size, s0})});
  }
  size_t symbols = 0;
  walkSymbols(size, [&](ExprAttr) { ++symbols; });
  EXPECT_LE(symbols, 1000u);
  EXPECT_EQ(getSort(size), Sort::Int);
  EXPECT_EQ(range(size, facts).min, std::nullopt);
  llvm::StringMap<ExprValue> values;
  values["s0"] = int64_t(7);
  auto valueOf = [&](ExprAttr expr) {
    return std::get<int64_t>(llvm::cantFail(evaluate(expr, values)));
  };
  EXPECT_EQ(valueOf(simplify(size, facts)), valueOf(size));
  EXPECT_EQ(valueOf(substitute(size, {{s0, makeInt(&context, 7)}})),
            valueOf(size));
}

TEST_F(ExprTest, TextOfProductsTooLargeToExpand) {
  // A negative term of a power that stays a product keeps its parentheses.
  std::string text = normal("(a + b - c - d - e)**3 - f");
  EXPECT_TRUE(StringRef(text).contains("- 2*a*c*(a + b - c - d - e)")) << text;
  llvm::StringMap<ExprValue> ones;
  for (StringRef name : {"a", "b", "c", "d", "e", "f"})
    ones[name] = int64_t(1);
  EXPECT_EQ(std::get<int64_t>(llvm::cantFail(evaluate(parse(text), ones))), -2);
}

TEST_F(ExprTest, EqualFormsAreOneAttribute) {
  EXPECT_EQ(parse("(s0 + s1)**2"), parse("s0**2 + 2*s0*s1 + s1**2"));
  EXPECT_EQ(parse("Eq(s0, 2*s1)"), parse("Equality(2*s1, s0)"));
  EXPECT_NE(parse("FloorDiv(s0, 2)*2"), parse("s0"));
}

TEST_F(ExprTest, SympyTexts) {
  std::string s = "Symbol('s77', positive=True, integer=True)";
  EXPECT_EQ(normal("FloorDiv(" + s + ", Integer(2))"), "FloorDiv(s77, 2)");
  EXPECT_EQ(normal("Add(" + s + ", Integer(-20))"), "s77 - 20");
  EXPECT_EQ(normal("PythonMod(" + s + ", Integer(3))"), "Mod(s77, 3)");
  EXPECT_EQ(normal("PowByNatural(Integer(2), " + s + ")"), "Pow(2, s77)");
  EXPECT_EQ(normal("IntTrueDiv(" + s + ", Integer(3))"), "TrueDiv(s77, 3)");
  EXPECT_EQ(normal("TruncToInt(Mul(Float('0.69999999999999996', precision=53), "
                   "ToFloat(" +
                   s + ")))"),
            "TruncToInt(0.7*ToFloat(s77))");
  EXPECT_EQ(normal("Piecewise(ExprCondPair(Symbol('a'), "
                   "StrictLessThan(Symbol('b'), Symbol('a'))), "
                   "ExprCondPair(Symbol('b'), true))"),
            "Where(Lt(b, a), a, b)");
  EXPECT_EQ(normal("BitwiseFn_bitwise_and(" + s + ", Integer(6))"),
            "BitAnd(s77, 6)");
  EXPECT_EQ(normal("ModularIndexing(s0, 2, 3)"), "Mod(FloorDiv(s0, 2), 3)");
  EXPECT_EQ(normal("(s0//2) + 2**3"), "FloorDiv(s0, 2) + 8");
  EXPECT_EQ(normal("s0 % 4 <= 3.5"), "Le(ToFloat(Mod(s0, 4)), 3.5)");
}

TEST_F(ExprTest, PythonConditions) {
  EXPECT_EQ(normal("s0 >= 0 and s0 <= 48"), "And(Le(s0, 48), Le(0, s0))");
  EXPECT_EQ(normal("s0 == 1 or s1 == s0 and s1 < 4"),
            normal("Or(Eq(s0, 1), And(Eq(s0, s1), Lt(s1, 4)))"));
  EXPECT_EQ(normal("not not s0 < 3"), "Lt(s0, 3)");
  EXPECT_EQ(normal("(not s0 < 3) or order > 1"), "Or(Lt(1, order), Le(3, s0))");
  EXPECT_EQ(error("s0 < 3 and s1"),
            "expression: And wants one or more bools at character 13");
}

TEST_F(ExprTest, SyntaxErrors) {
  EXPECT_EQ(error("s0 +"), "expression: unexpected end at character 4");
  EXPECT_EQ(error("s0 )"), "expression: unexpected ')' at character 3");
  EXPECT_EQ(error("(s0"), "expression: expected ')' at character 3");
  EXPECT_EQ(error("__import__('os')"),
            "expression: unexpected ''' at character 11");
  EXPECT_EQ(error("eval(s0)"),
            "expression: unknown function 'eval' at character 8");
  EXPECT_EQ(error("Symbol(s0)"), "expression: malformed Symbol at character 7");
  // Such names would be read back as something else.
  EXPECT_EQ(error("Symbol('377')"),
            "expression: malformed Symbol at character 12");
  EXPECT_EQ(error("Symbol('oo')"),
            "expression: malformed Symbol at character 11");
  EXPECT_EQ(error("Float('x', precision=53)"),
            "expression: malformed Float at character 9");
  EXPECT_EQ(error("1.2.3"), "expression: malformed float at character 0");
  EXPECT_EQ(error("92233720368547758080"),
            "expression: integer does not fit 64 bits at character 0");
  EXPECT_EQ(error("FloorDiv(s0)"),
            "expression: FloorDiv wants two ints at character 12");
  EXPECT_EQ(error("Not(s0)"), "expression: Not wants a bool at character 7");
  EXPECT_EQ(error("And(s0)"),
            "expression: And wants one or more bools at character 7");
  EXPECT_EQ(error("Where(s0, 1, 2)"), "expression: Where wants a bool and two "
                                      "values of one sort at character 15");
  EXPECT_EQ(error("Eq(True, 1)"),
            "expression: Eq wants two numbers or two bools at character 11");
  EXPECT_EQ(error("Lt(1)"), "expression: Lt wants two numbers at character 5");
  EXPECT_EQ(error("Sqrt(True)"),
            "expression: Sqrt wants a number at character 10");
  EXPECT_EQ(error("Integer()"),
            "expression: Integer wants one value at character 9");
  EXPECT_EQ(
      error("ExprCondPair(1, 2)"),
      "expression: ExprCondPair wants a value and a bool at character 18");
  EXPECT_EQ(error("Piecewise()"),
            "expression: Piecewise wants one or more pairs at character 11");
  std::string deep(300, '(');
  EXPECT_EQ(error(deep), "expression: nested deeper than 200 at character 200");
  std::string large = "0";
  for (int i = 0; i < 11000; ++i)
    large += "+s" + std::to_string(i);
  EXPECT_TRUE(StringRef(error(large)).contains("more than 10000 nodes"));
  EXPECT_TRUE(StringRef(error("((((a - b + Max(c, d))**8)**8)**8)**8"))
                  .contains("more than 10000 nodes"));
}

// A factor at a time, this takes the cube of their number: minutes.
TEST_F(ExprTest, ProductsOfThousandsOfFactors) {
  std::string text = "s0";
  for (int i = 0; i < 4000; ++i)
    text += "*s1";
  EXPECT_EQ(parse(text).getOperands().size(), 4001u);
}

TEST_F(ExprTest, Values) {
  EXPECT_EQ(valueOf("FloorDiv(-7, 2)"), -4);
  EXPECT_EQ(valueOf("Mod(-7, 3)"), 2);
  EXPECT_EQ(valueOf("Mod(7, -3)"), -2);
  EXPECT_EQ(valueOf("TruncToInt(-3.5)"), -3);
  EXPECT_EQ(valueOf("FloorToInt(-3.5)"), -4);
  EXPECT_EQ(valueOf("CeilToInt(TrueDiv(7, 2))"), 4);
  EXPECT_EQ(valueOf("RoundToInt(2.5)"), 2); // to even, as Python
  EXPECT_EQ(valueOf("Where(1.5 < 2, 10, FloorDiv(1, 1))"), 10);
  EXPECT_EQ(valueOf("Pow(-1, 4000000001)"), -1);
  EXPECT_EQ(valueOf("Abs(-3)"), 3);
  EXPECT_EQ(valueOf("LShift(3, 4) + RShift(-9, 1)"), 43);
  EXPECT_EQ(valueOf("-9223372036854775808"), INT64_MIN);
}

TEST_F(ExprTest, NormalFormsBeyond64Bits) {
  // What 64 bits do not hold stays as it is written, and fails when evaluated.
  EXPECT_EQ(evaluationError("0 - -9223372036854775808"),
            "expression --9223372036854775808: overflow");
  EXPECT_EQ(evaluationError("9223372036854775807 + 1"),
            "expression 9223372036854775807 + 1: overflow");
  EXPECT_EQ(std::get<bool>(llvm::cantFail(
                evaluate(parse("Le(63, -9223372036854775808)"), {}))),
            false);
  EXPECT_EQ(normal("FloorDiv(-9223372036854775805, 8368)"),
            "-1102219411670026");
  EXPECT_EQ(normal("FloorDiv(8368*s0 - 9223372036854775805, 8368)"),
            "s0 - 1102219411670026");
}

TEST_F(ExprTest, GuardTexts) {
  EXPECT_EQ(normal("torch.sym_min(s0, s0*s1) == s0"), "Eq(s0, Min(s0, s0*s1))");
  EXPECT_EQ(normal("s0*torch.sym_max(1, s1 // 2)"),
            "s0*Max(1, FloorDiv(s1, 2))");
  EXPECT_EQ(normal("math.floor(float(s0) / 2.0)"),
            "FloorToInt(TrueDiv(ToFloat(s0), 2.0))");
  EXPECT_EQ(normal("math.ceil(zf0) + math.trunc(zf0) + round(zf0)"),
            "TruncToInt(zf0) + CeilToInt(zf0) + RoundToInt(zf0)");
  EXPECT_EQ(normal("abs(s0) + max(s0, 2) - min(s1, 3)"),
            "Max(2, s0) - Min(3, s1) + Abs(s0)");
  EXPECT_EQ(normal("s0 if s0 < 3 or s1 < 2 else s1 if s1 < s0 else 0"),
            "Where(Or(Lt(s0, 3), Lt(s1, 2)), s0, Where(Lt(s1, s0), s1, 0))");
  EXPECT_EQ(error("s0 if s1 < 3"),
            "expression: expected 'else' at character 12");
}

TEST_F(ExprTest, FloatArithmeticConvertsInts) {
  EXPECT_EQ(normal("zf0 - zf1"), "zf0 + -1.0*zf1");
  EXPECT_EQ(normal("2*zf0 + s0"), "2.0*zf0 + ToFloat(s0)");
  EXPECT_EQ(normal("Max(s0, zf0)"), "Max(ToFloat(s0), zf0)");
  EXPECT_EQ(normal("sqrt(s0)"), "Sqrt(ToFloat(s0))");
  EXPECT_EQ(normal("TruncToInt(s0)"), "s0");
  EXPECT_EQ(normal("ToFloat(ToFloat(s0))"), "ToFloat(s0)");
}

TEST_F(ExprTest, EvaluationErrors) {
  EXPECT_EQ(evaluationError("FloorDiv(1, 0)"),
            "expression FloorDiv(1, 0): division by zero");
  EXPECT_EQ(evaluationError("s0 + 1"), "expression s0: symbol has no value");
  EXPECT_EQ(evaluationError("s0*s0", {{"s0", int64_t(1) << 40}}),
            "expression s0*s0: overflow");
  EXPECT_EQ(evaluationError("TruncToInt(1.0e300)"),
            "expression TruncToInt(1.0e+300): no integer value");
  EXPECT_EQ(evaluationError("LShift(1, 64)"),
            "expression LShift(1, 64): shift out of range");
  EXPECT_EQ(evaluationError("Sqrt(-1.0)"),
            "expression Sqrt(-1.0): outside of the function's domain");
  // All arguments are evaluated, as in packages.
  EXPECT_EQ(evaluationError("Where(1.5 < 2, 10, FloorDiv(1, 0))"),
            "expression FloorDiv(1, 0): division by zero");
  EXPECT_EQ(evaluationError("Pow(2, s0)", {{"s0", int64_t(-1)}}),
            "expression Pow(2, s0): negative exponent");
}

TEST_F(ExprTest, RangesAndProofs) {
  Facts facts;
  facts["s0"] = {1, 64};
  facts["s1"] = {2, std::nullopt};
  auto check = [&](StringRef text, std::optional<int64_t> min,
                   std::optional<int64_t> max) {
    Bounds bounds = range(parse(text), facts);
    EXPECT_EQ(bounds.min, min) << text.str();
    EXPECT_EQ(bounds.max, max) << text.str();
  };
  check("2*s0 + 1", 3, 129);
  check("-s0", -64, -1);
  check("s0*s1", 2, std::nullopt);
  check("-4*s0*s1", std::nullopt, -8);
  check("-64*FloorDiv(-4*s0*s1*s1, 64)", 64, std::nullopt);
  check("FloorDiv(s0 - 3, 2)", -1, 30);
  check("Mod(s1, 8)", 0, 7);
  check("Max(s0, 10)", 10, 64);
  check("Min(s0, s1)", 1, 64);
  check("Where(s0 < 3, 5, s0)", 1, 64);

  EXPECT_EQ(simplify(parse("Max(1, s0)"), facts), parse("s0"));
  EXPECT_EQ(simplify(parse("s1 > 1"), facts), parse("True"));
  EXPECT_EQ(simplify(parse("Eq(s0, 100)"), facts), parse("False"));
  EXPECT_EQ(simplify(parse("TruncToInt(2.0*ToFloat(s0))"), facts),
            parse("2*s0"));
  EXPECT_EQ(simplify(parse("CeilToInt(ToFloat(s0) + 1.0)"), facts),
            parse("s0 + 1"));
  // Halves are no ints, and the floats beyond 2^53 are not all there.
  for (const char *text :
       {"TruncToInt(0.5*ToFloat(s0))", "TruncToInt(2.0*ToFloat(s1))"})
    EXPECT_EQ(simplify(parse(text), facts), parse(text)) << text;
  EXPECT_EQ(proveEqual(parse("Max(1, s0)*2"), parse("s0 + s0"), facts),
            Answer::Yes);
  EXPECT_EQ(proveEqual(parse("s0"), parse("s0 + 1"), facts), Answer::No);
  EXPECT_EQ(proveEqual(parse("s0"), parse("s1 + 64"), facts), Answer::No);
  EXPECT_EQ(proveEqual(parse("s0"), parse("s1"), facts), Answer::Unknown);
  EXPECT_EQ(proveEqual(parse("0.5"), parse("1.5"), facts), Answer::Unknown);
}

TEST_F(ExprTest, ExactDivision) {
  Facts facts;
  facts["s0"] = {1, std::nullopt};
  facts["s1"] = {0, std::nullopt};
  auto simple = [&](StringRef text) {
    return simplify(parse(text), facts).str();
  };
  EXPECT_EQ(simple("FloorDiv(8*s0, s0)"), "8");
  EXPECT_EQ(simple("Mod(8*s0 + s0*s1, s0)"), "0");
  EXPECT_EQ(simple("FloorDiv(-8*FloorDiv(-s0, 8), -FloorDiv(-s0, 8))"), "8");
  EXPECT_EQ(simple("FloorDiv(3*s0 + 3*s1, s0 + s1)"), "3");
  EXPECT_EQ(simple("FloorDiv(3*s0, 2*s0)"), "FloorDiv(3*s0, 2*s0)");
  EXPECT_EQ(simple("FloorDiv(s0 + s1, s0)"), "FloorDiv(s0 + s1, s0)");
  // The divisor may be 0.
  EXPECT_EQ(simple("FloorDiv(8*s1, s1)"), "FloorDiv(8*s1, s1)");
}

TEST_F(ExprTest, Substitute) {
  llvm::DenseMap<ExprAttr, ExprAttr> map = {{parse("s0"), parse("2*s1")}};
  EXPECT_EQ(substitute(parse("FloorDiv(s0 + 4, 2)"), map), parse("s1 + 2"));
}

namespace {
/// An expression as written, with its own plain evaluation: what no rewrite may
/// change.
struct Written {
  std::string text;
  std::optional<int64_t> value; ///< nothing: division by zero
};

Written write(std::mt19937 &random, const std::vector<int64_t> &symbols,
              int depth) {
  auto pick = [&](int n) { return static_cast<int>(random() % n); };
  if (depth == 0 || pick(4) == 0) {
    if (pick(2)) {
      int i = pick(symbols.size());
      return {"s" + std::to_string(i), symbols[i]};
    }
    int64_t literal = pick(13) - 6;
    return {"(" + std::to_string(literal) + ")", literal};
  }
  Written a = write(random, symbols, depth - 1);
  Written b = write(random, symbols, depth - 1);
  bool defined = a.value && b.value;
  int64_t x = a.value.value_or(0), y = b.value.value_or(0);
  auto result = [&](std::string text, std::optional<int64_t> value) {
    return Written{text, defined ? value : std::nullopt};
  };
  auto floorDivide = [&]() -> std::optional<int64_t> {
    if (y == 0)
      return std::nullopt;
    int64_t q = x / y;
    return (x % y != 0 && (x < 0) != (y < 0)) ? q - 1 : q;
  };
  switch (pick(7)) {
  case 0:
    return result("(" + a.text + " + " + b.text + ")", x + y);
  case 1:
    return result("(" + a.text + " - " + b.text + ")", x - y);
  case 2:
    return result("(" + a.text + "*" + b.text + ")", x * y);
  case 3:
    return result("FloorDiv(" + a.text + ", " + b.text + ")", floorDivide());
  case 4: {
    std::optional<int64_t> q = floorDivide();
    return result("Mod(" + a.text + ", " + b.text + ")",
                  q ? std::optional<int64_t>(x - *q * y) : std::nullopt);
  }
  case 5:
    return result("Max(" + a.text + ", " + b.text + ")", std::max(x, y));
  default:
    return result("Min(" + a.text + ", " + b.text + ")", std::min(x, y));
  }
}
} // namespace

TEST_F(ExprTest, RewritesNeverChangeAValue) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 20000; ++trial) {
    std::vector<int64_t> symbols;
    llvm::StringMap<ExprValue> values;
    Facts facts;
    for (int i = 0; i < 3; ++i) {
      symbols.push_back(static_cast<int64_t>(random() % 20));
      values["s" + std::to_string(i)] = symbols.back();
      facts["s" + std::to_string(i)] = {symbols.back() - random() % 5,
                                        symbols.back() + random() % 5};
    }
    Written written = write(random, symbols, 3);
    if (!written.value)
      continue;
    ExprAttr expr = parse(written.text);
    llvm::Expected<ExprValue> value = evaluate(expr, values);
    ASSERT_TRUE(static_cast<bool>(value))
        << written.text << " became " << expr.str();
    ASSERT_EQ(std::get<int64_t>(*value), *written.value)
        << written.text << " became " << expr.str();
    // A text reads back as the same attribute.
    ASSERT_EQ(parse(expr.str()), expr) << expr.str();
    // A range contains every value, and simplification keeps it.
    Bounds bounds = range(expr, facts);
    ASSERT_LE(bounds.min.value_or(INT64_MIN), *written.value) << expr.str();
    ASSERT_GE(bounds.max.value_or(INT64_MAX), *written.value) << expr.str();
    ExprAttr simple = simplify(expr, facts);
    ASSERT_EQ(std::get<int64_t>(llvm::cantFail(evaluate(simple, values))),
              *written.value)
        << expr.str() << " became " << simple.str();
  }
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "expr/Expression.h"
#include "TestPackage.h"

#include <random>

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::HasSubstr;

/// Names: s0 … s3 are ints in registers 0 … 3, f a float in 4, p a bool in 5.
static std::optional<NameBinding> lookUp(std::string_view name) {
  if (name.size() == 2 && name[0] == 's' && name[1] >= '0' && name[1] < '4')
    return NameBinding{static_cast<uint32_t>(name[1] - '0'), Sort::Int};
  if (name == "f")
    return NameBinding{4, Sort::Float};
  if (name == "p")
    return NameBinding{5, Sort::Bool};
  return std::nullopt;
}

static const Word registers[] = {7, -3, 4, INT64_MAX, doubleToWord(2.5), 1};

static std::string evaluate(const std::string &text) {
  Expected<Expression> expression = Expression::parse(text, lookUp);
  if (!expression.ok())
    return expression.error().message;
  Word word = 0;
  EvalFailure failure = expression->evaluate(registers, word);
  if (failure != EvalFailure::None)
    return evalFailureText(failure);
  if (expression->sort() == Sort::Float)
    return concat(wordToDouble(word));
  if (expression->sort() == Sort::Bool)
    return word ? "True" : "False";
  return concat(word);
}

struct Case {
  const char *text;
  const char *value;
};
class ExpressionValue : public ::testing::TestWithParam<Case> {};

TEST_P(ExpressionValue, Is) {
  EXPECT_EQ(evaluate(GetParam().text), GetParam().value) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    All, ExpressionValue,
    ::testing::Values(
        Case{"2*s0 + 1", "15"}, Case{"-s0 + 8", "1"}, Case{"s0*s1", "-21"},
        Case{"s0 - s1 - s2", "6"}, Case{"(s0 - 1)*(s2 + 1)", "30"},
        Case{"-9223372036854775808", "-9223372036854775808"}, Case{"- 5", "-5"},
        Case{"--5", "5"}, Case{"-(s0)", "-7"}, Case{"FloorDiv(s0, 2)", "3"},
        Case{"FloorDiv(-7, 2)", "-4"}, Case{"FloorDiv(7, -2)", "-4"},
        Case{"FloorDiv(-7, -2)", "3"}, Case{"CeilDiv(7, 2)", "4"},
        Case{"CeilDiv(-7, 2)", "-3"}, Case{"CeilDiv(6, 2)", "3"},
        Case{"Mod(7, 3)", "1"}, Case{"Mod(-7, 3)", "2"},
        Case{"Mod(7, -3)", "-2"}, Case{"Mod(-9223372036854775808, -1)", "0"},
        Case{"Max(s0, s1, s2)", "7"}, Case{"Min(s0, s1, s2)", "-3"},
        Case{"Max(s0)", "7"}, Case{"Max(f, 3.0)", "3"},
        Case{"Min(f, 3.0)", "2.5"}, Case{"Pow(2, 62)", "4611686018427387904"},
        Case{"Pow(-1, 1000001)", "-1"}, Case{"Pow(0, 0)", "1"},
        Case{"Pow(-2, 63)", "-9223372036854775808"}, Case{"Abs(s1)", "3"},
        Case{"Abs(-2.5)", "2.5"}, Case{"ToFloat(s0)", "7"},
        Case{"TrueDiv(7, 2)", "3.5"}, Case{"TrueDiv(f, 2.0)", "1.25"},
        Case{"TruncToInt(-2.5)", "-2"}, Case{"FloorToInt(-2.5)", "-3"},
        Case{"CeilToInt(-2.5)", "-2"}, Case{"RoundToInt(2.5)", "2"},
        Case{"RoundToInt(3.5)", "4"}, Case{"Sqrt(6.25)", "2.5"},
        Case{"Exp(0.0)", "1"}, Case{"Log(1.0)", "0"}, Case{"Sin(0.0)", "0"},
        Case{"Cos(0.0)", "1"}, Case{"Tanh(0.0)", "0"},
        Case{"FloatPow(2.0, 0.5)", "1.41421356237"},
        Case{"f*2.0 - 1.5 + 1e-1", "3.6"}, Case{"-f", "-2.5"},
        Case{"Eq(s0, 7)", "True"}, Case{"Ne(s0, 7)", "False"},
        Case{"Lt(s0, 7)", "False"}, Case{"Le(s0, 7)", "True"},
        Case{"Eq(f, 2.5)", "True"}, Case{"Ne(f, 2.5)", "False"},
        Case{"Lt(f, 3.0)", "True"}, Case{"Le(f, 2.0)", "False"},
        Case{"Eq(p, True)", "True"}, Case{"And(p, True, Lt(s0, 3))", "False"},
        Case{"Or(False, Lt(s0, 3), p)", "True"}, Case{"Not(p)", "False"},
        Case{"Where(p, s0, s1)", "7"}, Case{"Where(Not(p), f, 1.0)", "1"},
        Case{"BitAnd(12, 10)", "8"}, Case{"BitOr(12, 10)", "14"},
        Case{"BitXor(12, 10)", "6"}, Case{"LShift(3, 4)", "48"},
        Case{"LShift(-1, 63)", "-9223372036854775808"},
        Case{"LShift(0, 63)", "0"}, Case{"RShift(-5, 1)", "-3"},
        Case{"RShift(5, 100)", "0"},
        Case{"Max(1, TruncToInt(0.5*ToFloat(3*s0)))", "10"}));

INSTANTIATE_TEST_SUITE_P(
    Failures, ExpressionValue,
    ::testing::Values(
        Case{"s3 + 1", "the value does not fit 64 bits"},
        Case{"-s3 - 2", "the value does not fit 64 bits"},
        Case{"s3*2", "the value does not fit 64 bits"},
        Case{"-(-s3 - 1)", "the value does not fit 64 bits"},
        Case{"Abs(-s3 - 1)", "the value does not fit 64 bits"},
        Case{"FloorDiv(-s3 - 1, -1)", "the value does not fit 64 bits"},
        Case{"Pow(10, 19)", "the value does not fit 64 bits"},
        Case{"Pow(2, 9223372036854775807)", "the value does not fit 64 bits"},
        Case{"LShift(1, 63)", "the value does not fit 64 bits"},
        Case{"FloorDiv(s0, 0)", "division by zero"},
        Case{"CeilDiv(s0, 0)", "division by zero"},
        Case{"Mod(s0, 0)", "division by zero"},
        Case{"TrueDiv(1, 0)", "division by zero"},
        Case{"TrueDiv(1.0, 0.0)", "division by zero"},
        Case{"Pow(2, -1)", "negative exponent"},
        Case{"LShift(1, 64)", "shift by a number outside of 0 … 63"},
        Case{"RShift(1, -1)", "shift by a number outside of 0 … 63"},
        Case{"TruncToInt(1e19)", "the float has no integer value"},
        Case{"Sqrt(-1.0)", "the argument is outside of the function's domain"},
        Case{"Log(0.0)", "the argument is outside of the function's domain"},
        Case{"Where(True, 1, FloorDiv(1, 0))", "division by zero"}));

class ExpressionError : public ::testing::TestWithParam<Case> {};

TEST_P(ExpressionError, IsTyped) {
  Expected<Expression> expression = Expression::parse(GetParam().text, lookUp);
  ASSERT_FALSE(expression.ok()) << GetParam().text;
  EXPECT_THAT(expression.error().message, HasSubstr(GetParam().value));
}

INSTANTIATE_TEST_SUITE_P(
    All, ExpressionError,
    ::testing::Values(
        Case{"", "column 1: a number, a name or '(' is expected"},
        Case{"2*", "column 3: a number, a name or '(' is expected"},
        Case{"(s0", "column 4: ')' is expected"},
        Case{"s0 s1", "an operator or the end is expected"},
        Case{"s0 / 2", "an operator or the end is expected"},
        Case{"s9", "unknown name 's9'"},
        Case{"Frob(s0)", "unknown function 'Frob'"},
        Case{"__import__(s0)", "unknown function '__import__'"},
        Case{"FloorDiv(s0)", "FloorDiv takes 2 arguments, not 1"},
        Case{"Abs(s0, s1)", "Abs takes 1 arguments, not 2"},
        Case{"Max(s0, s1", "',' or ')' is expected"},
        Case{"Where(p, s0)", "Where takes 3 arguments"},
        Case{"Where(s0, s0, s1)", "Where does not take int, int and int"},
        Case{"s0 + f", "the operator does not take int and float"},
        Case{"p + p", "the operator does not take bool and bool"},
        Case{"-p", "the operator does not take bool"},
        Case{"Max(s0, f)", "Max does not take int and float"},
        Case{"Max(p)", "Max does not take a bool"},
        Case{"Sqrt(s0)", "Sqrt does not take a int"},
        Case{"Not(s0)", "Not does not take a int"},
        Case{"Lt(p, p)", "Lt does not take a bool"},
        Case{"9223372036854775808", "the number does not fit 64 bits"},
        Case{"1e999", "the number does not fit a float"},
        Case{"1e", "an exponent is expected"}));

TEST(Expression, LimitsDepthAndSize) {
  std::string deep = std::string(5000, '(') + "1" + std::string(5000, ')');
  Expected<Expression> result = Expression::parse(deep, lookUp);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, Code::ResourceExhausted);
  EXPECT_THAT(result.error().message,
              HasSubstr("the expression is nested too deeply"));
  EXPECT_THAT(
      messageOf(Expression::parse(std::string(5000, '-') + "s0", lookUp)),
      HasSubstr("the expression is nested too deeply"));
  std::string wide = "s0";
  for (int i = 0; i < 20000; ++i)
    wide += "+1";
  EXPECT_THAT(messageOf(Expression::parse(wide, lookUp)),
              HasSubstr("the expression is too large"));
  EXPECT_THAT(messageOf(Expression::parse(std::string(70000, ' '), lookUp)),
              HasSubstr("the expression is too long"));
  // The deepest that is allowed evaluates within its stack.
  std::string nested = "s0";
  for (int i = 0; i < 90; ++i)
    nested = concat("Where(p, 1 + 2*Max(0, ", nested, "), 0)");
  EXPECT_EQ(evaluate(nested.substr(0)).find("nested"), std::string::npos);
}

TEST(Expression, FindsAffineForms) {
  auto form = [](const char *text) {
    std::optional<AffineForm> affine =
        Expression::parse(text, lookUp)->affineForm();
    if (!affine)
      return std::string("none");
    return affine->hasSymbol
               ? concat(affine->scale, "*s", affine->reg, "+", affine->offset)
               : concat(affine->offset);
  };
  EXPECT_EQ(form("5"), "5");
  EXPECT_EQ(form("s1"), "1*s1+0");
  EXPECT_EQ(form("2*s0 + 1"), "2*s0+1");
  EXPECT_EQ(form("-(s0 - 3)*2 + s0"), "-1*s0+6");
  EXPECT_EQ(form("4*(s2 + 1) - 4*s2"), "0*s2+4");
  EXPECT_EQ(form("s0 + s1"), "none");
  EXPECT_EQ(form("s0*s0"), "none");
  EXPECT_EQ(form("FloorDiv(s0, 2)"), "none");
  EXPECT_EQ(form("f"), "none");
  EXPECT_EQ(form("9223372036854775807*s0 + 9223372036854775807*s0"), "none");
}

TEST(Expression, DivisionAgreesWithItsDefinition) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    int64_t a = static_cast<int64_t>(random()) >> (random() % 60);
    int64_t b = static_cast<int64_t>(random()) >> (random() % 60);
    if (b == 0 || (a == INT64_MIN && b == -1))
      continue;
    auto value = [&](const char *name) {
      Word word = 0;
      Expected<Expression> expression =
          Expression::parse(concat(name, "(s0, s1)"), lookUp);
      const Word values[] = {a, b};
      EXPECT_EQ(expression->evaluate(values, word), EvalFailure::None);
      return word;
    };
    int64_t quotient = value("FloorDiv"), rest = value("Mod");
    EXPECT_EQ(static_cast<__int128>(quotient) * b + rest, a);
    EXPECT_TRUE(rest == 0 || (rest < 0) == (b < 0));
    auto magnitude = [](int64_t v) {
      return v < 0 ? 0 - static_cast<uint64_t>(v) : static_cast<uint64_t>(v);
    };
    EXPECT_LT(magnitude(rest), magnitude(b));
    EXPECT_EQ(value("CeilDiv"), quotient + (rest != 0));
  }
}

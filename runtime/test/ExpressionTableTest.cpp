// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table that the compiler's evaluator is tested with, too.

#include "ExpressionTable.h"
#include "TestPackage.h"
#include "expr/Expression.h"

using namespace kiln::rt;
using namespace kiln::rt::test;

static const char *kindOf(EvalFailure failure) {
  switch (failure) {
  case EvalFailure::Overflow:
    return "overflow";
  case EvalFailure::DivisionByZero:
    return "division by zero";
  case EvalFailure::NegativeExponent:
    return "negative exponent";
  case EvalFailure::BadShift:
    return "shift";
  case EvalFailure::NotAnInteger:
    return "no integer value";
  default:
    return "domain";
  }
}

static void check(const ExpressionRow &row) {
  std::vector<Word> registers;
  for (const auto &[name, value] : row.symbols)
    registers.push_back(name[0] == 'z'
                            ? doubleToWord(std::strtod(value.c_str(), nullptr))
                            : std::strtoll(value.c_str(), nullptr, 10));
  auto lookUp = [&](std::string_view name) -> std::optional<NameBinding> {
    for (size_t i = 0; i < row.symbols.size(); ++i)
      if (row.symbols[i].first == name)
        return NameBinding{static_cast<uint32_t>(i),
                           name[0] == 'z' ? Sort::Float : Sort::Int};
    return std::nullopt;
  };
  Expected<Expression> expression = Expression::parse(row.text, lookUp);
  ASSERT_TRUE(expression.ok()) << expression.error().message;
  Word word = 0;
  EvalFailure failure = expression->evaluate(registers.data(), word);
  if (row.sort == "error") {
    ASSERT_NE(failure, EvalFailure::None) << row.text;
    EXPECT_TRUE(row.value.empty() || row.value == kindOf(failure)) << row.text;
    return;
  }
  ASSERT_EQ(failure, EvalFailure::None) << row.text;
  ASSERT_EQ(row.sort, sortName(expression->sort())) << row.text;
  if (row.sort == "float")
    EXPECT_TRUE(row.isFloat(wordToDouble(word)))
        << row.text << ": " << wordToDouble(word) << ", not " << row.value;
  else
    EXPECT_EQ(word, std::strtoll(row.value.c_str(), nullptr, 10)) << row.text;
}

TEST(ExpressionTable, IsWhatPythonComputes) {
  std::vector<ExpressionRow> rows = readExpressions(KILN_TEST_EXPRESSIONS);
  EXPECT_GT(rows.size(), 3000u);
  for (const ExpressionRow &row : rows)
    check(row);
}

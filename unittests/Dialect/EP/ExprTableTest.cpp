// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table that the runtime's evaluator is tested with, too; and both
// evaluators on the normal form that packages hold.
#include "ExpressionTable.h"
#include "expr/Expression.h"
#include "kiln/Dialect/EP/Expr.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace kiln::ep;
using kiln::rt::test::ExpressionRow;

static llvm::StringMap<ExprValue> valuesOf(const ExpressionRow &row) {
  llvm::StringMap<ExprValue> values;
  for (const auto &[name, value] : row.symbols) {
    if (name[0] == 'z')
      values[name] = std::strtod(value.c_str(), nullptr);
    else
      values[name] = int64_t(std::strtoll(value.c_str(), nullptr, 10));
  }
  return values;
}

/// The value as the table writes it, but for the spelling of floats.
static std::string write(const ExprValue &value) {
  if (auto *number = std::get_if<int64_t>(&value))
    return "int " + std::to_string(*number);
  if (auto *flag = std::get_if<bool>(&value))
    return *flag ? "bool 1" : "bool 0";
  return "float " + std::to_string(std::get<double>(value));
}

static std::string evaluateInCompiler(ExprAttr expr, const ExpressionRow &row) {
  llvm::Expected<ExprValue> value = evaluate(expr, valuesOf(row));
  if (value)
    return write(*value);
  llvm::consumeError(value.takeError());
  return "error";
}

/// The same by the runtime, which reads the text.
static std::string evaluateInRuntime(ExprAttr expr, const ExpressionRow &row) {
  using namespace kiln::rt;
  std::vector<Word> registers;
  for (const auto &[name, value] : row.symbols)
    registers.push_back(name[0] == 'z'
                            ? doubleToWord(std::strtod(value.c_str(), nullptr))
                            : std::strtoll(value.c_str(), nullptr, 10));
  auto lookUp = [&](std::string_view name) -> std::optional<NameBinding> {
    for (size_t i = 0; i < row.symbols.size(); ++i)
      if (row.symbols[i].first == name)
        return NameBinding{static_cast<uint32_t>(i), name[0] == 'z'
                                                         ? kiln::rt::Sort::Float
                                                         : kiln::rt::Sort::Int};
    return std::nullopt;
  };
  auto expression = Expression::parse(expr.str(), lookUp);
  if (!expression.ok())
    return expression.error().message;
  Word word = 0;
  if (expression->evaluate(registers.data(), word) != EvalFailure::None)
    return "error";
  if (expression->sort() == kiln::rt::Sort::Float)
    return write(wordToDouble(word));
  if (expression->sort() == kiln::rt::Sort::Bool)
    return write(bool(word));
  return write(int64_t(word));
}

static void checkValue(ExprAttr expr, const ExpressionRow &row) {
  llvm::Expected<ExprValue> value = evaluate(expr, valuesOf(row));
  if (!value) {
    std::string message = llvm::toString(value.takeError());
    EXPECT_EQ(row.sort, "error") << row.text << ": " << message;
    EXPECT_NE(message.find(row.value), std::string::npos) << message;
    return;
  }
  // A normal form may leave out an operation that would fail.
  if (row.sort == "error") {
    EXPECT_EQ(row.value, "") << row.text << " is " << write(*value);
    return;
  }
  if (auto *number = std::get_if<double>(&*value))
    EXPECT_TRUE(row.isFloat(*number)) << row.text << " is " << *number;
  else
    EXPECT_EQ(write(*value), row.sort + " " + row.value) << row.text;
}

TEST(ExprTable, IsWhatPythonComputes) {
  MLIRContext context;
  context.loadDialect<EPDialect>();
  auto rows = kiln::rt::test::readExpressions(KILN_TEST_EXPRESSIONS);
  EXPECT_GT(rows.size(), 3000u);
  for (const ExpressionRow &row : rows) {
    llvm::Expected<ExprAttr> expr = parseExpr(&context, row.text);
    ASSERT_TRUE(bool(expr)) << llvm::toString(expr.takeError());
    checkValue(*expr, row);
    EXPECT_EQ(evaluateInRuntime(*expr, row), evaluateInCompiler(*expr, row))
        << row.text << ", normally " << expr->str();
  }
}

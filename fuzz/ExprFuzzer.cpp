// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions: the compiler's parser, and the runtime's on the same text and on
// the compiler's normal form. Where both have a value for the normal form, it
// is the same.
#include "Fuzzer.h"
#include "expr/Expression.h"
#include "kiln/Dialect/EP/Expr.h"
#include "mlir/IR/MLIRContext.h"
#include <cstdio>
#include <cstdlib>

using namespace kiln;

/// Every name has a value: floats 2.5, ints by their last character.
static std::optional<rt::NameBinding> lookUp(std::string_view name) {
  if (name.substr(0, 2) == "zf" || name.substr(0, 3) == "zuf")
    return rt::NameBinding{1, rt::Sort::Float};
  return rt::NameBinding{0, rt::Sort::Int};
}

static void compare(ep::ExprAttr expr) {
  llvm::StringMap<ep::ExprValue> symbols;
  ep::walkSymbols(expr, [&](ep::ExprAttr symbol) {
    bool isFloat = ep::getSort(symbol) == ep::Sort::Float;
    symbols[symbol.getName()] =
        isFloat ? ep::ExprValue(2.5) : ep::ExprValue(int64_t(7));
  });
  auto value = ep::evaluate(expr, symbols);
  std::string text = expr.str();
  auto parsed = rt::Expression::parse(text, lookUp);
  if (!value)
    return llvm::consumeError(value.takeError());
  if (!parsed.ok())
    return;
  const rt::Word registers[] = {7, rt::doubleToWord(2.5)};
  rt::Word word = 0;
  auto *number = std::get_if<int64_t>(&*value);
  if (parsed->evaluate(registers, word) == rt::EvalFailure::None && number &&
      word != *number) {
    std::fprintf(stderr, "%s\n", text.c_str());
    std::abort();
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  (void)rt::Expression::parse(text, lookUp);
  // Uniqued expressions live as long as the context: a new one now and then.
  static std::unique_ptr<mlir::MLIRContext> context;
  static unsigned runs = 0;
  if (runs++ % 2000 == 0) {
    context = std::make_unique<mlir::MLIRContext>(
        mlir::MLIRContext::Threading::DISABLED);
    context->loadDialect<ep::EPDialect>();
  }
  auto expr = ep::parseExpr(context.get(), text);
  if (expr)
    compare(*expr);
  else
    llvm::consumeError(expr.takeError());
  return 0;
}

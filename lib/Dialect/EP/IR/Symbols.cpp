// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/EP/Symbols.h"
#include "kiln/Dialect/EP/Expr.h"

using namespace mlir;
using namespace kiln;

ep::ExprAttr ep::declareSymbol(OpBuilder &builder, Operation *op,
                               StringRef prefix, std::optional<int64_t> min) {
  auto program = op->getParentOfType<ProgramOp>();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&program.getBody().front());
  unsigned number = 0;
  std::string name;
  do
    name = (prefix + Twine(number++)).str();
  while (SymbolTable::lookupSymbolIn(program, name));
  SymbolOp::create(builder, op->getLoc(), name,
                   min ? builder.getI64IntegerAttr(*min) : IntegerAttr(),
                   IntegerAttr(), /*saturated=*/false);
  return ep::makeSymbol(op->getContext(), name);
}

std::string ep::findUndeclaredSymbol(Operation *op, const Facts &declared) {
  std::string reason;
  auto look = [&](ExprAttr expr) {
    walkSymbols(expr, [&](ExprAttr symbol) {
      if (!declared.contains(symbol.getName()))
        reason =
            "uses " + symbol.str() + ", which the program does not declare";
    });
  };
  auto lookAll = [&](TypeRange types) {
    for (Type type : types) {
      if (auto number = dyn_cast<NumberType>(type))
        look(number.getValue());
      if (auto tensor = dyn_cast<TensorType>(type))
        llvm::for_each(tensor.getSizes(), look);
    }
  };
  lookAll(op->getResultTypes());
  for (Region &region : op->getRegions())
    lookAll(region.getArgumentTypes());
  if (auto size = dyn_cast<SizeOp>(op))
    look(size.getExpr());
  return reason;
}

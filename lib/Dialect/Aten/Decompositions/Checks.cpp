// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What expansions check and bind when a program runs.
#include "Expansions.h"
#include "kiln/Dialect/EP/EP.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

void core::require(Term condition, StringRef message) {
  if (!condition)
    return;
  Term holds = logical_not(any(logical_not(condition), {}));
  holds.in().build("aten._assert_async.msg", TypeRange{}, holds, message);
}

void core::require(core::Builder &in, ExprAttr condition, StringRef message) {
  if (condition != ep::makeBool(in.getContext(), true))
    ep::AssertOp::create(in.builder, in.loc, condition, message);
}

/// Does a value of this type say what `symbol` is?
static bool tells(Type type, ExprAttr symbol) {
  bool found = false;
  auto look = [&](ExprAttr expr) {
    ep::walkSymbols(expr, [&](ExprAttr part) { found |= part == symbol; });
  };
  if (auto tensor = dyn_cast<ep::TensorType>(type))
    llvm::for_each(tensor.getSizes(), look);
  if (auto number = dyn_cast<ep::NumberType>(type))
    look(number.getValue());
  return found;
}

/// Is `symbol` known before `op`?
static bool isBound(Operation *op, ExprAttr symbol) {
  auto isTold = [&](Type type) { return tells(type, symbol); };
  for (; op && op->getBlock(); op = op->getParentOp()) {
    Block *block = op->getBlock();
    if (llvm::any_of(block->getArgumentTypes(), isTold))
      return true;
    for (Operation &other : llvm::make_range(block->begin(), op->getIterator()))
      if (llvm::any_of(other.getResultTypes(), isTold))
        return true;
  }
  return false;
}

void core::bindSize(Call &c, Term count, ExprAttr size) {
  if (!count)
    return;
  if (!size.isSymbol() || isBound(c.op, size))
    return require(eq(count, Number(size)),
                   "the data give another size than " + size.str());
  c.build("aten._local_scalar_dense.default",
          ep::NumberType::get(c.getContext(), size), count);
}

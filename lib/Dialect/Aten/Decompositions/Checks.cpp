// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks and bindings of expansions, which happen when a program runs.
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

void core::bindSize(Call &c, Term count, ExprAttr size) {
  if (!count)
    return;
  // Where the size is known before, this checks it.
  c.build("aten._local_scalar_dense.default",
          ep::NumberType::get(c.getContext(), size), count);
}

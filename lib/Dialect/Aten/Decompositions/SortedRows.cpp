// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SortedRows.h"

using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

Sizes SortedRows::oneEach() const {
  Sizes sizes(values.sizes());
  sizes.back() = values.in().expr(1);
  return sizes;
}

SortedRows core::sortRows(Term x, int64_t dim) {
  auto [values, places] = sort(transpose(x, dim, -1), -1, false);
  return {values, places, dim};
}

Terms core::takeFromRows(Call &c, const SortedRows &rows, Term at) {
  Terms results;
  for (Term from : {rows.values, rows.places}) {
    Term taken = transpose(gather(from, -1, at), rows.dim, -1);
    results.push_back(view(taken, c.result().getSizes()));
  }
  results.resize(c.op->getNumResults());
  return results;
}

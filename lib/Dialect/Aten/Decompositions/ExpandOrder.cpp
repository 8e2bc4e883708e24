// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values chosen from the sorted rows of a tensor: the k-th, and the one that is
// there most often.
#include "Expansions.h"
#include "SortedRows.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static SortedRows sortInput(Call &c) {
  Term x = c.raw("self");
  int64_t dim = x.rank() ? c.dim("dim", x.rank()) : 0;
  if (x.rank() == 0)
    x = flatten(x);
  if (isComplex(x.dtype()) || x.size(dim).isInt(0))
    c.reject("a row has no order or no elements");
  return c.isRejected() ? SortedRows() : sortRows(x, dim);
}

static Terms kthValue(Call &c) {
  SortedRows rows = sortInput(c);
  if (c.isRejected())
    return Terms(2);
  ExprAttr k = c.symInt("k"), length = rows.values.size(-1);
  require(c,
          ep::makeExpr(ep::ExprKind::And,
                       {ep::makeExpr(ep::ExprKind::Le, {c.expr(1), k}),
                        ep::makeExpr(ep::ExprKind::Le, {k, length})}),
          "kthvalue: there is no such element");
  Number place(ep::sub(k, c.expr(1)));
  return takeFromRows(c, rows, full(c, rows.oneEach(), place, c.int64()));
}

/// Equal elements are neighbours: they are counted by the number of their kind.
static Terms mode(Call &c) {
  SortedRows rows = sortInput(c);
  if (c.isRejected())
    return Terms(2);
  Term x = rows.values;
  Term before = clamp(arange(c, x.size(-1)) - 1, 0, std::nullopt);
  Term kinds = cumsum(ne(x, indexSelect(x, -1, before)), -1);
  // A NaN is of no kind but its own, also in front.
  Term none = fullLike(kinds, 0);
  kinds = kinds - unsqueeze(select(kinds, -1, c.expr(0)), -1);
  Term counts = scatterAdd(none, -1, kinds, none + 1);
  // The first of the greatest counts is that of the least value.
  Term best = argmax(counts, -1, /*keepdim=*/true);
  return takeFromRows(c, rows, gather(cumsum(counts, -1), -1, best) - 1);
}

void core::populateOrderExpansions(RewritePatternSet &patterns) {
  addRules(patterns, {},
           {{"aten.kthvalue.default", kthValue}, {"aten.mode.default", mode}});
}

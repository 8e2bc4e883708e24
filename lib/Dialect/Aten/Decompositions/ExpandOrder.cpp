// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows of a tensor in order, and values chosen from them by it: the first
// ones, the k-th, and the one that is there most often.
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

/// Rows are chosen from along the last dimension.
static bool hasLastDim(Call &c, Term x, int64_t dim) {
  return c.isRejected() || x.rank() == 0 || dim == x.rank() - 1;
}

static Terms sortDim(Call &c) {
  Term x = c.raw("self");
  int64_t dim = x.rank() ? c.dim("dim", x.rank()) : 0;
  if (hasLastDim(c, x, dim))
    return c.reject("the rows are those of the last dimension"), Terms(2);
  auto [values, places] =
      core::sort(transpose(x, dim, -1), -1, c.flag("descending"));
  return {transpose(values, dim, -1), transpose(places, dim, -1)};
}

static Terms topk(Call &c) {
  Term x = c.raw("self");
  int64_t dim = x.rank() ? c.dim("dim", x.rank()) : 0;
  if (hasLastDim(c, x, dim))
    return c.reject("the rows are those of the last dimension"), Terms(2);
  Sizes sizes(c.result().getSizes());
  std::swap(sizes[dim], sizes.back());
  Operation *op =
      c.build("aten.topk.default",
              {c.result(0).withSizes(sizes), c.result(1).withSizes(sizes)},
              transpose(x, dim, -1), Attribute(c.symInt("k")), /*dim=*/-1,
              c.flag("largest"), c.flag("sorted"));
  return {transpose(Term(c, op->getResult(0)), dim, -1),
          transpose(Term(c, op->getResult(1)), dim, -1)};
}

/// One element per row, where the rows were along `dim`.
static Term restore(Call &c, Term chosen, Term rows, int64_t dim) {
  Sizes sizes(rows.sizes());
  sizes.back() = c.expr(1);
  return view(transpose(view(chosen, sizes), dim, -1), c.result().getSizes());
}

static Terms kthValue(Call &c) {
  Term x = c.raw("self");
  int64_t dim = x.rank() ? c.dim("dim", x.rank()) : 0;
  if (hasLastDim(c, x, dim) && !c.flag("keepdim"))
    return c.reject("the rows are those of the last dimension"), Terms(2);
  if (x.rank() == 0)
    return c.same("aten.kthvalue.default", x, Attribute(c.symInt("k")), 0,
                  false);
  Term rows = transpose(x, dim, -1);
  Sizes sizes(rows.sizes());
  sizes.pop_back();
  Operation *op =
      c.build("aten.kthvalue.default",
              {c.result(0).withSizes(sizes), c.result(1).withSizes(sizes)},
              rows, Attribute(c.symInt("k")), /*dim=*/-1, /*keepdim=*/false);
  return {restore(c, Term(c, op->getResult(0)), rows, dim),
          restore(c, Term(c, op->getResult(1)), rows, dim)};
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
           {{"aten.kthvalue.default", kthValue},
            {"aten.mode.default", mode},
            {"aten.sort.default", sortDim},
            {"aten.topk.default", topk}});
}

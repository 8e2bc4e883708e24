// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorts, differences and integrals along a dimension. Kiln's sort is always
// stable.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static Term input(Call &c) { return Term(c, c.op->getOperand(0)); }

static Terms decomposeStableSort(Call &c) {
  return c.same("aten.sort.default", input(c), c.integer("dim"),
                c.flag("descending"));
}
static Term decomposeArgsort(Call &c) {
  return sort(input(c), c.integer("dim"), c.flag("descending")).second;
}
static Term decomposeMsort(Call &c) { return sort(input(c), 0, false).first; }

//===----------------------------------------------------------------------===//
// Differences and integrals
//===----------------------------------------------------------------------===//

/// x[from + start : end - stop] along `dim`.
static Term inner(Term x, int64_t dim, int64_t start, int64_t stop) {
  ExprAttr end = ep::sub(x.size(dim), x.in().expr(stop));
  return slice(x, dim, x.in().expr(start), end);
}

static Term decomposeDiff(Call &c) {
  Term x = input(c);
  int64_t dim = c.dim("dim", x.rank());
  if (c.isRejected() || x.rank() == 0)
    return c.reject("has no dimension to differ along");
  Terms parts;
  for (Term part : {c("prepend"), x, c("append")})
    if (part)
      parts.push_back(part);
  x = cat(parts, dim);
  for (int64_t i = 0; i < c.integer("n") && x; ++i) {
    if (x.size(dim).isInt(0))
      break;
    Term after = inner(x, dim, 1, 0), before = inner(x, dim, 0, 1);
    x = isBool(x.dtype()) ? ne(after, before) : after - before;
  }
  return x;
}

/// Areas of the trapezoids between neighbours.
static Term getAreas(Call &c, int64_t dim) {
  Term y = c("y");
  Term heights = inner(y, dim, 1, 0) + inner(y, dim, 0, 1);
  if (!c.op.getSchema().findArgument("x"))
    return heights * c.scalar("dx") / 2.0;
  Term x = c("x");
  // One vector of places serves every row.
  if (x.rank() < y.rank()) {
    Sizes sizes(y.rank(), c.expr(1));
    sizes[dim] = x.size(0);
    x = x.rank() == 1 ? view(x, sizes) : Term();
  }
  if (!x)
    return c.reject("places have another rank");
  FailureOr<int64_t> at = wrapDim(dim, x.rank());
  if (failed(at))
    return c.reject("dimension out of range");
  return heights * (inner(x, *at, 1, 0) - inner(x, *at, 0, 1)) / 2.0;
}
static Term trapezoid(Call &c, bool isCumulative) {
  int64_t dim = c.dim("dim", c("y").rank());
  if (c.isRejected() || c("y").rank() == 0)
    return c.reject("has no dimension to add along");
  if (c("y").size(dim).isInt(0))
    return c.reject("has no values");
  Term areas = getAreas(c, dim);
  return isCumulative ? cumsum(areas, dim) : sum(areas, {dim});
}
static Term decomposeTrapezoid(Call &c) { return trapezoid(c, false); }
static Term decomposeCumulativeTrapezoid(Call &c) { return trapezoid(c, true); }

void aten::populateSortingDecompositions(RewritePatternSet &patterns,
                                         const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.sort.stable", decomposeStableSort},
            {"aten.argsort.default", decomposeArgsort},
            {"aten.argsort.stable", decomposeArgsort},
            {"aten.msort.default", decomposeMsort},
            {"aten.diff.default", decomposeDiff},
            {"aten.trapezoid.dx", decomposeTrapezoid},
            {"aten.trapezoid.x", decomposeTrapezoid},
            {"aten.cumulative_trapezoid.dx", decomposeCumulativeTrapezoid},
            {"aten.cumulative_trapezoid.x", decomposeCumulativeTrapezoid}});
}

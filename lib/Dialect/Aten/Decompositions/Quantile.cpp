// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Order statistics: places in the sorted input.
#include "Families.h"
#include "SortedRows.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static Term input(Call &c) { return Term(c, c.op->getOperand(0)); }

/// All elements where the op names no dimension.
static SortedRows sortInput(Call &c) {
  Term x = input(c);
  bool hasDim = c.op.getSchema().findArgument("dim") && c.has("dim");
  int64_t dim = hasDim ? c.dim("dim", x.rank()) : 0;
  if (!hasDim || x.rank() == 0)
    x = flatten(x);
  if (c.isRejected() || x.numel().isInt(0)) {
    c.reject("has no elements");
    return {};
  }
  return sortRows(x, dim);
}

/// The lower one of two in the middle; with a NaN among them NaN, or the
/// median of the others.
static Terms median(Call &c, bool ignoresNaN) {
  SortedRows sorted = sortInput(c);
  if (c.isRejected())
    return Terms(c.op->getNumResults());
  ExprAttr last = ep::sub(sorted.values.size(-1), c.expr(1));
  Term places = full(c, sorted.oneEach(), Number(ep::floorDiv(last, c.expr(2))),
                     c.int64());
  if (isFloating(sorted.values.dtype())) {
    Term count = sum(isnan(sorted.values), {-1}, /*keepdim=*/true);
    if (ignoresNaN)
      places =
          clamp(floorDiv(Number(last) - count, Number(2)), 0, std::nullopt);
    else // The first NaN.
      places = where(count > 0, Number(sorted.values.size(-1)) - count, places);
  }
  return takeFromRows(c, sorted, places);
}
static Terms decomposeMedian(Call &c) { return median(c, false); }
static Terms decomposeNanmedian(Call &c) { return median(c, true); }

//===----------------------------------------------------------------------===//
// Quantiles
//===----------------------------------------------------------------------===//

static Term roundRank(Term ranks, StringRef mode) {
  if (mode == "lower")
    return floor(ranks);
  if (mode == "higher")
    return ceil(ranks);
  return mode == "nearest" ? round(ranks) : ranks;
}

/// Between the neighbours of each rank in the sorted input; a row with NaN
/// gives NaN, or is taken without it.
static Term quantile(Call &c, Term q, bool ignoresNaN) {
  SortedRows sorted = sortInput(c);
  if (c.isRejected())
    return {};
  StringRef mode = c.op.getString("interpolation");
  Term x = sorted.values, rows = isnan(x);
  ExprAttr last = ep::sub(x.size(-1), c.expr(1));
  bool isSingle = q.rank() == 0;
  q = isSingle ? view(q, {c.expr(1)}) : q;
  Term ranks;
  if (ignoresNaN) {
    Term count = sum(~rows, {-1}, /*keepdim=*/true);
    ranks = to(clamp(count - 1, 0, std::nullopt), x.dtype()) * q;
  } else {
    Term limit = scalar(c, Number(last), x.dtype());
    ranks = where(any(rows, {-1}, /*keepdim=*/true), limit, q * limit);
  }
  ranks = roundRank(ranks, mode);
  Term low = floor(ranks), weight = ranks - low;
  if (mode == "midpoint")
    weight = where(eq(weight, 0), weight, fullLike(weight, 0.5));
  Term below = gather(x, -1, to(low, c.int64()));
  Term above = gather(x, -1, to(ceil(ranks), c.int64()));
  Term step = above - below;
  Term result =
      where(weight < 0.5, below + weight * step, above - step * (1 - weight));
  // Quantiles come first, a kept dimension where it was.
  result = transpose(unsqueeze(result, 0), 0, -1);
  result = transpose(result, sorted.dim + 1, -1);
  return view(result, c.result().getSizes());
}
static Term decomposeQuantile(Call &c) { return quantile(c, c("q"), false); }
static Term decomposeNanquantile(Call &c) { return quantile(c, c("q"), true); }
static Term decomposeQuantileOf(Call &c) {
  return quantile(c, scalar(c, c.scalar("q"), input(c).dtype()), false);
}
static Term decomposeNanquantileOf(Call &c) {
  return quantile(c, scalar(c, c.scalar("q"), input(c).dtype()), true);
}

void aten::populateQuantileDecompositions(RewritePatternSet &patterns,
                                          const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.median.default", decomposeMedian},
            {"aten.median.dim", decomposeMedian},
            {"aten.nanmedian.default", decomposeNanmedian},
            {"aten.nanmedian.dim", decomposeNanmedian},
            {"aten.quantile.default", decomposeQuantile},
            {"aten.quantile.scalar", decomposeQuantileOf},
            {"aten.nanquantile.default", decomposeNanquantile},
            {"aten.nanquantile.scalar", decomposeNanquantileOf}});
}

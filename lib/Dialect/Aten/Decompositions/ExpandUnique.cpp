// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Equal elements, or slices along a dimension, as one. They are brought in
// order unless only neighbours count; one is first of its kind where it differs
// from the one before it; the kinds are numbered by a running sum.
#include "Expansions.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// Slices of more elements are not sorted by one after the other.
static constexpr int64_t kMaxKeys = 64;

/// [n, m]: a row for each slice along `dim`.
static Term getSlices(Term x, int64_t dim) {
  SmallVector<int64_t> dims = {dim};
  for (int64_t i = 0; i < x.rank(); ++i)
    if (i != dim)
      dims.push_back(i);
  return x.rank() == 1 ? unsqueeze(x, 1) : flatten(permute(x, dims), 1);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// By the last element, then stably by the one before it, and so on.
static Term sortByKeys(Call &c, Term rows) {
  Term order = arange(c, rows.size(0));
  for (int64_t key = rows.size(1).getValue() - 1; key >= 0; --key) {
    Term keys = indexSelect(select(rows, 1, c.expr(key)), 0, order);
    order = indexSelect(order, 0, sort(keys, 0, false).second);
  }
  return order;
}

/// NaN is above every number.
static Term isLess(Term a, Term b) {
  return isFloating(a.dtype()) ? (a < b) | (isnan(b) & ~isnan(a)) : a < b;
}

/// By comparing all pairs: the first element that differs decides.
static Term sortByPairs(Call &c, Term rows) {
  Term mine = unsqueeze(rows, 1), other = unsqueeze(rows, 0);
  Term place = arange(c, rows.size(0));
  Term key = arange(c, rows.size(1)) * 2;
  Number none = ep::mul(rows.size(1), c.expr(2));
  Term first = amin(where(isLess(other, mine), key,
                          where(isLess(mine, other), key + 1, none)),
                    {2});
  Term isEqual = first >= none;
  Term isBefore =
      where(isEqual, unsqueeze(place, 1) > place, eq(remainder(first, 2), 0));
  return scatter(fullLike(place, 0), 0, sum(isBefore, {1}), place);
}

static Term sortSlices(Call &c, Term rows) {
  ExprAttr keys = rows.size(1);
  bool isShort = keys.isInt() && keys.getValue() <= kMaxKeys;
  return isShort ? sortByKeys(c, rows) : sortByPairs(c, rows);
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

/// `x` in the sizes of a result; zeros where it was not asked for.
static Term asResult(Call &c, unsigned index, bool isAsked, Term x) {
  SizesRef sizes = c.result(index).getSizes();
  return isAsked ? view(x, sizes) : full(c, sizes, 0, c.dtype(index));
}

/// The first of each kind along `dim`, the kind of each slice, and how many
/// there are of each kind.
static Terms group(Call &c, Term x, int64_t dim, bool sorts) {
  if (isComplex(x.dtype())) {
    c.reject("complex numbers have no order");
    return Terms(3);
  }
  Term rows = getSlices(x, dim), order;
  if (sorts) {
    order = sortSlices(c, rows);
    rows = indexSelect(rows, 0, order);
  }
  Term place = arange(c, rows.size(0));
  Term before = indexSelect(rows, 0, clamp(place - 1, 0, std::nullopt));
  Term isFirst = eq(place, 0) | any(ne(rows, before), {1});
  ExprAttr count = c.result().getSizes()[x.rank() == 1 ? 0 : dim];
  bindSize(c, sum(isFirst, {}), count);
  Term kinds = cumsum(isFirst, 0) - 1;
  Term counts = indexPut(full(c, {count}, 0, c.int64()), {kinds},
                         fullLike(kinds, 1), /*accumulate=*/true);
  Term firsts = make(c, "aten.nonzero_static.default",
                     counts.type().withSizes({count, c.expr(1)}), isFirst,
                     Attribute(count));
  firsts = view(firsts, {count});
  if (order) {
    kinds = scatter(fullLike(kinds, 0), 0, order, kinds);
    firsts = indexSelect(order, 0, firsts);
  }
  return {view(indexSelect(x, dim, firsts), c.result().getSizes()),
          asResult(c, 1, c.flag("return_inverse"), kinds),
          asResult(c, 2, c.flag("return_counts"), counts)};
}

static Terms groupElements(Call &c, bool sorts) {
  return group(c, flatten(c.raw("self")), 0, sorts);
}
static Terms groupSlices(Call &c, bool sorts) {
  Term x = c.raw("self");
  if (x.rank() == 0)
    return groupElements(c, sorts);
  int64_t dim = c.dim("dim", x.rank());
  return c.isRejected() ? Terms(3) : group(c, x, dim, sorts);
}

static Terms unique(Call &c) { return groupElements(c, /*sorts=*/true); }
static Terms uniqueDim(Call &c) { return groupSlices(c, /*sorts=*/true); }
static Terms uniqueConsecutive(Call &c) {
  return c.has("dim") ? groupSlices(c, /*sorts=*/false)
                      : groupElements(c, /*sorts=*/false);
}

void core::populateUniqueExpansions(RewritePatternSet &patterns) {
  addRules(patterns, {},
           {{"aten._unique2.default", unique},
            {"aten.unique_consecutive.default", uniqueConsecutive},
            {"aten.unique_dim.default", uniqueDim},
            {"aten.unique_dim_consecutive.default", uniqueConsecutive}});
}

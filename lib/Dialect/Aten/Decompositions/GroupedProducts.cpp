// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of groups, as in mixtures of experts: rows (or columns, or steps of
// the sum) lie group by group, and `offs` says where each group ends.
#include "Expansions.h"
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

namespace {
/// Where each of a number of places is.
struct Groups {
  Term of;     ///< the group of each place; of one behind all, the last
  Term inside; ///< is it in a group?
};
} // namespace

/// As int64, checked: PyTorch's loops over groups would read and write other
/// rows than those that are there.
static Term getEnds(Call &c, ExprAttr length) {
  Term ends = to(c.raw("offs"), c.int64());
  if (ends.rank() != 1)
    return c.reject("ends of groups are no list");
  Term before =
      slice(pad(ends, {c.expr(1), c.expr(0)}, 0), 0, c.expr(0), ends.size(0));
  require((before <= ends) & (ends <= Number(length)),
          "grouped product: the ends of groups must ascend from 0 and lie "
          "within the " +
              length.str() + " places");
  return ends;
}

static Groups findGroups(Call &c, Term ends, ExprAttr length) {
  if (!ends)
    return {};
  ExprAttr count = ends.size(0);
  Term places = arange(c, length);
  Term of = make(c, "aten.searchsorted.Tensor", places.type(), ends, places,
                 /*out_int32=*/false, /*right=*/true);
  return {clamp(of, std::nullopt, ep::sub(count, c.expr(1))),
          of < Number(count)};
}

/// Written as a sum and no product of matrices, it reads the matrix of each row
/// where that lies: there is no tensor with a matrix for each row.
static Term sumProducts(Term a, Term b, int64_t dim) {
  Type dtype = a.dtype(), compute = getComputeType(dtype);
  return to(sum(to(a, compute) * to(b, compute), {dim}), dtype);
}

/// Row i of the result is row i of `x` times the matrix of its group.
static Term multiplyRows(Call &c, Term x, Term weights) {
  ExprAttr rows = x.size(0);
  Groups groups = findGroups(c, getEnds(c, rows), rows);
  Term matrices = indexSelect(weights, 0, groups.of);
  Term products = sumProducts(unsqueeze(x, 2), matrices, 1);
  return where(unsqueeze(groups.inside, 1), products, 0);
}

/// Column i of the result is the matrix of its group times column i of `y`.
static Term multiplyColumns(Call &c, Term matrices, Term y) {
  ExprAttr columns = y.size(1);
  Groups groups = findGroups(c, getEnds(c, columns), columns);
  Term chosen = indexSelect(matrices, 0, groups.of);
  Term products = sumProducts(chosen, unsqueeze(transpose(y, 0, 1), 1), 2);
  return transpose(where(unsqueeze(groups.inside, 1), products, 0), 0, 1);
}

/// Each group has a product of its own, which sums its steps only.
static Term multiplyParts(Call &c, Term x, Term y) {
  ExprAttr steps = x.size(1);
  Term ends = getEnds(c, steps);
  Groups groups = findGroups(c, ends, steps);
  if (!groups.of)
    return {};
  Term group = unsqueeze(arange(c, ends.size(0)), 1);
  Term isPart = eq(groups.of, group) & groups.inside; // [groups, steps]
  Term left = where(unsqueeze(isPart, 1), unsqueeze(x, 0), 0);
  Term right = where(unsqueeze(isPart, 2), unsqueeze(y, 0), 0);
  return bmm(left, right);
}

static Term decomposeGroupedMm(Call &c) {
  Term x = c.raw("self"), y = c.raw("mat2");
  if (c.has("bias"))
    return c.reject("PyTorch has no products of groups with a bias");
  if (!c.has("offs"))
    return to(bmm(x, y), c.dtype());
  if (x.rank() == 2 && y.rank() == 3)
    return to(multiplyRows(c, x, y), c.dtype());
  if (x.rank() == 3 && y.rank() == 2)
    return to(multiplyColumns(c, x, y), c.dtype());
  if (x.rank() == 2 && y.rank() == 2)
    return to(multiplyParts(c, x, y), c.dtype());
  return c.reject("both operands have groups, and there are ends of groups");
}

static Term decomposeFallback(Call &c) {
  return multiplyRows(c, c.raw("input"), c.raw("weight"));
}

void aten::populateGroupedProductDecompositions(RewritePatternSet &patterns,
                                                const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten._grouped_mm.default", decomposeGroupedMm},
            {"transformers.grouped_mm_fallback.default", decomposeFallback}});
}

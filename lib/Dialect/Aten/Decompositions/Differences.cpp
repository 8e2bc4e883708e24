// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Differences of neighbours, which lie evenly or at given places: diff,
// torch.gradient, and the trapezoids of integrals.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// x[from + start : end - stop] along `dim`.
static Term inner(Term x, int64_t dim, int64_t start, int64_t stop) {
  ExprAttr end = ep::sub(x.size(dim), x.in().expr(stop));
  return slice(x, dim, x.in().expr(start), end);
}
/// One element along `dim`, counted from the end when negative.
static Term pick(Term x, int64_t dim, int64_t at) {
  ExprAttr first =
      at < 0 ? ep::add(x.size(dim), x.in().expr(at)) : x.in().expr(at);
  return slice(x, dim, first, ep::add(first, x.in().expr(1)));
}

/// Central differences inside, one-sided ones at the ends.
static Term differ(Term x, int64_t dim, double spacing, int64_t order) {
  Term middle = (inner(x, dim, 2, 0) - inner(x, dim, 0, 2)) / (2 * spacing);
  Term first, last;
  if (order == 1) {
    first = (pick(x, dim, 1) - pick(x, dim, 0)) / spacing;
    last = (pick(x, dim, -1) - pick(x, dim, -2)) / spacing;
  } else {
    first = (pick(x, dim, 1) * 4 - pick(x, dim, 0) * 3 - pick(x, dim, 2)) /
            (2 * spacing);
    last = (pick(x, dim, -1) * 3 - pick(x, dim, -2) * 4 + pick(x, dim, -3)) /
           (2 * spacing);
  }
  return cat({first, middle, last}, dim);
}

/// The slope at the middle one of three neighbours at distances h and k.
static Term slopeInside(Term a, Term b, Term c, Term h, Term k) {
  return b * ((k - h) / (h * k)) + c * (h / (k * (h + k))) -
         a * (k / (h * (h + k)));
}
/// The slope at an end: `a` lies at distance h from `b`, and that at k from
/// `c`.
static Term slopeAtEnd(Term a, Term b, Term c, Term h, Term k) {
  return b * ((h + k) / (h * k)) - a * ((h * 2 + k) / (h * (h + k))) -
         c * (h / (k * (h + k)));
}

/// The same for neighbours at `places`.
static Term differAt(Term x, int64_t dim, Term places, int64_t order) {
  if (!places || places.rank() != 1)
    return invalid({x, places});
  Term steps = inner(places, 0, 1, 0) - inner(places, 0, 0, 1);
  Sizes shape(x.rank(), x.in().expr(1));
  shape[dim] = steps.size(0);
  steps = view(steps, shape);
  Term middle =
      slopeInside(inner(x, dim, 0, 2), inner(x, dim, 1, 1), inner(x, dim, 2, 0),
                  inner(steps, dim, 0, 1), inner(steps, dim, 1, 0));
  Term first, last;
  if (order == 1) {
    first = (pick(x, dim, 1) - pick(x, dim, 0)) / pick(steps, dim, 0);
    last = (pick(x, dim, -1) - pick(x, dim, -2)) / pick(steps, dim, -1);
  } else {
    first = slopeAtEnd(pick(x, dim, 0), pick(x, dim, 1), pick(x, dim, 2),
                       pick(steps, dim, 0), pick(steps, dim, 1));
    last = -slopeAtEnd(pick(x, dim, -1), pick(x, dim, -2), pick(x, dim, -3),
                       pick(steps, dim, -1), pick(steps, dim, -2));
  }
  return cat({first, middle, last}, dim);
}

/// The dimensions: one, a list, or all.
static SmallVector<int64_t> getDims(Call &c, Term x) {
  SmallVector<int64_t> dims;
  const Schema &schema = c.op.getSchema();
  if (schema.getArguments()[c.op.indexOf("dim")].type.list)
    dims = c.integers("dim");
  else if (c.has("dim"))
    dims = {c.integer("dim")};
  else
    dims = llvm::to_vector(llvm::seq<int64_t>(0, x.rank()));
  for (int64_t &dim : dims) {
    FailureOr<int64_t> wrapped = wrapDim(dim, x.rank());
    if (failed(wrapped) || x.rank() == 0)
      c.reject("dimension out of range");
    else
      dim = *wrapped;
  }
  return dims;
}

/// A distance for each dimension; one serves all.
static SmallVector<double> getSpacing(Call &c, size_t count) {
  const Schema &schema = c.op.getSchema();
  if (!schema.findArgument("spacing") || !c.has("spacing"))
    return SmallVector<double>(count, 1);
  if (!schema.getArguments()[c.op.indexOf("spacing")].type.list)
    return SmallVector<double>(count, c.number("spacing"));
  SmallVector<double> spacing;
  for (Attribute attr : cast<ArrayAttr>(c.op.attribute("spacing"))) {
    auto real = dyn_cast<FloatAttr>(attr);
    auto integer = dyn_cast<IntegerAttr>(attr);
    if (!real && !integer)
      c.reject("a distance is symbolic or complex");
    spacing.push_back(real      ? real.getValueAsDouble()
                      : integer ? double(integer.getInt())
                                : 0);
  }
  return spacing;
}

static Terms decomposeGradient(Call &c) {
  Term x(c, c.op->getOperand(0));
  SmallVector<int64_t> dims = getDims(c, x);
  SmallVector<double> spacing = getSpacing(c, dims.size());
  if (c.isRejected() || spacing.size() != dims.size())
    return {c.reject("has another number of distances than of dimensions")};
  Terms results;
  for (auto [dim, step] : llvm::zip(dims, spacing))
    results.push_back(differ(x, dim, step, c.integer("edge_order")));
  return results;
}
static Terms decomposeGradientAt(Call &c) {
  Term x(c, c.op->getOperand(0));
  SmallVector<int64_t> dims = getDims(c, x);
  Terms places = c.list("spacing");
  if (c.isRejected() || places.size() != dims.size())
    return {c.reject("has another number of places than of dimensions")};
  Terms results;
  for (auto [dim, at] : llvm::zip(dims, places))
    results.push_back(differAt(x, dim, at, c.integer("edge_order")));
  return results;
}

//===----------------------------------------------------------------------===//
// Along one dimension
//===----------------------------------------------------------------------===//

static Term decomposeDiff(Call &c) {
  Term x = Term(c, c.op->getOperand(0));
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

void aten::populateDifferenceDecompositions(RewritePatternSet &patterns,
                                            const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.gradient.scalarint", decomposeGradient},
            {"aten.gradient.scalararray", decomposeGradient},
            {"aten.gradient.array", decomposeGradient},
            {"aten.gradient.scalarrayint", decomposeGradient},
            {"aten.gradient.scalarrayarray", decomposeGradient},
            {"aten.gradient.tensorarrayint", decomposeGradientAt},
            {"aten.gradient.tensorarray", decomposeGradientAt},
            {"aten.diff.default", decomposeDiff},
            {"aten.trapezoid.dx", decomposeTrapezoid},
            {"aten.trapezoid.x", decomposeTrapezoid},
            {"aten.cumulative_trapezoid.dx", decomposeCumulativeTrapezoid},
            {"aten.cumulative_trapezoid.x", decomposeCumulativeTrapezoid}});
}

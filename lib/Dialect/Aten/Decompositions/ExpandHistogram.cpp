// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Histograms: each element is added to the bin that it falls into, what falls
// into none to one more bin, which is dropped. Bins are found and counted in
// f64.
#include "Expansions.h"
#include <limits>

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static Type float64(Call &c) { return c.builder.getF64Type(); }

namespace {
/// The ends of a range, without dimensions.
struct Ends {
  Term low, high;
};
} // namespace

/// The least and the greatest of `x`, or 0 and `high` where there are no
/// elements. They are finite when the program goes on.
static Ends findEnds(Call &c, Term x, double high) {
  Term isEmpty = eq(scalar(c, Number(x.numel()), c.int64()), 0);
  Ends ends = {where(isEmpty, 0.0, amin(x, {})),
               where(isEmpty, high, amax(x, {}))};
  constexpr double infinity = std::numeric_limits<double>::infinity();
  require((abs(ends.low) < infinity) & (abs(ends.high) < infinity),
          "a histogram needs a finite range");
  return ends;
}

/// A range without width becomes wider to both sides.
static Ends widen(Ends ends, double by) {
  Term isPoint = eq(ends.low, ends.high);
  return {where(isPoint, ends.low - by, ends.low),
          where(isPoint, ends.high + by, ends.high)};
}

/// [n] bins, `count` for elements in none of them -> [count] sums of weights.
static Term addUp(Call &c, Term bins, Term weights, ExprAttr count) {
  Term sums = full(c, {ep::add(count, c.expr(1))}, 0, float64(c));
  return slice(indexPut(sums, {bins}, weights, /*accumulate=*/true), 0,
               c.expr(0), count);
}

static Term histc(Call &c) {
  Term x = to(flatten(c.raw("self")), float64(c));
  int64_t bins = c.integer("bins");
  double low = c.number("min"), high = c.number("max");
  if (c.isRejected() || bins < 1 || low > high || !std::isfinite(high - low))
    return c.reject("needs bins and a finite range of numbers");
  Ends ends = {scalar(c, low, float64(c)), scalar(c, high, float64(c))};
  if (low == high)
    ends = widen(findEnds(c, x, 0), 1);
  Term bin = (x - ends.low) / (ends.high - ends.low) * bins;
  bin = clamp(to(bin, c.int64()), std::nullopt, bins - 1);
  bin = where((x >= ends.low) & (x <= ends.high), bin, bins);
  return to(addUp(c, bin, fullLike(x, 1.0), c.expr(bins)), c.dtype());
}

//===----------------------------------------------------------------------===//
// Bins by their edges
//===----------------------------------------------------------------------===//

/// All elements as points [n, 1] on a line.
static Term getNumbers(Call &c) {
  return unsqueeze(flatten(to(c.raw("self"), float64(c))), 1);
}
/// Points [n, dims], which have their coordinates in the last dimension.
static Term getPoints(Call &c) {
  return flatten(to(c.raw("self"), float64(c)), 0, -2);
}

/// `count` bins of one width from the first edge to the last, rounded to the
/// dtype of the result.
static Term makeEdges(Call &c, Ends ends, int64_t count) {
  Term places = arange(c, c.expr(count + 1));
  Term edges =
      ends.low + (ends.high - ends.low) * to(places, float64(c)) / count;
  return to(where(eq(places, count), ends.high, edges), c.dtype());
}

/// The edges along each dimension of `points`.
static Terms makeAllEdges(Call &c, Term points, ArrayRef<int64_t> counts) {
  SmallVector<double> range;
  if (c.has("range"))
    range = c.op.numbers(c.op.indexOf("range"));
  Terms edges;
  for (auto [dim, count] : llvm::enumerate(counts)) {
    Ends ends;
    if (range.empty())
      ends = findEnds(c, select(points, 1, c.expr(dim)), 1);
    else
      ends = {scalar(c, range[2 * dim], float64(c)),
              scalar(c, range[2 * dim + 1], float64(c))};
    edges.push_back(makeEdges(c, widen(ends, 0.5), count));
  }
  return edges;
}

/// The volume of each bin, of the sizes of the result.
static Term getVolumes(Call &c, ArrayRef<Term> edges) {
  Term volumes;
  for (auto [dim, edge] : llvm::enumerate(edges)) {
    Sizes sizes(edges.size(), c.expr(1));
    sizes[dim] = ep::sub(edge.size(0), c.expr(1));
    Term width = slice(edge, 0, c.expr(1), edge.size(0)) -
                 slice(edge, 0, c.expr(0), sizes[dim]);
    width = view(width, sizes);
    volumes = volumes ? volumes * width : width;
  }
  return volumes;
}

/// The weights per bin, or with `density` per volume of all weight. The last
/// edge belongs to the last bin.
static Term countPoints(Call &c, Term points, ArrayRef<Term> given) {
  Terms edges = llvm::map_to_vector(
      given, [&](Term edge) { return to(edge, float64(c)); });
  Term bin = full(c, {points.size(0)}, 0, c.int64()), isInside;
  Sizes sizes;
  for (auto [dim, edge] : llvm::enumerate(edges)) {
    Term x = contiguous(select(points, 1, c.expr(dim)));
    ExprAttr last = ep::sub(edge.size(0), c.expr(1));
    sizes.push_back(last);
    Term place = make(c, "aten.bucketize.Tensor",
                      x.type().withElementType(c.int64()), x, edge,
                      /*out_int32=*/false, /*right=*/true);
    place = minimum(place, scalar(c, Number(last), c.int64())) - 1;
    bin = bin * Number(last) + place;
    Term isHere =
        (x >= select(edge, 0, c.expr(0))) & (x <= select(edge, 0, last));
    isInside = isInside ? isInside & isHere : isHere;
  }
  ExprAttr count = ep::product(c.getContext(), sizes);
  bin = where(isInside, bin, Number(count));
  Term weights = c.has("weight") ? to(flatten(c.raw("weight")), float64(c))
                                 : full(c, {points.size(0)}, 1, float64(c));
  Term sums = view(addUp(c, bin, weights, count), sizes);
  if (c.flag("density"))
    sums = sums / (getVolumes(c, edges) * sum(sums, {}));
  return to(sums, c.dtype());
}

static Terms histogram(Call &c) {
  Term points = getNumbers(c);
  Term edges = makeAllEdges(c, points, c.integer("bins"))[0];
  return {countPoints(c, points, edges), edges};
}
static Terms histogramOfEdges(Call &c) {
  Term edges = c.raw("bins");
  return {countPoints(c, getNumbers(c), edges), edges};
}
static Terms histogramEdges(Call &c) {
  return makeAllEdges(c, getPoints(c), c.integers("bins"));
}
static Term histogramOfCounts(Call &c) {
  Term points = getPoints(c);
  return countPoints(c, points, makeAllEdges(c, points, c.integers("bins")));
}
static Term histogramOfTensors(Call &c) {
  return countPoints(c, getPoints(c), c.list("bins"));
}

//===----------------------------------------------------------------------===//
// Counts whose number is data
//===----------------------------------------------------------------------===//

/// How often each number is there, or the sum of its weights.
static Term binCount(Call &c) {
  Term x = to(c.raw("self"), c.int64());
  ExprAttr size = c.result().getSizes()[0];
  Term least = full(c, {c.expr(1)}, Number(c.symInt("minlength")), c.int64());
  require(x >= 0, "bincount: a number is negative");
  bindSize(c, amax(cat({x + 1, least}, 0), {}), size);
  Type type = isFloating(c.dtype()) ? float64(c) : c.int64();
  Term weights =
      c.has("weights") ? to(c.raw("weights"), type) : fullLike(x, 1, type);
  return to(indexPut(full(c, {size}, 0, type), {x}, weights,
                     /*accumulate=*/true),
            c.dtype());
}

/// The number of each element as often as that element says.
static Term repeatInterleave(Call &c) {
  Term repeats = to(c.raw("repeats"), c.int64());
  ExprAttr size = c.result().getSizes()[0];
  require(repeats >= 0, "repeat_interleave: a repeat is negative");
  bindSize(c, sum(repeats, {}), size);
  Term places = arange(c, size);
  return to(make(c, "aten.bucketize.Tensor", places.type(), places,
                 cumsum(repeats, 0), /*out_int32=*/false, /*right=*/true),
            c.dtype());
}

void core::populateHistogramExpansions(RewritePatternSet &patterns) {
  addRules(patterns, {},
           {{"aten.histc.default", histc},
            {"aten.histogram.bin_ct", histogram},
            {"aten.histogram.bins_tensor", histogramOfEdges},
            {"aten._histogramdd_bin_edges.default", histogramEdges},
            {"aten._histogramdd_from_bin_cts.default", histogramOfCounts},
            {"aten._histogramdd_from_bin_tensors.default", histogramOfTensors},
            {"aten.bincount.default", binCount},
            {"aten.repeat_interleave.Tensor", repeatInterleave}});
}

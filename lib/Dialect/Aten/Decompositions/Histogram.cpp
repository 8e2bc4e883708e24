// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Histograms of points, choices of elements, and repetitions whose counts are
// data.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

//===----------------------------------------------------------------------===//
// Histograms
//===----------------------------------------------------------------------===//

static Attribute optional(Call &c, StringRef name) {
  return c.has(name) ? c.op.attribute(name) : Attribute();
}

/// The counts, then the edges along each dimension.
static Terms histogram(Call &c, ArrayRef<int64_t> bins) {
  Term x = c("self"), weight = c("weight");
  bool density = c.flag("density");
  Attribute range = optional(c, "range");
  SmallVector<Type> edges(llvm::drop_begin(c.op->getResultTypes()));
  Operation *made = c.build("aten._histogramdd_bin_edges.default", edges, x,
                            bins, range, weight, density);
  Terms results = {make(c, "aten._histogramdd_from_bin_cts.default", c.result(),
                        x, bins, range, weight, density)};
  for (Value value : made->getResults())
    results.push_back(Term(c, value));
  return results;
}
static Terms decomposeHistogram(Call &c) {
  return histogram(c, c.integers("bins"));
}
static Terms decomposeEvenHistogram(Call &c) {
  size_t dims = c.op->getNumResults() - 1;
  return histogram(c, SmallVector<int64_t>(dims, c.integer("bins")));
}
static Terms decomposeHistogramOfEdges(Call &c) {
  Terms edges = c.list("bins");
  Terms results = {make(c, "aten._histogramdd_from_bin_tensors.default",
                        c.result(), c("self"), edges, c("weight"),
                        c.flag("density"))};
  results.append(edges);
  return results;
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

/// Rows of `r` elements in the order in which they stand: the places where
/// indices along `r` dimensions rise.
static Term decomposeCombinations(Call &c) {
  Term x = c("self");
  int64_t r = c.integer("r");
  if (r < 1 || x.rank() != 1)
    return c.reject("needs a vector and rows with elements");
  SmallVector<Term> places;
  for (int64_t i = 0; i < r; ++i) {
    Sizes sizes(r, c.expr(1));
    sizes[i] = x.size(0);
    places.push_back(view(arange(c, x.size(0)), sizes));
  }
  Term chosen = full(c, Sizes(r, x.size(0)), true, c.boolean());
  for (int64_t i = 0; i + 1 < r; ++i)
    chosen = chosen & (c.flag("with_replacement") ? places[i] <= places[i + 1]
                                                  : places[i] < places[i + 1]);
  return index(x, {findTrue(chosen, c.result().getSizes()[0])});
}

/// Each element as often as `repeats` says.
static Term decomposeRepeatInterleave(Call &c) {
  Term x = c("self"), repeats = c("repeats");
  if (!c.has("dim"))
    x = flatten(x);
  int64_t dim = c.has("dim") ? c.dim("dim", x.rank()) : 0;
  if (c.isRejected() || x.rank() == 0)
    return c.reject("has no dimension to repeat along");
  if (repeats.rank() == 0 || repeats.size(0).isInt(1))
    repeats = expand(view(repeats, {c.expr(1)}), {x.size(dim)});
  if (!repeats)
    return repeats;
  ep::TensorType type = repeats.type()
                            .withSizes({c.result().getSizes()[dim]})
                            .withElementType(c.int64());
  Term places = make(c, "aten.repeat_interleave.Tensor", type, repeats,
                     optional(c, "output_size"));
  return indexSelect(x, dim, places);
}

void aten::populateHistogramDecompositions(RewritePatternSet &patterns,
                                           const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.histogramdd.default", decomposeHistogram},
            {"aten.histogramdd.int_bins", decomposeEvenHistogram},
            {"aten.histogramdd.TensorList_bins", decomposeHistogramOfEdges},
            {"aten.combinations.default", decomposeCombinations},
            {"aten.repeat_interleave.self_Tensor", decomposeRepeatInterleave}});
}

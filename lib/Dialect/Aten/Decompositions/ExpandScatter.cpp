// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of rows that go to places of their own: the index of each row is there
// once for all of its elements.
#include "Expansions.h"
#include "kiln/Dialect/Aten/Match.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// The places along `dim` that `index` repeats along all other dimensions; null
/// where elements of a row may have different ones.
static Term getPlaces(Term index, int64_t dim) {
  AtenOp expansion = getProducer(index, {"aten.expand.default"});
  if (!expansion)
    return {};
  Term places(index.in(), expansion.tensor(0u));
  if (places.rank() != index.rank() || places.size(dim) != index.size(dim))
    return {};
  for (int64_t i = 0; i < places.rank(); ++i)
    if (i != dim && !places.size(i).isInt(1))
      return {};
  return view(places, {places.size(dim)});
}

/// Are all elements of the rows of `x` and `source` met, which are as many?
static bool haveWholeRows(Term x, Term index, Term source, int64_t dim) {
  if (index.sizes() != source.sizes())
    return false;
  for (int64_t i = 0; i < x.rank(); ++i)
    if (i != dim && x.size(i) != source.size(i))
      return false;
  return true;
}

static Term addRows(Call &c) {
  Term x = c.raw("self"), index = c.raw("index"), source = c.raw("src");
  int64_t dim = c.dim("dim", x.rank());
  if (c.isRejected() || x.rank() < 2 || !haveWholeRows(x, index, source, dim))
    return c.reject("elements of a row may go to different places");
  Term places = getPlaces(index, dim);
  if (!places)
    return c.reject("elements of a row may go to different places");
  Terms indices(dim + 1);
  indices[dim] = places;
  return indexPut(x, indices, source, /*accumulate=*/true);
}

void core::populateScatterExpansions(RewritePatternSet &patterns) {
  addRules(patterns, {}, {{"aten.scatter_add.default", addRows}});
}

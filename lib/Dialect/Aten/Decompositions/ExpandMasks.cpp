// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Masks beside other indices: each becomes the places of its true elements, an
// index for each of its dimensions.
#include "Expansions.h"
#include "kiln/Dialect/EP/Symbols.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

namespace {
/// The indices of an op, where there is a mask and another tensor among them.
struct Indices {
  Terms list;         ///< null for a whole dimension
  int64_t before = 0; ///< dimensions in front of the indexed ones
  int64_t after = 0;  ///< dimensions of the input behind it
  int64_t rank = 1;   ///< of the broadcast indices
};
} // namespace

static bool isMask(Term index) { return index && isBool(index.dtype()); }

static Indices getIndices(Call &c, int64_t rank) {
  Indices found;
  found.list = c.list("indices");
  int64_t first = -1, last = 0, tensors = 0, dim = 0, whole = 0;
  bool hasMask = false;
  for (auto [i, index] : llvm::enumerate(found.list)) {
    int64_t width = isMask(index) ? index.rank() : 1;
    hasMask |= isMask(index) && width > 0;
    dim += width;
    if (!index) {
      ++whole;
      continue;
    }
    if (first < 0)
      first = i;
    last = i;
    ++tensors;
    found.after = rank - dim;
    if (!isMask(index))
      found.rank = std::max(found.rank, index.rank());
  }
  if (!hasMask || tensors < 2 || dim > rank)
    c.reject("no mask beside other indices");
  // With a gap between them the indexed dimensions come first.
  if (last - first + 1 == tensors)
    found.before = first;
  else
    found.after = whole + rank - dim;
  return found;
}

/// The indices, where each mask has `count` true elements.
static Terms usePlaces(Call &c, const Indices &indices, ExprAttr count) {
  Terms list;
  for (Term index : indices.list) {
    if (!isMask(index)) {
      list.push_back(index);
      continue;
    }
    bindSize(c, sum(index, {}), count);
    ep::TensorType type = index.type()
                              .withSizes({count, c.expr(index.rank())})
                              .withElementType(c.int64());
    Term places =
        make(c, "aten.nonzero_static.default", type, index, Attribute(count));
    for (int64_t dim = 0; dim < index.rank(); ++dim)
      list.push_back(select(places, 1, c.expr(dim)));
  }
  return list;
}

static Term indexByMask(Call &c) {
  Term x = c.raw("self");
  Indices indices = getIndices(c, x.rank());
  if (c.isRejected())
    return {};
  ExprAttr count = c.result().getSizes()[indices.before + indices.rank - 1];
  return index(x, usePlaces(c, indices, count));
}

/// How many elements a mask names stands in the sizes of other indices or of
/// the values, or is a number of its own.
static Term putByMask(Call &c) {
  Term x = c.raw("self"), values = c.raw("values");
  Indices indices = getIndices(c, x.rank());
  int64_t place = values.rank() - 1 - indices.after;
  ExprAttr count = place < 0 ? c.expr(1) : values.size(place);
  for (Term index : indices.list)
    if (index && !isMask(index) && !index.size(-1).isInt(1))
      count = index.size(-1);
  if (c.isRejected())
    return {};
  if (count.isInt(1))
    count = ep::declareSymbol(c.builder, c.op, "ucount", /*min=*/0);
  return indexPut(x, usePlaces(c, indices, count), values,
                  c.flag("accumulate"));
}

void core::populateMaskExpansions(RewritePatternSet &patterns) {
  addRules(patterns, {},
           {{"aten.index.Tensor", indexByMask},
            {"aten.index_put.default", putByMask}});
}

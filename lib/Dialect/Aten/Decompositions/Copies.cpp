// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strided copies, and writes through strided and diagonal views, as new
// tensors.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// The position in the storage of each element of a strided view.
static Term getPositions(Call &c, SizesRef sizes, SizesRef strides,
                         ExprAttr offset) {
  Term positions = full(c, sizes, Number(offset), c.int64());
  for (auto [i, size] : llvm::enumerate(sizes)) {
    Sizes shape(sizes.size(), c.expr(1));
    shape[i] = size;
    positions = positions + view(arange(c, size), shape) * Number(strides[i]);
  }
  return positions;
}
static ExprAttr getOffset(Call &c) {
  return c.has("storage_offset") ? c.symInt("storage_offset") : c.expr(0);
}
static Term decomposeAsStridedCopy(Call &c) {
  Term x = c("self");
  if (!x.type().isContiguous())
    return c.reject("the strides are those of another layout");
  return index(flatten(x), {getPositions(c, c.symInts("size"),
                                         c.symInts("stride"), getOffset(c))});
}
static Term decomposeAsStridedScatter(Call &c) {
  Term x = c("self");
  if (!x.type().isContiguous())
    return c.reject("the strides are those of another layout");
  Sizes sizes = c.symInts("size");
  Term places = getPositions(c, sizes, c.symInts("stride"), getOffset(c));
  return view(indexPut(flatten(x), {places}, c("src"), false), x.sizes());
}

/// A write at the rows and columns of the diagonal, which come first.
static Term decomposeDiagonalScatter(Call &c) {
  Term x = c("self"), source = c("src");
  int64_t row = c.dim("dim1", x.rank()), column = c.dim("dim2", x.rank());
  int64_t offset = c.integer("offset");
  if (c.isRejected() || row == column || x.rank() < 2)
    return c.reject("dimensions are out of range or repeated");
  SmallVector<int64_t> order = {row, column}, inverse(x.rank());
  for (int64_t i = 0; i < x.rank(); ++i)
    if (i != row && i != column)
      order.push_back(i);
  for (auto [i, dim] : llvm::enumerate(order))
    inverse[dim] = i;
  Term along = arange(c, source.size(-1));
  Term rows = offset < 0 ? along + -offset : along;
  Term columns = offset > 0 ? along + offset : along;
  SmallVector<int64_t> lastFirst = {source.rank() - 1};
  for (int64_t i = 0; i + 1 < source.rank(); ++i)
    lastFirst.push_back(i);
  Term result = indexPut(permute(x, order), {rows, columns},
                         permute(source, lastFirst), false);
  return permute(result, inverse);
}

void aten::populateCopyDecompositions(RewritePatternSet &patterns,
                                      const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.as_strided_copy.default", decomposeAsStridedCopy},
            {"aten.as_strided_scatter.default", decomposeAsStridedScatter},
            {"aten.diagonal_scatter.default", decomposeDiagonalScatter}});
}

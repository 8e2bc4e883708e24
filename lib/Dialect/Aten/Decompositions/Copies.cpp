// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of views, which a functional program may take for the views; and
// writes through views as new tensors.
#include "kiln/Dialect/Aten/Rule.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static Term decomposeAliasCopy(Call &c) { return c("self"); }
static Term decomposeDiagonalCopy(Call &c) {
  return diagonal(c("self"), c.integer("offset"), c.integer("dim1"),
                  c.integer("dim2"));
}
static Term decomposeExpandCopy(Call &c) {
  return expand(c("self"), c.result().getSizes());
}
static Term decomposePermuteCopy(Call &c) {
  return permute(c("self"), c.integers("dims"));
}
static Term decomposeSqueezeCopy(Call &c) {
  return view(c("self"), c.result().getSizes());
}
static Term decomposeTransposeCopy(Call &c) {
  return transpose(c("self"), c.integer("dim0"), c.integer("dim1"));
}
static Term decomposeTCopy(Call &c) {
  Term x = c("self");
  return x.rank() < 2 ? x : transpose(x, 0, 1);
}
static Term decomposeUnsqueezeCopy(Call &c) {
  return unsqueeze(c("self"), c.integer("dim"));
}
static Term decomposeSelectCopy(Call &c) {
  return select(c("self"), c.integer("dim"), c.symInt("index"));
}
static Term decomposeNarrowCopy(Call &c) {
  return c.same("aten.narrow.default", c("self"), c.integer("dim"),
                Attribute(c.symInt("start")), Attribute(c.symInt("length")))[0];
}
static Term decomposeSliceCopy(Call &c) {
  return c.same("aten.slice.Tensor", c("self"), c.integer("dim"),
                c.op.attribute("start"), c.op.attribute("end"),
                c.op.attribute("step"))[0];
}
static Term decomposeViewCopyDtype(Call &c) {
  return c.same("aten.view.dtype", c.raw("self"), c.op.attribute("dtype"))[0];
}
static Term decomposeUnfoldCopy(Call &c) {
  return c.same("aten.unfold.default", c("self"), c.integer("dimension"),
                c.integer("size"), c.integer("step"))[0];
}

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

/// Tensors cut into as many chunks, the rows of which are joined.
static Term decomposeChunkCat(Call &c) {
  int64_t dim = c.integer("dim");
  ExprAttr count = c.expr(c.integer("num_chunks"));
  Terms parts;
  for (Term part : c.list("tensors")) {
    FailureOr<int64_t> at = wrapDim(dim, part.rank());
    if (failed(at) || part.rank() == 0)
      return c.reject("dimension out of range");
    ExprAttr size = part.size(*at);
    ExprAttr missing = ep::sub(ep::mul(ep::ceilDiv(size, count), count), size);
    Sizes pads(2 * (part.rank() - *at), c.expr(0));
    pads.back() = missing;
    Term padded = missing.isInt(0) ? part : pad(part, pads, 0);
    Sizes sizes(padded.sizes().take_front(*at));
    sizes.push_back(count);
    Sizes rest(padded.sizes().drop_front(*at));
    sizes.push_back(ep::floorDiv(ep::product(c.getContext(), rest), count));
    parts.push_back(view(padded, sizes));
  }
  return cat(parts, -1);
}

void aten::populateCopyDecompositions(RewritePatternSet &patterns,
                                      const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.alias_copy.default", decomposeAliasCopy},
            {"aten.detach_copy.default", decomposeAliasCopy},
            {"aten.diagonal_copy.default", decomposeDiagonalCopy},
            {"aten.expand_copy.default", decomposeExpandCopy},
            {"aten.permute_copy.default", decomposePermuteCopy},
            {"aten._reshape_copy.default", decomposeSqueezeCopy},
            {"aten.slice_copy.Tensor", decomposeSliceCopy},
            {"aten.view_copy.default", decomposeSqueezeCopy},
            {"aten.view_copy.dtype", decomposeViewCopyDtype},
            {"aten.squeeze_copy.default", decomposeSqueezeCopy},
            {"aten.squeeze_copy.dim", decomposeSqueezeCopy},
            {"aten.squeeze_copy.dims", decomposeSqueezeCopy},
            {"aten.transpose_copy.int", decomposeTransposeCopy},
            {"aten.t_copy.default", decomposeTCopy},
            {"aten.unsqueeze_copy.default", decomposeUnsqueezeCopy},
            {"aten.select_copy.int", decomposeSelectCopy},
            {"aten.narrow_copy.default", decomposeNarrowCopy},
            {"aten.unfold_copy.default", decomposeUnfoldCopy},
            {"aten.as_strided_copy.default", decomposeAsStridedCopy},
            {"aten.as_strided_scatter.default", decomposeAsStridedScatter},
            {"aten.diagonal_scatter.default", decomposeDiagonalScatter},
            {"aten._chunk_cat.default", decomposeChunkCat}});
}

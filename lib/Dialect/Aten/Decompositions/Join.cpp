// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Joins and repetitions: stacks of all kinds, tiles, diagonals, triangles.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static Term input(Call &c) { return Term(c, c.op->getOperand(0)); }

//===----------------------------------------------------------------------===//
// Stacks
//===----------------------------------------------------------------------===//

/// Dimensions of size 1 in front up to this rank.
static Term raiseRank(Term x, int64_t rank) {
  while (x && x.rank() < rank)
    x = unsqueeze(x, 0);
  return x;
}

static Term decomposeStack(Call &c) {
  return stack(c.list("tensors"), c.integer("dim"));
}
static Term decomposeHStack(Call &c) {
  Terms parts;
  for (Term part : c.list("tensors"))
    parts.push_back(raiseRank(part, 1));
  return cat(parts, !parts.empty() && parts[0].rank() == 1 ? 0 : 1);
}
static Term decomposeVStack(Call &c) {
  Terms parts;
  for (Term part : c.list("tensors"))
    parts.push_back(raiseRank(part, 2));
  return cat(parts, 0);
}
static Term decomposeDStack(Call &c) {
  Terms parts;
  for (Term part : c.list("tensors")) {
    Term matrix = raiseRank(part, 2);
    parts.push_back(matrix.rank() == 2 ? unsqueeze(matrix, 2) : matrix);
  }
  return cat(parts, 2);
}
static Term decomposeColumnStack(Call &c) {
  Terms parts;
  for (Term part : c.list("tensors"))
    parts.push_back(part.rank() <= 1 ? view(part, {part.numel(), c.expr(1)})
                                     : part);
  return cat(parts, 1);
}

/// Sequences brought to the length of the longest.
static Term decomposePadSequence(Call &c) {
  bool batchFirst = c.flag("batch_first");
  bool isLeft = c.op.getString("padding_side") == "left";
  SizesRef wanted = c.result().getSizes();
  if (wanted.size() < 2)
    return c.reject("sequences have no length");
  Terms padded;
  for (Term sequence : c.list("sequences")) {
    Sizes pads(2 * sequence.rank() - 2, c.expr(0));
    ExprAttr added = ep::sub(wanted[batchFirst ? 1 : 0], sequence.size(0));
    pads.push_back(isLeft ? added : c.expr(0));
    pads.push_back(isLeft ? c.expr(0) : added);
    padded.push_back(pad(sequence, pads, c.scalar("padding_value")));
  }
  return stack(padded, batchFirst ? 0 : 1);
}

/// Each block padded to its place in its own rows.
static Term decomposeBlockDiag(Call &c) {
  Terms blocks;
  Type dtype = c.dtype();
  for (Term part : c.list("tensors"))
    blocks.push_back(to(raiseRank(part, 2), dtype));
  ExprAttr before = c.expr(0), width = c.expr(0);
  for (Term block : blocks)
    width = ep::add(width, block.size(1));
  Terms rows;
  for (Term block : blocks) {
    ExprAttr after = ep::sub(ep::sub(width, before), block.size(1));
    rows.push_back(pad(block, {before, after}, 0));
    before = ep::add(before, block.size(1));
  }
  return cat(rows, 0);
}

/// Grids over vectors; `xy` exchanges the first two.
static Terms meshgrid(Call &c, bool xy) {
  Terms vectors = c.list("tensors"), grids;
  Sizes sizes;
  for (Term &vector : vectors) {
    vector = vector.rank() == 0 ? view(vector, {c.expr(1)}) : vector;
    sizes.push_back(vector.size(0));
  }
  xy = xy && vectors.size() > 1;
  if (xy)
    std::swap(sizes[0], sizes[1]);
  for (auto [i, vector] : llvm::enumerate(vectors)) {
    size_t at = xy && i < 2 ? 1 - i : i;
    Sizes shape(vectors.size(), c.expr(1));
    shape[at] = vector.size(0);
    grids.push_back(expand(view(vector, shape), sizes));
  }
  return grids;
}
static Terms decomposeMeshgrid(Call &c) { return meshgrid(c, false); }
static Terms decomposeMeshgridIndexing(Call &c) {
  return meshgrid(c, c.op.getString("indexing") == "xy");
}

static Term decomposeCartesianProd(Call &c) {
  Terms vectors = c.list("tensors");
  if (vectors.size() == 1)
    return vectors[0];
  Terms columns;
  for (Term grid : meshgrid(c, false))
    columns.push_back(flatten(grid));
  return stack(columns, 1);
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

//===----------------------------------------------------------------------===//
// Repetitions
//===----------------------------------------------------------------------===//

static Term decomposeTile(Call &c) {
  Term x = input(c);
  Sizes counts = c.symInts("dims");
  while (static_cast<int64_t>(counts.size()) < x.rank())
    counts.insert(counts.begin(), c.expr(1));
  return repeat(x, counts);
}

/// Each element `repeats` times in a row: an expanded dimension behind its own.
static Term decomposeRepeatInterleave(Call &c) {
  Term x = input(c);
  if (!c.has("dim"))
    x = flatten(x);
  int64_t dim = c.has("dim") ? c.dim("dim", x.rank()) : 0;
  if (c.isRejected() || x.rank() == 0)
    return c.reject("has no dimension to repeat along");
  Term spread = unsqueeze(x, dim + 1);
  Sizes sizes(spread.sizes());
  sizes[dim + 1] = c.symInt("repeats");
  return flatten(expand(spread, sizes), dim, dim + 1);
}

//===----------------------------------------------------------------------===//
// Diagonals and triangles
//===----------------------------------------------------------------------===//

/// A matrix of which row - column is known: `diagonal` - `row` + `column`.
static Term offsets(Call &c, Term x) {
  Term rows = unsqueeze(arange(c, x.size(-2)), 1);
  return arange(c, x.size(-1)) - rows;
}
static Term decomposeTril(Call &c) {
  Term x = input(c);
  return where(offsets(c, x) <= c.symInt("diagonal"), x, 0);
}
static Term decomposeTriu(Call &c) {
  Term x = input(c);
  return where(offsets(c, x) >= c.symInt("diagonal"), x, 0);
}

/// The last dimension as a diagonal of new dimensions `dim1` and `dim2`.
static Term diagEmbed(Call &c, Term x, int64_t offset, int64_t dim1,
                      int64_t dim2) {
  int64_t rank = x.rank() + 1;
  FailureOr<int64_t> row = wrapDim(dim1, rank), column = wrapDim(dim2, rank);
  if (failed(row) || failed(column) || *row == *column || x.rank() == 0)
    return c.reject("dimensions are out of range or repeated");
  if (*row > *column) {
    std::swap(*row, *column);
    offset = -offset;
  }
  // On either side of the diagonal there are as many more places.
  ExprAttr zero = c.expr(0), more = c.expr(std::abs(offset));
  x = offset < 0 ? pad(x, {zero, more}, 0) : pad(x, {more, zero}, 0);
  ExprAttr size = x.size(-1);
  Term isOn = eq(unsqueeze(arange(c, size), 1) + offset, arange(c, size));
  // Columns hold their element wherever the diagonal passes.
  Term filled = where(isOn, unsqueeze(x, -2), 0);
  SmallVector<int64_t> order;
  for (int64_t i = 0, next = 0; i < rank; ++i)
    order.push_back(i == *row ? rank - 2 : i == *column ? rank - 1 : next++);
  return permute(filled, order);
}
static Term decomposeDiagEmbed(Call &c) {
  return diagEmbed(c, input(c), c.integer("offset"), c.integer("dim1"),
                   c.integer("dim2"));
}
static Term decomposeDiagFlat(Call &c) {
  return diagEmbed(c, flatten(input(c)), c.integer("offset"), 0, 1);
}
static Term decomposeDiag(Call &c) {
  Term x = input(c);
  int64_t offset = c.integer("diagonal");
  return x.rank() == 1 ? diagEmbed(c, x, offset, 0, 1)
                       : diagonal(x, offset, 0, 1);
}
static Term decomposeLinalgDiagonal(Call &c) {
  return diagonal(input(c), c.integer("offset"), c.integer("dim1"),
                  c.integer("dim2"));
}
static Term decomposeTrace(Call &c) {
  return sum(diagonal(input(c), 0, 0, 1), {0});
}

void aten::populateJoinDecompositions(RewritePatternSet &patterns,
                                      const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.hstack.default", decomposeHStack},
            {"aten.vstack.default", decomposeVStack},
            {"aten.dstack.default", decomposeDStack},
            {"aten.column_stack.default", decomposeColumnStack},
            {"aten.pad_sequence.default", decomposePadSequence},
            {"aten.block_diag.default", decomposeBlockDiag},
            {"aten.meshgrid.default", decomposeMeshgrid},
            {"aten.meshgrid.indexing", decomposeMeshgridIndexing},
            {"aten.cartesian_prod.default", decomposeCartesianProd},
            {"aten.tile.default", decomposeTile},
            {"aten.repeat_interleave.self_int", decomposeRepeatInterleave},
            {"aten.tril.default", decomposeTril},
            {"aten.triu.default", decomposeTriu},
            {"aten.diag_embed.default", decomposeDiagEmbed},
            {"aten.diagflat.default", decomposeDiagFlat},
            {"aten.diag.default", decomposeDiag},
            {"aten.linalg_diagonal.default", decomposeLinalgDiagonal},
            {"aten.trace.default", decomposeTrace},
            {"aten._chunk_cat.default", decomposeChunkCat},
            {"aten.stack.default", decomposeStack}});
}

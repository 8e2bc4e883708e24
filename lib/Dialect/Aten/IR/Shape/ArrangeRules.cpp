// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Rules.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

//===----------------------------------------------------------------------===//
// Joins
//===----------------------------------------------------------------------===//

/// Sizes of at least so many dimensions; a vector is a row.
static Sizes widen(AtenOp op, Value tensor, size_t rank) {
  Sizes sizes = sizesOf(tensor);
  ExprAttr one = ep::makeInt(op->getContext(), 1);
  if (rank >= 2 && sizes.size() == 1)
    sizes.insert(sizes.begin(), one);
  while (sizes.size() < rank)
    sizes.push_back(one);
  return sizes;
}

template <size_t Rank>
static RuleResult inferWidened(AtenOp op) {
  return widen(op, op.tensor(0), Rank);
}

/// As tensors of `rank` dimensions at least, along `dim`.
static RuleResult joinSizes(AtenOp op, size_t rank, int64_t dim) {
  SmallVector<Sizes> parts = llvm::map_to_vector(
      op.tensors(0), [&](Value part) { return widen(op, part, rank); });
  return catSizes(llvm::to_vector_of<SizesRef>(parts), dim);
}
static RuleResult inferHstack(AtenOp op) {
  SmallVector<Value> parts = op.tensors(0);
  return joinSizes(op, 1, getSizes(parts.front()).size() < 2 ? 0 : 1);
}
static RuleResult inferVstack(AtenOp op) { return joinSizes(op, 2, 0); }
static RuleResult inferDstack(AtenOp op) { return joinSizes(op, 3, 2); }

/// A vector is a column.
static RuleResult inferColumns(AtenOp op) {
  SmallVector<Sizes> parts;
  for (Value part : op.tensors(0)) {
    parts.push_back(widen(op, part, 1));
    if (parts.back().size() == 1)
      parts.back().push_back(ep::makeInt(op->getContext(), 1));
  }
  return catSizes(llvm::to_vector_of<SizesRef>(parts), 1);
}

/// Matrices along the diagonal of one.
static RuleResult inferBlocks(AtenOp op) {
  Sizes sum(2, ep::makeInt(op->getContext(), 0));
  for (Value part : op.tensors(0)) {
    Sizes sizes = widen(op, part, 2);
    if (sizes.size() != 2)
      return failure();
    sum = {ep::add(sum[0], sizes[0]), ep::add(sum[1], sizes[1])};
  }
  return sum;
}

/// A dimension for each vector; by "xy" the first two change places.
static RuleResult inferGrid(AtenOp op) {
  Sizes sizes;
  for (Value part : op.tensors(0)) {
    if (getSizes(part).size() > 1)
      return failure();
    sizes.push_back(widen(op, part, 1)[0]);
  }
  bool isSwapped = op.getSchema().findArgument("indexing") &&
                   op.getString("indexing") == "xy" && sizes.size() > 1;
  if (isSwapped)
    std::swap(sizes[0], sizes[1]);
  return sizes;
}

//===----------------------------------------------------------------------===//
// One dimension
//===----------------------------------------------------------------------===//

/// The sizes of the first tensor, with another one along `dim`.
static RuleResult changeSize(AtenOp op, StringRef dimName,
                             llvm::function_ref<ExprAttr(ExprAttr)> change) {
  Sizes sizes = sizesOf(op.tensor(0));
  FailureOr<int64_t> dim = wrapDim(op.getInt(dimName), sizes.size());
  if (failed(dim) || sizes.empty())
    return failure();
  sizes[*dim] = change(sizes[*dim]);
  return sizes;
}

static RuleResult inferGlu(AtenOp op) {
  return changeSize(op, "dim", [](ExprAttr size) {
    return ep::floorDiv(size, ep::makeInt(size.getContext(), 2));
  });
}

/// Each difference is one element less, of all that are joined.
static RuleResult inferDiff(AtenOp op) {
  FailureOr<int64_t> dim =
      wrapDim(op.getInt("dim"), getSizes(op.tensor(0)).size());
  return changeSize(op, "dim", [&](ExprAttr size) {
    for (Value end : {op.tensor("prepend"), op.tensor("append")})
      if (end && static_cast<size_t>(*dim) < getSizes(end).size())
        size = ep::add(size, getSizes(end)[*dim]);
    MLIRContext *context = op->getContext();
    return ep::max(ep::makeInt(context, 0),
                   ep::sub(size, ep::makeInt(context, op.getInt("n"))));
  });
}

static RuleResult inferTrapezoid(AtenOp op) {
  SizesRef sizes = getSizes(op.tensor(0));
  auto dims = wrapDims({op.getInt("dim")}, sizes.size(), /*emptyIsAll=*/false);
  return failed(dims) ? RuleResult(failure())
                      : RuleResult(reduceSizes(sizes, *dims, false));
}
static RuleResult inferRunningTrapezoid(AtenOp op) {
  return changeSize(op, "dim", [](ExprAttr size) {
    return ep::sub(size, ep::makeInt(size.getContext(), 1));
  });
}
/// Places that are a vector do not broadcast.
static bool hasPlainPlaces(AtenOp op) {
  return !op.getSchema().findArgument("x") ||
         getSizes(op.tensor("x")).size() == 1;
}

/// Without `dim` all elements are one row.
static RuleResult inferRepeatInterleave(AtenOp op) {
  SizesRef sizes = getSizes(op.tensor(0));
  ExprAttr repeats = op.symInt(1);
  if (!op.hasValue("dim"))
    return Sizes{ep::mul(ep::product(op->getContext(), sizes), repeats)};
  return changeSize(op, "dim",
                    [&](ExprAttr size) { return ep::mul(size, repeats); });
}

/// The first part.
static RuleResult inferChunk(AtenOp op) {
  if (op.getInt("chunks") <= 0)
    return failure();
  return changeSize(op, "dim", [&](ExprAttr size) {
    return ep::ceilDiv(size,
                       ep::makeInt(op->getContext(), op.getInt("chunks")));
  });
}
static RuleResult inferSplit(AtenOp op) {
  ExprAttr part = op.symInt(1);
  return changeSize(op, "dim", [&](ExprAttr size) {
    return ep::makeExpr(ep::ExprKind::Min, {size, part});
  });
}
static RuleResult inferSplitWithSizes(AtenOp op) {
  Sizes parts = op.symInts("split_sizes");
  return parts.empty()
             ? RuleResult(failure())
             : changeSize(op, "dim", [&](ExprAttr) { return parts.front(); });
}

static RuleResult inferUnflatten(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(0));
  FailureOr<int64_t> dim = wrapDim(op.getInt("dim"), sizes.size());
  if (failed(dim) || sizes.empty())
    return failure();
  RuleResult parts = viewSizes({sizes[*dim]}, op.symInts("sizes"));
  if (failed(parts))
    return failure();
  sizes.erase(sizes.begin() + *dim);
  sizes.insert(sizes.begin() + *dim, parts->begin(), parts->end());
  return sizes;
}

//===----------------------------------------------------------------------===//
// All dimensions
//===----------------------------------------------------------------------===//

static RuleResult inferRavel(AtenOp op) {
  return Sizes{ep::product(op->getContext(), getSizes(op.tensor(0)))};
}

/// As `repeat`; dimensions that are not named are there once.
static RuleResult inferTile(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(0)), repeats = op.symInts("dims");
  ExprAttr one = ep::makeInt(op->getContext(), 1);
  size_t rank = std::max(sizes.size(), repeats.size());
  sizes.insert(sizes.begin(), rank - sizes.size(), one);
  repeats.insert(repeats.begin(), rank - repeats.size(), one);
  for (auto [size, repeat] : llvm::zip(sizes, repeats))
    size = ep::mul(size, repeat);
  return sizes;
}

static RuleResult inferRot90(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(0));
  auto dims = wrapDims(op.ints("dims"), sizes.size(), /*emptyIsAll=*/false);
  if (failed(dims) || dims->size() != 2)
    return failure();
  if (op.getInt("k") % 2)
    std::swap(sizes[dims->front()], sizes[dims->back()]);
  return sizes;
}

/// So many rows that a diagonal has `size` elements.
static ExprAttr aroundDiagonal(AtenOp op, ExprAttr size, StringRef offset) {
  return ep::add(size,
                 ep::makeInt(op->getContext(), std::abs(op.getInt(offset))));
}
static RuleResult inferDiagFlat(AtenOp op) {
  ExprAttr size = aroundDiagonal(op, inferRavel(op)->front(), "offset");
  return Sizes{size, size};
}
static RuleResult inferDiagEmbed(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(0));
  auto dims = wrapDims({op.getInt("dim1"), op.getInt("dim2")}, sizes.size() + 1,
                       /*emptyIsAll=*/false);
  if (failed(dims) || sizes.empty())
    return failure();
  ExprAttr size = aroundDiagonal(op, sizes.pop_back_val(), "offset");
  for (int64_t dim : *dims)
    sizes.insert(sizes.begin() + dim, size);
  return sizes;
}
/// A vector as a diagonal, or the diagonal of a matrix.
static RuleResult inferDiag(AtenOp op) {
  SizesRef sizes = getSizes(op.tensor(0));
  if (sizes.size() == 1) {
    ExprAttr size = aroundDiagonal(op, sizes[0], "diagonal");
    return Sizes{size, size};
  }
  if (sizes.size() != 2)
    return failure();
  MLIRContext *context = op->getContext();
  int64_t offset = op.getInt("diagonal");
  auto shorten = [&](ExprAttr size, int64_t by) {
    return ep::sub(size, ep::makeInt(context, std::max<int64_t>(by, 0)));
  };
  return Sizes{
      ep::max(ep::makeInt(context, 0),
              ep::makeExpr(ep::ExprKind::Min, {shorten(sizes[0], -offset),
                                               shorten(sizes[1], offset)}))};
}

void aten::addArrangeRules(RuleTable &rules) {
  constexpr const char *kParts = "tensors differ beside `dim`";
  addAll(rules, {"atleast_1d.default"}, {inferWidened<1>, ""});
  addAll(rules, {"atleast_2d.default"}, {inferWidened<2>, ""});
  addAll(rules, {"atleast_3d.default"}, {inferWidened<3>, ""});
  addAll(rules, {"hstack.default"}, {inferHstack, kParts});
  addAll(rules, {"row_stack.default", "vstack.default"}, {inferVstack, kParts});
  addAll(rules, {"dstack.default"}, {inferDstack, kParts});
  addAll(rules, {"column_stack.default"}, {inferColumns, kParts});
  addAll(rules, {"block_diag.default"}, {inferBlocks, "wants matrices"});
  addAll(rules, {"broadcast_tensors.default"},
         {inferBroadcast, "tensors do not broadcast", nullptr, true});
  addAll(rules, {"meshgrid.default", "meshgrid.indexing"},
         {inferGrid, "wants vectors", nullptr, true});
  addAll(rules, {"glu.default"}, {inferGlu, kDims});
  addAll(rules, {"diff.default"}, {inferDiff, kDims});
  addAll(rules, {"trapezoid.dx", "trapezoid.x", "trapz.dx", "trapz.x"},
         {inferTrapezoid, kDims, hasPlainPlaces});
  addAll(rules, {"cumulative_trapezoid.dx", "cumulative_trapezoid.x"},
         {inferRunningTrapezoid, kDims, hasPlainPlaces});
  addAll(rules, {"repeat_interleave.self_int"}, {inferRepeatInterleave, kDims});
  addAll(rules, {"unsafe_chunk.default"}, {inferChunk, kDims});
  addAll(rules, {"unsafe_split.Tensor"}, {inferSplit, kDims});
  addAll(rules, {"unsafe_split_with_sizes.default"},
         {inferSplitWithSizes, kDims});
  addAll(rules, {"unflatten.int"}, {inferUnflatten, kDims});
  addAll(rules, {"ravel.default"}, {inferRavel, ""});
  addAll(rules, {"tile.default"}, {inferTile, ""});
  addAll(rules, {"rot90.default"}, {inferRot90, kDims});
  addAll(rules, {"diag.default"}, {inferDiag, "wants a vector or a matrix"});
  addAll(rules, {"diag_embed.default"}, {inferDiagEmbed, kDims});
  addAll(rules, {"diagflat.default"}, {inferDiagFlat, ""});
}

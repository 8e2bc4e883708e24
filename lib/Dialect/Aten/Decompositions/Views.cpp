// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views, and copies of views, which a functional program may take for the
// views.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static Term input(Call &c) { return Term(c, c.op->getOperand(0)); }

//===----------------------------------------------------------------------===//
// Permutations
//===----------------------------------------------------------------------===//

static Term decomposeMT(Call &c) { return transpose(input(c), -1, -2); }
static Term decomposeTranspose(Call &c) {
  return transpose(input(c), c.integer("dim0"), c.integer("dim1"));
}
static Term decomposeReversed(Call &c) {
  Term x = input(c);
  SmallVector<int64_t> dims;
  for (int64_t i = x.rank(); i-- > 0;)
    dims.push_back(i);
  return x.rank() < 2 ? x : permute(x, dims);
}
static Term decomposePermute(Call &c) {
  return permute(input(c), c.integers("dims"));
}

/// Dimensions `source` go to `destination`; the others keep their order.
static Term moveDims(Call &c, Dims source, Dims destination) {
  Term x = input(c);
  SmallVector<int64_t> order(x.rank(), -1);
  SmallVector<bool> moved(x.rank());
  for (auto [from, to] : llvm::zip(source, destination)) {
    FailureOr<int64_t> a = wrapDim(from, x.rank()), b = wrapDim(to, x.rank());
    if (failed(a) || failed(b))
      return c.reject("dimension out of range");
    if (x.rank() == 0)
      return x;
    order[*b] = *a;
    moved[*a] = true;
  }
  int64_t next = 0;
  for (int64_t &dim : order) {
    if (dim >= 0)
      continue;
    while (moved[next])
      ++next;
    dim = next++;
  }
  return permute(x, order);
}
static Term decomposeMovedim(Call &c) {
  return moveDims(c, {c.integer("source")}, {c.integer("destination")});
}
static Term decomposeMovedims(Call &c) {
  return moveDims(c, c.integers("source"), c.integers("destination"));
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static Term decomposeNarrow(Call &c) {
  Term x = input(c);
  ExprAttr start = c.symInt("start");
  int64_t dim = c.dim("dim", x.rank());
  if (c.isRejected() || x.rank() == 0)
    return {};
  if (start.isInt() && start.getValue() < 0)
    start = ep::add(start, x.size(dim));
  return slice(x, dim, start, ep::add(start, c.symInt("length")));
}

/// Consecutive slices as long as the results.
static Terms splitInOrder(Call &c, int64_t dim) {
  Term x = input(c);
  FailureOr<int64_t> at = wrapDim(dim, x.rank());
  if (failed(at) || x.rank() == 0)
    return {c.reject("dimension out of range")};
  Terms parts;
  ExprAttr start = c.expr(0);
  for (unsigned i = 0; i < c.op->getNumResults(); ++i) {
    ExprAttr end = ep::add(start, c.result(i).getSizes()[*at]);
    parts.push_back(slice(x, *at, start, end));
    start = end;
  }
  return parts;
}
static Terms decomposeSplitByDim(Call &c) {
  return splitInOrder(c, c.integer("dim"));
}
/// hsplit takes columns, but the elements of a vector.
static int64_t getHDim(Term x) { return x.rank() == 1 ? 0 : 1; }
static Terms decomposeHSplit(Call &c) {
  return splitInOrder(c, getHDim(input(c)));
}
static Terms decomposeVSplit(Call &c) { return splitInOrder(c, 0); }
static Terms decomposeDSplit(Call &c) { return splitInOrder(c, 2); }

/// Slices between the indices, which need not be sorted.
static Terms splitAt(Call &c, SizesRef indices, int64_t dim) {
  Term x = input(c);
  FailureOr<int64_t> at = wrapDim(dim, x.rank());
  if (failed(at) || x.rank() == 0)
    return {c.reject("dimension out of range")};
  Terms parts;
  ExprAttr start = c.expr(0);
  for (ExprAttr index : indices) {
    parts.push_back(slice(x, *at, start, index));
    start = index;
  }
  parts.push_back(slice(x, *at, start, x.size(*at)));
  return parts;
}
static Terms decomposeTensorSplitAt(Call &c) {
  return splitAt(c, c.symInts("indices"), c.integer("dim"));
}
static Sizes getIndices(Call &c) {
  return makeSizes(c.getContext(), c.integers("indices"));
}
static Terms decomposeHSplitAt(Call &c) {
  return splitAt(c, getIndices(c), getHDim(input(c)));
}
static Terms decomposeVSplitAt(Call &c) { return splitAt(c, getIndices(c), 0); }
static Terms decomposeDSplitAt(Call &c) { return splitAt(c, getIndices(c), 2); }

static Terms decomposeUnbind(Call &c) {
  Term x = input(c);
  int64_t dim = c.dim("dim", x.rank());
  Terms parts;
  if (!c.isRejected())
    for (unsigned i = 0; i < c.op->getNumResults(); ++i)
      parts.push_back(select(x, dim, c.expr(i)));
  return parts;
}

/// Windows of `size` elements, `step` apart, as a new last dimension.
static Term decomposeUnfold(Call &c) {
  Term x = input(c);
  int64_t dim = c.dim("dimension", x.rank()), size = c.integer("size");
  if (c.isRejected())
    return {};
  if (x.rank() == 0)
    return view(x, {c.expr(size)});
  ExprAttr count = c.result().getSizes()[dim];
  Term starts = arange(c, count) * c.integer("step");
  Term positions = unsqueeze(starts, 1) + arange(c, c.expr(size));
  Terms indices(dim + 1);
  indices[dim] = positions;
  SmallVector<int64_t> order;
  for (int64_t i = 0; i <= x.rank(); ++i)
    if (i != dim + 1)
      order.push_back(i);
  order.push_back(dim + 1);
  return permute(index(x, indices), order);
}

//===----------------------------------------------------------------------===//
// Views that the result's type describes
//===----------------------------------------------------------------------===//

static Term decomposeToResultSizes(Call &c) {
  Term x = input(c);
  if (failed(viewSizes(x.sizes(), c.result().getSizes())))
    return c.reject("has another number of elements");
  return Term(c, createView(c.builder, c.loc, x, c.result()));
}
static Terms decomposeEachToResultSizes(Call &c) {
  Terms results;
  for (auto [i, x] : llvm::enumerate(c.list("tensors")))
    results.push_back(view(x, c.result(i).getSizes()));
  return results;
}
static Term decomposeSqueeze(Call &c) {
  Term x = input(c);
  return squeeze(x, llvm::to_vector(llvm::seq<int64_t>(0, x.rank())));
}
static Term decomposeUnsqueeze(Call &c) {
  return unsqueeze(input(c), c.integer("dim"));
}
static Term decomposeSelect(Call &c) {
  return select(input(c), c.integer("dim"), c.symInt("index"));
}
static Term decomposeDiagonal(Call &c) {
  return diagonal(input(c), c.integer("offset"), c.integer("dim1"),
                  c.integer("dim2"));
}
static Term decomposeSlice(Call &c) {
  return c.same("aten.slice.Tensor", input(c), c.integer("dim"),
                c.op.attribute("start"), c.op.attribute("end"),
                c.op.attribute("step"))[0];
}
static Term decomposeViewAsDtype(Call &c) {
  return c.same("aten.view.dtype", input(c), c.op.attribute("dtype"))[0];
}
static Term decomposeBroadcastTo(Call &c) {
  return expand(input(c), c.result().getSizes());
}
static Terms decomposeBroadcastTensors(Call &c) {
  return broadcast(c.list("tensors"));
}
static Term decomposeSame(Call &c) { return input(c); }
static Term atLeast3d(Term x) {
  switch (x.rank()) {
  case 0:
    return view(x, Sizes(3, x.in().expr(1)));
  case 1:
    return unsqueeze(unsqueeze(x, 0), 2);
  case 2:
    return unsqueeze(x, 2);
  default:
    return x;
  }
}
static Term decomposeAtLeast3d(Call &c) { return atLeast3d(input(c)); }

/// The first elements in row-major order; added elements are not initialised in
/// PyTorch, and 0 here.
static Term decomposeResize(Call &c) {
  Term x = c.raw("self");
  SizesRef sizes = c.result().getSizes();
  ExprAttr has = x.numel(), wants = ep::product(c.getContext(), sizes);
  if (has == wants)
    return view(contiguous(x), sizes);
  if (!has.isInt() || !wants.isInt())
    return c.reject("numbers of elements are not known");
  Term flat = view(contiguous(x), {has});
  if (wants.getValue() < has.getValue())
    flat = slice(flat, 0, c.expr(0), wants);
  else
    flat = pad(flat, {c.expr(0), ep::sub(wants, has)}, 0);
  return view(flat, sizes);
}

void aten::populateViewDecompositions(RewritePatternSet &patterns,
                                      const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.mT.default", decomposeMT},
            {"aten.movedim.int", decomposeMovedim},
            {"aten.movedim.intlist", decomposeMovedims},
            {"aten.resize.default", decomposeResize},
            {"aten.narrow.default", decomposeNarrow},
            {"aten.tensor_split.sections", decomposeSplitByDim},
            {"aten.tensor_split.indices", decomposeTensorSplitAt},
            {"aten.split.sizes", decomposeSplitByDim},
            {"aten.hsplit.int", decomposeHSplit},
            {"aten.vsplit.int", decomposeVSplit},
            {"aten.dsplit.int", decomposeDSplit},
            {"aten.hsplit.array", decomposeHSplitAt},
            {"aten.vsplit.array", decomposeVSplitAt},
            {"aten.dsplit.array", decomposeDSplitAt},
            {"aten.unbind.int", decomposeUnbind},
            {"aten.unbind_copy.int", decomposeUnbind},
            {"aten.split_copy.Tensor", decomposeSplitByDim},
            {"aten.split_with_sizes_copy.default", decomposeSplitByDim},
            {"aten.unfold.default", decomposeUnfold},
            {"aten.broadcast_to.default", decomposeBroadcastTo},
            {"aten.broadcast_tensors.default", decomposeBroadcastTensors},
            {"aten.reshape_as.default", decomposeToResultSizes},
            {"aten.ravel.default", decomposeToResultSizes},
            {"aten.atleast_1d.default", decomposeToResultSizes},
            {"aten.atleast_2d.default", decomposeToResultSizes},
            {"aten.atleast_3d.default", decomposeAtLeast3d},
            {"aten.atleast_1d.Sequence", decomposeEachToResultSizes},
            {"aten.atleast_2d.Sequence", decomposeEachToResultSizes},
            {"aten.atleast_3d.Sequence", decomposeEachToResultSizes},
            {"aten.resolve_conj.default", decomposeSame},
            {"aten.resolve_neg.default", decomposeSame},
            {"aten.positive.default", decomposeSame},
            {"aten.lift_fresh_copy.default", decomposeSame},
            {"aten.detach.default", decomposeSame},
            {"aten.contiguous.default", decomposeSame},
            {"aten.alias_copy.default", decomposeSame},
            {"aten.detach_copy.default", decomposeSame},
            {"aten.diagonal_copy.default", decomposeDiagonal},
            {"aten.expand_copy.default", decomposeBroadcastTo},
            {"aten.permute_copy.default", decomposePermute},
            {"aten._reshape_copy.default", decomposeToResultSizes},
            {"aten.slice_copy.Tensor", decomposeSlice},
            {"aten.view_copy.default", decomposeToResultSizes},
            {"aten.view_copy.dtype", decomposeViewAsDtype},
            {"aten.squeeze_copy.default", decomposeToResultSizes},
            {"aten.squeeze_copy.dim", decomposeToResultSizes},
            {"aten.squeeze_copy.dims", decomposeToResultSizes},
            {"aten.transpose_copy.int", decomposeTranspose},
            {"aten.t_copy.default", decomposeReversed},
            {"aten.unsqueeze_copy.default", decomposeUnsqueeze},
            {"aten.select_copy.int", decomposeSelect},
            {"aten.narrow_copy.default", decomposeNarrow},
            {"aten.unfold_copy.default", decomposeUnfold},
            {"aten.reshape.default", decomposeToResultSizes},
            {"aten.flatten.using_ints", decomposeToResultSizes},
            {"aten.unflatten.int", decomposeToResultSizes},
            {"aten.view_as.default", decomposeToResultSizes},
            {"aten._unsafe_view.default", decomposeToResultSizes},
            {"aten.expand_as.default", decomposeBroadcastTo},
            {"aten.transpose.int", decomposeTranspose},
            {"aten.t.default", decomposeReversed},
            {"aten.numpy_T.default", decomposeReversed},
            {"aten.squeeze.default", decomposeSqueeze},
            {"aten.split.Tensor", decomposeSplitByDim},
            {"aten.chunk.default", decomposeSplitByDim}});
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients of windows, padding, normalization and views: the operators that
// joint graphs of forward and backward hold.
#include "Families.h"
#include "Norm.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// In the dtype of a result; anything where the result is None.
static Term asResult(Call &c, unsigned index, Term x) {
  bool isNone = isa<NoneType>(c.op->getResult(index).getType());
  return isNone ? x : to(x, c.dtype(index));
}

//===----------------------------------------------------------------------===//
// Places that are read more than once
//===----------------------------------------------------------------------===//

/// Adds each slice of `grad` along `dim` to the place of `size` ones that
/// `places` names.
static Term addTo(Term grad, int64_t dim, ExprAttr size, Term places) {
  Sizes sizes(grad.sizes());
  sizes[dim] = size;
  Terms indices(dim);
  indices.push_back(places);
  return indexPut(full(grad.in(), sizes, 0, grad.dtype()), indices, grad,
                  /*accumulate=*/true);
}

/// Windows [..., count, ..., size] along `dim` back to where they were cut.
static Term decomposeUnfold(Call &c) {
  Term grad = c.wide("grad_in");
  Sizes sizes = c.symInts("input_sizes");
  int64_t rank = sizes.size(), dim = c.dim("dim", rank);
  if (c.isRejected() || rank == 0 || grad.rank() != rank + 1)
    return c.reject("dimension out of range");
  Term starts = arange(c, grad.size(dim)) * c.integer("step");
  Term places = unsqueeze(starts, 1) + arange(c, c.expr(c.integer("size")));
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  order.insert(order.begin() + dim + 1, rank);
  grad = flatten(permute(grad, order), dim, dim + 1);
  return to(addTo(grad, dim, sizes[dim], flatten(places)), c.dtype());
}

/// A place beyond an edge is as far from it as the one that was read.
static Term decomposeReflection(Call &c) {
  Term x = c("self"), grad = c.wide("grad_output");
  Sizes pads = c.symInts("padding");
  if (static_cast<int64_t>(pads.size()) > 2 * x.rank())
    return c.reject("pads dimensions that are not there");
  for (size_t i = 0; i + 1 < pads.size(); i += 2) {
    int64_t dim = x.rank() - 1 - i / 2;
    Number last = ep::sub(x.size(dim), c.expr(1));
    Term fromFirst = abs(arange(c, grad.size(dim)) - Number(pads[i]));
    grad = addTo(grad, dim, x.size(dim), last - abs(last - fromFirst));
  }
  return to(grad, c.dtype());
}

//===----------------------------------------------------------------------===//
// Normalization
//===----------------------------------------------------------------------===//

/// With the statistics of the batch these depend on the input, too.
static Terms decomposeBatchNorm(Call &c) {
  Term x = c.wide("input"), grad = c.wide("grad_out");
  Term weight = c.wide("weight");
  bool isTraining = c.flag("train");
  Term middle = c.wide(isTraining ? "save_mean" : "running_mean");
  Term spread = c.wide(isTraining ? "save_invstd" : "running_var");
  if (x.rank() < 2 || !middle || !spread)
    return {c.reject("has no channels, or no statistics")};
  int64_t rank = x.rank();
  Term inverse = isTraining ? spread : rsqrt(spread + c.number("eps"));
  Term normal = (x - overChannels(middle, rank)) * overChannels(inverse, rank);
  SmallVector<int64_t> dims = {0};
  for (int64_t i = 2; i < rank; ++i)
    dims.push_back(i);
  Term scale = overChannels(weight ? inverse * weight : inverse, rank);
  Term dx = grad;
  if (isTraining)
    dx = grad - mean(grad, dims, true) -
         normal * mean(grad * normal, dims, true);
  return {asResult(c, 0, dx * scale), asResult(c, 1, sum(grad * normal, dims)),
          asResult(c, 2, sum(grad, dims))};
}

/// dx = inverse * (dy w - x' mean(dy w x')), with x' the normalized input.
static Terms decomposeRMSNorm(Call &c) {
  Term x = c.wide("input"), grad = c.wide("grad_out");
  Term weight = c.wide("weight"), inverse = c.wide("rstd");
  int64_t rank = x.rank(), count = c.integers("normalized_shape").size();
  if (count == 0 || count > rank)
    return {c.reject("normalizes more than there is")};
  auto inner = llvm::to_vector(llvm::seq<int64_t>(rank - count, rank));
  auto outer = llvm::to_vector(llvm::seq<int64_t>(0, rank - count));
  Term normal = x * inverse, scaled = weight ? grad * weight : grad;
  Term dx = inverse * (scaled - normal * mean(scaled * normal, inner, true));
  Term dw = grad * normal;
  return {asResult(c, 0, dx),
          asResult(c, 1, outer.empty() ? dw : sum(dw, outer))};
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

static Term makeZeros(Call &c) {
  return full(c, c.result().getSizes(), 0, c.dtype());
}
static Term decomposeSelect(Call &c) {
  return c.same("aten.select_scatter.default", makeZeros(c), c("grad_output"),
                c.integer("dim"), Attribute(c.symInt("index")))[0];
}
static Term decomposeSlice(Call &c) {
  return c.same("aten.slice_scatter.default", makeZeros(c), c("grad_output"),
                c.integer("dim"), Attribute(c.symInt("start")),
                Attribute(c.symInt("end")), Attribute(c.symInt("step")))[0];
}
static Term decomposeDiagonal(Call &c) {
  return c.same("aten.diagonal_scatter.default", makeZeros(c), c("grad_output"),
                c.integer("offset"), c.integer("dim1"), c.integer("dim2"))[0];
}

void aten::populateAdjointDecompositions(RewritePatternSet &patterns,
                                         const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.unfold_backward.default", decomposeUnfold},
            {"aten.reflection_pad1d_backward.default", decomposeReflection},
            {"aten.reflection_pad2d_backward.default", decomposeReflection},
            {"aten.reflection_pad3d_backward.default", decomposeReflection},
            {"aten.native_batch_norm_backward.default", decomposeBatchNorm},
            {"aten._fused_rms_norm_backward.default", decomposeRMSNorm},
            {"aten.select_backward.default", decomposeSelect},
            {"aten.slice_backward.default", decomposeSlice},
            {"aten.diagonal_backward.default", decomposeDiagonal}});
}

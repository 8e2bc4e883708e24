// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Normalization over groups and batches, and the gradients of normalizations.
// With x' the normalized input, over the n elements that are normalized
// together:
//   dx = inverse * (dy w - mean(dy w) - x' mean(dy w x'))
//   dw = sum of dy x', db = sum of dy.
#include "Expansions.h"
#include "Norm.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// In the dtype and the sizes of a result.
static Term asResult(Call &c, unsigned index, Term x) {
  return to(view(x, c.result(index).getSizes()), c.dtype(index));
}

/// [n, groups, channels per group * area].
static Sizes getGroupSizes(Call &c, Term x, int64_t groups) {
  ExprAttr inner = ep::floorDiv(
      ep::product(c.getContext(), x.sizes().drop_front(1)), c.expr(groups));
  return {x.size(0), c.expr(groups), inner};
}

static Terms groupNorm(Call &c) {
  Term input = c.raw("input"), weight = c.wide("weight"), bias = c.wide("bias");
  if (input.rank() < 2)
    return {c.reject("input has no channels")};
  Term x = contiguous(c.wide("input"));
  Sizes sizes(x.sizes());
  Term grouped = view(x, getGroupSizes(c, x, c.integer("group")));
  Term middle = mean(grouped, {2}, /*keepdim=*/true);
  Term inverse =
      rsqrt(var(grouped, {2}, 0, /*keepdim=*/true) + c.number("eps"));
  Term result = view((grouped - middle) * inverse, sizes);
  if (weight)
    result = result * overChannels(weight, x.rank());
  if (bias)
    result = result + overChannels(bias, x.rank());
  return {to(result, c.dtype()), asResult(c, 1, middle),
          asResult(c, 2, inverse)};
}

/// Of the statistics of the batch.
static Terms batchNorm(Call &c) {
  Term x = c.wide("input"), weight = c.wide("weight"), bias = c.wide("bias");
  if (x.rank() < 2)
    return {c.reject("input has no channels")};
  SmallVector<int64_t> dims = {0};
  for (int64_t i = 2; i < x.rank(); ++i)
    dims.push_back(i);
  Term middle = mean(x, dims, /*keepdim=*/true);
  Term inverse = rsqrt(var(x, dims, 0, /*keepdim=*/true) + c.number("eps"));
  Term result = (x - middle) * inverse;
  if (weight)
    result = result * overChannels(weight, x.rank());
  if (bias)
    result = result + overChannels(bias, x.rank());
  return {to(result, c.dtype()), asResult(c, 1, middle),
          asResult(c, 2, inverse)};
}

/// Of given statistics: x * scale + shift per channel, where scale and shift
/// are made of state alone and so are constants.
static Terms batchNormInference(Call &c) {
  Term x = c.wide("input"), weight = c.wide("weight"), bias = c.wide("bias");
  if (x.rank() < 2)
    return {c.reject("input has no channels")};
  Term scale = rsqrt(c.wide("running_var") + c.number("eps"));
  if (weight)
    scale = scale * weight;
  Term centre = c.wide("running_mean") * scale;
  Term shift = bias ? bias - centre : -centre;
  Term result =
      x * overChannels(scale, x.rank()) + overChannels(shift, x.rank());
  auto unused = [&](unsigned index) {
    return full(c, c.result(index).getSizes(), 0, c.dtype(index));
  };
  return {to(result, c.dtype()), unused(1), unused(2)};
}

/// dx of `normal` over the last dimensions `dims`.
static Term gradient(Term grad, Term normal, Term inverse, Dims dims) {
  Term along = mean(grad, dims, /*keepdim=*/true);
  Term across = mean(grad * normal, dims, /*keepdim=*/true);
  return inverse * (grad - along - normal * across);
}

/// The sum over the first `count` dimensions; of none it is `x`.
static Term sumFirst(Term x, int64_t count) {
  SmallVector<int64_t> dims;
  for (int64_t i = 0; i < count; ++i)
    dims.push_back(i);
  return count ? sum(x, dims) : x;
}

static Terms layerNormBackward(Call &c) {
  Term x = c.wide("input"), weight = c.wide("weight");
  Term grad = c.wide("grad_out"), inverse = c.wide("rstd");
  int64_t count = c.symInts("normalized_shape").size();
  if (count > x.rank() || c.op->getNumResults() != 3)
    return {c.reject("normalizes more than there is")};
  SmallVector<int64_t> dims;
  for (int64_t i = x.rank() - count; i < x.rank(); ++i)
    dims.push_back(i);
  Term normal = (x - c.wide("mean")) * inverse;
  Term scaled = weight ? grad * weight : grad;
  int64_t outer = x.rank() - count;
  return {to(gradient(scaled, normal, inverse, dims), c.dtype()),
          asResult(c, 1, sumFirst(grad * normal, outer)),
          asResult(c, 2, sumFirst(grad, outer))};
}

/// Statistics are [n, groups].
static Terms groupNormBackward(Call &c) {
  Term x = contiguous(c.wide("input")), weight = c.wide("weight");
  Term grad = contiguous(c.wide("grad_out"));
  if (x.rank() < 2)
    return {c.reject("input has no channels")};
  Sizes sizes = getGroupSizes(c, x, c.integer("group"));
  Sizes statistics = {sizes[0], sizes[1], c.expr(1)};
  Term inverse = view(c.wide("rstd"), statistics);
  Term normal = (view(x, sizes) - view(c.wide("mean"), statistics)) * inverse;
  Term scaled = weight ? grad * overChannels(weight, x.rank()) : grad;
  Term dx = gradient(view(scaled, sizes), normal, inverse, {2});
  ExprAttr area = ep::product(c.getContext(), x.sizes().drop_front(2));
  Sizes channels = {x.size(0), x.size(1), area};
  Term byChannel = view(grad, channels);
  return {to(view(dx, x.sizes()), c.dtype()),
          asResult(c, 1, sum(byChannel * view(normal, channels), {0, 2})),
          asResult(c, 2, sum(byChannel, {0, 2}))};
}

void core::populateNormExpansions(RewritePatternSet &patterns) {
  addRules(patterns, {},
           {{"aten.native_group_norm.default", groupNorm},
            {"aten._native_batch_norm_legit.no_stats", batchNorm},
            {"aten._native_batch_norm_legit_no_training.default",
             batchNormInference},
            {"aten.native_layer_norm_backward.default", layerNormBackward},
            {"aten.native_group_norm_backward.default", groupNormBackward}});
}

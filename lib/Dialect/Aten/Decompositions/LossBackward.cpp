// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients of losses.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// The gradient that reaches each element of the loss.
static Term getGradient(Call &c, Term like) {
  Term grad = c.wide("grad_output");
  return c.integer("reduction") == 1 ? grad / Number(like.numel()) : grad;
}

static Term decomposeMSE(Call &c) {
  Term difference = c.wide("self") - c.wide("target");
  return to(difference * 2 * getGradient(c, difference), c.dtype());
}
static Term decomposeSmoothL1(Call &c) {
  Term difference = c.wide("self") - c.wide("target");
  double beta = c.number("beta");
  Term slope = sign(difference);
  if (beta > 0)
    slope = where(abs(difference) < beta, difference / beta, slope);
  return to(slope * getGradient(c, difference), c.dtype());
}
static Term decomposeHuber(Call &c) {
  Term difference = c.wide("self") - c.wide("target");
  double delta = c.number("delta");
  return to(clamp(difference, -delta, delta) * getGradient(c, difference),
            c.dtype());
}
static Term decomposeSoftMargin(Call &c) {
  Term x = c.wide("self"), target = c.wide("target");
  Term slope = -target * sigmoid(-target * x);
  return to(slope * getGradient(c, slope), c.dtype());
}
static Term decomposeBCE(Call &c) {
  Term x = c.wide("self"), weight = c.wide("weight");
  Term slope = (x - c.wide("target")) / clamp(x * (1 - x), 1e-12, std::nullopt);
  if (weight)
    slope = slope * weight;
  return to(slope * getGradient(c, slope), c.dtype());
}

/// The gradient for the target's class of each sample.
static Term decomposeNLL(Call &c) {
  Term x = c.wide("self"), target = c("target"), weight = c.wide("weight");
  int64_t dim = x.rank() < 2 ? 0 : 1;
  Term grad = c.wide("grad_output");
  if (c.integer("reduction") == 1)
    grad = grad / c.wide("total_weight");
  Term isUsed = unsqueeze(ne(target, c.symInt("ignore_index")), dim);
  Sizes sizes(x.rank(), c.expr(1));
  sizes[dim] = x.size(dim);
  Term isTarget =
      eq(view(arange(c, x.size(dim)), sizes), unsqueeze(target, dim));
  if (grad.rank() > 0)
    grad = unsqueeze(grad, dim);
  Term result = where(isTarget & isUsed, -grad, 0.0);
  if (weight)
    result = result * view(weight, sizes);
  return to(expand(result, x.sizes()), c.dtype());
}

void aten::populateLossBackwardDecompositions(RewritePatternSet &patterns,
                                              const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.mse_loss_backward.default", decomposeMSE},
            {"aten.smooth_l1_loss_backward.default", decomposeSmoothL1},
            {"aten.huber_loss_backward.default", decomposeHuber},
            {"aten.soft_margin_loss_backward.default", decomposeSoftMargin},
            {"aten.binary_cross_entropy_backward.default", decomposeBCE},
            {"aten.nll_loss_backward.default", decomposeNLL},
            {"aten.nll_loss2d_backward.default", decomposeNLL}});
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients of pointwise functions: the incoming gradient times the derivative.
// Those of prelu and log_sigmoid have two results.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static constexpr double kPi = 3.14159265358979323846;

static Term silu(Call &c) {
  Term x = c("self"), gate = sigmoid(x);
  return c("grad_output") * gate * (x * (1 - gate) + 1);
}

static Term mish(Call &c) {
  Term x = c("self"), gate = sigmoid(x);
  Term softplus = clamp(x, 0, std::nullopt) + log1p(exp(-abs(x)));
  Term bend = tanh(softplus);
  return c("grad_output") * (bend + x * gate * (1 - bend * bend));
}

static Term gelu(Call &c) {
  Term x = c("self"), grad = c("grad_output");
  if (c.op.getString("approximate") == "tanh") {
    double scale = std::sqrt(2 / kPi);
    Term bend = tanh((x + x * x * x * 0.044715) * scale);
    Term slope = (x * x * (3 * 0.044715) + 1) * scale;
    return grad * ((bend + 1) * 0.5 + x * (1 - bend * bend) * slope * 0.5);
  }
  Term cumulated = (erf(x * std::sqrt(0.5)) + 1) * 0.5;
  Term density = exp(x * x * -0.5) * (1 / std::sqrt(2 * kPi));
  return grad * (cumulated + x * density);
}

static Term elu(Call &c) {
  Term x = c("self_or_result"), grad = c("grad_output");
  double alpha = c.number("alpha"), scale = c.number("scale"),
         inputScale = c.number("input_scale");
  Term below = c.flag("is_result")
                   ? (x + alpha * scale) * inputScale
                   : exp(x * inputScale) * (alpha * scale * inputScale);
  return where(x <= 0, grad * below, grad * scale);
}

static Term softplus(Call &c) {
  Term grad = c("grad_output"), scaled = c("self") * c.scalar("beta");
  return where(scaled > c.scalar("threshold"), grad, grad * sigmoid(scaled));
}

static Term hardtanh(Call &c) {
  Term x = c("self");
  Term isOutside = (x <= c.scalar("min_val")) | (x >= c.scalar("max_val"));
  return where(isOutside, 0.0, c("grad_output"));
}

static Term hardswish(Call &c) {
  Term x = c("self"), grad = c("grad_output");
  Term inside = where(x < 3, grad * (x / 3 + 0.5), grad);
  return where(x <= -3, 0.0, inside);
}

static Term logit(Call &c) {
  Term x = c("self"), slope = c("grad_output") / (x * (1 - x));
  double low = c.has("eps") ? c.number("eps") : 0.0;
  Term isOutside = (x < low) | (x > 1 - low);
  return where(isOutside, c.has("eps") ? 0.0 : std::nan(""), slope);
}

static Term glu(Call &c) {
  Term x = c("self"), grad = c("grad_output");
  int64_t dim = c.dim("dim", x.rank());
  if (c.isRejected() || x.rank() == 0)
    return {};
  ExprAttr half = ep::floorDiv(x.size(dim), c.expr(2));
  Term first = slice(x, dim, c.expr(0), half),
       gate = sigmoid(slice(x, dim, half, x.size(dim)));
  return cat({grad * gate, grad * first * gate * (1 - gate)}, dim);
}

static Terms decomposePrelu(Call &c) {
  Term x = c.wide("self"), grad = c.wide("grad_output");
  Term isAbove = x > 0;
  return {to(where(isAbove, grad, grad * c.wide("weight")), c.dtype()),
          to(where(isAbove, 0.0, grad * x), c.dtype(1))};
}

/// The result, and exp(-|x|) for the gradient.
static Terms decomposeLogSigmoid(Call &c) {
  Term x = c.wide("self"), decay = exp(-abs(x));
  return {to(clamp(x, std::nullopt, 0) - log1p(decay), c.dtype()),
          to(decay, c.dtype(1))};
}

static constexpr Rule kPointwise[] = {
    {"aten.sigmoid_backward.default",
     [](Call &c) -> Term {
       Term y = c("output");
       return c("grad_output") * (y * (1 - y));
     }},
    {"aten.tanh_backward.default",
     [](Call &c) -> Term {
       Term y = c("output");
       return c("grad_output") * (1 - y * y);
     }},
    {"aten.threshold_backward.default",
     [](Call &c) -> Term {
       return where(c("self") <= c.scalar("threshold"), 0, c("grad_output"));
     }},
    {"aten.leaky_relu_backward.default",
     [](Call &c) -> Term {
       Term grad = c("grad_output");
       return where(c("self") > 0, grad, grad * c.scalar("negative_slope"));
     }},
    {"aten.hardsigmoid_backward.default",
     [](Call &c) -> Term {
       Term x = c("self"), isInside = (x > -3) & (x < 3);
       return where(isInside, c("grad_output") / 6, 0.0);
     }},
    {"aten.log_sigmoid_backward.default",
     [](Call &c) -> Term { return c("grad_output") * sigmoid(-c("self")); }},
    {"aten.silu_backward.default", silu},
    {"aten.mish_backward.default", mish},
    {"aten.gelu_backward.default", gelu},
    {"aten.elu_backward.default", elu},
    {"aten.softplus_backward.default", softplus},
    {"aten.hardtanh_backward.default", hardtanh},
    {"aten.hardswish_backward.default", hardswish},
    {"aten.logit_backward.default", logit},
    {"aten.glu_backward.default", glu},
};

void aten::populateBackwardDecompositions(RewritePatternSet &patterns,
                                          const KeepSet &keep) {
  addRules(patterns, keep, kPointwise, RuleKind::Pointwise);
  addRules(patterns, keep,
           {{"aten._prelu_kernel_backward.default", decomposePrelu},
            {"aten.log_sigmoid_forward.default", decomposeLogSigmoid}});
}

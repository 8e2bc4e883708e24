// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Choices that random numbers make: slopes of rrelu, and places drawn by their
// weights. They are computed in f64.
#include "Expansions.h"
#include <limits>

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static Type float64(Call &c) { return c.builder.getF64Type(); }

/// In training each element has a slope of its own, which the gradient needs;
/// elsewhere all have the mean slope.
static Terms rrelu(Call &c) {
  Term x = c.raw("self"), noise = c.raw("noise");
  double lower = c.number("lower"), upper = c.number("upper");
  if (c.isRejected())
    return {Term(), Term()};
  Term wide = to(x, float64(c)), isLow = wide <= 0;
  if (!c.flag("training"))
    return {to(where(isLow, wide * ((lower + upper) / 2), wide), c.dtype(0)),
            noise};
  Term slope = rand(c, x.sizes(), float64(c)) * (upper - lower) + lower;
  return {to(where(isLow, wide * slope, wide), c.dtype(0)),
          to(where(isLow, slope, 1.0), c.dtype(1))};
}

//===----------------------------------------------------------------------===//
// multinomial
//===----------------------------------------------------------------------===//

/// Each place as often as it is drawn: where a part of the sum of all weights
/// falls into their running sum.
static Term drawWithReplacement(Call &c, Term weights) {
  Term sums = cumsum(weights, -1);
  Term total = select(sums, -1, ep::sub(sums.size(-1), c.expr(1)));
  Term part = rand(c, c.result().getSizes(), float64(c)) * unsqueeze(total, -1);
  return make(c, "aten.searchsorted.Tensor", c.result(), sums, part,
              /*out_int32=*/false, /*right=*/true);
}

/// Each place at most once: those where an exponential waiting time at the rate
/// of the weight ends first.
static Term drawWithoutReplacement(Call &c, Term weights, ExprAttr count) {
  constexpr double least = std::numeric_limits<double>::epsilon() / 2;
  Term time = -log1p(-rand(c, weights.sizes(), float64(c)));
  Term rate = weights / clamp(time, least, std::nullopt);
  Operation *top =
      c.build("aten.topk.default",
              {rate.type().withSizes(c.result().getSizes()), c.result()}, rate,
              Attribute(count), /*dim=*/-1);
  return Term(c, top->getResult(1));
}

static Term multinomial(Call &c) {
  Term weights = to(c.raw("self"), float64(c));
  ExprAttr count = c.symInt("num_samples");
  bool replaces = c.flag("replacement") && !count.isInt(1);
  if (weights.rank() == 0 || weights.size(-1).isInt(0))
    return c.reject("there is nothing to draw from");
  constexpr double infinity = std::numeric_limits<double>::infinity();
  require((weights >= 0) & (weights < infinity),
          "multinomial: a weight is negative, infinite or NaN");
  require(sum(weights, {-1}) > 0, "multinomial: all weights are 0");
  if (!replaces)
    require(c, ep::makeExpr(ep::ExprKind::Le, {count, weights.size(-1)}),
            "multinomial: draws more than there is");
  return replaces ? drawWithReplacement(c, weights)
                  : drawWithoutReplacement(c, weights, count);
}

void core::populateRandomExpansions(RewritePatternSet &patterns) {
  addRules(patterns, {},
           {{"aten.rrelu_with_noise_functional.default", rrelu},
            {"aten.multinomial.default", multinomial}});
}

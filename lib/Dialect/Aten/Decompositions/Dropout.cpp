// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dropout of elements and of channels, and its gradient.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// 1 with probability `p`, else 0.
static Term coin(Call &c, SizesRef sizes, double p, Type dtype) {
  return to(rand(c, sizes, c.float32()) < p, dtype);
}

/// One value for each channel of each sample, to be broadcast.
static Sizes getFeatureSizes(Term x) {
  Sizes sizes(x.rank(), x.in().expr(1));
  sizes[0] = x.size(0);
  sizes[1] = x.size(1);
  return sizes;
}

static Term decomposeDropout(Call &c) {
  Term x = c("input");
  double p = c.number("p");
  if (!c.flag("train") || p == 0)
    return x;
  Operation *op = c.build("aten.native_dropout.default",
                          {c.result(), c.result().withElementType(c.boolean())},
                          x, p, true);
  return Term(c, op->getResult(0));
}

static Term decomposeFeatureDropout(Call &c) {
  Term x = c("input");
  double p = c.number("p");
  if (!c.flag("train") || p == 0)
    return x;
  if (x.rank() < 2)
    return c.reject("input has no channels");
  if (p == 1)
    return fullLike(x, 0.0);
  return x * (coin(c, getFeatureSizes(x), 1 - p, x.dtype()) / (1 - p));
}

/// Dropped elements take the value at which selu saturates, and all is scaled
/// to keep mean and variance.
static Term dropAlpha(Call &c, bool byFeature) {
  Term x = c("input");
  double p = c.number("p");
  if (!c.flag("train") || p == 0)
    return x;
  if (p == 1)
    return fullLike(x, 0.0);
  if (byFeature && x.rank() < 2)
    return c.reject("input has no channels");
  constexpr double alpha = 1.7580993408473766;
  double scale = 1 / std::sqrt((alpha * alpha * p + 1) * (1 - p));
  Sizes sizes = byFeature ? getFeatureSizes(x) : Sizes(x.sizes());
  Term kept = coin(c, sizes, 1 - p, x.dtype());
  Term shift = (kept - 1) * (alpha * scale) + alpha * scale * p;
  return x * (kept * scale) + shift;
}
static Term decomposeAlphaDropout(Call &c) { return dropAlpha(c, false); }
static Term decomposeFeatureAlphaDropout(Call &c) { return dropAlpha(c, true); }

static Term decomposeDropoutBackward(Call &c) {
  return c("grad_output") * to(c("mask"), c.dtype()) * c.scalar("scale");
}

void aten::populateDropoutDecompositions(RewritePatternSet &patterns,
                                         const KeepSet &keep) {
  addRules(
      patterns, keep,
      {{"aten.dropout.default", decomposeDropout},
       {"aten.feature_dropout.default", decomposeFeatureDropout},
       {"aten.alpha_dropout.default", decomposeAlphaDropout},
       {"aten.feature_alpha_dropout.default", decomposeFeatureAlphaDropout},
       {"aten.native_dropout_backward.default", decomposeDropoutBackward}});
}

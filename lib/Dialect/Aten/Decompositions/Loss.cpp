// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Losses and distances.
#include "Families.h"
#include "Norm.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// By the argument `reduction`: 0 none, 1 mean, 2 sum.
static Term reduceLoss(Call &c, Term loss) {
  switch (c.integer("reduction")) {
  case 1:
    return to(mean(loss, {}), c.dtype());
  case 2:
    return to(sum(loss, {}), c.dtype());
  default:
    return to(loss, c.dtype());
  }
}

//===----------------------------------------------------------------------===//
// Elementwise losses
//===----------------------------------------------------------------------===//

static Term decomposeMSE(Call &c) {
  Term difference = c.wide("self") - c.wide("target");
  return reduceLoss(c, pow(difference, 2));
}
static Term decomposeL1(Call &c) {
  return reduceLoss(c, abs(c.wide("self") - c.wide("target")));
}
static Term decomposeSmoothL1(Call &c) {
  Term distance = abs(c.wide("self") - c.wide("target"));
  double beta = c.number("beta");
  if (beta == 0)
    return reduceLoss(c, distance);
  return reduceLoss(c, where(distance < beta, pow(distance, 2) * (0.5 / beta),
                             distance - 0.5 * beta));
}
static Term decomposeHuber(Call &c) {
  Term distance = abs(c.wide("self") - c.wide("target"));
  double delta = c.number("delta");
  return reduceLoss(c, where(distance <= delta, pow(distance, 2) * 0.5,
                             (distance - 0.5 * delta) * delta));
}
static Term decomposeSoftMargin(Call &c) {
  return reduceLoss(c, log1p(exp(-c.wide("target") * c.wide("self"))));
}
static Term decomposePoisson(Call &c) {
  Term x = c.wide("input"), target = c.wide("target");
  Term loss = c.flag("log_input") ? exp(x) - target * x
                                  : x - target * log(x + c.number("eps"));
  if (c.flag("full")) {
    constexpr double pi = 3.14159265358979323846;
    // Stirling's approximation of log(target!).
    Term stirling =
        target * log(target) - target + log(target * (2 * pi)) * 0.5;
    loss = loss + where(target > 1, stirling, 0.0);
  }
  return reduceLoss(c, loss);
}
static Term decomposeKLDiv(Call &c) {
  Term x = c.wide("self"), target = c.wide("target");
  if (c.flag("log_target"))
    return reduceLoss(c, exp(target) * (target - x));
  // 0 * log(0) is 0, and NaN stays.
  Term entropy = where(eq(target, 0), 0, target * log(target));
  return reduceLoss(c, entropy - target * x);
}
static Term decomposeBCE(Call &c) {
  Term x = c.wide("self"), target = c.wide("target"), weight = c("weight");
  Term loss = (target - 1) * clamp(log1p(-x), -100, std::nullopt) -
              target * clamp(log(x), -100, std::nullopt);
  return reduceLoss(c, weight ? loss * weight : loss);
}
static Term decomposeBCEWithLogits(Call &c) {
  Term x = c.wide("self"), target = c.wide("target"), weight = c("weight"),
       positive = c("pos_weight");
  // log(sigmoid(x))
  Term logSigmoid = clamp(x, std::nullopt, 0) - log1p(exp(-abs(x)));
  Term loss = (1 - target) * x;
  if (positive)
    loss = loss - ((positive - 1) * target + 1) * logSigmoid;
  else
    loss = loss - logSigmoid;
  return reduceLoss(c, weight ? loss * weight : loss);
}
static Term decomposeHingeEmbedding(Call &c) {
  Term x = c.wide("self"), target = c.wide("target");
  Term margin = clamp(c.scalar("margin") - x, 0, std::nullopt);
  // Targets are 1 and -1; any other counts for neither.
  Term loss = where(ne(target, 1), margin, 0.0) + where(ne(target, -1), x, 0.0);
  return reduceLoss(c, loss);
}
static Term decomposeMarginRanking(Call &c) {
  Term difference = c.wide("input1") - c.wide("input2");
  return reduceLoss(c,
                    clamp(-c.wide("target") * difference + c.scalar("margin"),
                          0, std::nullopt));
}

//===----------------------------------------------------------------------===//
// Distances
//===----------------------------------------------------------------------===//

static Term distance(Term a, Term b, double p, double eps, bool keepdim) {
  return vectorNorm(a - b + eps, p, {-1}, keepdim);
}
static Term decomposePairwiseDistance(Call &c) {
  return to(distance(c.wide("x1"), c.wide("x2"), c.number("p"), c.number("eps"),
                     c.flag("keepdim")),
            c.dtype());
}
static Term decomposeTripletMargin(Call &c) {
  Term anchor = c.wide("anchor"), negative = c.wide("negative"),
       positive = c.wide("positive");
  double p = c.number("p"), eps = c.number("eps");
  Term near = distance(anchor, positive, p, eps, false);
  Term far = distance(anchor, negative, p, eps, false);
  if (c.flag("swap"))
    far = minimum(far, distance(positive, negative, p, eps, false));
  return reduceLoss(c, clamp(near - far + c.scalar("margin"), 0, std::nullopt));
}
static Term cosineLoss(Term a, Term b) {
  constexpr double eps = 1e-12;
  Term product = sum(a * b, {-1});
  Term sizes = (sum(a * a, {-1}) + eps) * (sum(b * b, {-1}) + eps);
  return product / sqrt(sizes);
}
static Term decomposeCosineEmbedding(Call &c) {
  Term target = c("target");
  Term cosine = cosineLoss(c.wide("input1"), c.wide("input2"));
  Term far = clamp(cosine - c.number("margin"), 0, std::nullopt);
  Term loss =
      where(eq(target, 1), 1 - cosine, 0.0) + where(eq(target, -1), far, 0.0);
  return reduceLoss(c, loss);
}
static Term decomposeCosineSimilarity(Call &c) {
  Term a = c.wide("x1"), b = c.wide("x2");
  Terms both = broadcast({a, b});
  int64_t dim = c.integer("dim");
  double eps = c.number("eps");
  auto unit = [&](Term x) {
    return x / clamp(vectorNorm(x, 2, {dim}, true), eps, std::nullopt);
  };
  if (!both[0])
    return {};
  return to(sum(unit(both[0]) * unit(both[1]), {dim}), c.dtype());
}
static Term decomposeCdist(Call &c) {
  Attribute mode;
  if (c.has("compute_mode"))
    mode = c.op.attribute(c.op.indexOf("compute_mode"));
  return c.same("aten._cdist_forward.default", c("x1"), c("x2"), c.number("p"),
                mode)[0];
}
static Term decomposePdist(Call &c) {
  return c.same("aten._pdist_forward.default", c("self"), c.number("p"))[0];
}

void aten::populateLossDecompositions(RewritePatternSet &patterns,
                                      const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.mse_loss.default", decomposeMSE},
            {"aten.l1_loss.default", decomposeL1},
            {"aten.smooth_l1_loss.default", decomposeSmoothL1},
            {"aten.huber_loss.default", decomposeHuber},
            {"aten.soft_margin_loss.default", decomposeSoftMargin},
            {"aten.poisson_nll_loss.default", decomposePoisson},
            {"aten.kl_div.default", decomposeKLDiv},
            {"aten.binary_cross_entropy.default", decomposeBCE},
            {"aten.binary_cross_entropy_with_logits.default",
             decomposeBCEWithLogits},
            {"aten.hinge_embedding_loss.default", decomposeHingeEmbedding},
            {"aten.margin_ranking_loss.default", decomposeMarginRanking},
            {"aten.pairwise_distance.default", decomposePairwiseDistance},
            {"aten.triplet_margin_loss.default", decomposeTripletMargin},
            {"aten.cosine_embedding_loss.default", decomposeCosineEmbedding},
            {"aten.cosine_similarity.default", decomposeCosineSimilarity},
            {"aten.cdist.default", decomposeCdist},
            {"aten.pdist.default", decomposePdist}});
}

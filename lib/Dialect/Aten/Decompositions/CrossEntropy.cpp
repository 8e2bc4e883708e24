// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Losses over classes: cross entropies, negative log likelihoods and margins.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

namespace {
/// The negative log likelihoods of the targets.
struct Likelihood {
  Term losses;  ///< of each target, 0 where it is ignored
  Term weights; ///< the weight of each target's class, 0 where it is ignored
};
} // namespace

static int64_t getClassDim(Term x) { return x.rank() < 2 ? 0 : 1; }

/// A weight per class, shaped to broadcast over `x`.
static Term overClasses(Term weight, Term x) {
  Sizes sizes(x.rank(), x.in().expr(1));
  sizes[getClassDim(x)] = weight.numel();
  return view(weight, sizes);
}

static Likelihood getLikelihood(Call &c, Term x, Term target, Term weight) {
  int64_t dim = getClassDim(x);
  ExprAttr ignored = c.symInt("ignore_index");
  Term isUsed = ne(target, ignored);
  Term safe = unsqueeze(to(where(isUsed, target, 0), c.int64()), dim);
  Term picked = gather(x, dim, safe);
  Term weights;
  if (weight) {
    weights = gather(expand(overClasses(weight, x), x.sizes()), dim, safe);
    picked = picked * weights;
  }
  auto drop = [&](Term term) { return squeeze(term, {dim}); };
  return {where(isUsed, -drop(picked), 0.0),
          weight ? where(isUsed, drop(weights), 0.0) : to(isUsed, x.dtype())};
}

/// By `reduction`; the mean is the weighted one.
static Term reduceLikelihood(Call &c, const Likelihood &likelihood) {
  switch (c.integer("reduction")) {
  case 1:
    return sum(likelihood.losses, {}) / sum(likelihood.weights, {});
  case 2:
    return sum(likelihood.losses, {});
  default:
    return likelihood.losses;
  }
}

static Term wide(Term x) { return x ? to(x, getComputeType(x.dtype())) : x; }

static Term decomposeNLL(Call &c) {
  Term x = wide(c("self"));
  Likelihood likelihood = getLikelihood(c, x, c("target"), wide(c("weight")));
  return to(reduceLikelihood(c, likelihood), c.dtype());
}
static Terms decomposeNLLForward(Call &c) {
  Term x = wide(c("self"));
  Likelihood likelihood = getLikelihood(c, x, c("target"), wide(c("weight")));
  Term total = c.integer("reduction") == 0 ? scalar(c, 0.0, x.dtype())
                                           : sum(likelihood.weights, {});
  return {to(reduceLikelihood(c, likelihood), c.dtype()),
          to(total, c.dtype(1))};
}

/// Targets are probabilities of every class.
static Term crossEntropyOfProbabilities(Call &c, Term logs, Term target,
                                        Term weight) {
  int64_t dim = getClassDim(logs);
  double smoothing = c.number("label_smoothing");
  target = wide(target);
  if (smoothing > 0)
    target = target * (1 - smoothing) +
             number(c, smoothing) /
                 full(c, {}, Number(logs.size(dim)), logs.dtype());
  Term products = logs * target;
  if (weight)
    products = products * overClasses(weight, logs);
  Term losses = -sum(products, {dim});
  switch (c.integer("reduction")) {
  case 1:
    return sum(losses, {}) / Number(losses.numel());
  case 2:
    return sum(losses, {});
  default:
    return losses;
  }
}

static Term decomposeCrossEntropy(Call &c) {
  Term x = wide(c("self")), target = c("target"), weight = wide(c("weight"));
  int64_t dim = getClassDim(x);
  if (x.rank() == 0)
    return c.reject("input has no classes");
  Term logs = logSoftmax(x, dim);
  if (isFloating(target.dtype()))
    return to(crossEntropyOfProbabilities(c, logs, target, weight), c.dtype());
  Likelihood likelihood = getLikelihood(c, logs, target, weight);
  Term loss = reduceLikelihood(c, likelihood);
  double smoothing = c.number("label_smoothing");
  if (smoothing > 0) {
    // As if every class were the target a little.
    Term all = weight ? logs * overClasses(weight, logs) : logs;
    Term isUsed = ne(target, c.symInt("ignore_index"));
    Likelihood even = {where(isUsed, -sum(all, {dim}), 0.0),
                       likelihood.weights};
    Number share = smoothing;
    loss = loss * (1 - smoothing) +
           reduceLikelihood(c, even) * share / Number(logs.size(dim));
  }
  return to(loss, c.dtype());
}

/// Of a linear layer's outputs. PyTorch computes some rows at a time, which
/// changes nothing but the memory that it needs.
static Term linearCrossEntropy(Call &c, int64_t reduction) {
  Term logits = linear(wide(c("input")), wide(c("linear_weight")),
                       wide(c("linear_bias")));
  ep::TensorType type = c.result().withElementType(logits.dtype());
  Term loss =
      make(c, "aten.cross_entropy_loss.default", type, logits, c("target"),
           wide(c("weight")), reduction, c.symInt("ignore_index"));
  return to(loss, c.dtype());
}
static Term decomposeLinearCrossEntropyOfRows(Call &c) {
  return linearCrossEntropy(c, /*reduction=*/0);
}
/// The other results are gradients of the loss, for the backward pass.
static Terms decomposeLinearCrossEntropy(Call &c) {
  StringRef reduction = c.op.getString("reduction");
  if (reduction != "mean" && reduction != "sum")
    return {c.reject("unknown reduction")};
  if (c.number("label_smoothing") != 0)
    return {c.reject("label smoothing")};
  for (StringRef flag : {"compute_input_grad", "compute_linear_weight_grad",
                         "compute_linear_bias_grad"})
    if (c.flag(flag))
      return {c.reject("gradients are asked for")};
  Terms results = {linearCrossEntropy(c, reduction == "mean" ? 1 : 2)};
  for (unsigned i : {1, 2, 3})
    results.push_back(full(c, c.result(i).getSizes(), 0.0, c.dtype(i)));
  return results;
}

static Term reduceLoss(Call &c, Term loss) {
  int64_t reduction = c.integer("reduction");
  if (reduction != 0)
    loss = reduction == 1 ? mean(loss, {}) : sum(loss, {});
  return to(loss, c.dtype());
}

/// How much other classes come close to the target's.
static Term decomposeMultiMargin(Call &c) {
  Term x = wide(c("self")), target = c("target"), weight = wide(c("weight"));
  bool isSingle = x.rank() < 2;
  if (isSingle)
    x = view(x, {c.expr(1), x.numel()});
  target = view(target, {x.size(0), c.expr(1)});
  Term near =
      clamp(c.scalar("margin") - gather(x, 1, target) + x, 0, std::nullopt);
  near = pow(near, c.scalar("p"));
  if (weight)
    near = near * view(index(weight, {target}), {x.size(0), c.expr(1)});
  Term isOther = ne(arange(c, x.size(1)), target);
  Term losses = mean(where(isOther, near, 0.0), {1});
  if (isSingle && c.integer("reduction") == 0)
    losses = view(losses, c.result().getSizes());
  return reduceLoss(c, losses);
}

/// How much the classes that are no targets come close to each target. Targets
/// end at the first negative one.
static Term decomposeMultilabelMargin(Call &c) {
  Term x = wide(c("self")), target = c("target");
  // A number is the only class of the only sample.
  bool isSingle = x.rank() < 2;
  if (isSingle) {
    x = view(x, {c.expr(1), x.numel()});
    target = view(target, {c.expr(1), target.numel()});
  }
  Term isGiven = eq(cumsum(target < 0, -1), 0);
  Term near = clamp(1 - unsqueeze(gather(x, 1, where(isGiven, target, 0)), 2) +
                        unsqueeze(x, 1),
                    0, std::nullopt);
  Term given = unsqueeze(where(isGiven, target, -1), 2);
  Term isTarget = any(eq(given, arange(c, x.size(1))), {1}, /*keepdim=*/true);
  Term counts = unsqueeze(isGiven, 2) & ~isTarget;
  Term losses = sum(where(counts, near, 0.0), {1, 2}) / Number(x.size(1));
  if (isSingle)
    losses = squeeze(losses, {0});
  return reduceLoss(c, losses);
}

void aten::populateCrossEntropyDecompositions(RewritePatternSet &patterns,
                                              const KeepSet &keep) {
  addRules(
      patterns, keep,
      {{"aten.nll_loss.default", decomposeNLL},
       {"aten.nll_loss2d.default", decomposeNLL},
       {"aten.nll_loss_nd.default", decomposeNLL},
       {"aten.nll_loss_forward.default", decomposeNLLForward},
       {"aten.nll_loss2d_forward.default", decomposeNLLForward},
       {"aten.cross_entropy_loss.default", decomposeCrossEntropy},
       {"torch_nn._linear_cross_entropy_batch_chunked.default",
        decomposeLinearCrossEntropy},
       {"torch_nn._linear_cross_entropy_batch_chunked_no_reduction.default",
        decomposeLinearCrossEntropyOfRows},
       {"aten.multi_margin_loss.default", decomposeMultiMargin},
       {"aten.multilabel_margin_loss.default", decomposeMultilabelMargin}});
}

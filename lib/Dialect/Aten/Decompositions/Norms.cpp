// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Normalization over layers, groups, instances and batches.
#include "Families.h"
#include "Norm.h"
#include <limits>

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

//===----------------------------------------------------------------------===//
// Of each sample
//===----------------------------------------------------------------------===//

static Term decomposeLayerNorm(Call &c) {
  Term x = c("input");
  Sizes shape = c.symInts("normalized_shape");
  if (static_cast<int64_t>(shape.size()) > x.rank())
    return c.reject("normalizes more than there is");
  Sizes outer(x.sizes().drop_back(shape.size()));
  outer.append(shape.size(), c.expr(1));
  ep::TensorType saved = c.result().withSizes(outer);
  Operation *norm =
      c.build("aten.native_layer_norm.default", {c.result(), saved, saved}, x,
              shape, c("weight"), c("bias"), c.number("eps"));
  return Term(c, norm->getResult(0));
}

static Term decomposeGroupNorm(Call &c) {
  Term x = contiguous(c("input"));
  int64_t groups = c.integer("num_groups");
  if (x.rank() < 2)
    return c.reject("input has no channels");
  ep::TensorType saved = x.type().withSizes({x.size(0), c.expr(groups)});
  ExprAttr area = ep::product(c.getContext(), x.sizes().drop_front(2));
  Operation *norm =
      c.build("aten.native_group_norm.default", {x.type(), saved, saved}, x,
              c("weight"), c("bias"), Attribute(x.size(0)),
              Attribute(x.size(1)), Attribute(area), groups, c.number("eps"));
  return Term(c, norm->getResult(0));
}

/// x / sqrt(mean(x^2) + eps) * weight over the last dimensions.
static Term rootMeanSquareNorm(Call &c, Term &inverse) {
  Term x = c("input"), weight = c("weight");
  Type compute = getComputeType(x.dtype());
  bool isDouble = getRealType(compute).isF64();
  double epsilon = isDouble ? std::numeric_limits<double>::epsilon()
                            : std::numeric_limits<float>::epsilon();
  if (c.has("eps"))
    epsilon = c.number("eps");
  // One overload has symbolic sizes, the other plain ones.
  size_t count = std::max(c.symInts("normalized_shape").size(),
                          c.integers("normalized_shape").size());
  SmallVector<int64_t> dims;
  for (size_t i = 0; i < count; ++i)
    dims.push_back(-1 - static_cast<int64_t>(i));
  if (static_cast<int64_t>(dims.size()) > x.rank() || dims.empty())
    return c.reject("normalizes more than there is");
  x = to(x, compute);
  inverse = rsqrt(mean(pow(x, 2), dims, /*keepdim=*/true) + epsilon);
  Term result = x * inverse;
  if (weight)
    result = result * weight;
  return to(result, c.dtype());
}

static Term decomposeRMSNorm(Call &c) {
  Term inverse;
  return rootMeanSquareNorm(c, inverse);
}
static Terms decomposeFusedRMSNorm(Call &c) {
  Term inverse, result = rootMeanSquareNorm(c, inverse);
  return {result, inverse};
}

Term core::overChannels(Term vector, int64_t rank) {
  if (!vector)
    return vector;
  Sizes sizes(rank, vector.in().expr(1));
  sizes[1] = vector.size(0);
  return view(vector, sizes);
}

/// (x - mean) / sqrt(variance + eps) * weight + bias.
static Term normalize(Term x, Term mean, Term variance, double eps, Term weight,
                      Term bias) {
  Term result = (x - mean) * rsqrt(variance + eps);
  if (weight)
    result = result * overChannels(weight, x.rank());
  if (bias)
    result = result + overChannels(bias, x.rank());
  return result;
}

static Term decomposeInstanceNorm(Call &c) {
  Term input = c("input"), runningMean = c("running_mean"),
       runningVar = c("running_var");
  if (input.rank() < 3)
    return c.reject("an instance has no extent");
  Term x = to(input, c.computeType());
  Term weight = c("weight"), bias = c("bias"), mean, variance;
  if (!c.flag("use_input_stats")) {
    if (!runningMean || !runningVar)
      return c.reject("needs running statistics");
    mean = overChannels(runningMean, x.rank());
    variance = overChannels(runningVar, x.rank());
  } else if (runningMean || runningVar) {
    return c.reject("writes its running statistics");
  } else {
    auto dims = llvm::to_vector(llvm::seq<int64_t>(2, x.rank()));
    mean = core::mean(x, dims, /*keepdim=*/true);
    variance = var(x, dims, 0, /*keepdim=*/true);
  }
  return to(normalize(x, mean, variance, c.number("eps"), weight, bias),
            c.dtype());
}

//===----------------------------------------------------------------------===//
// Of a batch
//===----------------------------------------------------------------------===//

/// All dimensions but the channels.
static SmallVector<int64_t> getBatchDims(Term x) {
  SmallVector<int64_t> dims;
  for (int64_t i = 0; i < x.rank(); ++i)
    if (i != 1)
      dims.push_back(i);
  return dims;
}

/// The saved statistics are empty where there are running ones, as on PyTorch's
/// CPU.
static Term decomposeBatchNorm(Call &c) {
  Term x = c("input"), runningMean = c("running_mean"),
       runningVar = c("running_var");
  auto build = [&](StringRef name, ExprAttr count, auto... statistics) {
    ep::TensorType saved = c.result().withSizes({count});
    Operation *norm =
        c.build(name, {c.result(), saved, saved}, x, c("weight"), c("bias"),
                statistics..., c.number("momentum"), c.number("eps"));
    return Term(c, norm->getResult(0));
  };
  if (!c.flag("training")) {
    if (!runningMean || !runningVar)
      return c.reject("needs running statistics");
    return build("aten._native_batch_norm_legit_no_training.default", c.expr(0),
                 runningMean, runningVar);
  }
  // An empty batch leaves the running statistics as they are.
  if (x.numel().isInt(0))
    return make(c, "aten.clone.default", c.result(), x);
  if (runningMean || runningVar)
    return c.reject("writes its running statistics");
  if (x.rank() < 2)
    return c.reject("input has no channels");
  return build("aten._native_batch_norm_legit.no_stats", x.size(1), true);
}

/// The running statistics after a batch: the variance among them is the
/// unbiased one.
static Term blend(Term running, Term current, double momentum, Type dtype) {
  return to(current * momentum + running * (1 - momentum), dtype);
}

/// Result, saved mean, saved inverse deviation, new running mean and variance.
static Terms normalizeBatch(Call &c, bool isTraining, unsigned firstRunning) {
  Term input = c("input"), runningMean = c("running_mean"),
       runningVar = c("running_var");
  Type compute = getComputeType(input.dtype());
  Term x = to(input, compute), weight = c("weight"), bias = c("bias");
  double eps = c.number("eps"), momentum = c.number("momentum");
  if (x.rank() < 2)
    return {c.reject("input has no channels")};
  Type meanType = c.dtype(firstRunning), varType = c.dtype(firstRunning + 1);
  if (!isTraining) {
    Term result =
        normalize(x, overChannels(runningMean, x.rank()),
                  overChannels(runningVar, x.rank()), eps, weight, bias);
    Term none = full(c, {c.expr(0)}, 0.0, c.dtype(1));
    return {to(result, c.dtype()), none, none, to(runningMean, meanType),
            to(runningVar, varType)};
  }
  SmallVector<int64_t> dims = getBatchDims(x);
  Term mean = core::mean(x, dims, true), variance = var(x, dims, 0, true);
  Term result = normalize(x, mean, variance, eps, weight, bias);
  Term flatMean = squeeze(mean, dims), flatVar = squeeze(variance, dims);
  ExprAttr count = ep::floorDiv(x.numel(), x.size(1));
  Term unbiased =
      flatVar * count / ep::makeExpr(ep::ExprKind::Add, {count, c.expr(-1)});
  return {to(result, c.dtype()), to(flatMean, c.dtype(1)),
          to(rsqrt(flatVar + eps), c.dtype(2)),
          blend(runningMean, flatMean, momentum, meanType),
          blend(runningVar, unbiased, momentum, varType)};
}
static Terms decomposeBatchNormFunctional(Call &c) {
  return normalizeBatch(c, c.flag("training"), /*firstRunning=*/3);
}
/// The same while training; the reserve of a library is empty.
static Terms decomposeBatchNormWithUpdate(Call &c) {
  Terms results = normalizeBatch(c, /*isTraining=*/true, /*firstRunning=*/4);
  if (results.size() == 5)
    results.insert(results.begin() + 3,
                   full(c, c.result(3).getSizes(), 0, c.dtype(3)));
  return results;
}

void aten::populateNormDecompositions(RewritePatternSet &patterns,
                                      const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.layer_norm.default", decomposeLayerNorm},
            {"aten.group_norm.default", decomposeGroupNorm},
            {"aten.rms_norm.default", decomposeRMSNorm},
            {"aten._fused_rms_norm.default", decomposeFusedRMSNorm},
            {"aten.instance_norm.default", decomposeInstanceNorm},
            {"aten.batch_norm.default", decomposeBatchNorm},
            {"aten._batch_norm_with_update_functional.default",
             decomposeBatchNormWithUpdate},
            {"aten._native_batch_norm_legit_functional.default",
             decomposeBatchNormFunctional}});
}

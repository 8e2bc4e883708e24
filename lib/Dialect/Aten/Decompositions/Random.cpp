// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers of all kinds from uniform and normal ones.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// Uniform numbers for each element of the result.
static Term uniform(Call &c, Type dtype) {
  return rand(c, c.result().getSizes(), dtype);
}

static Term decomposeRandLike(Call &c) { return uniform(c, c.dtype()); }
static Term decomposeRandnLike(Call &c) {
  return randn(c, c.result().getSizes(), c.dtype());
}

static Term decomposeBernoulli(Call &c) {
  return to(uniform(c, c.float32()) < c("self"), c.dtype());
}
static Term decomposeBernoulliP(Call &c) {
  return to(uniform(c, c.float32()) < c.scalar("p"), c.dtype());
}

static Term decomposeBernoulliTensor(Call &c) {
  return to(uniform(c, c.float32()) < c("p"), c.dtype());
}

static Term decomposeUniform(Call &c) {
  double low = c.number("from"), high = c.number("to");
  return uniform(c, c.dtype()) * (high - low) + low;
}

/// Integers in [low, high); f64 holds every one up to 2^53.
static Term randint(Call &c, ExprAttr low, ExprAttr high) {
  Term x = uniform(c, c.builder.getF64Type()) * ep::sub(high, low);
  return to(floor(x) + low, c.dtype());
}
static Term decomposeRandint(Call &c) {
  return randint(c, c.expr(0), c.symInt("high"));
}
static Term decomposeRandintLow(Call &c) {
  return randint(c, c.symInt("low"), c.symInt("high"));
}

static Term decomposeNormal(Call &c) {
  return randn(c, c.result().getSizes(), c.dtype()) * c.scalar("std") +
         c.scalar("mean");
}
static Term decomposeNormalTensor(Call &c) {
  Term noise = randn(c, c.result().getSizes(), c.dtype());
  Term mean = c("mean"), deviation = c("std");
  return noise * deviation + mean;
}
static Term decomposeNormalMean(Call &c) {
  return randn(c, c.result().getSizes(), c.dtype()) * c.scalar("std") +
         c("mean");
}
static Term decomposeNormalStd(Call &c) {
  return randn(c, c.result().getSizes(), c.dtype()) * c("std") +
         c.scalar("mean");
}

static Term decomposeExponential(Call &c) {
  return log1p(-uniform(c, c.dtype())) / -c.number("lambd");
}
static Term decomposeCauchy(Call &c) {
  constexpr double pi = 3.14159265358979323846;
  return tan((uniform(c, c.dtype()) - 0.5) * pi) * c.scalar("sigma") +
         c.scalar("median");
}
static Term decomposeLogNormal(Call &c) { return exp(decomposeNormal(c)); }
static Term decomposeGeometric(Call &c) {
  double p = c.number("p");
  return ceil(log1p(-uniform(c, c.dtype())) / std::log1p(-p));
}

void aten::populateRandomDecompositions(RewritePatternSet &patterns,
                                        const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.rand_like.default", decomposeRandLike},
            {"aten.randn_like.default", decomposeRandnLike},
            {"aten.bernoulli.default", decomposeBernoulli},
            {"aten.bernoulli.p", decomposeBernoulliP},
            {"aten.bernoulli.Tensor", decomposeBernoulliTensor},
            {"aten.uniform.default", decomposeUniform},
            {"aten.randint.default", decomposeRandint},
            {"aten.randint.low", decomposeRandintLow},
            {"aten.randint_like.default", decomposeRandint},
            {"aten.randint_like.low_dtype", decomposeRandintLow},
            // torch.export writes these where generator=None was said.
            {"aten.rand.generator", decomposeRandLike},
            {"aten.randn.generator", decomposeRandnLike},
            {"aten.rand_like.generator", decomposeRandLike},
            {"aten.randn_like.generator", decomposeRandnLike},
            {"aten.randint.generator", decomposeRandint},
            {"aten.randint.low_generator", decomposeRandintLow},
            {"aten.randint_like.generator", decomposeRandint},
            {"aten.randint_like.low_generator_dtype", decomposeRandintLow},
            {"aten.normal.float_float", decomposeNormal},
            {"aten.normal.Tensor_Tensor", decomposeNormalTensor},
            {"aten.normal.Tensor_float", decomposeNormalMean},
            {"aten.normal.float_Tensor", decomposeNormalStd},
            {"aten.normal_functional.default", decomposeNormal},
            {"aten.exponential.default", decomposeExponential},
            {"aten.cauchy.default", decomposeCauchy},
            {"aten.log_normal.default", decomposeLogNormal},
            {"aten.geometric.default", decomposeGeometric}});
}

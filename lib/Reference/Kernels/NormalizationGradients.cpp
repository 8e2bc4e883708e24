// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients of the normalisations. With x' the normalised input and w the
// weight, over the n elements of a group:
//   dx = inverse * (dy w - mean(dy w) - x' mean(dy w x'))
//   dw = sum over the channel of dy x',  db = sum over the channel of dy.
#include "Kernels/Normalization.h"
#include "Kernels/Numeric.h"

namespace kiln::reference {

namespace {
struct Gradients {
  Dense<double> input;
  std::vector<double> weight, bias;
};
} // namespace

/// With `fixed` statistics, dx = inverse * dy w.
static Gradients computeGradients(Call &call, const Partition &p,
                                  const Statistics &s,
                                  const Dense<double> &grad,
                                  const Dense<double> &in, bool fixed) {
  std::vector<double> weight(p.channels, 1);
  if (call.has("weight"))
    weight = load<double>(call.tensor("weight")).values;
  int64_t count = in.getNumElements();
  double size = p.groups ? double(count) / p.groups : 0;
  std::vector<double> first(p.groups, 0), second(p.groups, 0);
  Gradients g{Dense<double>(in.sizes), std::vector<double>(p.channels, 0),
              std::vector<double>(p.channels, 0)};
  auto normalized = [&](int64_t i) {
    return (in[i] - s.mean[p.group[i]]) * s.inverse[p.group[i]];
  };
  for (int64_t i = 0; i < count; ++i) {
    double x = normalized(i), dy = grad[i] * weight[p.channel[i]];
    first[p.group[i]] += dy / size;
    second[p.group[i]] += dy * x / size;
    g.weight[p.channel[i]] += grad[i] * x;
    g.bias[p.channel[i]] += grad[i];
  }
  for (int64_t i = 0; i < count; ++i) {
    double dy = grad[i] * weight[p.channel[i]];
    if (!fixed)
      dy -= first[p.group[i]] + normalized(i) * second[p.group[i]];
    g.input[i] = s.inverse[p.group[i]] * dy;
  }
  return g;
}

/// The results that the mask asks for.
static KernelResult select(Call &call, const Gradients &g) {
  SmallVector<bool> wanted = call.booleans("output_mask");
  RuntimeValues all(3);
  if (wanted[0])
    all[0] = store(g.input, call.resultType(0));
  for (unsigned i : {1u, 2u})
    if (wanted[i] && call.isTensorResult(i)) {
      Dense<double> dense(call.resultSizes(i));
      dense.values = i == 1 ? g.weight : g.bias;
      all[i] = store(dense, call.resultType(i));
    }
  return all;
}

static KernelResult backward(Call &call, const Partition &partition,
                             const Statistics &s, bool fixed = false) {
  Dense<double> grad = load<double>(call.tensor("grad_out"));
  Dense<double> in = load<double>(call.tensor("input"));
  if (static_cast<int64_t>(s.mean.size()) != partition.groups ||
      static_cast<int64_t>(s.inverse.size()) != partition.groups)
    return call.error("it needs statistics of " + Twine(partition.groups) +
                      " groups");
  return select(call, computeGradients(call, partition, s, grad, in, fixed));
}

static KernelResult evaluateLayerNormBackward(Call &call) {
  Statistics s;
  s.mean = load<double>(call.tensor("mean")).values;
  s.inverse = load<double>(call.tensor("rstd")).values;
  return backward(
      call,
      Partition::ofLayerNorm(call.tensor("input").getSizes(),
                             call.integers("normalized_shape").size()),
      s);
}

static KernelResult evaluateGroupNormBackward(Call &call) {
  Statistics s;
  s.mean = load<double>(call.tensor("mean")).values;
  s.inverse = load<double>(call.tensor("rstd")).values;
  return backward(call, Partition::ofGroupNorm(call), s);
}

static KernelResult evaluateBatchNormBackward(Call &call) {
  Statistics s;
  bool train = call.boolean("train");
  StringRef mean = train ? "save_mean" : "running_mean";
  StringRef spread = train ? "save_invstd" : "running_var";
  if (call.has(mean))
    s.mean = load<double>(call.tensor(mean)).values;
  if (call.has(spread))
    s.variance = load<double>(call.tensor(spread)).values;
  s.inverse = s.variance;
  if (!train)
    s.invert(call.number("eps"));
  return backward(call, Partition::ofBatchNorm(call.tensor("input").getSizes()),
                  s, !train);
}

void registerNormalizationGradients(KernelTable &table) {
  table.add("aten.native_layer_norm_backward.default",
            evaluateLayerNormBackward);
  table.add("aten.native_group_norm_backward.default",
            evaluateGroupNormBackward);
  table.add("aten.native_batch_norm_backward.default",
            evaluateBatchNormBackward);
}

} // namespace kiln::reference

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Batch, layer and group normalisation. Each is the same: groups of elements
// are brought to mean 0 and variance 1, then scaled and shifted by a weight and
// a bias per channel. They differ in the group and the channel that an element
// belongs to.
#include "Kernels/Normalization.h"
#include "Kernels/Numeric.h"

#include <cmath>

namespace kiln::reference {

Partition Partition::ofBatchNorm(ArrayRef<int64_t> sizes) {
  Partition p;
  int64_t channels = sizes.size() > 1 ? sizes[1] : 1;
  int64_t plane =
      countElements(sizes.drop_front(std::min<size_t>(2, sizes.size())));
  p.groups = p.channels = channels;
  int64_t count = countElements(sizes);
  p.group.resize(count);
  for (int64_t i = 0; i < count; ++i)
    p.group[i] = i / plane % channels;
  p.channel = p.group;
  return p;
}

Partition Partition::ofLayerNorm(ArrayRef<int64_t> sizes, int64_t normalized) {
  Partition p;
  int64_t count = countElements(sizes);
  p.channels = countElements(sizes.take_back(normalized));
  p.groups = countElements(sizes.drop_back(normalized));
  p.group.resize(count);
  p.channel.resize(count);
  for (int64_t i = 0; i < count; ++i) {
    p.group[i] = i / p.channels;
    p.channel[i] = i % p.channels;
  }
  return p;
}

Partition Partition::ofGroupNorm(const Call &call) {
  Partition p;
  int64_t batch = call.integer("N"), plane = call.integer("HxW"),
          groups = call.integer("group");
  p.channels = call.integer("C");
  p.groups = batch * groups;
  int64_t count = batch * p.channels * plane;
  p.group.resize(count);
  p.channel.resize(count);
  int64_t perGroup = groups ? p.channels / groups * plane : 0;
  for (int64_t i = 0; i < count; ++i) {
    p.group[i] = i / perGroup;
    p.channel[i] = i / plane % p.channels;
  }
  return p;
}

Statistics Partition::measure(const Dense<double> &in, double eps) const {
  Statistics s;
  s.mean.assign(groups, 0);
  s.variance.assign(groups, 0);
  int64_t size = groups ? in.getNumElements() / groups : 0;
  for (int64_t i = 0; i < in.getNumElements(); ++i)
    s.mean[group[i]] += in[i];
  for (double &mean : s.mean)
    mean /= size;
  for (int64_t i = 0; i < in.getNumElements(); ++i) {
    double distance = in[i] - s.mean[group[i]];
    s.variance[group[i]] += distance * distance;
  }
  for (double &variance : s.variance)
    variance /= size;
  s.invert(eps);
  return s;
}

void Statistics::invert(double eps) {
  inverse.clear();
  for (double value : variance)
    inverse.push_back(1 / std::sqrt(value + eps));
}

Dense<double> Partition::normalize(Call &call, const Dense<double> &in,
                                   const Statistics &s) const {
  std::vector<double> weight(channels, 1), bias(channels, 0);
  if (call.has("weight"))
    weight = load<double>(call.tensor("weight")).values;
  if (call.has("bias"))
    bias = load<double>(call.tensor("bias")).values;
  Dense<double> out(in.sizes);
  for (int64_t i = 0; i < in.getNumElements(); ++i)
    out[i] =
        (in[i] - s.mean[group[i]]) * s.inverse[group[i]] * weight[channel[i]] +
        bias[channel[i]];
  return out;
}

/// A statistic as result `index`, which has none of it when the op says so.
static Tensor asResult(Call &call, unsigned index,
                       const std::vector<double> &values) {
  Dense<double> dense(call.resultSizes(index));
  if (dense.getNumElements() == static_cast<int64_t>(values.size()))
    dense.values = values;
  return store(dense, call.resultType(index));
}

static llvm::Error checkChannels(Call &call, const Partition &partition) {
  for (StringRef name : {"weight", "bias"})
    if (call.has(name) &&
        call.tensor(name).getNumElements() != partition.channels)
      return call.error("the " + name + " does not have " +
                        Twine(partition.channels) + " elements");
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Batch normalisation
//===----------------------------------------------------------------------===//

/// (1 - momentum) * running + momentum * now
static Tensor moveAverage(Call &call, StringRef running,
                          const std::vector<double> &now, unsigned index) {
  double momentum = call.number("momentum");
  Dense<double> average = load<double>(call.tensor(running));
  for (int64_t i = 0; i < average.getNumElements(); ++i)
    average[i] = (1 - momentum) * average[i] + momentum * now[i];
  return store(average, call.resultType(index));
}

static KernelResult evaluateBatchNorm(Call &call) {
  StringRef name = call.getOp().getSchema().getName();
  bool training = name.contains("with_update") || flagOf(call, "training");
  bool returnsRunning = name.contains("functional");
  if (training && !returnsRunning && call.hasArgument("running_mean"))
    return call.unsupported(
        "it writes its running statistics; only the functional "
        "form is supported in training");
  Dense<double> in = load<double>(call.tensor("input"));
  Partition partition = Partition::ofBatchNorm(in.sizes);
  if (llvm::Error error = checkChannels(call, partition))
    return error;
  double eps = call.number("eps");
  Statistics s;
  if (training) {
    s = partition.measure(in, eps);
  } else {
    if (!call.hasArgument("running_mean"))
      return call.error("it has no statistics to use");
    s.mean = load<double>(call.tensor("running_mean")).values;
    s.variance = load<double>(call.tensor("running_var")).values;
    s.invert(eps);
  }
  RuntimeValues all = {
      store(partition.normalize(call, in, s), call.resultType(0)),
      asResult(call, 1, s.mean), asResult(call, 2, s.inverse)};
  if (!returnsRunning)
    return all;
  unsigned next = 3;
  if (name.contains("with_update"))
    all.push_back(asResult(call, next++, {}));
  double size =
      partition.channels ? double(in.getNumElements()) / partition.channels : 0;
  std::vector<double> unbiased = s.variance;
  for (double &variance : unbiased)
    variance *= size / (size - 1);
  if (!training) {
    all.push_back(call.tensor("running_mean"));
    all.push_back(call.tensor("running_var"));
    return all;
  }
  all.push_back(moveAverage(call, "running_mean", s.mean, next));
  all.push_back(moveAverage(call, "running_var", unbiased, next + 1));
  return all;
}

//===----------------------------------------------------------------------===//
// Layer and group normalisation
//===----------------------------------------------------------------------===//

static KernelResult normalizeGroups(Call &call, const Partition &partition) {
  Dense<double> in = load<double>(call.tensor("input"));
  if (llvm::Error error = checkChannels(call, partition))
    return error;
  Statistics s = partition.measure(in, call.number("eps"));
  return resultsOf(store(partition.normalize(call, in, s), call.resultType(0)),
                   asResult(call, 1, s.mean), asResult(call, 2, s.inverse));
}

static KernelResult evaluateLayerNorm(Call &call) {
  return normalizeGroups(
      call, Partition::ofLayerNorm(call.tensor("input").getSizes(),
                                   call.integers("normalized_shape").size()));
}

static KernelResult evaluateGroupNorm(Call &call) {
  return normalizeGroups(call, Partition::ofGroupNorm(call));
}

void registerNormalization(KernelTable &table) {
  for (StringRef name : {"aten._native_batch_norm_legit.default",
                         "aten._native_batch_norm_legit.no_stats",
                         "aten._native_batch_norm_legit_no_training.default",
                         "aten._native_batch_norm_legit_functional.default",
                         "aten._batch_norm_with_update_functional.default"})
    table.add(name, evaluateBatchNorm);
  table.add("aten.native_layer_norm.default", evaluateLayerNorm);
  table.add("aten.native_group_norm.default", evaluateGroupNorm);
}

} // namespace kiln::reference

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random tensors. The stream is Philox 4x32-10 where PyTorch's CPU generator is
// a Mersenne twister: distributions agree, single draws do not.
#include "Kernels/Numeric.h"
#include "Kernels/Rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kiln::reference {

/// A uniform draw that stays below 1 when it is stored in a narrow float.
static double drawUniform(Call &call, Type type) {
  double step = isFloat(type) ? getEpsilon(type) : 0x1p-52;
  return std::floor(call.random().uniform() / step) * step;
}

/// fn() for each element of the result.
template <typename Fn>
static KernelResult fillResult(Call &call, Fn fn) {
  Dense<double> out(call.resultSizes());
  for (double &value : out.values)
    value = fn();
  return result(call, out);
}

static KernelResult evaluateRand(Call &call) {
  Type type = call.resultType();
  if (!isFloat(type))
    return call.error("only floats are drawn");
  return fillResult(call, [&] { return drawUniform(call, type); });
}

static KernelResult evaluateUniform(Call &call) {
  Type type = call.resultType();
  double from = call.number("from"), to = call.number("to");
  return fillResult(
      call, [&] { return from + (to - from) * drawUniform(call, type); });
}

/// randn, normal.float_float and normal_functional. A complex normal number has
/// variance 1 in all.
static KernelResult evaluateNormal(Call &call) {
  Type type = call.resultType();
  double mean = call.hasArgument("mean") ? call.number("mean") : 0.0;
  double deviation = call.hasArgument("std") ? call.number("std") : 1.0;
  if (isComplex(type)) {
    Dense<std::complex<double>> out(call.resultSizes());
    for (auto &value : out.values) {
      double real = call.random().normal();
      value = mean + deviation * std::sqrt(0.5) *
                         std::complex<double>(real, call.random().normal());
    }
    return result(call, out);
  }
  return fillResult(call,
                    [&] { return mean + deviation * call.random().normal(); });
}

static KernelResult evaluateNormalOfTensors(Call &call) {
  StringRef overload = call.getOp().getSchema().getOverload();
  Dense<double> out(call.resultSizes());
  Dense<double> mean = overload.starts_with("float")
                           ? Dense<double>({}, call.number("mean"))
                           : load<double>(call.tensor("mean"));
  Dense<double> deviation = overload.ends_with("float")
                                ? Dense<double>({}, call.number("std"))
                                : load<double>(call.tensor("std"));
  mean = broadcastTo(mean, out.sizes);
  deviation = broadcastTo(deviation, out.sizes);
  for (int64_t i = 0; i < out.getNumElements(); ++i)
    out[i] = mean[i] + deviation[i] * call.random().normal();
  return result(call, out);
}

static KernelResult evaluateExponential(Call &call) {
  double rate = call.number("lambd");
  return fillResult(
      call, [&] { return -std::log1p(-call.random().uniform()) / rate; });
}

static KernelResult evaluateRandInt(Call &call) {
  int64_t low = call.hasArgument("low") ? call.integer("low") : 0;
  int64_t high = call.integer("high");
  if (high <= low)
    return call.error("there is no integer from " + Twine(low) + " to below " +
                      Twine(high));
  double range = static_cast<double>(high) - static_cast<double>(low);
  Dense<int64_t> out(call.resultSizes());
  for (int64_t &value : out.values)
    value = low + static_cast<int64_t>(call.random().uniform() * range);
  // A float result takes integers, too.
  if (!isFloat(call.resultType()))
    return result(call, out);
  Dense<double> floats(out.sizes);
  std::copy(out.values.begin(), out.values.end(), floats.values.begin());
  return result(call, floats);
}

/// The order of random numbers.
static KernelResult evaluateRandPerm(Call &call) {
  int64_t count = call.integer("n");
  Dense<int64_t> out(count);
  std::iota(out.values.begin(), out.values.end(), 0);
  std::vector<uint64_t> keys(count);
  for (uint64_t &key : keys)
    key = call.random().next64();
  std::stable_sort(out.values.begin(), out.values.end(),
                   [&](int64_t a, int64_t b) { return keys[a] < keys[b]; });
  if (!isFloat(call.resultType()))
    return result(call, out);
  Dense<double> floats(out.sizes);
  std::copy(out.values.begin(), out.values.end(), floats.values.begin());
  return result(call, floats);
}

/// Ones with the probability `p`: a number, a tensor, or self itself.
static KernelResult evaluateBernoulli(Call &call) {
  StringRef overload = call.getOp().getSchema().getOverload();
  Dense<double> odds(call.resultSizes());
  if (overload == "p")
    std::fill(odds.values.begin(), odds.values.end(), call.number("p"));
  else
    odds = broadcastTo(
        load<double>(call.tensor(overload == "Tensor" ? "p" : "self")),
        odds.sizes);
  for (double &value : odds.values) {
    if (!(value >= 0 && value <= 1))
      return call.error("a probability lies between 0 and 1");
    value = call.random().uniform() < value;
  }
  return result(call, odds);
}

/// native_dropout: the kept elements, scaled up, and which they are.
static KernelResult evaluateDropout(Call &call) {
  double p = call.number("p");
  std::optional<bool> train = call.optionalBoolean("train");
  Dense<double> input = load<double>(call.tensor("input"));
  Dense<int64_t> mask(input.sizes, 1);
  if (!train || *train)
    for (int64_t i = 0; i < input.getNumElements(); ++i) {
      mask[i] = p < 1 && call.random().uniform() >= p;
      input[i] = mask[i] ? input[i] / (1 - p) : input[i] * 0;
    }
  return resultsOf(store(input, call.resultType(0)),
                   store(mask, call.resultType(1)));
}

/// rrelu: in training each element draws a slope, which negative ones take and
/// which is also the second result; else the mean slope.
static KernelResult evaluateRRelu(Call &call) {
  double lower = toDouble(call.scalar("lower"));
  double upper = toDouble(call.scalar("upper"));
  bool training = call.boolean("training");
  Dense<double> self = load<double>(call.tensor("self"));
  Dense<double> noise = load<double>(call.tensor("noise"));
  for (int64_t i = 0; i < self.getNumElements(); ++i) {
    double slope = (lower + upper) / 2;
    if (training) {
      double part =
          drawUniform(call, mlir::Float64Type::get(call.getContext()));
      slope = lower + (upper - lower) * part;
      noise[i] = self[i] <= 0 ? slope : 1;
    }
    if (self[i] <= 0)
      self[i] *= slope;
  }
  return resultsOf(store(self, call.resultType(0)),
                   store(noise, call.resultType(1)));
}

/// The place where `part` falls into the running sum of the weights.
static int64_t findPart(ArrayRef<double> weights, double part) {
  double sum = 0;
  for (auto [place, weight] : llvm::enumerate(weights))
    if ((sum += weight) > part)
      return place;
  return weights.size();
}

/// The first `count` of `values` in descending order, of equal ones the first.
static std::vector<int64_t> findGreatest(ArrayRef<double> values,
                                         int64_t count) {
  std::vector<int64_t> places(values.size());
  std::iota(places.begin(), places.end(), 0);
  std::stable_sort(places.begin(), places.end(),
                   [&](int64_t a, int64_t b) { return values[a] > values[b]; });
  places.resize(count);
  return places;
}

/// Draws of places by their weights: each as often as it is drawn, or each at
/// most once, where an exponential waiting time at the rate of the weight ends
/// first. This is how PyTorch draws.
static KernelResult evaluateMultinomial(Call &call) {
  Dense<double> self = load<double>(call.tensor("self"));
  int64_t count = call.integer("num_samples");
  bool replaces = call.boolean("replacement") && count != 1;
  Type f64 = mlir::Float64Type::get(call.getContext());
  RowLayout rows(self.sizes, normalizeDims(-1, self.getRank()));
  if (!replaces && count > rows.length())
    return call.error("draws more than there is");
  Dense<int64_t> out(call.resultSizes());
  std::vector<double> weights;
  for (int64_t i = 0; i < rows.count(); ++i) {
    rows.gather(self.values, i, weights);
    double total = 0;
    for (double weight : weights) {
      if (!(weight >= 0) || std::isinf(weight))
        return call.error("a weight is negative, infinite or NaN");
      total += weight;
    }
    if (total == 0)
      return call.error("all weights are 0");
    int64_t *places = out.values.data() + i * count;
    if (replaces) {
      for (int64_t j = 0; j < count; ++j)
        places[j] = findPart(weights, drawUniform(call, f64) * total);
      continue;
    }
    for (double &weight : weights)
      weight /= std::max(-std::log1p(-drawUniform(call, f64)), 0x1p-53);
    llvm::copy(findGreatest(weights, count), places);
  }
  return result(call, out);
}

void registerRandomDraws(KernelTable &table) {
  for (StringRef overload : {"default", "generator"}) {
    table.add(("aten.rand." + overload).str(), evaluateRand);
    table.add(("aten.randn." + overload).str(), evaluateNormal);
    table.add(("aten.rand_like." + overload).str(), evaluateRand);
    table.add(("aten.randn_like." + overload).str(), evaluateNormal);
    table.add(("aten.randint." + overload).str(), evaluateRandInt);
    table.add(("aten.randint_like." + overload).str(), evaluateRandInt);
    table.add(("aten.randperm." + overload).str(), evaluateRandPerm);
  }
  for (StringRef name :
       {"aten.randint.low", "aten.randint.low_generator",
        "aten.randint_like.low_dtype", "aten.randint_like.low_generator_dtype"})
    table.add(name, evaluateRandInt);
  table.add("aten.uniform.default", evaluateUniform);
  table.add("aten.exponential.default", evaluateExponential);
  for (StringRef name :
       {"aten.normal.float_float", "aten.normal_functional.default"})
    table.add(name, evaluateNormal);
  for (StringRef overload : {"Tensor_Tensor", "Tensor_float", "float_Tensor"})
    table.add(("aten.normal." + overload).str(), evaluateNormalOfTensors);
  for (StringRef overload : {"default", "p", "Tensor"})
    table.add(("aten.bernoulli." + overload).str(), evaluateBernoulli);
  table.add("aten.native_dropout.default", evaluateDropout);
  table.add("aten.rrelu_with_noise_functional.default", evaluateRRelu);
  table.add("aten.multinomial.default", evaluateMultinomial);
}

} // namespace kiln::reference

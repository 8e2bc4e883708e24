// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions of real numbers that come out of floats: variance, norms and
// logarithms of sums.
#include "Kernels/Numeric.h"
#include "Kernels/Rows.h"

#include <cmath>
#include <limits>

namespace kiln::reference {

//===----------------------------------------------------------------------===//
// Variance
//===----------------------------------------------------------------------===//

/// The number to subtract from the number of elements: Bessel's 1 by default.
static double getCorrection(Call &call) {
  if (call.hasArgument("correction")) {
    std::optional<Scalar> correction = call.optionalScalar("correction");
    return correction ? toDouble(*correction) : 1.0;
  }
  return call.boolean("unbiased") ? 1.0 : 0.0;
}

template <typename T>
static T meanOf(const std::vector<T> &row) {
  T sum = {};
  for (const T &value : row)
    sum += value;
  return sum / static_cast<double>(row.size());
}

/// The variance of a row; of complex numbers, that of the distances.
template <typename T>
static double varianceOf(const std::vector<T> &row, double correction) {
  T mean = meanOf(row);
  double squares = 0;
  for (const T &value : row)
    squares += std::norm(value - mean);
  return squares / std::max(0.0, row.size() - correction);
}

/// var, std, and with their means.
template <bool isRoot, bool withMean>
static KernelResult evaluateVariance(Call &call) {
  Tensor tensor = call.tensor("self");
  double correction = getCorrection(call);
  bool keepdim = flagOf(call, "keepdim");
  SmallVector<int64_t> dims = dimsOf(call, "dim", tensor.getRank());
  auto compute = [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    Dense<T> self = load<T>(tensor);
    auto spread = [&](const std::vector<T> &row) {
      double variance = varianceOf(row, correction);
      return isRoot ? std::sqrt(variance) : variance;
    };
    RuntimeValues all = {store(reduceRows<double>(self, dims, keepdim, spread),
                               call.resultType(0))};
    if (withMean)
      all.push_back(store(reduceRows<T>(self, dims, keepdim, meanOf<T>),
                          call.resultType(1)));
    return all;
  };
  if (isComplex(tensor.getElementType()))
    return compute(std::complex<double>());
  return compute(double());
}

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

/// The p-norm of the absolute values in `row`.
static double normOf(const std::vector<double> &row, double p) {
  bool infinite = std::isinf(p);
  double norm = infinite && p < 0 && !row.empty()
                    ? std::numeric_limits<double>::infinity()
                    : 0.0;
  for (double value : row) {
    if (std::isnan(value))
      return p == 0 ? norm + 1 : value;
    if (infinite)
      norm = p > 0 ? std::max(norm, value) : std::min(norm, value);
    else if (p == 0)
      norm += value != 0;
    else if (p == 2)
      norm += value * value;
    else
      norm += p == 1 ? value : std::pow(value, p);
  }
  if (infinite || p == 0 || p == 1)
    return norm;
  return p == 2 ? std::sqrt(norm) : std::pow(norm, 1 / p);
}

static Dense<double> loadAbsolute(const Tensor &tensor) {
  Dense<double> values;
  if (isComplex(tensor.getElementType())) {
    Dense<std::complex<double>> complex = load<std::complex<double>>(tensor);
    values = Dense<double>(complex.sizes);
    for (int64_t i = 0; i < values.getNumElements(); ++i)
      values[i] = std::abs(complex[i]);
    return values;
  }
  values = load<double>(tensor);
  for (double &value : values.values)
    value = std::fabs(value);
  return values;
}

static KernelResult evaluateNorm(Call &call) {
  StringRef order = call.hasArgument("ord") ? "ord" : "p";
  std::optional<Scalar> given = call.optionalScalar(order);
  double p = given ? toDouble(*given) : 2.0;
  Dense<double> self = loadAbsolute(call.tensor("self"));
  return result(call,
                reduceRows<double>(self, dimsOf(call, "dim", self.getRank()),
                                   flagOf(call, "keepdim"),
                                   [&](const std::vector<double> &row) {
                                     return normOf(row, p);
                                   }));
}

static KernelResult evaluateDist(Call &call) {
  Tensor self = call.tensor("self"), other = call.tensor("other");
  std::optional<Sizes> sizes =
      broadcastSizes({self.getSizes(), other.getSizes()});
  if (!sizes)
    return call.error("the operands do not broadcast");
  using Complex = std::complex<double>;
  Dense<Complex> left = broadcastTo(load<Complex>(self), *sizes);
  Dense<Complex> right = broadcastTo(load<Complex>(other), *sizes);
  std::vector<double> distances(left.getNumElements());
  for (size_t i = 0; i < distances.size(); ++i)
    distances[i] = std::abs(left[i] - right[i]);
  return result(
      call, Dense<double>({}, normOf(distances, toDouble(call.scalar("p")))));
}

//===----------------------------------------------------------------------===//
// Logarithms of sums
//===----------------------------------------------------------------------===//

static KernelResult evaluateLogSumExp(Call &call) {
  Tensor tensor = call.tensor("self");
  if (isComplex(tensor.getElementType()))
    return call.unsupported("only real numbers are supported");
  Dense<double> self = load<double>(tensor);
  return result(call,
                reduceRows<double>(self, dimsOf(call, "dim", self.getRank()),
                                   call.boolean("keepdim"),
                                   [](const std::vector<double> &row) {
                                     double most = -INFINITY, sum = 0;
                                     for (double value : row)
                                       most = std::max(most, value);
                                     double shift = std::isinf(most) ? 0 : most;
                                     for (double value : row)
                                       sum += std::exp(value - shift);
                                     return std::log(sum) + shift;
                                   }));
}

void registerMoments(KernelTable &table) {
  for (StringRef overload : {"default", "dim", "correction"}) {
    table.add(("aten.var." + overload).str(), evaluateVariance<false, false>);
    table.add(("aten.std." + overload).str(), evaluateVariance<true, false>);
    table.add(("aten.var_mean." + overload).str(),
              evaluateVariance<false, true>);
    table.add(("aten.std_mean." + overload).str(),
              evaluateVariance<true, true>);
  }
  table.add("aten.linalg_vector_norm.default", evaluateNorm);
  for (StringRef overload :
       {"Scalar", "ScalarOpt_dim", "ScalarOpt_dim_dtype", "ScalarOpt_dtype"})
    table.add(("aten.norm." + overload).str(), evaluateNorm);
  table.add("aten.dist.default", evaluateDist);
  table.add("aten.logsumexp.default", evaluateLogSumExp);
}

} // namespace kiln::reference

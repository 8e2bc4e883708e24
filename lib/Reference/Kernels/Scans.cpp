// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scans along one dim, and softmax, which also keeps the sizes.
#include "Kernels/Numeric.h"
#include "Kernels/Rows.h"

#include <cmath>

namespace kiln::reference {

//===----------------------------------------------------------------------===//
// Cumulative sums, products and extrema
//===----------------------------------------------------------------------===//

template <bool isSum>
static KernelResult evaluateCumulative(Call &call) {
  return withComputing(call.resultType(), [&](auto tag) {
    using T = decltype(tag);
    Dense<T> self = load<T>(call.tensor("self"));
    SmallVector<int64_t> dims = dimsOf(call, "dim", self.getRank());
    return result(call, mapRows(std::move(self), dims, [](auto &row) {
                    T running = isSum ? T(0) : T(1);
                    for (T &value : row)
                      value = running =
                          isSum ? plus(running, value) : times(running, value);
                  }));
  });
}

/// cummax and cummin: of equal values the last counts, a NaN stays.
template <bool isMax, typename T>
static KernelResult scanExtremes(Call &call, Dense<T> self) {
  RowLayout rows(self.sizes, dimsOf(call, "dim", self.getRank()));
  Dense<int64_t> indices(self.sizes);
  std::vector<T> row;
  std::vector<int64_t> places;
  for (int64_t i = 0; i < rows.count(); ++i) {
    rows.gather(self.values, i, row);
    places.resize(row.size());
    for (size_t j = 1; j < row.size(); ++j) {
      bool better = isMax ? row[j] >= row[j - 1] : row[j] <= row[j - 1];
      bool taken = isNaN(row[j]) || (!isNaN(row[j - 1]) && better);
      places[j] = taken ? static_cast<int64_t>(j) : places[j - 1];
      if (!taken)
        row[j] = row[j - 1];
    }
    rows.scatter(row, i, self.values);
    rows.scatter(places, i, indices.values);
    places.assign(row.size(), 0);
  }
  return resultsOf(store(self, call.resultType(0)),
                   store(indices, call.resultType(1)));
}

template <bool isMax>
static KernelResult evaluateCumulativeExtreme(Call &call) {
  Tensor self = call.tensor("self");
  if (isFloat(self.getElementType()))
    return scanExtremes<isMax>(call, load<double>(self));
  return scanExtremes<isMax>(call, load<int64_t>(self));
}

static KernelResult evaluateLogCumulativeSumExp(Call &call) {
  Tensor tensor = call.tensor("self");
  if (isComplex(tensor.getElementType()))
    return call.unsupported("only real numbers are supported");
  Dense<double> self = load<double>(tensor);
  SmallVector<int64_t> dims = dimsOf(call, "dim", self.getRank());
  return result(call, mapRows(std::move(self), dims, [](auto &row) {
                  double running = -INFINITY;
                  for (double &value : row) {
                    double most =
                        std::isnan(value) ? value : std::max(running, value);
                    double least = std::min(running, value);
                    // Infinite terms would leave inf - inf.
                    if (std::isnan(running) || std::isnan(value))
                      running = NAN;
                    else if (std::isinf(most))
                      running = most;
                    else
                      running = most + std::log1p(std::exp(least - most));
                    value = running;
                  }
                }));
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// softmax of a row in place, or its logarithm.
template <bool isLog>
static void softmaxRow(std::vector<double> &row) {
  double most = -INFINITY, sum = 0;
  for (double value : row)
    most = std::isnan(value) ? value : std::max(most, value);
  for (double value : row)
    sum += std::exp(value - most);
  double logSum = std::log(sum);
  for (double &value : row)
    value = isLog ? value - most - logSum : std::exp(value - most) / sum;
}

template <bool isLog>
static KernelResult evaluateSoftmax(Call &call) {
  Dense<double> self = load<double>(call.tensor("self"));
  SmallVector<int64_t> dims = dimsOf(call, "dim", self.getRank());
  return result(call, mapRows(std::move(self), dims, softmaxRow<isLog>));
}

template <bool isLog>
static KernelResult evaluateSoftmaxBackward(Call &call) {
  Dense<double> grad = load<double>(call.tensor("grad_output"));
  Dense<double> output = load<double>(call.tensor("output"));
  RowLayout rows(grad.sizes, dimsOf(call, "dim", grad.getRank()));
  std::vector<double> g, y;
  for (int64_t i = 0; i < rows.count(); ++i) {
    rows.gather(grad.values, i, g);
    rows.gather(output.values, i, y);
    double sum = 0;
    for (size_t j = 0; j < g.size(); ++j)
      sum += isLog ? g[j] : g[j] * y[j];
    for (size_t j = 0; j < g.size(); ++j)
      g[j] = isLog ? g[j] - std::exp(y[j]) * sum : y[j] * (g[j] - sum);
    rows.scatter(g, i, grad.values);
  }
  return result(call, grad);
}

void registerScans(KernelTable &table) {
  table.add("aten.cumsum.default", evaluateCumulative<true>);
  table.add("aten.cumprod.default", evaluateCumulative<false>);
  table.add("aten.cummax.default", evaluateCumulativeExtreme<true>);
  table.add("aten.cummin.default", evaluateCumulativeExtreme<false>);
  table.add("aten.logcumsumexp.default", evaluateLogCumulativeSumExp);
  table.add("aten._softmax.default", evaluateSoftmax<false>);
  table.add("aten._log_softmax.default", evaluateSoftmax<true>);
  table.add("aten._softmax_backward_data.default",
            evaluateSoftmaxBackward<false>);
  table.add("aten._log_softmax_backward_data.default",
            evaluateSoftmaxBackward<true>);
}

} // namespace kiln::reference

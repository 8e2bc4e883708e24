// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// p-norm distances between the rows of matrices.
#include "Kernels/Numeric.h"
#include "Kernels/Rows.h"

#include <cmath>

namespace kiln::reference {

static double distance(const double *left, const double *right, int64_t count,
                       double p) {
  double sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    double gap = std::fabs(left[i] - right[i]);
    if (std::isnan(gap))
      return gap;
    if (std::isinf(p))
      sum = std::max(sum, gap);
    else
      sum += p == 0 ? gap != 0 : p == 1 ? gap : std::pow(gap, p);
  }
  return std::isinf(p) || p == 0 || p == 1 ? sum : std::pow(sum, 1 / p);
}

static KernelResult evaluateCdist(Call &call) {
  Dense<double> x1 = load<double>(call.tensor("x1"));
  Dense<double> x2 = load<double>(call.tensor("x2"));
  double p = call.number("p");
  int64_t rank = x1.getRank(), length = x1.sizes.back();
  int64_t rows = x1.sizes[rank - 2], columns = x2.sizes[x2.getRank() - 2];
  std::optional<Sizes> batch = broadcastSizes(
      {ArrayRef(x1.sizes).drop_back(2), ArrayRef(x2.sizes).drop_back(2)});
  if (!batch || x2.sizes.back() != length)
    return call.error("the matrices do not fit each other");
  Sizes leftSizes = *batch, rightSizes = *batch, sizes = *batch;
  leftSizes.append({rows, length});
  rightSizes.append({columns, length});
  sizes.append({rows, columns});
  x1 = broadcastTo(x1, leftSizes);
  x2 = broadcastTo(x2, rightSizes);
  Dense<double> out(sizes);
  for (int64_t i = 0; i < out.getNumElements(); ++i) {
    int64_t row = i / columns, column = row / rows * columns + i % columns;
    out[i] = distance(x1.values.data() + row * length,
                      x2.values.data() + column * length, length, p);
  }
  return result(call, out);
}

static KernelResult evaluatePdist(Call &call) {
  Dense<double> self = load<double>(call.tensor("self"));
  double p = call.number("p");
  int64_t rows = self.sizes[0], length = self.sizes[1];
  Dense<double> out(call.resultSizes());
  int64_t next = 0;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = i + 1; j < rows; ++j)
      out[next++] = distance(self.values.data() + i * length,
                             self.values.data() + j * length, length, p);
  return result(call, out);
}

void registerDistances(KernelTable &table) {
  table.add("aten._cdist_forward.default", evaluateCdist);
  table.add("aten._pdist_forward.default", evaluatePdist);
}

} // namespace kiln::reference

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scan that core has no op for, as a reduction over a triangle: element i of
// the result is reduced from elements 0 to i. Time and memory are quadratic in
// the length of the dimension.
#include "Families.h"
#include <limits>

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static Term decomposeLogcumsumexp(Call &c) {
  Term x = c("self");
  if (x.rank() == 0)
    return x;
  if (!isFloating(x.dtype()))
    return c.reject("is complex");
  int64_t dim = c.dim("dim", x.rank());
  if (c.isRejected())
    return {};
  constexpr double inf = std::numeric_limits<double>::infinity();
  Term rows = unsqueeze(transpose(to(x, c.computeType()), dim, -1), -2);
  Term places = arange(c, x.size(dim));
  Term seen = where(unsqueeze(places, 1) >= places, rows, -inf);
  Term largest = amax(seen, {-1}, /*keepdim=*/true);
  Term finite = where(isinf(largest), 0.0, largest);
  Term sums = log(sum(exp(seen - finite), {-1}, true)) + finite;
  return to(transpose(squeeze(sums, {-1}), dim, -1), c.dtype());
}

void aten::populateScanDecompositions(RewritePatternSet &patterns,
                                      const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.logcumsumexp.default", decomposeLogcumsumexp}});
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scans that core has no op for, or none of complex numbers, each as a reduction
// over a triangle: element i of the result is reduced from elements 0 to i. Time
// and memory are quadratic in the length of the dimension.
#include "Families.h"
#include <limits>

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

namespace {
/// The scanned dimension is moved to the end and joined by the triangle's.
struct Triangle {
  Term x;      ///< [..., 1, n]
  Term isSeen; ///< [n, n]: has element i (row) seen element j (column)?
  int64_t dim; ///< where the result goes
};
} // namespace

static Triangle makeTriangle(Call &c, Term x) {
  int64_t dim = c.dim("dim", x.rank());
  if (c.isRejected() || x.rank() == 0) {
    c.reject("has no dimension to scan");
    return {};
  }
  Term moved = unsqueeze(transpose(x, dim, -1), -2);
  Term places = arange(c, x.size(dim));
  return {moved, unsqueeze(places, 1) >= places, dim};
}

static Term finish(const Triangle &triangle, Term reduced) {
  return transpose(reduced, triangle.dim, -1);
}

static Term decomposeCumprod(Call &c) {
  Term x = c("self");
  if (!isComplex(c.dtype()))
    return c.reject("is real");
  if (x.rank() == 0)
    return to(x, c.dtype());
  Triangle triangle = makeTriangle(c, to(x, c.dtype()));
  if (c.isRejected())
    return {};
  Term seen = where(triangle.isSeen, triangle.x, 1);
  return finish(triangle, prod(seen, -1, false, c.dtype()));
}

static Term decomposeLogcumsumexp(Call &c) {
  Term x = c("self");
  if (x.rank() == 0)
    return x;
  if (!isFloating(x.dtype()))
    return c.reject("is complex");
  Triangle triangle = makeTriangle(c, to(x, c.computeType()));
  if (c.isRejected())
    return {};
  double inf = std::numeric_limits<double>::infinity();
  Term seen = where(triangle.isSeen, triangle.x, -inf);
  Term largest = amax(seen, {-1}, /*keepdim=*/true);
  Term finite = where(isinf(largest), 0.0, largest);
  Term sums = log(sum(exp(seen - finite), {-1}, true)) + finite;
  return to(finish(triangle, squeeze(sums, {-1})), c.dtype());
}

void aten::populateScanDecompositions(RewritePatternSet &patterns,
                                      const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.cumprod.default", decomposeCumprod},
            {"aten.logcumsumexp.default", decomposeLogcumsumexp}});
}

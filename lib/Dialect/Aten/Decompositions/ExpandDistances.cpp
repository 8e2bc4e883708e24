// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Distances between rows, products of three tensors, casts.
#include "Expansions.h"
#include "Norm.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// Of all rows of one matrix to all of another.
static Term cdist(Call &c) {
  Term a = c.raw("x1"), b = c.raw("x2");
  if (a.rank() < 2 || b.rank() < 2)
    return c.reject("operands are no matrices");
  return vectorNorm(unsqueeze(a, -2) - unsqueeze(b, -3), c.number("p"), {-1},
                    /*keepdim=*/false);
}

/// Of rows i < j, in order. Pair k of n rows has
/// i = floor(n - 1/2 - sqrt((n - 1/2)^2 - 2k)), found in f64, where it is exact
/// for operands that fit into memory.
static Term pdist(Call &c) {
  Term x = c.raw("self");
  if (x.rank() != 2)
    return c.reject("operand is no matrix");
  Type f64 = c.builder.getF64Type();
  ExprAttr count = c.result().getSizes()[0];
  Term k = arange(c, count);
  Term rows = fullLike(k, Number(x.size(0)), c.int64());
  Term middle = to(rows, f64) - 0.5;
  // Roots that are whole must not fall below themselves.
  Term i = floor(middle - sqrt(middle * middle - 2.0 * to(k, f64)) + 1e-9);
  i = to(i, c.int64());
  Term j = k - rows * i + floorDiv(i * (i + 1), 2) + i + 1;
  return vectorNorm(indexSelect(x, 0, i) - indexSelect(x, 0, j), c.number("p"),
                    {-1}, /*keepdim=*/false);
}

/// The sum over some dimensions of the product; each factor is given the
/// dimensions that it lacks.
static Term trilinear(Call &c) {
  auto factor = [&](StringRef name, StringRef expand) {
    Term x = c.raw(name);
    SmallVector<int64_t> dims = c.integers(expand);
    llvm::sort(dims);
    for (int64_t dim : dims)
      x = unsqueeze(x, dim);
    return x;
  };
  Term product = factor("i1", "expand1") * factor("i2", "expand2") *
                 factor("i3", "expand3");
  SmallVector<int64_t> dims = c.integers("sumdim");
  return dims.empty() ? product : sum(product, dims);
}

/// A cast by another name.
static Term convertElementType(Call &c) {
  return castTo(c.raw("a"), c.dtype());
}

void core::populateDistanceExpansions(RewritePatternSet &patterns) {
  addRules(patterns, {},
           {{"aten._cdist_forward.default", cdist},
            {"aten._pdist_forward.default", pdist},
            {"aten._trilinear.default", trilinear},
            {"prims.convert_element_type.default", convertElementType}});
}

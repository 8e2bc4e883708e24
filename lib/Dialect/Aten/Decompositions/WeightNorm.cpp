// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Weights as a direction and a length.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// The root of the sum of squares over all dimensions but `kept`, all of them
/// where that is -1; dimensions stay as 1.
static Term normExcept(Term x, int64_t kept, double power = 2) {
  SmallVector<int64_t> dims;
  for (int64_t i = 0; i < x.rank(); ++i)
    if (i != kept)
      dims.push_back(i);
  Term total = dims.empty() ? pow(abs(x), power)
                            : sum(pow(abs(x), power), dims, /*keepdim=*/true);
  return pow(total, 1 / power);
}

/// The weight and the norms of its slices.
static Terms decomposeInterface(Call &c) {
  Term v = c("v"), g = c("g");
  int64_t dim = c.dim("dim", v.rank());
  if (c.isRejected() || v.rank() == 0)
    return {c.reject("dimension out of range")};
  Type compute = getComputeType(v.dtype());
  Term norm = normExcept(to(v, compute), dim);
  Term weight = to(v, compute) * (to(g, compute) / norm);
  if (c.op->getNumResults() == 1)
    return {to(weight, c.dtype())};
  return {to(weight, c.dtype()), to(norm, c.dtype(1))};
}

/// Without a dimension the norm of the whole is a number.
static Term decomposeNormExceptDim(Call &c) {
  Term v = to(c("v"), getComputeType(c("v").dtype()));
  int64_t dim = c.integer("dim");
  double power = c.integer("pow");
  if (dim == -1)
    return to(view(normExcept(v, -1, power), c.result().getSizes()), c.dtype());
  if (dim < 0 || dim >= v.rank())
    return c.reject("dimension out of range");
  return to(normExcept(v, dim, power), c.dtype());
}

void aten::populateWeightNormDecompositions(RewritePatternSet &patterns,
                                            const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten._weight_norm.default", decomposeInterface},
            {"aten._weight_norm_interface.default", decomposeInterface},
            {"aten.norm_except_dim.default", decomposeNormExceptDim}});
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The places at which an affine map samples images and volumes, and samples at
// given places.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// The centres (or corners) of `count` pixels that lie between -1 and 1; of one
/// it is 0.
static Term getCenters(Call &c, ExprAttr count, Type dtype) {
  Term steps = to(arange(c, count) * 2, dtype);
  if (!c.flag("align_corners"))
    return (steps + 1) / Number(count) - 1;
  Term gaps = scalar(c, ep::sub(count, c.expr(1)), dtype);
  return steps / clamp(gaps, 1, std::nullopt) - clamp(gaps, std::nullopt, 1);
}

/// Homogeneous coordinates [depth *] height * width, the fastest first.
static Term getPlaces(Call &c, SizesRef sizes, Type dtype) {
  Terms coordinates;
  int64_t rank = sizes.size();
  for (int64_t i = 0; i < rank; ++i) {
    int64_t dim = rank - 1 - i;
    Sizes shape(rank, c.expr(1));
    shape[dim] = sizes[dim];
    Term centers = getCenters(c, sizes[dim], dtype);
    if (!centers)
      return centers;
    coordinates.push_back(expand(view(centers, shape), sizes));
  }
  coordinates.push_back(full(c, sizes, 1, dtype));
  return stack(coordinates, rank);
}

static Term decomposeAffineGrid(Call &c) {
  Term theta = c("theta");
  Sizes sizes = c.symInts("size");
  int64_t rank = static_cast<int64_t>(sizes.size()) - 2;
  if (theta.rank() != 3 || (rank != 2 && rank != 3))
    return c.reject("is no map of images or volumes");
  Type dtype = getComputeType(c.dtype());
  SizesRef places = SizesRef(sizes).drop_front(2);
  ExprAttr count = ep::product(c.getContext(), places);
  Term grid = view(getPlaces(c, places, dtype), {count, c.expr(rank + 1)});
  Term mapped = matmul(grid, transpose(to(theta, dtype), 1, 2));
  return to(view(mapped, c.result().getSizes()), c.dtype());
}

/// Of images or volumes, by the rank.
static Term decomposeGridSampler(Call &c) {
  Term x = c("input");
  if (x.rank() != 4 && x.rank() != 5)
    return c.reject("input is no image");
  StringRef name = x.rank() == 4 ? "aten.grid_sampler_2d.default"
                                 : "aten.grid_sampler_3d.default";
  return c.same(name, x, c("grid"), c.integer("interpolation_mode"),
                c.integer("padding_mode"), c.flag("align_corners"))[0];
}

void aten::populateGridSamplingDecompositions(RewritePatternSet &patterns,
                                              const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.affine_grid_generator.default", decomposeAffineGrid},
            {"aten.grid_sampler.default", decomposeGridSampler}});
}

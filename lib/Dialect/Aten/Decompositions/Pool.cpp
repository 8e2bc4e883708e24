// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pooling of every rank from the core operators, and its inverse.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// With a dimension of size 1 in front of the last one.
static ep::TensorType widenType(ep::TensorType type) {
  Sizes sizes(type.getSizes());
  sizes.insert(sizes.end() - 1, ep::makeInt(type.getContext(), 1));
  return type.withSizes(sizes);
}

/// Values and indices over windows of one row.
static Terms maxPool1d(Call &c) {
  Term x = c("self");
  if (x.rank() != 2 && x.rank() != 3)
    return {c.reject("input has another rank")};
  ep::TensorType type = widenType(c.result());
  auto pair = [&](StringRef name, int64_t first) {
    SmallVector<int64_t> list = c.integers(name);
    if (!list.empty())
      list.insert(list.begin(), first);
    return list;
  };
  Operation *pool = c.build("aten.max_pool2d_with_indices.default",
                            {type, type.withElementType(c.int64())},
                            unsqueeze(x, x.rank() - 1), pair("kernel_size", 1),
                            pair("stride", 1), pair("padding", 0),
                            pair("dilation", 1), c.flag("ceil_mode"));
  Terms results;
  for (Value result : pool->getResults())
    results.push_back(squeeze(Term(c, result), {-2}));
  return results;
}
static Term decomposeMaxPool1d(Call &c) { return maxPool1d(c)[0]; }

/// One row as a plane of height 1.
static Terms decomposeAdaptiveMaxPool1d(Call &c) {
  Term x = c("self");
  if (x.rank() != 2 && x.rank() != 3)
    return {c.reject("input has another rank")};
  SmallVector<int64_t> size = c.integers("output_size");
  size.insert(size.begin(), 1);
  Operation *pool = c.build("aten.adaptive_max_pool2d.default",
                            {widenType(c.result(0)), widenType(c.result(1))},
                            unsqueeze(x, x.rank() - 1), size);
  return {squeeze(Term(c, pool->getResult(0)), {-2}),
          squeeze(Term(c, pool->getResult(1)), {-2})};
}

static Term maxPool(Call &c, StringRef name) {
  Operation *pool = c.build(
      name, {c.result(), c.result().withElementType(c.int64())}, c("self"),
      c.integers("kernel_size"), c.integers("stride"), c.integers("padding"),
      c.integers("dilation"), c.flag("ceil_mode"));
  return Term(c, pool->getResult(0));
}
static Term decomposeMaxPool2d(Call &c) {
  return maxPool(c, "aten.max_pool2d_with_indices.default");
}
static Term decomposeMaxPool3d(Call &c) {
  return maxPool(c, "aten.max_pool3d_with_indices.default");
}

/// One element per channel is the mean of all.
static Term adaptiveAvgPool(Call &c, StringRef name) {
  Sizes size = c.symInts("output_size");
  SmallVector<int64_t> dims;
  for (size_t i = 1; i <= size.size(); ++i)
    dims.push_back(-static_cast<int64_t>(i));
  if (llvm::all_of(size, [](ExprAttr e) { return e.isInt(1); }))
    return mean(c("self"), dims, /*keepdim=*/true);
  return c.same(name, c("self"), size)[0];
}
static Term decomposeAdaptiveAvgPool2d(Call &c) {
  return adaptiveAvgPool(c, "aten._adaptive_avg_pool2d.default");
}
static Term decomposeAdaptiveAvgPool3d(Call &c) {
  return adaptiveAvgPool(c, "aten._adaptive_avg_pool3d.default");
}

/// Each value goes to the place in its plane that its index says.
static Term unpool(Call &c, int64_t spatial) {
  Term x = c("self"), indices = c("indices");
  ep::TensorType type = c.result();
  if (x.rank() < spatial)
    return c.reject("input has no extent");
  Sizes sizes(type.getSizes());
  ExprAttr area =
      ep::product(c.getContext(), SizesRef(sizes).take_back(spatial));
  Sizes planes(SizesRef(sizes).drop_back(spatial));
  planes.push_back(area);
  int64_t first = x.rank() - spatial;
  Term empty = full(c, planes, 0, x.dtype());
  Term result =
      scatter(empty, first, flatten(indices, first, -1), flatten(x, first, -1));
  return view(result, sizes);
}
static Term decomposeMaxUnpool2d(Call &c) { return unpool(c, 2); }
static Term decomposeMaxUnpool3d(Call &c) { return unpool(c, 3); }

void aten::populatePoolDecompositions(RewritePatternSet &patterns,
                                      const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.max_pool1d.default", decomposeMaxPool1d},
            {"aten.max_pool1d_with_indices.default", maxPool1d},
            {"aten.max_pool2d.default", decomposeMaxPool2d},
            {"aten.max_pool3d.default", decomposeMaxPool3d},
            {"aten.adaptive_max_pool1d.default", decomposeAdaptiveMaxPool1d},
            {"aten.adaptive_avg_pool2d.default", decomposeAdaptiveAvgPool2d},
            {"aten.adaptive_avg_pool3d.default", decomposeAdaptiveAvgPool3d},
            {"aten.max_unpool2d.default", decomposeMaxUnpool2d},
            {"aten.max_unpool3d.default", decomposeMaxUnpool3d}});
}

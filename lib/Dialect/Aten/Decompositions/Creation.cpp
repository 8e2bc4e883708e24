// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors filled with one number, empty ones, identities and one_hot.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static Term fill(Call &c, Number value) {
  return full(c, c.result().getSizes(), value, c.dtype());
}
static Term decomposeZeros(Call &c) { return fill(c, 0); }
static Term decomposeOnes(Call &c) { return fill(c, 1); }
static Term decomposeNewFull(Call &c) {
  return fill(c, c.scalar("fill_value"));
}
static Term decomposeEmpty(Call &c) {
  return make(c, "aten.empty.memory_format",
              c.result().withSizes(c.result().getSizes()),
              SizesRef(c.result().getSizes()), c.dtype(), std::nullopt,
              Attribute(c.device));
}

static Term decomposeEye(Call &c) {
  SizesRef sizes = c.result().getSizes();
  Term rows = unsqueeze(arange(c, sizes[0]), 1);
  return to(eq(rows, arange(c, sizes[1])), c.dtype());
}

/// The classes must be known: the largest index depends on the data.
static Term decomposeOneHot(Call &c) {
  int64_t classes = c.integer("num_classes");
  if (classes < 0)
    return c.reject("the number of classes depends on the data");
  Term index = unsqueeze(c("self"), c("self").rank());
  return to(eq(index, arange(c, c.expr(classes))), c.int64());
}

void aten::populateCreationDecompositions(RewritePatternSet &patterns,
                                          const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.zeros.default", decomposeZeros},
            {"aten.zeros_like.default", decomposeZeros},
            {"aten.ones.default", decomposeOnes},
            {"aten.ones_like.default", decomposeOnes},
            {"aten.new_zeros.default", decomposeZeros},
            {"aten.zero.default", decomposeZeros},
            {"aten.new_ones.default", decomposeOnes},
            {"aten.new_full.default", decomposeNewFull},
            {"aten.new_empty.default", decomposeEmpty},
            {"aten.empty_like.default", decomposeEmpty},
            {"aten.empty_permuted.default", decomposeEmpty},
            {"aten.new_empty_strided.default", decomposeEmpty},
            {"aten.eye.default", decomposeEye},
            {"aten.eye.m", decomposeEye},
            {"aten.one_hot.default", decomposeOneHot}});
}

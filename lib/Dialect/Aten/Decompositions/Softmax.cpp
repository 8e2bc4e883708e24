// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// softmax and log_softmax, and their gradients.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// A dtype casts the input first.
static Term decomposeSoftmax(Call &c) {
  return softmax(to(c("self"), c.dtype()), c.integer("dim"));
}
static Term decomposeLogSoftmax(Call &c) {
  return logSoftmax(to(c("self"), c.dtype()), c.integer("dim"));
}

static Term decomposeSoftmaxBackward(Call &c) {
  Term y = c.wide("output"), product = c.wide("grad_output") * y;
  return to(product - y * sum(product, {c.integer("dim")}, true), c.dtype());
}
static Term decomposeLogSoftmaxBackward(Call &c) {
  Term grad = c.wide("grad_output");
  Term total = sum(grad, {c.integer("dim")}, /*keepdim=*/true);
  return to(grad - exp(c.wide("output")) * total, c.dtype());
}

void aten::populateSoftmaxDecompositions(RewritePatternSet &patterns,
                                         const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.softmax.int", decomposeSoftmax},
            {"aten.log_softmax.int", decomposeLogSoftmax},
            {"aten._softmax_backward_data.default", decomposeSoftmaxBackward},
            {"aten._log_softmax_backward_data.default",
             decomposeLogSoftmaxBackward}});
}

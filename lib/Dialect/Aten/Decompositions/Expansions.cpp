// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Expansions.h"

using namespace kiln;
using namespace kiln::aten;

void aten::populateCoreExpansions(mlir::RewritePatternSet &patterns) {
  core::populateNormExpansions(patterns);
  core::populateConvolutionExpansions(patterns);
  core::populateDistanceExpansions(patterns);
  core::populateEmbeddingExpansions(patterns);
  core::populateResampleExpansions(patterns);
  core::populateSamplingExpansions(patterns);
}

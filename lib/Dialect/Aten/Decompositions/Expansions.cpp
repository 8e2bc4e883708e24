// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Expansions.h"

using namespace kiln;
using namespace kiln::aten;

void aten::populateCoreExpansions(mlir::RewritePatternSet &patterns) {
  core::populateNormExpansions(patterns);
  core::populateComplexExpansions(patterns);
  core::populateConvolutionExpansions(patterns);
  core::populateDistanceExpansions(patterns);
  core::populateEmbeddingExpansions(patterns);
  core::populateFourierExpansions(patterns);
  core::populateHistogramExpansions(patterns);
  core::populateMaskExpansions(patterns);
  core::populateMatrixExpansions(patterns);
  core::populateOrderExpansions(patterns);
  core::populatePackedProductExpansions(patterns);
  core::populatePoolingExpansions(patterns);
  core::populateRandomExpansions(patterns);
  core::populateResampleExpansions(patterns);
  core::populateSamplingExpansions(patterns);
  core::populateSegmentExpansions(patterns);
  core::populateTransposedConvolutionExpansions(patterns);
  core::populateUniqueExpansions(patterns);
}

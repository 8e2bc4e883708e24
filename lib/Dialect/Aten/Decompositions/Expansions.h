// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Families of expansions: core operators that other core operators say.
#ifndef KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_EXPANSIONS_H
#define KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_EXPANSIONS_H

#include "Rule.h"

namespace kiln::aten::core {

void populateNormExpansions(mlir::RewritePatternSet &patterns);
void populateConvolutionExpansions(mlir::RewritePatternSet &patterns);
void populateDistanceExpansions(mlir::RewritePatternSet &patterns);
void populateEmbeddingExpansions(mlir::RewritePatternSet &patterns);
void populateResampleExpansions(mlir::RewritePatternSet &patterns);
void populateSamplingExpansions(mlir::RewritePatternSet &patterns);

} // namespace kiln::aten::core

#endif // KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_EXPANSIONS_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Families of expansions: core operators that other core operators say.
#ifndef KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_EXPANSIONS_H
#define KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_EXPANSIONS_H

#include "kiln/Dialect/Aten/Rule.h"

namespace kiln::aten::core {

//===----------------------------------------------------------------------===//
// Assertions on data at run time
//===----------------------------------------------------------------------===//

/// Fails with `message` where an element of `condition`, a bool tensor, is
/// false.
void require(Term condition, StringRef message);
/// The same of sizes; nothing where the condition is known to hold.
void require(Builder &in, ExprAttr condition, StringRef message);
/// Makes `count`, a tensor without dimensions, the value of the symbol `size`;
/// where the size is known before, checks that it is this one.
void bindSize(Call &c, Term count, ExprAttr size);

//===----------------------------------------------------------------------===//
// Families
//===----------------------------------------------------------------------===//

void populateNormExpansions(mlir::RewritePatternSet &patterns);
void populateComplexExpansions(mlir::RewritePatternSet &patterns);
void populateConvolutionExpansions(mlir::RewritePatternSet &patterns);
void populateDistanceExpansions(mlir::RewritePatternSet &patterns);
void populateEmbeddingExpansions(mlir::RewritePatternSet &patterns);
void populateFourierExpansions(mlir::RewritePatternSet &patterns);
void populateHistogramExpansions(mlir::RewritePatternSet &patterns);
void populateMaskExpansions(mlir::RewritePatternSet &patterns);
void populateMatrixExpansions(mlir::RewritePatternSet &patterns);
void populateOrderExpansions(mlir::RewritePatternSet &patterns);
void populatePackedProductExpansions(mlir::RewritePatternSet &patterns);
void populatePoolingExpansions(mlir::RewritePatternSet &patterns);
void populateRandomExpansions(mlir::RewritePatternSet &patterns);
void populateResampleExpansions(mlir::RewritePatternSet &patterns);
void populateSamplingExpansions(mlir::RewritePatternSet &patterns);
void populateSegmentExpansions(mlir::RewritePatternSet &patterns);
void populateTransposedConvolutionExpansions(mlir::RewritePatternSet &patterns);
void populateUniqueExpansions(mlir::RewritePatternSet &patterns);

} // namespace kiln::aten::core

#endif // KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_EXPANSIONS_H

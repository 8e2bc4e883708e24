// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites of operators to Core ATen, by family. A pattern that fails leaves
// its op as it was; a result keeps exactly its type, and new ops have the
// location of the old one. An embedder registers a family, whose rules
// (kiln/Dialect/Aten/Rule.h) go before Kiln's:
//
//   static Term silu(Call &c) { return c("self") * sigmoid(c("self")); }
//   registerDecompositions([](RewritePatternSet &patterns, const KeepSet &keep) {
//     core::addRules(patterns, keep, {{"aten.silu.default", silu}});
//   });
#ifndef KILN_DIALECT_ATEN_DECOMPOSITIONS_H
#define KILN_DIALECT_ATEN_DECOMPOSITIONS_H

#include "kiln/Dialect/Aten/Aten.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/StringSet.h"

namespace kiln::aten {

/// The overloads that are left alone.
using KeepSet = llvm::StringSet<>;

void populateAdjointDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateAffineDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateAffineGridDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateAttentionDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateBackwardDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateBoxDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateClassifyDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateCompareDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateComplexDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateConvolutionDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateCopyDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateCreationDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateEinsumDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateFormulaDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateFourierDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateGradientDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateGroupedProductDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateHistogramDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateIndexDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateJoinDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateLossDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateLossBackwardDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateNormDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateNormalizationDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populatePadDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populatePoolDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populatePoolingDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateProductDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateQuantileDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateQuantizedDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateQuantizedProductDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateRandomDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateRangeDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateRecurrentDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateReduceDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateResampleDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateResampleAntialiasDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateReshapeDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateScanDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateSolveDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateSortingDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateSpectrumDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateSpectrogramDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateSynonymDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateViewDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateWeightNormDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);
void populateWindowDecompositions(mlir::RewritePatternSet &patterns,
    const KeepSet &keep);

/// Adds decompositions of one family; an overload that is kept has none.
using PopulateDecompositions = void (*)(mlir::RewritePatternSet &patterns,
                                        const KeepSet &keep);

/// Adds a family to those of `populateDecompositions`, and so to the passes of
/// this process that are made from now on. Of equal benefit its patterns are
/// tried before Kiln's. May be called from any thread.
void registerDecompositions(PopulateDecompositions populate);

/// All families.
void populateDecompositions(mlir::RewritePatternSet &patterns,
                            const KeepSet &keep);

/// Core operators as others of core: before code is generated, fewer of them
/// need a lowering of their own.
void populateCoreExpansions(mlir::RewritePatternSet &patterns);

} // namespace kiln::aten

#endif // KILN_DIALECT_ATEN_DECOMPOSITIONS_H

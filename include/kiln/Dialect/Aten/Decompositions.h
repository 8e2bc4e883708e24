// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites of operators to Core ATen, by family. An embedder adds patterns of
// their own to the same set.
#ifndef KILN_DIALECT_ATEN_DECOMPOSITIONS_H
#define KILN_DIALECT_ATEN_DECOMPOSITIONS_H

#include "kiln/Dialect/Aten/Aten.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/StringSet.h"

namespace kiln::aten {

/// The overloads that are left alone.
using KeepSet = llvm::StringSet<>;

void populateConvolutionDecompositions(mlir::RewritePatternSet &patterns,
                                       const KeepSet &keep);
void populateCreationDecompositions(mlir::RewritePatternSet &patterns,
                                    const KeepSet &keep);
void populateMatmulDecompositions(mlir::RewritePatternSet &patterns,
                                  const KeepSet &keep);
void populateNormalizationDecompositions(mlir::RewritePatternSet &patterns,
                                         const KeepSet &keep);
void populatePointwiseDecompositions(mlir::RewritePatternSet &patterns,
                                     const KeepSet &keep);
void populatePoolingDecompositions(mlir::RewritePatternSet &patterns,
                                   const KeepSet &keep);
void populateViewDecompositions(mlir::RewritePatternSet &patterns,
                                const KeepSet &keep);

/// All families.
void populateDecompositions(mlir::RewritePatternSet &patterns,
                            const KeepSet &keep);

} // namespace kiln::aten

#endif // KILN_DIALECT_ATEN_DECOMPOSITIONS_H

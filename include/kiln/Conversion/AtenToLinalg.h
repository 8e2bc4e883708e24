// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Patterns from Core ATen to linalg on builtin tensors, by family; see
// Passes.td for the ops they leave behind. Adaptors hold builtin tensors (and
// !ep.number, which stays).
#ifndef KILN_CONVERSION_ATENTOLINALG_H
#define KILN_CONVERSION_ATENTOLINALG_H

#include "mlir/Transforms/DialectConversion.h"

namespace kiln {

/// !ep.tensor <-> its builtin tensor, through ep.to_builtin and
/// ep.from_builtin.
class BuiltinTensorConverter : public mlir::TypeConverter {
public:
  BuiltinTensorConverter();
};

void populateAdaptivePoolingToLinalg(mlir::TypeConverter &converter,
                                     mlir::RewritePatternSet &patterns);
void populateBitsToLinalg(mlir::TypeConverter &converter,
                          mlir::RewritePatternSet &patterns);
void populateComplexMatmulToLinalg(mlir::TypeConverter &converter,
                                   mlir::RewritePatternSet &patterns);
void populateComplexPointwiseToLinalg(mlir::TypeConverter &converter,
                                      mlir::RewritePatternSet &patterns);
void populateComplexReductionToLinalg(mlir::TypeConverter &converter,
                                      mlir::RewritePatternSet &patterns);
void populateComplexViewToLinalg(mlir::TypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);
void populateConvolutionToLinalg(mlir::TypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);
void populateCreationToLinalg(mlir::TypeConverter &converter,
                              mlir::RewritePatternSet &patterns);
void populateIndexingToLinalg(mlir::TypeConverter &converter,
                              mlir::RewritePatternSet &patterns);
void populateFourierToLinalg(mlir::TypeConverter &converter,
                             mlir::RewritePatternSet &patterns);
void populateKeptToLinalg(mlir::TypeConverter &converter,
                          mlir::RewritePatternSet &patterns);
void populateInsertToLinalg(mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
void populateItemToLinalg(mlir::TypeConverter &converter,
                          mlir::RewritePatternSet &patterns);
void populateMatmulToLinalg(mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
void populateMatrixToTX(mlir::TypeConverter &converter,
                        mlir::RewritePatternSet &patterns);
void populateNonzeroToTX(mlir::TypeConverter &converter,
                         mlir::RewritePatternSet &patterns);
void populateNormalizationToLinalg(mlir::TypeConverter &converter,
                                   mlir::RewritePatternSet &patterns);
void populatePaddingToLinalg(mlir::TypeConverter &converter,
                             mlir::RewritePatternSet &patterns);
void populatePointwiseToLinalg(mlir::TypeConverter &converter,
                               mlir::RewritePatternSet &patterns);
void populatePoolingToLinalg(mlir::TypeConverter &converter,
                             mlir::RewritePatternSet &patterns);
void populateGatherToLinalg(mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
void populateHashToLinalg(mlir::TypeConverter &converter,
                          mlir::RewritePatternSet &patterns);
void populateMoveToLinalg(mlir::TypeConverter &converter,
                          mlir::RewritePatternSet &patterns);
void populateRankingToLinalg(mlir::TypeConverter &converter,
                             mlir::RewritePatternSet &patterns);
void populatePoolingGradientsToLinalg(mlir::TypeConverter &converter,
                                      mlir::RewritePatternSet &patterns);
void populateReductionToLinalg(mlir::TypeConverter &converter,
                               mlir::RewritePatternSet &patterns);
void populateIndexPutToTX(mlir::TypeConverter &converter,
                          mlir::RewritePatternSet &patterns);
void populateScanToTX(mlir::TypeConverter &converter,
                      mlir::RewritePatternSet &patterns);
void populateScatterToTX(mlir::TypeConverter &converter,
                         mlir::RewritePatternSet &patterns);
void populateSortToTX(mlir::TypeConverter &converter,
                      mlir::RewritePatternSet &patterns);
void populateSearchToLinalg(mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
void populateSoftmaxToLinalg(mlir::TypeConverter &converter,
                             mlir::RewritePatternSet &patterns);
void populateViewToLinalg(mlir::TypeConverter &converter,
                          mlir::RewritePatternSet &patterns);

/// Adds conversions of one family.
using PopulateConversions = void (*)(mlir::TypeConverter &converter,
                                     mlir::RewritePatternSet &patterns);

/// Adds a family to those of `populateAtenToLinalg`, and so to the passes of
/// this process that run from now on. Of equal benefit its patterns are tried
/// before Kiln's. May be called from any thread.
void registerConversions(PopulateConversions populate);

/// All families.
void populateAtenToLinalg(mlir::TypeConverter &converter,
                          mlir::RewritePatternSet &patterns);

} // namespace kiln

#endif // KILN_CONVERSION_ATENTOLINALG_H

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

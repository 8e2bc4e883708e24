// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The families of conversions; each adds its patterns.
#ifndef KILN_LIB_CONVERSION_ATENTOLINALG_FAMILIES_H
#define KILN_LIB_CONVERSION_ATENTOLINALG_FAMILIES_H

#include "kiln/Conversion/AtenToLinalg.h"

namespace kiln {

#define KILN_FAMILY(NAME)                                                      \
  void populate##NAME(mlir::TypeConverter &converter,                          \
                      mlir::RewritePatternSet &patterns);
#include "Families.def"

} // namespace kiln

#endif // KILN_LIB_CONVERSION_ATENTOLINALG_FAMILIES_H

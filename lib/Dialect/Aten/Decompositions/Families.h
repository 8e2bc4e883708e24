// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The families of decompositions; each adds its rules to `patterns`.
#ifndef KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_FAMILIES_H
#define KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_FAMILIES_H

#include "kiln/Dialect/Aten/Rule.h"

namespace kiln::aten {

#define KILN_FAMILY(NAME)                                                      \
  void populate##NAME##Decompositions(mlir::RewritePatternSet &patterns,       \
                                      const KeepSet &keep);
#include "Families.def"

} // namespace kiln::aten

#endif // KILN_LIB_DIALECT_ATEN_DECOMPOSITIONS_FAMILIES_H

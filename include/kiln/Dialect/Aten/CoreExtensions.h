// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Overloads outside of Core ATen that phase core has beside it: PyTorch has no
// decomposition for them, the evaluator has a kernel, and lowering has a
// conversion. See docs/decisions/008-phase-core-keeps-a-table.md.
#ifndef KILN_DIALECT_ATEN_COREEXTENSIONS_H
#define KILN_DIALECT_ATEN_COREEXTENSIONS_H

#include "kiln/Support/LLVM.h"

namespace kiln::aten {

/// Their names, such as `aten.lgamma.default`.
ArrayRef<llvm::StringLiteral> getCoreExtensions();

/// Is the overload of this name one of them?
bool isCoreExtension(StringRef name);

} // namespace kiln::aten

#endif // KILN_DIALECT_ATEN_COREEXTENSIONS_H

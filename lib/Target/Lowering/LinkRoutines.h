// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Routines on matrices become a part of the kernels that call them.
#ifndef KILN_LIB_TARGET_LOWERING_LINKROUTINES_H
#define KILN_LIB_TARGET_LOWERING_LINKROUTINES_H

#include "llvm/IR/Module.h"

namespace kiln {

/// Defines the routines of kiln/Matrix/Routines.def that `module` declares, as
/// internal functions. Nothing where it declares none. `module` has its triple
/// and data layout.
void linkRoutines(llvm::Module &module);

} // namespace kiln

#endif // KILN_LIB_TARGET_LOWERING_LINKROUTINES_H

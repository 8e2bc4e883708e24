// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_LIB_TARGET_LOWERING_ROUNDING_H
#define KILN_LIB_TARGET_LOWERING_ROUNDING_H

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace kiln {

/// Does any instruction make a bf16?
bool usesBFloat(llvm::Module &module);

/// Defines the function of the compiler's library that rounds f32 to bf16:
/// processors without such an instruction move a bf16 through f32, and back by
/// this function. Kernels are linked with no library. To be called after the
/// optimizer, which knows nothing of these calls.
void addRounding(llvm::Module &module, const llvm::TargetMachine &machine);

} // namespace kiln

#endif // KILN_LIB_TARGET_LOWERING_ROUNDING_H

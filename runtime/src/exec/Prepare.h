// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entries `prepare` and `fold` of programs: they make constants from
// weights.

#ifndef KILN_RT_SRC_EXEC_PREPARE_H
#define KILN_RT_SRC_EXEC_PREPARE_H

#include "module/Module.h"

namespace kiln::rt {

/// Makes the constants of all programs that the package lacks from the weights
/// of `set`, which nobody else has yet, and where these are not the package's
/// all others again.
Status prepareWeights(Module &module, WeightSet &set);
/// Is there anything to be made for the package's own weights?
bool hasFolded(const Manifest &manifest);

} // namespace kiln::rt

#endif // KILN_RT_SRC_EXEC_PREPARE_H

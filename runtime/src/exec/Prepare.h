// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry `prepare` of a program: it makes constants from weights.

#ifndef KILN_RT_SRC_EXEC_PREPARE_H
#define KILN_RT_SRC_EXEC_PREPARE_H

#include "module/Module.h"

namespace kiln::rt {

/// Makes the constants of all programs again from the weights of `set`, which
/// nobody else has yet.
Status prepareWeights(Module &module, WeightSet &set);

} // namespace kiln::rt

#endif // KILN_RT_SRC_EXEC_PREPARE_H

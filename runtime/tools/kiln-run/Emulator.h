// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KILN_RT_TOOLS_KILN_RUN_EMULATOR_H
#define KILN_RT_TOOLS_KILN_RUN_EMULATOR_H

#include "kiln-rt/archive/Error.h"

namespace kiln::rt::tool {

/// Sets the emulator of CUDA devices up, and gives the path of its library,
/// which lies beside that of the runtime. `settings` is empty, an architecture,
/// or that and what else the emulator understands: "sm_90a,seed=3". Errors:
/// Unavailable, InvalidArgument.
Expected<std::string> prepareEmulator(const std::string &settings);

} // namespace kiln::rt::tool

#endif // KILN_RT_TOOLS_KILN_RUN_EMULATOR_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KILN_RT_TOOLS_KILN_RUN_EMULATOR_H
#define KILN_RT_TOOLS_KILN_RUN_EMULATOR_H

#include "kiln-rt/archive/Error.h"

namespace kiln::rt::tool {

/// Sets the emulator of CUDA devices up, and gives the path of its library,
/// which lies beside that of the runtime. `settings` is empty, an architecture,
/// or that and what else the emulator understands: "sm_90a,seed=3"; `counts`
/// lets it count what kernels do. Errors: Unavailable, InvalidArgument.
Expected<std::string> prepareEmulator(const std::string &settings, bool counts);

/// What kernels did on the emulator, a line for each, or as JSON. Errors:
/// Unavailable.
Expected<std::string> countsOfEmulator(bool json);

} // namespace kiln::rt::tool

#endif // KILN_RT_TOOLS_KILN_RUN_EMULATOR_H

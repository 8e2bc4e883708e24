// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KILN_RT_TOOLS_KILN_RUN_PROFILE_H
#define KILN_RT_TOOLS_KILN_RUN_PROFILE_H

#include "Calls.h"

namespace kiln::rt::tool {

/// Runs one call (--call, or the first) for the seconds of --profile with an
/// observer around each instruction, and prints what each takes of a call, as
/// a table or as one JSON object: the median over calls, its rate and the share
/// of the least time that this machine could take. With --profile-trace, writes
/// the last call for Perfetto (https://ui.perfetto.dev).
Status runProfile(const Options &options);

} // namespace kiln::rt::tool

#endif // KILN_RT_TOOLS_KILN_RUN_PROFILE_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KILN_RT_TOOLS_KILN_RUN_ROUTINES_H
#define KILN_RT_TOOLS_KILN_RUN_ROUTINES_H

#include "kiln-rt/archive/Error.h"
#include "kiln-rt/kiln.h"

namespace kiln::rt::tool {

/// Registers the routines of the shared library at `path`, which exports
///
///     size_t kiln_routines(const kiln_extern **routines);
///
/// and stays loaded until the process ends.
Status addRoutines(const std::string &path, kiln_module_options &options);

} // namespace kiln::rt::tool

#endif // KILN_RT_TOOLS_KILN_RUN_ROUTINES_H

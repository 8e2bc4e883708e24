// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which code of a package this CPU can run, and which of it is best.

#ifndef KILN_RT_SRC_MODULE_CPULEVEL_H
#define KILN_RT_SRC_MODULE_CPULEVEL_H

#include "package/Manifest.h"

namespace kiln::rt {

struct TargetChoice {
  std::string target;      ///< its name
  size_t variant = 0;      ///< the one that has it
  std::string explanation; ///< a line per target of the package
};

/// Chooses the best target, or `wanted` if it is not empty. Errors: NotFound
/// (no such target), FailedPrecondition (none that this CPU runs).
Expected<TargetChoice> chooseTarget(const PackageIndex &index,
                                    const std::string &wanted,
                                    const std::string &file);

} // namespace kiln::rt

#endif // KILN_RT_SRC_MODULE_CPULEVEL_H

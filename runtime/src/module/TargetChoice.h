// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which code of a package a device can run, and which of it is best.

#ifndef KILN_RT_SRC_MODULE_TARGETCHOICE_H
#define KILN_RT_SRC_MODULE_TARGETCHOICE_H

#include "device/Device.h"
#include "package/Manifest.h"

namespace kiln::rt {

struct TargetChoice {
  std::string target;      ///< its name
  size_t variant = 0;      ///< the one that has it
  std::string explanation; ///< a line per target of the package
};

/// Chooses the best target for the device, or `wanted` if it is not empty.
/// Errors: NotFound (no such target), FailedPrecondition (none that runs).
Expected<TargetChoice> chooseTarget(const PackageIndex &index,
                                    const std::string &wanted,
                                    const Device &device,
                                    const std::string &file);

} // namespace kiln::rt

#endif // KILN_RT_SRC_MODULE_TARGETCHOICE_H

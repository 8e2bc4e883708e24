// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel in the code of one target, and what starting it takes.

#ifndef KILN_RT_SRC_PACKAGE_TARGETCODE_H
#define KILN_RT_SRC_PACKAGE_TARGETCODE_H

#include "expr/Expression.h"

#include <array>
#include <string_view>
#include <vector>

namespace kiln::rt {

struct TargetCode {
  std::string_view symbol; ///< with a zero behind it
  // Of a CPU.
  int64_t grain = 1;   ///< items that are worth a task
  int64_t scratch = 0; ///< bytes per task
  // Of a CUDA device.
  std::array<int64_t, 3> block = {1, 1, 1}; ///< threads
  /// Blocks along each axis: expressions whose registers are the kernel's
  /// sizes and then the domain. None where this is not of such a device.
  std::vector<Expression> grid;
  int64_t shared = 0; ///< bytes of shared memory beside what the code declares
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_PACKAGE_TARGETCODE_H

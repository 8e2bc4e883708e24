// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What this machine can do at best, measured in a fraction of a second.

#ifndef KILN_RT_TOOLS_KILN_RUN_LIMITS_H
#define KILN_RT_TOOLS_KILN_RUN_LIMITS_H

#include <cstddef>
#include <cstdint>

namespace kiln::rt::tool {

struct MachineLimits {
  double flops = 0;        ///< of f32 a second, multiply-adds count twice
  double bandwidth = 0;    ///< bytes a second that are read from memory
  uint64_t cacheBytes = 0; ///< of the last level; more comes from memory

  /// Seconds that the work takes at least, by the slower of the two; 0 where
  /// neither counts: no flops, and few bytes.
  double leastSeconds(double flopCount, double byteCount) const;
};

/// Measures on so many threads at once.
MachineLimits measureLimits(size_t threads);

} // namespace kiln::rt::tool

#endif // KILN_RT_TOOLS_KILN_RUN_LIMITS_H

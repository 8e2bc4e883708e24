// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What this machine can do at best, measured in a fraction of a second.

#ifndef KILN_RT_TOOLS_KILN_RUN_LIMITS_H
#define KILN_RT_TOOLS_KILN_RUN_LIMITS_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace kiln::rt::tool {

struct MachineLimits {
  /// A second, by the type of both factors of a multiply-add, which counts
  /// twice:
  /// "" is f32, and stands for what no vector instruction takes several of.
  std::map<std::string, double> flops;
  double bandwidth = 0;    ///< bytes a second that are read from memory
  uint64_t cacheBytes = 0; ///< of the last level; more comes from memory

  double flopsOf(const std::string &type) const {
    auto found = flops.find(type);
    return (found != flops.end() ? found : flops.find(""))->second;
  }
  /// Seconds that the work takes at least, by the slower of the two; 0 where
  /// neither counts: no flops, and few bytes.
  double leastSeconds(double flopCount, const std::string &type,
                      double byteCount) const;
};

/// Measures on so many threads at once: f32, and those of `types` that vector
/// instructions of this processor take several of.
MachineLimits measureLimits(size_t threads, const std::set<std::string> &types);

} // namespace kiln::rt::tool

#endif // KILN_RT_TOOLS_KILN_RUN_LIMITS_H

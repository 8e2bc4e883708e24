// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the launches of each kernel did, counted together.

#ifndef KILN_EMULATOR_EXEC_KERNELCOUNTS_H
#define KILN_EMULATOR_EXEC_KERNELCOUNTS_H

#include "exec/Stats.h"

#include <vector>

namespace kiln::emu {

class KernelCounts {
public:
  void add(const std::string &kernel, const Stats &launch);
  /// A line for each kernel, in the order of their first launches.
  std::string text() const;
  std::string json() const;

private:
  struct Line {
    std::string kernel;
    uint64_t launches = 0;
    Stats counts; ///< of all launches; the least occupancy of any
  };
  std::vector<Line> lines_;
};

} // namespace kiln::emu

#endif // KILN_EMULATOR_EXEC_KERNELCOUNTS_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The run of a kernel over a grid.

#ifndef KILN_EMULATOR_EXEC_LAUNCH_H
#define KILN_EMULATOR_EXEC_LAUNCH_H

#include "exec/Block.h"
#include "exec/Stats.h"
#include "exec/Trail.h"

namespace kiln::emu {

/// What is checked, each by itself so that its cost can be measured, and how
/// warps interleave.
struct RunOptions {
  uint64_t seed = 0;
  bool checkBounds = true; ///< and alignment; without it faults are not caught
  bool checkWritten = true;
  bool checkRaces = true;
  bool stats = false;
  bool trace = false; ///< print each instruction of the first thread
  /// Instructions of warps before a launch is given up.
  uint64_t maxInstructions = UINT64_C(1) << 34;
  bool cooperative = false; ///< all blocks are resident at once
  /// Threads that run the clusters of a kernel; 0: as many as pay off.
  unsigned workers = 0;
};

struct LaunchShape {
  uint32_t grid[3] = {1, 1, 1};
  uint32_t block[3] = {1, 1, 1};
  uint32_t cluster[3] = {1, 1, 1};
  uint32_t dynamicShared = 0; ///< bytes

  uint32_t warpsPerBlock() const {
    return (block[0] * block[1] * block[2] + lanes - 1) / lanes;
  }
  /// Block and thread of the number of a thread.
  void place(uint32_t thread, FaultAccess &access) const;
};

struct Order;
struct Work;

struct Launch {
  const Program &program;
  const Code &code;
  Memory &memory;
  LaunchShape shape;
  RunOptions options;
  Report &report;
  Clock &time;
  const Order *order = nullptr; ///< among the work of streams; null: none other
  Stats stats;
  std::shared_ptr<Allocation> params; ///< bytes that nobody changes
  uint32_t start = 0;                 ///< date of the launch
  uint32_t sharedBytes = 0;
  uint32_t warpsPerBlock = 0;
  uint64_t executed = 0; ///< instructions of warps
  bool stopped = false;
  uint64_t random = 1;
  uint32_t agents = 0;          ///< asynchronous agents so far
  Allocation *cached = nullptr; ///< of the last access to global memory
  Trail *trail = nullptr;       ///< of the cluster, where clusters run apart
  /// Agents have numbers that no thread has.
  static constexpr uint32_t firstAgent = UINT32_C(0xf0000000);

  /// Begins the numbers that pick who runs next; `part` has its own.
  void seed(uint64_t part);
  uint32_t draw(uint32_t below) {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    return static_cast<uint32_t>((random >> 11) % below);
  }
  Clock &clock() { return time; }
  /// The marks of this launch, or of its cluster, on an allocation.
  Marks &marksOf(Allocation &allocation) {
    return trail && allocation.base ? trail->of(allocation)
                                    : allocation.shadow.marks;
  }
};

/// Limits of a block, as CUDA has them.
constexpr uint32_t maxThreadsOfBlock = 1024;
constexpr uint32_t maxSharedBytes = 227 * 1024;

/// Whether a kernel can be launched like this.
rt::Status checkLaunch(const Code &code, const LaunchShape &shape);

/// Runs a kernel to its end. `params` are the bytes of its parameters, as
/// the kernel lays them out. An error where the launch is impossible; faults
/// of the kernel go to the report. `order`: what else may run at the same time.
rt::Expected<Stats> runKernel(const Program &program, const Code &code,
                              Memory &memory, const LaunchShape &shape,
                              const std::vector<uint8_t> &params,
                              const RunOptions &options, Report &report,
                              const Order *order = nullptr);

} // namespace kiln::emu

#endif // KILN_EMULATOR_EXEC_LAUNCH_H

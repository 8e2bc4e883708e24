// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a launch did, counted.

#ifndef KILN_EMULATOR_EXEC_STATS_H
#define KILN_EMULATOR_EXEC_STATS_H

#include <cstdint>
#include <string>

namespace kiln::emu {

struct Stats {
  uint64_t instructions = 0;     ///< of warps
  uint64_t laneInstructions = 0; ///< of threads
  uint64_t branches = 0, divergent = 0;
  uint64_t barriers = 0;
  uint64_t globalRequests = 0; ///< accesses of warps to global memory
  uint64_t globalSectors = 0;  ///< 32-byte pieces that they touch
  uint64_t globalBytes = 0;    ///< that threads asked for
  uint64_t sharedRequests = 0;
  uint64_t sharedWavefronts = 0;
  uint64_t bankConflicts = 0; ///< wavefronts beyond those that widths need
  uint64_t atomics = 0;
  uint32_t blocksPerSm = 0; ///< that fit by threads, blocks and shared memory
  double occupancy = 0;     ///< resident threads over those that an SM holds

  /// Of the bytes in the sectors, those that threads asked for: 1 where
  /// accesses are coalesced, more where lanes read the same.
  double usedShare() const;
  /// Adds the counts of another part of a launch, or of another one.
  void add(const Stats &other);
  std::string text() const;
  std::string json() const;
};

} // namespace kiln::emu

#endif // KILN_EMULATOR_EXEC_STATS_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block of threads, and the cluster that it is in.

#ifndef KILN_EMULATOR_EXEC_BLOCK_H
#define KILN_EMULATOR_EXEC_BLOCK_H

#include "exec/Async.h"
#include "exec/Warp.h"

namespace kiln::emu {

/// One of the 16 barriers of a block.
struct Barrier {
  uint32_t expected = 0; ///< threads; 0 while nobody is here
  uint32_t arrived = 0;
  struct Waiter {
    Warp *warp;
    uint32_t mask;
    bool waits; ///< false: arrived only
  };
  std::vector<Waiter> waiters;
  uint32_t counted = 0; ///< of barrier.red: threads whose predicate holds
  const Inst *reduce = nullptr;
};

class Block;

/// Blocks that run together and see each other's shared memory.
struct Cluster {
  std::vector<std::unique_ptr<Block>> blocks;
  uint32_t id[3] = {0, 0, 0};
  uint32_t known = 0;    ///< date of the last barrier of the cluster
  uint32_t arrived = 0;  ///< threads at the cluster's barrier
  uint32_t phase = 0;    ///< barriers completed
  uint32_t released = 0; ///< date of the last one that all arrived releasing
  bool relaxed = false;  ///< a thread arrived relaxed
};

class Block {
public:
  Block(Launch &launch, Cluster &cluster, const uint32_t (&id)[3],
        uint32_t number, uint32_t rank);

  bool done() const;
  uint32_t threads() const;
  uint32_t liveThreads() const;
  /// Arrives at a barrier with the lanes of a mask; true where that completes
  /// it, whose other threads are awake then.
  bool arrive(Warp &warp, uint32_t mask, uint32_t number, uint32_t expected,
              bool waits);
  /// Completes barriers that wait for threads that have ended, with a fault.
  void checkAfterExit(Warp &warp);

  Launch &launch;
  Cluster &cluster;
  uint32_t id[3];
  const uint32_t number;      ///< in the grid
  const uint32_t rank;        ///< in the cluster
  const uint32_t firstThread; ///< number in the launch, of warps in full
  uint32_t known = 0;         ///< date of the last barrier of all threads
  std::vector<std::unique_ptr<Warp>> warps;
  std::unique_ptr<Allocation> shared;
  Barrier barriers[16];
  AsyncCopies copies;

private:
  void complete(Barrier &barrier);
};

} // namespace kiln::emu

#endif // KILN_EMULATOR_EXEC_BLOCK_H

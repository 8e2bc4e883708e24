// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whose turn it is: some clusters are resident, and the seed picks the warp
// that runs next and for how long.

#ifndef KILN_EMULATOR_EXEC_SCHEDULER_H
#define KILN_EMULATOR_EXEC_SCHEDULER_H

#include "exec/Launch.h"

namespace kiln::emu {

uint64_t clustersOf(const LaunchShape &shape);

class Scheduler {
public:
  /// Of the clusters `first` to before `end`, by their numbers in the grid.
  Scheduler(Launch &launch, uint64_t first, uint64_t end);
  /// To the end of all, or until the launch is stopped.
  void run();

private:
  void place(uint64_t number);
  /// Runs a warp that the seed picks; false where none can run.
  bool turn();
  void retire();
  /// Everybody waits: says what for, and ends the resident blocks.
  void deadlock();
  void giveUp();

  Launch &launch;
  uint64_t next = 0, end = 0, window = 0;
  std::vector<std::unique_ptr<Cluster>> resident;
  std::vector<Warp *> warps;
  bool ended = false;
};

} // namespace kiln::emu

#endif // KILN_EMULATOR_EXEC_SCHEDULER_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work of streams: kernels, copies, fills. It is done one piece after the
// other here; on a device what nothing orders runs at the same time.

#ifndef KILN_EMULATOR_EXEC_WORK_H
#define KILN_EMULATOR_EXEC_WORK_H

#include "exec/Launch.h"

namespace kiln::emu {

/// One piece of work that was done. Its accesses have dates of their own.
struct Work {
  std::string name;                 ///< "kernel k", "copy to the device"
  std::string stream;               ///< "stream 2"
  uint32_t first = 0, last = 0;     ///< dates of its accesses
  const Program *program = nullptr; ///< of a kernel; null: no kernel
  LaunchShape shape;                ///< of a kernel
};

/// Where a piece of work stands among others.
struct Order {
  std::string stream; ///< that it is in
  /// What was done before without being ordered before; by date.
  std::vector<const Work *> concurrent;

  /// The one of these that made an access of some date, or null.
  const Work *concurrentAt(uint32_t date) const;
};

/// An access of a launch, by the mark that it left.
FaultAccess accessOf(const Program &program, const LaunchShape &shape,
                     const Mark &mark, bool write);
/// The other side of a race: an access that `other` made by `mark`.
FaultAccess accessOf(const Work &other, const Mark &mark, bool write);

/// Checks that a copy or fill, named `name`, may access bytes at a time: that
/// nothing concurrent writes them, or uses what it writes. Marks the access.
void accessRange(const Order &order, const char *name, Memory &memory,
                 Allocation &allocation, uint64_t offset, uint64_t bytes,
                 bool write, Report &report);

} // namespace kiln::emu

#endif // KILN_EMULATOR_EXEC_WORK_H

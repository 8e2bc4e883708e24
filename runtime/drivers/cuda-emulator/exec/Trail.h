// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a cluster, or several, did to global memory, where the clusters of a
// launch run apart: marks by allocation, compared when a cluster has ended.

#ifndef KILN_EMULATOR_EXEC_TRAIL_H
#define KILN_EMULATOR_EXEC_TRAIL_H

#include "memory/Memory.h"

namespace kiln::emu {

class Trail {
public:
  Marks &of(Allocation &allocation) {
    if (last != &allocation) {
      last = &allocation;
      lastMarks = &all[allocation.base].marks;
      all[allocation.base].allocation = &allocation;
    }
    return *lastMarks;
  }
  /// Calls `body(allocation, marks)` by address.
  template <typename F>
  void forEach(F body) {
    for (auto &[base, entry] : all)
      body(*entry.allocation, entry.marks);
  }

private:
  struct Entry {
    Allocation *allocation = nullptr;
    Marks marks;
  };
  std::map<uint64_t, Entry> all;
  Allocation *last = nullptr;
  Marks *lastMarks = nullptr;
};

} // namespace kiln::emu

#endif // KILN_EMULATOR_EXEC_TRAIL_H

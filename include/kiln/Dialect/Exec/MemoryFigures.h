// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much memory a host program takes, and how much it could do with.
#ifndef KILN_DIALECT_EXEC_MEMORYFIGURES_H
#define KILN_DIALECT_EXEC_MEMORYFIGURES_H

#include "kiln/Dialect/Exec/Exec.h"

namespace kiln::exec {

/// In bytes at the upper bounds of the symbols (1024 or the lower bound where
/// there is none). Each buffer counts rounded up to the arena's alignment.
struct MemoryFigures {
  int64_t buffers = 0; ///< temporaries that have a place
  int64_t planned = 0; ///< the segments
  int64_t live = 0;    ///< the largest sum of temporaries in use at one step
  int64_t total = 0;   ///< the sum of all temporaries
};

/// The figures of a host program whose temporaries have their places.
MemoryFigures measureMemory(HostOp host);

} // namespace kiln::exec

#endif // KILN_DIALECT_EXEC_MEMORYFIGURES_H

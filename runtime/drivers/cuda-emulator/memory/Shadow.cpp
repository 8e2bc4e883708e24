// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memory/Shadow.h"

#include <algorithm>

using namespace kiln::emu;

void Shadow::setWritten(uint64_t offset, uint64_t bytes, bool written) {
  while (bytes) {
    unsigned shift = offset & 63;
    uint64_t count = std::min<uint64_t>(64 - shift, bytes);
    uint64_t mask = (count == 64 ? ~UINT64_C(0) : (UINT64_C(1) << count) - 1)
                    << shift;
    uint64_t *here = wordAt(offset >> 6);
    uint64_t there = word(offset >> 6);
    // Most are written again, where nothing needs to be exchanged.
    if (written && (there & mask) != mask)
      __atomic_fetch_or(here, mask, __ATOMIC_RELAXED);
    else if (!written && (there & mask))
      __atomic_fetch_and(here, ~mask, __ATOMIC_RELAXED);
    offset += count;
    bytes -= count;
  }
}

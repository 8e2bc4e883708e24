// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known about each byte of an allocation: whether it was written, and
// who accessed it last.

#ifndef KILN_EMULATOR_MEMORY_SHADOW_H
#define KILN_EMULATOR_MEMORY_SHADOW_H

#include "memory/LazyBytes.h"
#include "memory/Marks.h"

namespace kiln::emu {

class Shadow {
public:
  explicit Shadow(uint64_t bytes = 0)
      : bits(makeLazyBytes((bytes + 63) / 64 * 8)) {}

  /// Threads may do so at a time, for bytes of their own.
  void setWritten(uint64_t offset, uint64_t bytes, bool written = true);
  /// Whether all of up to 16 bytes were written.
  bool isWritten(uint64_t offset, unsigned bytes) const {
    uint64_t mask = (UINT64_C(1) << bytes) - 1;
    unsigned shift = offset & 63;
    uint64_t found = word(offset >> 6) >> shift;
    if (shift + bytes > 64)
      found |= word((offset >> 6) + 1) << (64 - shift);
    return (found & mask) == mask;
  }
  /// Whether all bytes of a range were written.
  bool isRangeWritten(uint64_t offset, uint64_t bytes) const {
    for (; bytes > 16; bytes -= 16, offset += 16)
      if (!isWritten(offset, 16))
        return false;
    return isWritten(offset, static_cast<unsigned>(bytes));
  }

  Marks marks;

private:
  uint64_t word(uint64_t index) const {
    return __atomic_load_n(wordAt(index), __ATOMIC_RELAXED);
  }
  uint64_t *wordAt(uint64_t index) const {
    return reinterpret_cast<uint64_t *>(bits.get()) + index;
  }
  LazyBytes bits; ///< one for each byte
};

} // namespace kiln::emu

#endif // KILN_EMULATOR_MEMORY_SHADOW_H

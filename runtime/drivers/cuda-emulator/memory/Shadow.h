// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known about each byte of an allocation: whether it was written, and
// who accessed it last.

#ifndef KILN_EMULATOR_MEMORY_SHADOW_H
#define KILN_EMULATOR_MEMORY_SHADOW_H

#include <cstdint>
#include <memory>
#include <vector>

namespace kiln::emu {

/// One access, as later ones must know it.
struct Mark {
  static constexpr uint32_t strong = 1u << 31;  ///< volatile, relaxed, atomic
  static constexpr uint32_t block = 1u << 30;   ///< … at the scope of a block
  static constexpr uint32_t pending = 1u << 29; ///< a copy that has not landed
  static constexpr uint32_t siteBits = (1u << 29) - 1;

  uint32_t thread = 0; ///< of the launch, plus 1; 0: no access
  uint32_t stamp = 0;  ///< Clock::now at the access
  uint32_t site = 0;   ///< the instruction, and the flags above
};

/// The last write, and the last reads of two different threads since: a write
/// that is not ordered after all readers meets at least one of the two.
struct Cell {
  Mark write;
  Mark read[2];
};

class Shadow {
public:
  explicit Shadow(uint64_t bytes = 0)
      : bits((bytes + 63) / 64), pages((bytes >> 2) / pageCells + 1) {}

  void setWritten(uint64_t offset, uint64_t bytes, bool written = true);
  /// Whether all of up to 16 bytes were written.
  bool isWritten(uint64_t offset, unsigned bytes) const {
    uint64_t mask = (UINT64_C(1) << bytes) - 1;
    unsigned shift = offset & 63;
    uint64_t found = bits[offset >> 6] >> shift;
    if (shift + bytes > 64)
      found |= bits[(offset >> 6) + 1] << (64 - shift);
    return (found & mask) == mask;
  }

  /// The cells of words, or of bytes once something smaller was accessed.
  unsigned granule() const { return byteCells ? 0 : 2; }
  void splitToBytes();
  Cell &cell(uint64_t index) {
    auto &page = pages[index / pageCells];
    if (!page)
      page = std::make_unique<Cell[]>(pageCells);
    return page[index % pageCells];
  }

  /// Null where nothing of the cell's page was accessed.
  const Cell *cellIfAny(uint64_t index) const {
    const auto &page = pages[index / pageCells];
    return page ? &page[index % pageCells] : nullptr;
  }
  /// The first cell of the page behind that of a cell.
  static uint64_t nextPage(uint64_t index) {
    return (index / pageCells + 1) * pageCells;
  }

private:
  static constexpr uint64_t pageCells = 1024;
  std::vector<uint64_t> bits;
  std::vector<std::unique_ptr<Cell[]>> pages;
  bool byteCells = false;
};

} // namespace kiln::emu

#endif // KILN_EMULATOR_MEMORY_SHADOW_H

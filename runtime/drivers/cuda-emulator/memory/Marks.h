// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who accessed each word or byte of an allocation last. Pages are made where
// something is accessed.

#ifndef KILN_EMULATOR_MEMORY_MARKS_H
#define KILN_EMULATOR_MEMORY_MARKS_H

#include <array>
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

class Marks {
public:
  static constexpr uint64_t pageCells = 256;
  static constexpr unsigned pageWords = pageCells / 64;

  struct Page {
    Cell cells[pageCells];
    /// A bit a cell, where a launch keeps its clusters apart: read before it
    /// was written, and written.
    uint64_t read[pageWords] = {}, written[pageWords] = {};
    uint32_t content[pageCells] = {}; ///< of cells that are written
  };

  /// Cells are words, or bytes once something smaller was accessed.
  unsigned granule() const { return byteCells ? 0 : 2; }
  void splitToBytes();

  Page &page(uint64_t index) {
    uint64_t chunk = index / chunkPages;
    if (chunk >= chunks.size())
      chunks.resize(chunk + 1);
    if (!chunks[chunk])
      chunks[chunk] = std::make_unique<Chunk>();
    auto &found = (*chunks[chunk])[index % chunkPages];
    if (!found)
      found = std::make_unique<Page>();
    return *found;
  }
  Page *pageIfAny(uint64_t index) const {
    uint64_t chunk = index / chunkPages;
    return chunk < chunks.size() && chunks[chunk]
               ? (*chunks[chunk])[index % chunkPages].get()
               : nullptr;
  }
  /// Calls `body(index, page)` for each page that there is, in order.
  template <typename F>
  void forPages(F body) const {
    for (uint64_t chunk = 0; chunk < chunks.size(); ++chunk)
      for (uint64_t i = 0; chunks[chunk] && i < chunkPages; ++i)
        if (Page *found = (*chunks[chunk])[i].get())
          body(chunk * chunkPages + i, *found);
  }

private:
  static constexpr uint64_t chunkPages = 256;
  using Chunk = std::array<std::unique_ptr<Page>, chunkPages>;
  std::vector<std::unique_ptr<Chunk>> chunks;
  bool byteCells = false;
};

} // namespace kiln::emu

#endif // KILN_EMULATOR_MEMORY_MARKS_H

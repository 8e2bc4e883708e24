// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memory/Shadow.h"

using namespace kiln::emu;

void Shadow::setWritten(uint64_t offset, uint64_t bytes, bool written) {
  while (bytes) {
    unsigned shift = offset & 63;
    uint64_t count = std::min<uint64_t>(64 - shift, bytes);
    uint64_t mask = (count == 64 ? ~UINT64_C(0) : (UINT64_C(1) << count) - 1)
                    << shift;
    uint64_t &word = bits[offset >> 6];
    word = written ? word | mask : word & ~mask;
    offset += count;
    bytes -= count;
  }
}

void Shadow::splitToBytes() {
  if (byteCells)
    return;
  byteCells = true;
  std::vector<std::unique_ptr<Cell[]>> words = std::move(pages);
  pages = std::vector<std::unique_ptr<Cell[]>>(words.size() * 4);
  for (size_t page = 0; page < words.size(); ++page)
    for (uint64_t i = 0; words[page] && i < pageCells; ++i)
      for (uint64_t byte = 0; byte < 4; ++byte)
        cell((page * pageCells + i) * 4 + byte) = words[page][i];
}

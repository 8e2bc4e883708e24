// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memory/Marks.h"

using namespace kiln::emu;

void Marks::splitToBytes() {
  if (byteCells)
    return;
  Marks bytes;
  bytes.byteCells = true;
  forPages([&](uint64_t index, Page &words) {
    for (uint64_t i = 0; i < pageCells * 4; ++i) {
      Page &to = bytes.page(index * 4 + i / pageCells);
      uint64_t from = i / 4, at = i % pageCells;
      to.cells[at] = words.cells[from];
      to.read[at / 64] |= (words.read[from / 64] >> from % 64 & 1) << at % 64;
      to.written[at / 64] |= (words.written[from / 64] >> from % 64 & 1)
                             << at % 64;
      to.content[at] = words.content[from] >> (8 * (i % 4)) & 0xff;
    }
  });
  *this = std::move(bytes);
}

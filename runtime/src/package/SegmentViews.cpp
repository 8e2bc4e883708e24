// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The content of a segment: views of it, and views of those.

#include "package/Accesses.h"

using namespace kiln::rt;

std::vector<std::vector<uint32_t>> kiln::rt::findViews(const Program &program,
                                                       uint32_t entry) {
  std::vector<std::vector<uint32_t>> viewsOf(program.slotCount);
  for (const Instruction &instruction : program.entries[entry].code)
    if (instruction.opcode == Opcode::View)
      viewsOf[instruction.b].push_back(instruction.a);
  std::vector<std::vector<uint32_t>> views(program.segments.size());
  for (size_t segment = 0; segment < views.size(); ++segment) {
    std::vector<bool> isFound(program.slotCount, false);
    std::vector<uint32_t> &found = views[segment];
    auto add = [&](uint32_t slot) {
      for (uint32_t view : viewsOf[slot])
        if (!isFound[view]) {
          isFound[view] = true;
          found.push_back(view);
        }
    };
    add(program.segmentSlot(segment));
    for (size_t i = 0; i < found.size(); ++i)
      add(found[i]);
  }
  return views;
}

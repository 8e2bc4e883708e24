// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What instructions read and write, for those who check it. Private to the
// validators.

#ifndef KILN_RT_SRC_PACKAGE_ACCESSES_H
#define KILN_RT_SRC_PACKAGE_ACCESSES_H

#include "package/Manifest.h"

namespace kiln::rt {

/// Is the slot that of an output?
inline bool isOutputSlot(const Program &program, uint32_t slot) {
  return slot >= program.inputs.size() &&
         slot < program.inputs.size() + program.outputs.size();
}

/// Calls visit(slot, reads, writes) for each buffer of an instruction.
template <typename Visit>
void forEachAccess(const Manifest &manifest, const Program &program,
                   const Instruction &instruction, Visit visit) {
  switch (instruction.opcode) {
  case Opcode::Dispatch: {
    const Dispatch &dispatch = program.dispatches[instruction.a];
    const Kernel &kernel = manifest.kernels[dispatch.kernel];
    for (uint32_t i = 0; i < dispatch.slotCount; ++i)
      visit(program.pool[dispatch.slots + i], kernel.operands[i].reads,
            kernel.operands[i].writes);
    return;
  }
  case Opcode::Extern: {
    const ExternCall &call = program.externs[instruction.a];
    // What a routine writes is its own business, as far as it may be.
    for (uint32_t i = 0; i < call.slotCount; ++i)
      visit(program.pool[call.slots + i], true,
            isOutputSlot(program, program.pool[call.slots + i]));
    return;
  }
  case Opcode::Copy:
    visit(instruction.a, true, false);
    visit(instruction.b, false, true);
    return;
  case Opcode::Fill:
    visit(instruction.a, false, true);
    return;
  case Opcode::ReadScalar:
  case Opcode::View:
    visit(instruction.b, true, false);
    return;
  default:
    return;
  }
}

/// Per entry: does `from` call it, directly or through others, or is it `from`?
std::vector<bool> findReached(const Program &program, uint32_t from);

/// What `prepare` may use: weights, and what it makes of them. Finds which
/// constants it makes. The flow has been validated.
Status validatePrepare(const Manifest &manifest, Program &program,
                       const std::string &file);

} // namespace kiln::rt

#endif // KILN_RT_SRC_PACKAGE_ACCESSES_H

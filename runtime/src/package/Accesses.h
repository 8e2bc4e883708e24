// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the instructions of an entry read and write, for those who check it.
// Private to the validators.

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

/// An error at an instruction of an entry.
template <typename... Ts>
Error instructionError(const Program &program, const std::string &file,
                       uint32_t entry, size_t instruction, const Ts &...parts) {
  Error result =
      makeError(Code::InvalidArgument, file, ": manifest.json: program '",
                program.name, "', entry '", program.entries[entry].name,
                "', instruction ", instruction, ": ", parts...);
  result.program = program.name;
  result.entry = program.entries[entry].name;
  result.instruction = static_cast<int64_t>(instruction);
  return result;
}

/// Walks over the accesses of one entry. Writing a view writes what it is a
/// view of.
class AccessWalk {
public:
  AccessWalk(const Manifest &manifest, const Program &program, uint32_t entry);

  /// Calls use(instruction, slot) -> Status for each buffer of the entry, and
  /// write(instruction, slot) -> Status for each slot that is written, through
  /// views or not: once is enough.
  template <typename Use, typename Write>
  Status run(Use use, Write write) {
    for (size_t i = 0; i < code_.size(); ++i) {
      Status status;
      forEachAccess(manifest_, program_, code_[i],
                    [&](uint32_t slot, bool, bool writes) {
                      if (status.ok())
                        status = use(i, slot);
                      if (!writes || written_[slot])
                        return;
                      for (uint32_t written : takeWritten(slot))
                        if (status.ok())
                          status = write(i, written);
                    });
      KILN_RT_TRY(std::move(status));
    }
    return {};
  }

private:
  /// The slots that the first write of `slot` writes for the first time.
  std::vector<uint32_t> takeWritten(uint32_t slot);

  const Manifest &manifest_;
  const Program &program_;
  const std::vector<Instruction> &code_;
  /// Per slot: what it may be a view of.
  std::vector<std::vector<uint32_t>> bases_;
  std::vector<bool> written_;
};

/// Per segment: the slots of the entry's views that may lie in it.
std::vector<std::vector<uint32_t>> findViews(const Program &program,
                                             uint32_t entry);

/// Jumps back of an entry end a counted round, or say that it is a while.
Status validateLoops(const Program &program, uint32_t entry,
                     const std::string &file);

/// What `run` may use and write. Fills Program::outputWritten.
Status validateRun(const Manifest &manifest, Program &program,
                   const std::string &file);

/// Plans how symbols are bound: from bare sizes first, then from affine ones.
/// An error names a symbol that is used but bound by no input.
Expected<BindingPlan> planBinding(const Program &program,
                                  const std::string &file);

/// State that is written is row-major in its storage, and so is all that shares
/// the storage. What the package has no bytes of is one constant, which `fold`
/// makes.
Status validateState(const Manifest &manifest, const std::string &file);

/// What the entry `prepare` or `fold` may use: weights, and what it makes of
/// them. Finds which constants it makes. The flow has been validated.
Status validatePrepare(const Manifest &manifest, Program &program,
                       uint32_t entry, const std::string &file);

/// The element types of an entry's buffers are those of what uses them, as far
/// as they are declared.
Status validateTypes(const Manifest &manifest, const Program &program,
                     uint32_t entry, const std::string &file);

} // namespace kiln::rt

#endif // KILN_RT_SRC_PACKAGE_ACCESSES_H

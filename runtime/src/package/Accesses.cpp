// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The slots that the entry `run` may use and write.

#include "package/Accesses.h"

using namespace kiln::rt;

AccessWalk::AccessWalk(const Manifest &manifest, const Program &program,
                       uint32_t entry)
    : manifest_(manifest), program_(program),
      code_(program.entries[entry].code), bases_(program.slotCount),
      written_(program.slotCount, false) {
  for (const Instruction &instruction : code_)
    if (instruction.opcode == Opcode::View)
      bases_[instruction.a].push_back(instruction.b);
}

std::vector<uint32_t> AccessWalk::takeWritten(uint32_t slot) {
  std::vector<uint32_t> found;
  auto take = [&](uint32_t next) {
    if (!written_[next])
      found.push_back(next);
    written_[next] = true;
  };
  take(slot);
  for (size_t i = 0; i < found.size(); ++i) {
    uint32_t view = found[i];
    for (uint32_t base : bases_[view])
      take(base);
  }
  return found;
}

namespace {
class RunValidator {
public:
  RunValidator(const Manifest &manifest, Program &program,
               const std::string &file)
      : manifest_(manifest), program_(program), file_(file) {}

  Status run() {
    auto use = [&](size_t instruction, uint32_t slot) {
      return checkUse(instruction, slot);
    };
    auto write = [&](size_t instruction, uint32_t slot) {
      return checkWrite(instruction, slot);
    };
    return AccessWalk(manifest_, program_, program_.runEntry).run(use, write);
  }

private:
  template <typename... Ts>
  Error error(size_t instruction, const Ts &...parts) const {
    return instructionError(program_, file_, program_.runEntry, instruction,
                            parts...);
  }
  Status checkUse(size_t instruction, uint32_t slot);
  Status checkWrite(size_t instruction, uint32_t slot);

  const Manifest &manifest_;
  Program &program_;
  const std::string &file_;
};
} // namespace

/// May the slot be used? Marks state.
Status RunValidator::checkUse(size_t instruction, uint32_t slot) {
  const ValueDecl *value = nullptr;
  size_t inputs = program_.inputs.size();
  if (slot < inputs)
    value = &program_.inputs[slot];
  else if (isOutputSlot(program_, slot))
    value = &program_.outputs[slot - inputs];
  if (value && (!value->isTensor() || value->viewOf != noIndex))
    return error(instruction, "slot ", slot,
                 " is a number, a constant or a view of an input and has no "
                 "memory");
  if (slot >= program_.stateSlot(0) &&
      slot - program_.stateSlot(0) < program_.state.size())
    program_.state[slot - program_.stateSlot(0)].isUsed = true;
  return {};
}

/// May the slot be written? Marks outputs.
Status RunValidator::checkWrite(size_t instruction, uint32_t slot) {
  size_t inputs = program_.inputs.size();
  if (slot < inputs) {
    for (const ValueDecl &output : program_.outputs)
      if (output.kind == KILN_VALUE_USER_INPUT_MUTATION &&
          output.targetIndex == slot)
        return {};
    return error(instruction, "the input '", program_.inputs[slot].name,
                 "' is written, but not mutated");
  }
  if (isOutputSlot(program_, slot)) {
    program_.outputWritten[slot - inputs] = true;
    return {};
  }
  size_t state = slot - program_.stateSlot(0);
  if (state < program_.state.size() && !program_.state[state].isMutable)
    return error(instruction, "the state '", program_.state[state].name,
                 "' is written, but not mutable");
  return {};
}

Status kiln::rt::validateRun(const Manifest &manifest, Program &program,
                             const std::string &file) {
  return RunValidator(manifest, program, file).run();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop ends: it counts the rounds up to a number that no round changes, in
// the form that the format describes, or the program says that it is a while.

#include "package/Accesses.h"

#include <unordered_set>

using namespace kiln::rt;

using Instructions = std::vector<Instruction>;

/// The register that `instruction` sets, or noIndex.
static uint32_t setRegister(const Instruction &instruction) {
  bool sets = instruction.opcode == Opcode::Size ||
              instruction.opcode == Opcode::ReadScalar;
  return sets ? instruction.a : noIndex;
}

/// Is `instruction` one that raises `reg`?
static bool raises(const Program &program, const Instruction &instruction,
                   uint32_t reg) {
  if (instruction.opcode != Opcode::Size || instruction.a != reg)
    return false;
  std::optional<AffineForm> form =
      program.expressions[instruction.b].affineForm();
  return form && form->hasSymbol && form->reg == reg && form->scale == 1 &&
         form->offset > 0;
}

/// The register i of a condition that is written `Lt(i, bound)`; noIndex where
/// it is none, or where the bound reads i or what an instruction sets that is
/// between `head` and `last`.
static uint32_t countedRegister(const Program &program,
                                const Instructions &code,
                                const Expression &condition, size_t head,
                                size_t last) {
  std::unordered_set<uint32_t> changed;
  for (size_t i = head; i <= last; ++i)
    changed.insert(setRegister(code[i]));
  uint32_t counter = noIndex;
  size_t reads = 0;
  condition.forEachRegister([&](uint32_t reg) {
    std::string_view text = condition.text();
    if (text.substr(0, text.find(',')) == "Lt(" + program.registers[reg].name)
      counter = reg;
    reads += changed.count(reg);
  });
  return reads == 1 ? counter : noIndex;
}

static bool isCounted(const Program &program, const Instructions &code,
                      size_t head, size_t last) {
  const Instruction &first = code[head];
  if (first.opcode != Opcode::JumpIfFalse || first.a <= last || last == head)
    return false;
  uint32_t counter =
      countedRegister(program, code, program.expressions[first.b], head, last);
  if (counter == noIndex || !raises(program, code[last - 1], counter))
    return false;
  for (size_t i = head; i < last; ++i) {
    const Instruction &instruction = code[i];
    bool jumps = instruction.opcode == Opcode::Jump ||
                 instruction.opcode == Opcode::JumpIfFalse;
    if ((i + 1 < last && setRegister(instruction) == counter) ||
        (jumps && instruction.a == last))
      return false;
  }
  return true;
}

Status kiln::rt::validateLoops(const Program &program, uint32_t entry,
                               const std::string &file) {
  const Instructions &code = program.entries[entry].code;
  for (size_t i = 0; i < code.size(); ++i) {
    const Instruction &jump = code[i];
    bool isConditional = jump.opcode == Opcode::JumpIfFalse;
    bool goesBack =
        (isConditional || jump.opcode == Opcode::Jump) && jump.a <= i;
    if (!goesBack ||
        (!isConditional && (jump.b || isCounted(program, code, jump.a, i))))
      continue;
    return instructionError(
        program, file, entry, i, "the jump back to instruction ", jump.a,
        " neither counts the rounds nor says that it is a while");
  }
  return {};
}

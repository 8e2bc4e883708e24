// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers, slots and segments must be set on every path before they are
// used. "Set" is a forward must-analysis; states are kept where paths join
// only. A segment that is made again may move, so that views of it are no
// longer set.

#include "package/Accesses.h"

#include <algorithm>
#include <unordered_map>

using namespace kiln::rt;

namespace {

/// One bit per register, then per slot.
using Bits = std::vector<bool>;

/// The flow through one entry.
class FlowValidator {
public:
  /// `isGivenArguments`: its symbols are set from the start.
  FlowValidator(const Manifest &manifest, const Program &program,
                uint32_t entry, bool isGivenArguments, const std::string &file)
      : manifest_(manifest), program_(program), entry_(entry), file_(file),
        code_(program.entries[entry].code),
        registers_(program.registers.size()),
        bits_(registers_ + program.slotCount), begin_(bits_, false),
        sets_(bits_, false), views_(findViews(program, entry)) {
    if (isGivenArguments)
      std::fill_n(begin_.begin(), program.givenRegisters(), true);
    std::fill(begin_.begin() + slotBit(0),
              begin_.begin() + slotBit(program.segmentSlot(0)), true);
  }

  Status run();
  /// The epilogue after the return reads sizes and numbers of outputs.
  Status checkOutputSizes() const;

private:
  template <typename... Ts>
  Error error(size_t instruction, const Ts &...parts) const {
    return instructionError(program_, file_, entry_, instruction, parts...);
  }
  std::string bitName(uint32_t bit) const;

  Status runFrom(uint32_t position, Bits state);
  Status checkUses(uint32_t instruction, const Bits &state) const;
  bool join(uint32_t leader, Bits &state);
  void transfer(const Instruction &instruction, Bits &state) const;
  template <typename Use>
  void forEachUse(const Instruction &instruction, Use use) const;

  uint32_t slotBit(uint32_t slot) const {
    return static_cast<uint32_t>(registers_ + slot);
  }

  const Manifest &manifest_;
  const Program &program_;
  uint32_t entry_;
  const std::string &file_;
  const std::vector<Instruction> &code_;
  size_t registers_, bits_;
  Bits begin_;           ///< set when the entry begins
  Bits sets_;            ///< set at every return so far
  bool returns_ = false; ///< some path has reached a return
  /// Per segment: the views that may lie in it.
  std::vector<std::vector<uint32_t>> views_;
  std::vector<bool> isLeader_; ///< jumps go there
  std::unordered_map<uint32_t, Bits> atLeader_;
  std::vector<std::pair<uint32_t, Bits>> work_;
};

} // namespace

std::string FlowValidator::bitName(uint32_t bit) const {
  if (bit < registers_)
    return concat("register '", program_.registers[bit].name, "'");
  return concat("slot ", bit - registers_);
}

/// Calls use(bit) for each register and slot that an instruction needs.
template <typename Use>
void FlowValidator::forEachUse(const Instruction &instruction, Use use) const {
  auto useExpression = [&](uint32_t number) {
    const Expression &expression = program_.expressions[number];
    if (!expression.isConstant())
      expression.forEachRegister(use);
  };
  switch (instruction.opcode) {
  case Opcode::Size:
  case Opcode::JumpIfFalse:
    useExpression(instruction.b);
    break;
  case Opcode::Check:
    useExpression(instruction.a);
    break;
  case Opcode::Segment:
    useExpression(program_.segments[instruction.a].bytes);
    break;
  case Opcode::View:
    useExpression(instruction.c);
    useExpression(instruction.d);
    break;
  case Opcode::Dispatch: {
    const Dispatch &dispatch = program_.dispatches[instruction.a];
    for (uint32_t i = 0; i < dispatch.sizeCount; ++i)
      useExpression(program_.pool[dispatch.sizes + i]);
    useExpression(dispatch.domain);
    break;
  }
  case Opcode::Extern:
    for (const ExternTensor &tensor : program_.externs[instruction.a].tensors)
      for (uint32_t i = 0; i < tensor.rank; ++i)
        useExpression(program_.pool[tensor.sizes + i]);
    break;
  default:
    break;
  }
  forEachAccess(manifest_, program_, instruction,
                [&](uint32_t slot, bool, bool) {
                  use(slotBit(slot));
                  // An output of a data-dependent size exists once its size is
                  // known.
                  if (isOutputSlot(program_, slot))
                    for (uint32_t size :
                         program_.outputs[slot - program_.inputs.size()].sizes)
                      useExpression(size);
                });
}

void FlowValidator::transfer(const Instruction &instruction,
                             Bits &state) const {
  switch (instruction.opcode) {
  case Opcode::Size:
  case Opcode::ReadScalar:
    state[instruction.a] = true;
    return;
  case Opcode::Segment:
    for (uint32_t view : views_[instruction.a])
      state[slotBit(view)] = false;
    state[slotBit(program_.segmentSlot(instruction.a))] = true;
    return;
  case Opcode::View:
    state[slotBit(instruction.a)] = true;
    return;
  default:
    return;
  }
}

/// Joins `state` into what is known at a leader, and makes it that; true if
/// the leader must be visited again.
bool FlowValidator::join(uint32_t leader, Bits &state) {
  auto [found, isNew] = atLeader_.emplace(leader, state);
  bool changed = isNew;
  for (size_t i = 0; i < bits_ && !isNew; ++i)
    if (found->second[i] && !state[i]) {
      found->second[i] = false;
      changed = true;
    }
  state = found->second;
  return changed;
}

Status FlowValidator::checkUses(uint32_t instruction, const Bits &state) const {
  Status status;
  forEachUse(code_[instruction], [&](uint32_t bit) {
    if (status.ok() && !state[bit])
      status = error(instruction, bitName(bit),
                     " is used, but not set on every path");
  });
  return status;
}

/// Follows one path up to its end, or to where others join it.
Status FlowValidator::runFrom(uint32_t position, Bits state) {
  if (isLeader_[position] && !join(position, state))
    return {};
  for (uint32_t i = position; i < code_.size(); ++i) {
    if (i != position && isLeader_[i]) {
      work_.emplace_back(i, std::move(state));
      return {};
    }
    const Instruction &instruction = code_[i];
    KILN_RT_TRY(checkUses(i, state));
    transfer(instruction, state);
    if (instruction.opcode == Opcode::JumpIfFalse)
      work_.emplace_back(instruction.a, state);
    if (instruction.opcode == Opcode::Jump) {
      work_.emplace_back(instruction.a, std::move(state));
      return {};
    }
    if (instruction.opcode == Opcode::Return) {
      for (size_t bit = 0; bit < bits_; ++bit)
        sets_[bit] = (sets_[bit] || !returns_) && state[bit];
      returns_ = true;
      return {};
    }
  }
  return error(code_.size(),
               "the end of the entry is reached without a return");
}

Status FlowValidator::run() {
  if (code_.empty())
    return error(0, "the entry is empty");
  isLeader_.assign(code_.size(), false);
  for (const Instruction &instruction : code_)
    if (instruction.opcode == Opcode::Jump ||
        instruction.opcode == Opcode::JumpIfFalse)
      isLeader_[instruction.a] = true;
  work_.emplace_back(0, begin_);
  while (!work_.empty()) {
    auto [position, state] = std::move(work_.back());
    work_.pop_back();
    KILN_RT_TRY(runFrom(position, std::move(state)));
  }
  return {};
}

Status FlowValidator::checkOutputSizes() const {
  Status status;
  for (size_t i = 0; i < program_.outputs.size(); ++i) {
    auto use = [&](uint32_t bit) {
      if (status.ok() && bit >= program_.givenRegisters() && !sets_[bit])
        status = instructionError(program_, file_, entry_, 0, "output ", i,
                                  " needs ", bitName(bit),
                                  ", which is not set at every return");
    };
    program_.outputs[i].forEachLayout([&](uint32_t expression) {
      program_.expressions[expression].forEachRegister(use);
    });
    if (program_.outputs[i].number != noIndex)
      program_.expressions[program_.outputs[i].number].forEachRegister(use);
  }
  return status;
}

static Status validateProgram(const Manifest &manifest, Program &program,
                              const std::string &file) {
  FlowValidator flow(manifest, program, program.runEntry,
                     /*isGivenArguments=*/true, file);
  KILN_RT_TRY(flow.run());
  KILN_RT_TRY(validateRun(manifest, program, file));
  for (uint32_t entry : {program.prepareEntry, program.foldEntry}) {
    if (entry == noIndex)
      continue;
    KILN_RT_TRY(FlowValidator(manifest, program, entry,
                              /*isGivenArguments=*/false, file)
                    .run());
    KILN_RT_TRY(validatePrepare(manifest, program, entry, file));
  }
  for (uint32_t entry = 0; entry < program.entries.size(); ++entry) {
    KILN_RT_TRY(validateTypes(manifest, program, entry, file));
    KILN_RT_TRY(validateLoops(program, entry, file));
  }
  KILN_RT_TRY(flow.checkOutputSizes());
  KILN_RT_ASSIGN(program.binding, planBinding(program, file));
  return {};
}

Status kiln::rt::validateManifest(Manifest &manifest, const std::string &file) {
  for (Program &program : manifest.programs)
    KILN_RT_TRY(validateProgram(manifest, program, file));
  return validateState(manifest, file);
}

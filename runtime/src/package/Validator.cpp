// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers, slots and segments must be set on every path before they are
// used. Each entry is summarised on its own, callees before callers: what it
// needs to be set when it is called, and what is set when it returns. "Set" is
// a forward must-analysis; states are kept where paths join only. A segment
// that is made again may move, so that views of it are no longer set.

#include "package/Accesses.h"

#include <algorithm>

using namespace kiln::rt;

namespace {

/// One bit per register, then per slot.
using Bits = std::vector<bool>;

struct Summary {
  enum class Progress : uint8_t { None, Running, Done };
  Progress progress = Progress::None;
  bool returns = false;           ///< some path reaches a return
  Bits sets;                      ///< set at every return
  std::vector<uint32_t> segments; ///< that it makes, or what it calls
  std::vector<std::pair<uint32_t, uint32_t>> needs; ///< bit, instruction
};

class ProgramValidator {
public:
  ProgramValidator(Manifest &manifest, Program &program,
                   const std::string &file)
      : manifest_(manifest), program_(program), file_(file),
        registers_(program.registers.size()),
        bits_(registers_ + program.slotCount),
        summaries_(program.entries.size()), bases_(program.slotCount),
        views_(findViews(program)), writeChecked_(program.slotCount, false) {}

  Status run();

private:
  template <typename... Ts>
  Error error(size_t entry, size_t instruction, const Ts &...parts) const {
    Error result =
        makeError(Code::InvalidArgument, file_, ": manifest.json: program '",
                  program_.name, "', entry '", program_.entries[entry].name,
                  "', instruction ", instruction, ": ", parts...);
    result.program = program_.name;
    return result;
  }
  std::string bitName(uint32_t bit) const;

  Status summarise(uint32_t entry, size_t depth);
  Status flow(uint32_t entry);
  void transfer(const Instruction &instruction, Bits &state) const;
  void unsetViews(uint32_t segment, Bits &state) const {
    for (uint32_t view : views_[segment])
      state[slotBit(view)] = false;
  }
  template <typename Use>
  void forEachUse(const Instruction &instruction, Use use) const;

  void collectBases();
  Status checkNeeds(uint32_t entry, bool isGivenArguments) const;
  Status checkAccesses(size_t entry);
  Status checkWrite(size_t entry, size_t instruction, uint32_t slot);
  Status checkDirectWrite(size_t entry, size_t instruction, uint32_t slot);
  Status checkUsable(size_t entry, size_t instruction, uint32_t slot) const;
  Status checkOutputSizes(const Bits &atReturn) const;

  uint32_t slotBit(uint32_t slot) const {
    return static_cast<uint32_t>(registers_ + slot);
  }

  Manifest &manifest_;
  Program &program_;
  const std::string &file_;
  size_t registers_, bits_;
  std::vector<Summary> summaries_;
  /// Per slot: what it may be a view of.
  std::vector<std::vector<uint32_t>> bases_;
  /// Per segment: the views that may lie in it.
  std::vector<std::vector<uint32_t>> views_;
  std::vector<bool> writeChecked_;
};

} // namespace

std::string ProgramValidator::bitName(uint32_t bit) const {
  if (bit < registers_)
    return concat("register '", program_.registers[bit].name, "'");
  return concat("slot ", bit - registers_);
}

/// Calls use(bit) for each register and slot that an instruction needs.
template <typename Use>
void ProgramValidator::forEachUse(const Instruction &instruction,
                                  Use use) const {
  auto useExpression = [&](uint32_t expression) {
    program_.expressions[expression].forEachRegister(use);
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

void ProgramValidator::transfer(const Instruction &instruction,
                                Bits &state) const {
  switch (instruction.opcode) {
  case Opcode::Size:
  case Opcode::ReadScalar:
    state[instruction.a] = true;
    return;
  case Opcode::Segment:
    unsetViews(instruction.a, state);
    state[slotBit(program_.segmentSlot(instruction.a))] = true;
    return;
  case Opcode::View:
    state[slotBit(instruction.a)] = true;
    return;
  case Opcode::Call: {
    const Summary &callee = summaries_[instruction.a];
    for (uint32_t segment : callee.segments)
      unsetViews(segment, state);
    for (size_t i = 0; i < bits_; ++i)
      if (callee.sets[i])
        state[i] = true;
    return;
  }
  default:
    return;
  }
}

/// The analysis of one entry whose callees are summarised.
Status ProgramValidator::flow(uint32_t entry) {
  const std::vector<Instruction> &code = program_.entries[entry].code;
  Summary &summary = summaries_[entry];
  std::vector<bool> isLeader(code.size() + 1, false);
  for (const Instruction &instruction : code)
    if (instruction.opcode == Opcode::Jump ||
        instruction.opcode == Opcode::JumpIfFalse)
      isLeader[instruction.a] = true;
  if (code.empty())
    return error(entry, 0, "the entry is empty");

  std::unordered_map<uint32_t, Bits> atLeader;
  Bits needed(bits_, false);
  std::vector<std::pair<uint32_t, Bits>> work;
  work.emplace_back(0, Bits(bits_, false));
  /// Joins `state` into a leader; true if the leader must be visited again.
  auto join = [&](uint32_t leader, const Bits &state) {
    auto [found, isNew] = atLeader.emplace(leader, state);
    if (isNew)
      return true;
    bool changed = false;
    for (size_t i = 0; i < bits_; ++i)
      if (found->second[i] && !state[i]) {
        found->second[i] = false;
        changed = true;
      }
    return changed;
  };
  while (!work.empty()) {
    uint32_t position = work.back().first;
    Bits state = std::move(work.back().second);
    work.pop_back();
    if (isLeader[position]) {
      if (!join(position, state))
        continue;
      state = atLeader[position];
    }
    for (uint32_t i = position;; ++i) {
      if (i == code.size())
        return error(entry, i,
                     "the end of the entry is reached without a "
                     "return");
      if (i != position && isLeader[i]) {
        work.emplace_back(i, std::move(state));
        break;
      }
      const Instruction &instruction = code[i];
      auto use = [&](uint32_t bit) {
        if (!state[bit] && !needed[bit]) {
          needed[bit] = true;
          summary.needs.emplace_back(bit, i);
        }
      };
      forEachUse(instruction, use);
      if (instruction.opcode == Opcode::Call) {
        for (const auto &need : summaries_[instruction.a].needs)
          use(need.first);
        if (!summaries_[instruction.a].returns)
          break;
      }
      transfer(instruction, state);
      if (instruction.opcode == Opcode::Jump) {
        work.emplace_back(instruction.a, std::move(state));
        break;
      }
      if (instruction.opcode == Opcode::JumpIfFalse)
        work.emplace_back(instruction.a, state);
      if (instruction.opcode == Opcode::Return) {
        for (size_t bit = 0; bit < bits_; ++bit)
          summary.sets[bit] =
              (summary.sets[bit] || !summary.returns) && state[bit];
        summary.returns = true;
        break;
      }
    }
  }
  return {};
}

Status ProgramValidator::summarise(uint32_t entry, size_t depth) {
  constexpr size_t maxCallDepth = 64;
  Summary &summary = summaries_[entry];
  if (summary.progress == Summary::Progress::Done)
    return {};
  if (summary.progress == Summary::Progress::Running)
    return error(entry, 0, "the entry calls itself");
  if (depth > maxCallDepth)
    return error(entry, 0, "calls are nested more than ", maxCallDepth,
                 " deep");
  summary.progress = Summary::Progress::Running;
  summary.sets.assign(bits_, false);
  for (const Instruction &instruction : program_.entries[entry].code) {
    if (instruction.opcode == Opcode::Segment)
      summary.segments.push_back(instruction.a);
    if (instruction.opcode != Opcode::Call)
      continue;
    KILN_RT_TRY(summarise(instruction.a, depth + 1));
    const std::vector<uint32_t> &made = summaries_[instruction.a].segments;
    summary.segments.insert(summary.segments.end(), made.begin(), made.end());
  }
  std::sort(summary.segments.begin(), summary.segments.end());
  summary.segments.erase(
      std::unique(summary.segments.begin(), summary.segments.end()),
      summary.segments.end());
  KILN_RT_TRY(flow(entry));
  summary.progress = Summary::Progress::Done;
  return {};
}

Status ProgramValidator::checkUsable(size_t entry, size_t instruction,
                                     uint32_t slot) const {
  const ValueDecl *value = nullptr;
  size_t inputs = program_.inputs.size();
  if (slot < inputs)
    value = &program_.inputs[slot];
  else if (slot < inputs + program_.outputs.size())
    value = &program_.outputs[slot - inputs];
  if (value && !value->isTensor())
    return error(entry, instruction, "slot ", slot,
                 " is a number or a constant and has no memory");
  return {};
}

void ProgramValidator::collectBases() {
  for (const Entry &entry : program_.entries)
    for (const Instruction &instruction : entry.code)
      if (instruction.opcode == Opcode::View)
        bases_[instruction.a].push_back(instruction.b);
}

/// A slot is written: may it be? Marks outputs. Writing a view writes what it
/// is a view of; once per slot is enough.
Status ProgramValidator::checkWrite(size_t entry, size_t instruction,
                                    uint32_t slot) {
  std::vector<uint32_t> work = {slot};
  while (!work.empty()) {
    uint32_t next = work.back();
    work.pop_back();
    if (writeChecked_[next])
      continue;
    writeChecked_[next] = true;
    work.insert(work.end(), bases_[next].begin(), bases_[next].end());
    KILN_RT_TRY(checkDirectWrite(entry, instruction, next));
  }
  return {};
}

Status ProgramValidator::checkDirectWrite(size_t entry, size_t instruction,
                                          uint32_t slot) {
  size_t inputs = program_.inputs.size();
  if (slot < inputs) {
    for (const ValueDecl &output : program_.outputs)
      if (output.kind == KILN_VALUE_USER_INPUT_MUTATION &&
          output.targetIndex == slot)
        return {};
    return error(entry, instruction, "the input '", program_.inputs[slot].name,
                 "' is written, but not mutated");
  }
  size_t output = slot - inputs;
  if (output < program_.outputs.size()) {
    program_.outputWritten[output] = true;
    return {};
  }
  size_t state = output - program_.outputs.size();
  if (state < program_.state.size() && !program_.state[state].isMutable)
    return error(entry, instruction, "the state '", program_.state[state].name,
                 "' is written, but not mutable");
  return {};
}

/// Who may be written; and which outputs are.
Status ProgramValidator::checkAccesses(size_t entry) {
  const std::vector<Instruction> &code = program_.entries[entry].code;
  for (size_t i = 0; i < code.size(); ++i) {
    Status status;
    forEachAccess(manifest_, program_, code[i],
                  [&](uint32_t slot, bool, bool writes) {
                    if (status.ok())
                      status = checkUsable(entry, i, slot);
                    if (status.ok() && writes)
                      status = checkWrite(entry, i, slot);
                  });
    KILN_RT_TRY(std::move(status));
  }
  return {};
}

/// What runs after the return reads sizes and numbers of outputs.
Status ProgramValidator::checkOutputSizes(const Bits &atReturn) const {
  Status status;
  for (size_t i = 0; i < program_.outputs.size(); ++i) {
    auto use = [&](uint32_t bit) {
      if (status.ok() && bit >= program_.symbols.size() && !atReturn[bit])
        status = error(program_.runEntry, 0, "output ", i, " needs ",
                       bitName(bit), ", which is not set at every return");
    };
    for (uint32_t size : program_.outputs[i].sizes)
      program_.expressions[size].forEachRegister(use);
    for (uint32_t stride : program_.outputs[i].strides)
      program_.expressions[stride].forEachRegister(use);
    if (program_.outputs[i].number != noIndex)
      program_.expressions[program_.outputs[i].number].forEachRegister(use);
  }
  return status;
}

/// What an entry needs is there when it begins: slots that are declared and,
/// with the arguments of a call, its symbols.
Status ProgramValidator::checkNeeds(uint32_t entry,
                                    bool isGivenArguments) const {
  size_t firstSegment = slotBit(program_.segmentSlot(0));
  for (auto [bit, instruction] : summaries_[entry].needs) {
    bool given = bit < registers_
                     ? isGivenArguments && bit < program_.symbols.size()
                     : bit < firstSegment;
    if (!given)
      return error(entry, instruction, bitName(bit),
                   " is used, but not set on every path");
  }
  return {};
}

Status ProgramValidator::run() {
  collectBases();
  KILN_RT_TRY(summarise(program_.runEntry, 0));
  std::vector<bool> run = findReached(program_, program_.runEntry);
  std::vector<bool> prepare = findReached(program_, program_.prepareEntry);
  for (uint32_t entry = 0; entry < program_.entries.size(); ++entry) {
    KILN_RT_TRY(summarise(entry, 0));
    // Others follow the rules of `prepare`.
    if (run[entry] || !prepare[entry])
      KILN_RT_TRY(checkAccesses(entry));
  }
  KILN_RT_TRY(checkNeeds(program_.runEntry, /*isGivenArguments=*/true));
  if (program_.prepareEntry != noIndex)
    KILN_RT_TRY(checkNeeds(program_.prepareEntry, /*isGivenArguments=*/false));
  KILN_RT_TRY(validateLoops(program_, file_));
  return checkOutputSizes(summaries_[program_.runEntry].sets);
}

Status kiln::rt::validateManifest(Manifest &manifest, const std::string &file) {
  for (Program &program : manifest.programs) {
    KILN_RT_TRY(ProgramValidator(manifest, program, file).run());
    KILN_RT_TRY(validatePrepare(manifest, program, file));
  }
  return {};
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry `prepare` runs before any call: nothing is there but weights.

#include "package/Accesses.h"

#include <unordered_set>

using namespace kiln::rt;

namespace {
class PrepareValidator {
public:
  PrepareValidator(const Manifest &manifest, Program &program,
                   const std::string &file)
      : manifest_(manifest), program_(program), file_(file),
        isMutable_(manifest.storages.size(), false) {
    for (const Program &other : manifest.programs)
      for (const StateDecl &state : other.state)
        if (state.isMutable)
          isMutable_[state.storage] = true;
  }

  Status run() {
    std::vector<bool> reached = findReached(program_, program_.prepareEntry);
    // Views first: an entry may use those that another makes.
    for (size_t entry = 0; entry < reached.size(); ++entry)
      if (reached[entry])
        collectBases(entry);
    for (size_t entry = 0; entry < reached.size(); ++entry)
      if (reached[entry])
        KILN_RT_TRY(checkEntry(entry));
    return {};
  }

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

  void collectBases(size_t entry) {
    for (const Instruction &instruction : program_.entries[entry].code)
      if (instruction.opcode == Opcode::View)
        bases_[instruction.a].push_back(instruction.b);
  }

  Status checkEntry(size_t entry) {
    const std::vector<Instruction> &code = program_.entries[entry].code;
    for (size_t i = 0; i < code.size(); ++i) {
      Status status;
      forEachAccess(manifest_, program_, code[i],
                    [&](uint32_t slot, bool, bool writes) {
                      if (status.ok())
                        status = checkUse(entry, i, slot);
                      if (status.ok() && writes)
                        status = checkWrite(entry, i, slot);
                    });
      KILN_RT_TRY(std::move(status));
    }
    return {};
  }

  /// The state entry of a slot, or null.
  StateDecl *findState(uint32_t slot) {
    size_t first = program_.stateSlot(0);
    bool isState = slot >= first && slot - first < program_.state.size();
    return isState ? &program_.state[slot - first] : nullptr;
  }

  Status checkUse(size_t entry, size_t instruction, uint32_t slot) {
    if (slot < program_.stateSlot(0))
      return error(entry, instruction, "slot ", slot,
                   " belongs to calls, which `prepare` comes before");
    const StateDecl *state = findState(slot);
    if (state && isMutable_[state->storage])
      return error(entry, instruction, "the state '", state->name,
                   "' is in memory that is mutable, which `prepare` may not "
                   "use");
    return {};
  }

  /// Writing a view writes what it is a view of.
  Status checkWrite(size_t entry, size_t instruction, uint32_t slot) {
    std::vector<uint32_t> work = {slot};
    while (!work.empty()) {
      uint32_t next = work.back();
      work.pop_back();
      if (!written_.insert(next).second)
        continue;
      if (auto found = bases_.find(next); found != bases_.end())
        work.insert(work.end(), found->second.begin(), found->second.end());
      StateDecl *state = findState(next);
      if (state && state->madeFrom.empty())
        return error(entry, instruction, "the state '", state->name,
                     "' is written, but not made of others");
      if (state)
        state->isRemade = true;
    }
    return {};
  }

  const Manifest &manifest_;
  Program &program_;
  const std::string &file_;
  /// Per storage of the manifest: does a call of some program write it?
  std::vector<bool> isMutable_;
  std::unordered_map<uint32_t, std::vector<uint32_t>> bases_; ///< of views
  std::unordered_set<uint32_t> written_;
};
} // namespace

std::vector<bool> kiln::rt::findReached(const Program &program, uint32_t from) {
  std::vector<bool> reached(program.entries.size(), false);
  std::vector<uint32_t> work;
  if (from != noIndex)
    work.push_back(from);
  while (!work.empty()) {
    uint32_t entry = work.back();
    work.pop_back();
    if (reached[entry])
      continue;
    reached[entry] = true;
    for (const Instruction &instruction : program.entries[entry].code)
      if (instruction.opcode == Opcode::Call)
        work.push_back(instruction.a);
  }
  return reached;
}

Status kiln::rt::validatePrepare(const Manifest &manifest, Program &program,
                                 const std::string &file) {
  if (program.prepareEntry == noIndex)
    return {};
  return PrepareValidator(manifest, program, file).run();
}

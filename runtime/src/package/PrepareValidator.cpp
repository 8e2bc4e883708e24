// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entries `prepare` and `fold` run before any call: nothing is there but
// weights.

#include "package/Accesses.h"

using namespace kiln::rt;

namespace {
class PrepareValidator {
public:
  PrepareValidator(const Manifest &manifest, Program &program, uint32_t entry,
                   const std::string &file)
      : manifest_(manifest), program_(program), entry_(entry), file_(file),
        isMutable_(manifest.storages.size(), false) {
    for (const Program &other : manifest.programs)
      for (const StateDecl &state : other.state)
        if (state.isMutable)
          isMutable_[state.storage] = true;
  }

  Status run() {
    auto use = [&](size_t instruction, uint32_t slot) {
      return checkUse(instruction, slot);
    };
    auto write = [&](size_t instruction, uint32_t slot) {
      return checkWrite(instruction, slot);
    };
    return AccessWalk(manifest_, program_, entry_).run(use, write);
  }

private:
  template <typename... Ts>
  Error error(size_t instruction, const Ts &...parts) const {
    return instructionError(program_, file_, entry_, instruction, parts...);
  }

  bool isFold() const { return entry_ == program_.foldEntry; }
  bool isFolded(const StateDecl &state) const {
    return manifest_.storages[state.storage].isFolded();
  }

  /// The state entry of a slot, or null.
  StateDecl *findState(uint32_t slot) {
    size_t first = program_.stateSlot(0);
    bool isState = slot >= first && slot - first < program_.state.size();
    return isState ? &program_.state[slot - first] : nullptr;
  }

  Status checkUse(size_t instruction, uint32_t slot) {
    if (slot < program_.stateSlot(0))
      return error(instruction, "slot ", slot, " belongs to calls, which `",
                   program_.entries[entry_].name, "` comes before");
    StateDecl *state = findState(slot);
    if (!state)
      return {};
    if (isMutable_[state->storage])
      return error(instruction, "the state '", state->name,
                   "' is in memory that is mutable, which `",
                   program_.entries[entry_].name, "` may not use");
    if (!isFold() && isFolded(*state))
      return error(instruction, "the state '", state->name,
                   "' is not in the package, which `prepare` may not use");
    (isFold() ? state->isFoldSource : state->isSource) = true;
    return {};
  }

  Status checkWrite(size_t instruction, uint32_t slot) {
    StateDecl *state = findState(slot);
    if (state && state->madeFrom.empty())
      return error(instruction, "the state '", state->name,
                   "' is written, but not made of others");
    if (state && isFold() && !isFolded(*state))
      return error(instruction, "the state '", state->name,
                   "' is written by `fold`, but is in the package");
    if (state)
      state->isRemade = true;
    return {};
  }

  const Manifest &manifest_;
  Program &program_;
  uint32_t entry_;
  const std::string &file_;
  /// Per storage of the manifest: does a call of some program write it?
  std::vector<bool> isMutable_;
};
} // namespace

Status kiln::rt::validatePrepare(const Manifest &manifest, Program &program,
                                 uint32_t entry, const std::string &file) {
  return PrepareValidator(manifest, program, entry, file).run();
}

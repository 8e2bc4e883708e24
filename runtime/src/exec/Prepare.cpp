// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/Prepare.h"
#include "dtype/Dtype.h"
#include "exec/Interpreter.h"

#include <algorithm>

using namespace kiln::rt;

/// Runs the entry of one program.
static Status prepareProgram(Module &module, uint32_t index, uint32_t entry,
                             WeightSet &set) {
  const Program &program = module.manifest().programs[index];
  bool isFold = entry == program.foldEntry;
  // Of no caller: it has neither symbols nor inputs, nor outputs.
  Arena arena(module, index);
  Frame frame(module, index, arena);
  for (size_t i = 0; i < program.state.size(); ++i) {
    const StateDecl &state = program.state[i];
    uint64_t bytes =
        static_cast<uint64_t>(state.elements) * dtypeBytes(state.dtype);
    bool isFolded = module.manifest().storages[state.storage].isFolded();
    void *data = nullptr;
    if (state.isRemade && isFolded == isFold) {
      KILN_RT_ASSIGN(data, set.renew(index, i, bytes, module.file()));
    } else if (isFold ? state.isFoldSource : state.isSource) {
      KILN_RT_ASSIGN(const void *read,
                     set.layOutState(index, i, module.file()));
      data = const_cast<void *>(read);
    }
    frame.slots[program.stateSlot(i)] = {data, bytes};
  }
  Call call(module, frame, nullptr, 0, nullptr, 0);
  KILN_RT_TRY(runEntry(module, frame, call, nullptr, RunControl(), entry));
  return module.device().wait(nullptr);
}

bool kiln::rt::hasFolded(const Manifest &manifest) {
  return std::any_of(
      manifest.programs.begin(), manifest.programs.end(),
      [](const Program &program) { return program.foldEntry != noIndex; });
}

Status kiln::rt::prepareWeights(Module &module, WeightSet &set) {
  const std::vector<Program> &programs = module.manifest().programs;
  for (uint32_t i = 0; i < programs.size(); ++i) {
    if (programs[i].foldEntry != noIndex)
      KILN_RT_TRY(prepareProgram(module, i, programs[i].foldEntry, set));
    if (set.isReplaced() && programs[i].prepareEntry != noIndex)
      KILN_RT_TRY(prepareProgram(module, i, programs[i].prepareEntry, set));
  }
  return {};
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "dtype/Dtype.h"
#include "package/Accesses.h"

using namespace kiln::rt;

template <typename... Ts>
static Error stateError(Code code, const Program &program,
                        const std::string &file, const StateDecl &state,
                        const Ts &...parts) {
  Error error = makeError(code, file, ": ", program.name, ": the state '",
                          state.name, "' ", parts...);
  error.program = program.name;
  return error;
}

/// Contexts copy mutable storages as they are: an entry that is not row-major
/// there would need a copy that follows every write.
static Status validateMutable(const Manifest &manifest,
                              const std::string &file) {
  std::vector<bool> isMutable(manifest.storages.size(), false);
  for (const Program &program : manifest.programs)
    for (const StateDecl &state : program.state)
      if (state.isMutable)
        isMutable[state.storage] = true;
  for (const Program &program : manifest.programs)
    for (const StateDecl &state : program.state)
      if (!state.isDense && isMutable[state.storage])
        return stateError(Code::Unimplemented, program, file, state,
                          "is not row-major in memory that is mutable");
  return {};
}

/// Nothing else than the entry `fold` of its program says what is in the memory
/// of such a constant.
static Status validateFolded(const Manifest &manifest,
                             const std::string &file) {
  std::vector<bool> isTaken(manifest.storages.size(), false);
  for (const Program &program : manifest.programs)
    for (const StateDecl &state : program.state) {
      const Storage &storage = manifest.storages[state.storage];
      if (!storage.isFolded())
        continue;
      if (!state.isRemade)
        return stateError(Code::InvalidArgument, program, file, state,
                          "is neither in the package nor made by `fold`");
      uint64_t bytes =
          static_cast<uint64_t>(state.elements) * dtypeBytes(state.dtype);
      if (isTaken[state.storage] || !state.isDense || state.offset != 0 ||
          bytes != storage.bytes)
        return stateError(Code::InvalidArgument, program, file, state,
                          "is made by `fold`, but is not all of its storage");
      isTaken[state.storage] = true;
    }
  return {};
}

Status kiln::rt::validateState(const Manifest &manifest,
                               const std::string &file) {
  KILN_RT_TRY(validateMutable(manifest, file));
  return validateFolded(manifest, file);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "package/Accesses.h"

using namespace kiln::rt;

/// Contexts copy mutable storages as they are: an entry that is not row-major
/// there would need a copy that follows every write.
Status kiln::rt::validateState(const Manifest &manifest,
                               const std::string &file) {
  std::vector<bool> isMutable(manifest.storages.size(), false);
  for (const Program &program : manifest.programs)
    for (const StateDecl &state : program.state)
      if (state.isMutable)
        isMutable[state.storage] = true;
  for (const Program &program : manifest.programs)
    for (const StateDecl &state : program.state)
      if (!state.isDense && isMutable[state.storage]) {
        Error error = makeError(Code::Unimplemented, file, ": ", program.name,
                                ": the state '", state.name,
                                "' is not row-major in memory that is mutable");
        error.program = program.name;
        return error;
      }
  return {};
}

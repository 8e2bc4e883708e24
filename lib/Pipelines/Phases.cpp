// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Pipelines/Pipelines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace kiln;

static constexpr StringRef kNames[] = {
    "exported", "core", "tensors", "dispatches", "host", "objects", "package"};

StringRef kiln::getPhaseName(Phase phase) {
  return kNames[static_cast<unsigned>(phase)];
}

std::optional<Phase> kiln::parsePhase(StringRef name) {
  const StringRef *found = llvm::find(kNames, name);
  if (found == std::end(kNames))
    return std::nullopt;
  return static_cast<Phase>(found - kNames);
}

std::string kiln::getPhaseNames() { return llvm::join(ArrayRef(kNames), ", "); }

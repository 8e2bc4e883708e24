// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs what a fuzz target has loaded, on inputs of zeros.
#ifndef KILN_FUZZ_RUNONZEROS_H
#define KILN_FUZZ_RUNONZEROS_H

#include "exec/Context.h"

namespace kiln::fuzz {

/// Options of a module with one thread and little memory. Every routine that
/// `manifest` names is one that does nothing; with `standIn`, so is every
/// kernel.
rt::ModuleOptions makeOptions(const rt::Manifest &manifest, bool standIn);

/// Runs each program once, on zeros and small symbols, and returns the bytes of
/// all results; or nothing where a call was refused or took longer: a changed
/// loop may have no end.
std::optional<std::string> runOnZeros(rt::Module &module, int64_t milliseconds);

} // namespace kiln::fuzz

#endif // KILN_FUZZ_RUNONZEROS_H

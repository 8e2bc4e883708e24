// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints parts of a manifest (docs/PackageFormat.md) for people.
#ifndef KILN_TOOLS_KILN_INSPECT_MANIFESTPRINTER_H
#define KILN_TOOLS_KILN_INSPECT_MANIFESTPRINTER_H

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace kiln {

/// Each function prints one part of `manifest`; missing keys print as nothing.
void printContract(llvm::raw_ostream &os, const llvm::json::Object &manifest);
void printSummary(llvm::raw_ostream &os, const llvm::json::Object &manifest);
void printSignature(llvm::raw_ostream &os, const llvm::json::Object &manifest);
void printWeights(llvm::raw_ostream &os, const llvm::json::Object &manifest);
void printSchedules(llvm::raw_ostream &os, const llvm::json::Object &manifest);
/// Adds the schedules as `kiln-compile --schedules` reads them, equal ones
/// once.
void addSchedules(const llvm::json::Object &manifest,
                  llvm::json::Array &records);
void printHostPrograms(llvm::raw_ostream &os,
                       const llvm::json::Object &manifest);
void printKernels(llvm::raw_ostream &os, const llvm::json::Object &manifest);

} // namespace kiln

#endif // KILN_TOOLS_KILN_INSPECT_MANIFESTPRINTER_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A manifest says nothing twice. People read it with all of it in its place.

#ifndef KILN_TOOLS_KILN_INSPECT_BRIEFMANIFEST_H
#define KILN_TOOLS_KILN_INSPECT_BRIEFMANIFEST_H

#include "llvm/Support/JSON.h"

namespace kiln {

/// The name of the record of details; empty where the manifest has none.
std::string findDetails(const llvm::json::Object &manifest);

/// Puts what the record of details says into its manifest.
void addDetails(const llvm::json::Object &details,
                llvm::json::Object &manifest);

/// Puts names and bytes of records in the place of their numbers, digests
/// beside the names that say them, lines in all origins that share one, and
/// what state and kernels take for granted.
void expandManifest(llvm::json::Object &manifest);

} // namespace kiln

#endif // KILN_TOOLS_KILN_INSPECT_BRIEFMANIFEST_H

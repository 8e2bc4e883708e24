// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes and types that bytecode holds as text, which is how those of
// dialects without an encoding of their own are written.
#ifndef KILN_LIB_SUPPORT_BYTECODETEXTS_H
#define KILN_LIB_SUPPORT_BYTECODETEXTS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace kiln {

/// True if `file` is bytecode of MLIR.
bool isBytecode(llvm::StringRef file);

/// Visits each text of an attribute or type; stops where `file` is malformed,
/// which MLIR's reader then reports.
void forEachBytecodeText(llvm::StringRef file,
                         llvm::function_ref<void(llvm::StringRef)> visit);

} // namespace kiln

#endif // KILN_LIB_SUPPORT_BYTECODETEXTS_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that a command line names: their allowed kinds, and how deep texts of
// theirs may nest.
#ifndef KILN_SUPPORT_INPUTFILE_H
#define KILN_SUPPORT_INPUTFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace kiln {

/// Reads a file; `-` is standard input. A pipe, which could make this wait for
/// ever, and a device, which need not end, are errors. Errors name the path.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readInputFile(llvm::StringRef path);

/// MLIR's parser recurses. Text whose brackets nest deeper than it can take is
/// an error, which names the line.
llvm::Error checkNesting(llvm::StringRef text);

} // namespace kiln

#endif // KILN_SUPPORT_INPUTFILE_H

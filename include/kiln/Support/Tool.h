// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The common part of all tools: how they end when nothing else helps, and how
// they write files.
#ifndef KILN_SUPPORT_TOOL_H
#define KILN_SUPPORT_TOOL_H

#include "kiln/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace kiln {

/// Call it first in main, after llvm::InitLLVM. What runs out of memory, or
/// throws what nobody catches, ends the tool with a line that names it and the
/// status 1, and files that it was writing are removed.
void initTool(llvm::StringRef name);

/// Leaves the flags that LLVM's libraries declare to --help-hidden. To be
/// called before the tool, or MLIR for it, declares more.
void hideFlagsOfLLVM();

/// Whether an argument asks for help: a tool with all passes of MLIR
/// leaves those to --help-hidden then.
bool asksForHelp(int argc, char **argv);

/// Writes a file whole or not at all (see kiln-rt/archive/OutputFile.h); `-` is
/// standard output.
llvm::Error
writeOutputFile(llvm::StringRef path,
                llvm::function_ref<void(llvm::raw_ostream &)> write);

/// Writes IR: bytecode where the path ends in ".mlirbc", else text, with the
/// locations of ops if those are wanted. Errors as above.
llvm::Error writeIRFile(llvm::StringRef path, Operation *module,
                        bool locations);

} // namespace kiln

#endif // KILN_SUPPORT_TOOL_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The machine code of one function of an ELF object as text.
#ifndef KILN_TOOLS_KILN_INSPECT_DISASSEMBLER_H
#define KILN_TOOLS_KILN_INSPECT_DISASSEMBLER_H

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace kiln {

/// Prints the function `symbol` of the ELF file in `bytes`, which is the code
/// of `target`.
llvm::Error disassemble(llvm::raw_ostream &os, llvm::StringRef target,
                        llvm::StringRef bytes, llvm::StringRef symbol);

} // namespace kiln

#endif // KILN_TOOLS_KILN_INSPECT_DISASSEMBLER_H

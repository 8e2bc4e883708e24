// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From an operation to the lines of Python that it comes from.
#ifndef KILN_TOOLS_KILN_LSP_SERVER_PYTHONLINES_H
#define KILN_TOOLS_KILN_LSP_SERVER_PYTHONLINES_H

#include "kiln/Support/LLVM.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/LSP/Protocol.h"

namespace kiln::server {

/// The lines in the location of the operation whose name stands at `position`
/// of the IR `text`, the innermost frame first; of files that exist only.
/// Relative names are looked up beside the IR file, beside the archive of its
/// program, and in `root`, the folder of the editor's workspace, if any.
std::vector<llvm::lsp::Location>
findPythonLines(StringRef text, llvm::lsp::Position position, StringRef irFile,
                StringRef root, const mlir::DialectRegistry &dialects);

} // namespace kiln::server

#endif // KILN_TOOLS_KILN_LSP_SERVER_PYTHONLINES_H

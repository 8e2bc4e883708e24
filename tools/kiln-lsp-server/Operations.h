// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the schema table and the pages of Kiln's dialects say of an operation.
#ifndef KILN_TOOLS_KILN_LSP_SERVER_OPERATIONS_H
#define KILN_TOOLS_KILN_LSP_SERVER_OPERATIONS_H

#include "kiln/Support/LLVM.h"
#include "llvm/Support/LSP/Protocol.h"

namespace kiln::server {

/// The name of an operation that stands at `position` of a text, such as
/// `aten.relu.default`; another word, or an empty one, where none stands there.
StringRef getWordAt(StringRef text, llvm::lsp::Position position);

/// In Markdown: PyTorch's schema of an operator and what else the table knows,
/// or the syntax and the description of an operation of Kiln's other dialects.
/// Empty where there is neither.
std::string describeOperation(StringRef name);

} // namespace kiln::server

#endif // KILN_TOOLS_KILN_LSP_SERVER_OPERATIONS_H

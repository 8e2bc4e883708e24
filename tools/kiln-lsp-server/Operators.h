// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the schema table says of an operator.
#ifndef KILN_TOOLS_KILN_LSP_SERVER_OPERATORS_H
#define KILN_TOOLS_KILN_LSP_SERVER_OPERATORS_H

#include "kiln/Support/LLVM.h"
#include "llvm/Support/LSP/Protocol.h"

namespace kiln::server {

/// The name of an operation that stands at `position` of a text, such as
/// `aten.relu.default`; another word, or an empty one, where none stands there.
StringRef getWordAt(StringRef text, llvm::lsp::Position position);

/// PyTorch's schema of the operator and what else the table knows, in Markdown;
/// empty where the table has no such operator.
std::string describeOperator(StringRef name);

} // namespace kiln::server

#endif // KILN_TOOLS_KILN_LSP_SERVER_OPERATORS_H

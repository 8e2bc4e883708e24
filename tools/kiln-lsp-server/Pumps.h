// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages on their way between an editor and a language server.
#ifndef KILN_TOOLS_KILN_LSP_SERVER_PUMPS_H
#define KILN_TOOLS_KILN_LSP_SERVER_PUMPS_H

#include "kiln/Support/LLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LSP/Transport.h"
#include <cstdio>

namespace kiln::server {

/// Sends each message of `from` on to `to`, which it closes at the end; both
/// are of `style`. `see` is shown those that are JSON objects, before.
void pumpRequests(std::FILE *from, std::FILE *to,
                  llvm::lsp::JSONStreamStyle style,
                  llvm::function_ref<void(const llvm::json::Object &)> see);

/// Sends on what `from` has to standard output: messages with a header, and
/// other text as it is. `change` may change a message,
/// and returns whether it did.
void pumpReplies(std::FILE *from,
                 llvm::function_ref<bool(llvm::json::Object &)> change);

} // namespace kiln::server

#endif // KILN_TOOLS_KILN_LSP_SERVER_PUMPS_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The texts that an editor has open.
#ifndef KILN_TOOLS_KILN_LSP_SERVER_DOCUMENTS_H
#define KILN_TOOLS_KILN_LSP_SERVER_DOCUMENTS_H

#include "kiln/Support/LLVM.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/LSP/Protocol.h"

namespace kiln::server {

class Documents {
public:
  /// Follows a notification that opens, changes or closes a document; others,
  /// and those that are malformed, change nothing.
  void follow(StringRef method, const llvm::json::Value &params);

  /// The text of an open document, else null.
  const std::string *find(StringRef uri) const;

private:
  llvm::StringMap<std::string> texts; ///< by URI
};

} // namespace kiln::server

#endif // KILN_TOOLS_KILN_LSP_SERVER_DOCUMENTS_H

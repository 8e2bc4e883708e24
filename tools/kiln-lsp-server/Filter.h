// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tool adds to the replies of MLIR's language server.
#ifndef KILN_TOOLS_KILN_LSP_SERVER_FILTER_H
#define KILN_TOOLS_KILN_LSP_SERVER_FILTER_H

#include "Documents.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/JSON.h"
#include <mutex>

namespace kiln::server {

/// Sees all messages between editor and server; one thread for each direction.
class Filter {
public:
  explicit Filter(const mlir::DialectRegistry &dialects) : dialects(dialects) {}

  /// A message of the editor, before the server has it.
  void follow(const llvm::json::Object &message);

  /// A message of the server, before the editor has it. Returns whether it was
  /// changed: the hover over an operation also shows its schema or description,
  /// and its definition is also where its Python lines are.
  bool augment(llvm::json::Object &message);

private:
  /// Of a request that is not answered yet.
  struct Request {
    std::string method;
    llvm::lsp::TextDocumentPositionParams at;
    std::string text; ///< of the document, as it was when it was sent
  };

  std::optional<Request> takeRequest(const llvm::json::Object &reply);
  bool addDescription(const Request &request, llvm::json::Object &reply);
  bool addPythonLines(const Request &request, llvm::json::Object &reply);

  const mlir::DialectRegistry &dialects; ///< outlives it
  std::mutex mutex;                      ///< of what follows
  Documents documents;
  std::string root; ///< folder of the workspace, if the editor has one
  llvm::StringMap<Request> requests; ///< by id
};

} // namespace kiln::server

#endif // KILN_TOOLS_KILN_LSP_SERVER_FILTER_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Documents.h"

using namespace kiln;
using namespace kiln::server;
using namespace llvm::lsp;

template <typename Params>
static std::optional<Params> read(const llvm::json::Value &value) {
  Params params;
  llvm::json::Path::Root root;
  if (!fromJSON(value, params, root))
    return std::nullopt;
  return params;
}

void Documents::follow(StringRef method, const llvm::json::Value &params) {
  if (method == "textDocument/didOpen") {
    if (auto opened = read<DidOpenTextDocumentParams>(params))
      texts[opened->textDocument.uri.uri()] = opened->textDocument.text;
  } else if (method == "textDocument/didChange") {
    if (auto changed = read<DidChangeTextDocumentParams>(params))
      if (auto it = texts.find(changed->textDocument.uri.uri());
          it != texts.end())
        // What cannot be applied is reported by the server.
        (void)TextDocumentContentChangeEvent::applyTo(changed->contentChanges,
                                                      it->second);
  } else if (method == "textDocument/didClose") {
    if (auto closed = read<DidCloseTextDocumentParams>(params))
      texts.erase(closed->textDocument.uri.uri());
  }
}

const std::string *Documents::find(StringRef uri) const {
  auto it = texts.find(uri);
  return it == texts.end() ? nullptr : &it->second;
}

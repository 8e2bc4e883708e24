// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Filter.h"
#include "Operations.h"
#include "PythonLines.h"
#include "llvm/Support/FormatVariadic.h"

using namespace kiln;
using namespace kiln::server;
using llvm::json::Array;
using llvm::json::Object;

static std::string getKey(const Object &message) {
  const llvm::json::Value *id = message.get("id");
  return id ? llvm::formatv("{0}", *id).str() : "";
}

/// The folder of the workspace that `initialize` names.
static std::string getRoot(const Object &params) {
  if (std::optional<StringRef> uri = params.getString("rootUri")) {
    if (auto file = llvm::lsp::URIForFile::fromURI(*uri))
      return file->file().str();
    else
      llvm::consumeError(file.takeError());
  }
  return params.getString("rootPath").value_or("").str();
}

void Filter::follow(const Object &message) {
  std::lock_guard<std::mutex> lock(mutex);
  StringRef method = message.getString("method").value_or("");
  const llvm::json::Value *params = message.get("params");
  if (!params || !params->getAsObject())
    return;
  if (method == "initialize")
    root = getRoot(*params->getAsObject());
  documents.follow(method, *params);
  if (method != "textDocument/hover" && method != "textDocument/definition")
    return;
  Request request{method.str(), {}, ""};
  llvm::json::Path::Root path;
  if (!fromJSON(*params, request.at, path))
    return;
  if (const std::string *text =
          documents.find(request.at.textDocument.uri.uri())) {
    request.text = *text;
    requests[getKey(message)] = std::move(request);
  }
}

std::optional<Filter::Request> Filter::takeRequest(const Object &reply) {
  std::lock_guard<std::mutex> lock(mutex);
  auto it = requests.find(getKey(reply));
  if (reply.get("method") || it == requests.end())
    return std::nullopt;
  Request request = std::move(it->second);
  requests.erase(it);
  return request;
}

bool Filter::augment(Object &message) {
  std::optional<Request> request = takeRequest(message);
  if (!request || !message.get("result"))
    return false;
  return request->method == "textDocument/hover"
             ? addDescription(*request, message)
             : addPythonLines(*request, message);
}

bool Filter::addDescription(const Request &request, Object &reply) {
  std::string text =
      describeOperation(getWordAt(request.text, request.at.position));
  if (text.empty())
    return false;
  // The server shows nothing where the file has errors.
  Object *hover = reply.getObject("result");
  Object *contents = hover ? hover->getObject("contents") : nullptr;
  if (!contents) {
    reply["result"] =
        Object{{"contents", Object{{"kind", "markdown"}, {"value", text}}}};
    return true;
  }
  std::string shown = contents->getString("value").value_or("").str();
  (*contents)["value"] = shown + "\n" + text;
  return true;
}

bool Filter::addPythonLines(const Request &request, Object &reply) {
  auto lines =
      findPythonLines(request.text, request.at.position,
                      request.at.textDocument.uri.file(), root, dialects);
  if (!reply.getArray("result"))
    reply["result"] = Array();
  for (const llvm::lsp::Location &line : lines)
    // `toJSON` of a location would only refer to its text.
    reply.getArray("result")->push_back(
        Object{{"uri", line.uri.uri().str()}, {"range", toJSON(line.range)}});
  return !lines.empty();
}

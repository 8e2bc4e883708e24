// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pumps.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstdlib>

using namespace kiln;
using namespace llvm::lsp;

static constexpr llvm::StringLiteral kLength = "Content-Length: ";

/// The message as an object; null where it is none.
static std::optional<llvm::json::Object> parse(StringRef text) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value) {
    llvm::consumeError(value.takeError());
    return std::nullopt;
  }
  llvm::json::Object *object = value->getAsObject();
  return object ? std::optional(std::move(*object)) : std::nullopt;
}

void server::pumpRequests(
    std::FILE *from, std::FILE *to, JSONStreamStyle style,
    llvm::function_ref<void(const llvm::json::Object &)> see) {
  JSONTransportInputOverFile input(from, style);
  std::string text;
  while (!input.isEndOfInput() && !input.hasError()) {
    if (failed(input.readMessage(text)))
      continue;
    if (std::optional<llvm::json::Object> message = parse(text))
      see(*message);
    if (style == JSONStreamStyle::Delimited)
      text += "\n// -----\n";
    else
      text = (kLength + llvm::Twine(text.size()) + "\r\n\r\n" + text).str();
    std::fwrite(text.data(), 1, text.size(), to);
    std::fflush(to);
  }
  std::fclose(to);
}

static bool readLine(std::FILE *from, std::string &line) {
  line.clear();
  for (int c = std::fgetc(from); c != EOF; c = std::fgetc(from)) {
    line += static_cast<char>(c);
    if (c == '\n')
      return true;
  }
  return !line.empty();
}

void server::pumpReplies(
    std::FILE *from, llvm::function_ref<bool(llvm::json::Object &)> change) {
  std::string line;
  while (readLine(from, line)) {
    StringRef length = StringRef(line).trim();
    size_t size = 0;
    if (!length.consume_front(kLength) || length.getAsInteger(10, size)) {
      llvm::outs() << line;
      continue;
    }
    readLine(from, line); // the empty one behind the header
    std::string text(size, 0);
    text.resize(std::fread(text.data(), 1, size, from));
    std::optional<llvm::json::Object> message = parse(text);
    bool isPretty = StringRef(text).contains('\n');
    if (message && change(*message))
      text = llvm::formatv(isPretty ? "{0:2}" : "{0}",
                           llvm::json::Value(std::move(*message)));
    llvm::outs() << kLength << text.size() << "\r\n\r\n" << text;
    llvm::outs().flush();
  }
}

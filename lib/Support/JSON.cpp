// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Support/JSON.h"

static constexpr unsigned kMaxDepth = 500;

/// Do the brackets nest within the limit? Malformed text is the parser's to
/// refuse; it recurses at no other character than a bracket.
static bool isShallow(llvm::StringRef text) {
  unsigned depth = 0;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (inString && c == '\\')
      ++i;
    else if (c == '"')
      inString = !inString;
    else if (!inString && (c == '[' || c == '{') && ++depth > kMaxDepth)
      return false;
    else if (!inString && (c == ']' || c == '}') && depth > 0)
      --depth;
  }
  return true;
}

llvm::Expected<llvm::json::Value> kiln::parseJSON(llvm::StringRef text) {
  if (!isShallow(text))
    return llvm::createStringError("nested deeper than " +
                                   llvm::Twine(kMaxDepth));
  return llvm::json::parse(text);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Support/InputFile.h"
#include "llvm/Support/FileSystem.h"

using llvm::StringRef;

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
kiln::readInputFile(StringRef path) {
  llvm::sys::fs::file_status status;
  bool isFile = path != "-" && !llvm::sys::fs::status(path, status);
  if (isFile && status.type() != llvm::sys::fs::file_type::regular_file)
    return llvm::createStringError(path + ": not a regular file");
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer)
    return llvm::createStringError(
        path + ": cannot open the file: " + buffer.getError().message());
  return std::move(*buffer);
}

/// Brackets of a text in MLIR's syntax. Strings and comments are left
/// out; an arrow and comparisons close nothing.
llvm::Error kiln::checkNesting(StringRef text) {
  constexpr unsigned kMaxDepth = 1000;
  unsigned depth = 0, signs = 0;
  size_t line = 1;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '"') {
      while (++i < text.size() && text[i] != '"' && text[i] != '\n')
        i += text[i] == '\\';
    } else if (c == '/' && next == '/') {
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (StringRef("([{").contains(c) || (c == '<' && next != '=')) {
      ++depth;
    } else if (StringRef(")]}").contains(c) || (c == '>' && next != '=')) {
      bool isArrow = c == '>' && i > 0 && text[i - 1] == '-';
      depth -= depth > 0 && !isArrow;
    }
    line += c == '\n';
    // Signs of an affine expression nest, too.
    signs = c == '-' ? signs + 1 : c == ' ' || c == '\n' ? signs : 0;
    if (depth > kMaxDepth || signs > kMaxDepth)
      return llvm::createStringError("line " + llvm::Twine(line) +
                                     ": nested deeper than " +
                                     llvm::Twine(kMaxDepth));
  }
  return llvm::Error::success();
}

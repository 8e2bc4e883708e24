// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Support/TemporaryFolder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace kiln;

TemporaryFolder::~TemporaryFolder() {
  if (!folder.empty())
    llvm::sys::fs::remove_directories(folder);
}

std::error_code TemporaryFolder::create(StringRef prefix) {
  llvm::SmallString<128> made;
  std::error_code error = llvm::sys::fs::createUniqueDirectory(prefix, made);
  if (!error)
    folder = made.str();
  return error;
}

std::string TemporaryFolder::file(StringRef name) const {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, name);
  return std::string(path);
}

std::error_code kiln::writeWholeFile(StringRef path, StringRef bytes) {
  std::error_code error;
  llvm::raw_fd_ostream stream(path, error);
  if (!error)
    stream << bytes;
  stream.close();
  if (stream.has_error())
    error = stream.error();
  stream.clear_error();
  return error;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file that is written whole or not at all. Its bytes go to a new file
// beside it, of a name that nobody has (O_EXCL, so that a link laid in wait is
// not followed), which finish() renames: until then the former file stays
// as it was. A link at the path is replaced, not followed, unless it leads to a
// device or a pipe: those are written to. One thread at a time.

#ifndef KILN_RT_ARCHIVE_OUTPUTFILE_H
#define KILN_RT_ARCHIVE_OUTPUTFILE_H

#include "kiln-rt/archive/Error.h"

#include <cstdio>

namespace kiln::rt {

class OutputFile {
public:
  /// Errors: PermissionDenied, Internal; each names the path.
  static Expected<OutputFile> create(const std::string &path);

  OutputFile(OutputFile &&) noexcept;
  OutputFile &operator=(OutputFile &&) = delete;
  /// Leaves nothing where finish() was not called.
  ~OutputFile();

  Status write(ByteSpan bytes);
  /// Puts the file in its place. Call it once, last.
  Status finish();

private:
  explicit OutputFile(std::string path) : path_(std::move(path)) {}

  std::string path_, temporary_;
  std::FILE *file_ = nullptr;
};

/// The same for a file whose content is there: create, write, finish.
Status writeFile(const std::string &path, ByteSpan bytes);

} // namespace kiln::rt

#endif // KILN_RT_ARCHIVE_OUTPUTFILE_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file mapped read-only into memory. The bytes stay valid, at one address,
// for the life of the object (which may be moved). A file that another process
// shortens while it is mapped ends this process with SIGBUS, as for any map;
// a copy of the file does not change.

#ifndef KILN_RT_ARCHIVE_MAPPEDFILE_H
#define KILN_RT_ARCHIVE_MAPPEDFILE_H

#include "kiln-rt/archive/Error.h"

namespace kiln::rt {

/// Are the bytes those of the file, as it is from moment to moment, or those
/// that it had when it was opened?
enum class FileBytes : uint8_t { Shared, Copied };

class MappedFile {
public:
  /// Maps the regular file at `path`. Errors: NotFound, PermissionDenied,
  /// InvalidArgument (not a regular file), DataLoss (it became shorter while it
  /// was copied), ResourceExhausted, Internal; each names the path.
  static Expected<MappedFile> open(const std::string &path,
                                   FileBytes bytes = FileBytes::Shared);
  /// Maps the regular file behind `descriptor`, which stays the caller's.
  static Expected<MappedFile>
  openDescriptor(int descriptor, const std::string &name,
                 FileBytes bytes = FileBytes::Shared);

  MappedFile(MappedFile &&other) noexcept;
  MappedFile &operator=(MappedFile &&other) noexcept;
  ~MappedFile();

  ByteSpan bytes() const { return bytes_; }
  const std::string &name() const { return name_; }

private:
  MappedFile(ByteSpan bytes, std::string name)
      : bytes_(bytes), name_(std::move(name)) {}

  ByteSpan bytes_;
  std::string name_;
};

} // namespace kiln::rt

#endif // KILN_RT_ARCHIVE_MAPPEDFILE_H

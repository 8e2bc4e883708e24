// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file mapped read-only into memory. The bytes stay valid, at one address,
// for the life of the object (which may be moved). A file that another process
// shortens while it is mapped ends this process with SIGBUS, as for any map.

#ifndef KILN_RT_ARCHIVE_MAPPEDFILE_H
#define KILN_RT_ARCHIVE_MAPPEDFILE_H

#include "kiln-rt/archive/Error.h"

namespace kiln::rt {

class MappedFile {
public:
  /// Maps the regular file at `path`. Errors: NotFound, PermissionDenied,
  /// InvalidArgument (not a regular file), Internal; each names the path.
  static Expected<MappedFile> open(const std::string &path);
  /// Maps the regular file behind `descriptor`, which stays the caller's.
  static Expected<MappedFile> openDescriptor(int descriptor,
                                             const std::string &name);

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

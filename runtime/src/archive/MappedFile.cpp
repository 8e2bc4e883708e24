// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/archive/MappedFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace kiln::rt;

static Error systemError(const std::string &name, const char *what) {
  int number = errno;
  Code code = number == ENOENT                      ? Code::NotFound
              : number == EACCES || number == EPERM ? Code::PermissionDenied
              : number == ENOMEM                    ? Code::ResourceExhausted
                                                    : Code::Internal;
  return makeError(code, name, ": cannot ", what, ": ", std::strerror(number));
}

Expected<MappedFile> MappedFile::open(const std::string &path) {
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return systemError(path, "open the file");
  Expected<MappedFile> file = openDescriptor(descriptor, path);
  ::close(descriptor);
  return file;
}

Expected<MappedFile> MappedFile::openDescriptor(int descriptor,
                                                const std::string &name) {
  struct stat info;
  if (::fstat(descriptor, &info) != 0)
    return systemError(name, "read the file's size");
  if (!S_ISREG(info.st_mode))
    return makeError(Code::InvalidArgument, name, ": not a regular file");
  size_t size = static_cast<size_t>(info.st_size);
  if (size == 0)
    return MappedFile(ByteSpan(), name);
  void *data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (data == MAP_FAILED)
    return systemError(name, "map the file");
  return MappedFile(ByteSpan(data, size), name);
}

MappedFile::MappedFile(MappedFile &&other) noexcept
    : bytes_(std::exchange(other.bytes_, ByteSpan())),
      name_(std::move(other.name_)) {}

MappedFile &MappedFile::operator=(MappedFile &&other) noexcept {
  std::swap(bytes_, other.bytes_);
  std::swap(name_, other.name_);
  return *this;
}

MappedFile::~MappedFile() {
  if (bytes_.data)
    ::munmap(const_cast<uint8_t *>(bytes_.data), bytes_.size);
}

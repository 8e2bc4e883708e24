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

Expected<MappedFile> MappedFile::open(const std::string &path,
                                      FileBytes bytes) {
  // A pipe without a writer must not make this wait; files ignore the flag.
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0)
    return systemError(path, "open the file");
  Expected<MappedFile> file = openDescriptor(descriptor, path, bytes);
  ::close(descriptor);
  return file;
}

static Status readWhole(int descriptor, uint8_t *data, size_t size,
                        const std::string &name) {
  for (size_t done = 0; done < size;) {
    ssize_t read =
        ::pread(descriptor, data + done, size - done, static_cast<off_t>(done));
    if (read < 0 && errno == EINTR)
      continue;
    if (read < 0)
      return systemError(name, "read the file");
    if (read == 0)
      return makeError(Code::DataLoss, name,
                       ": the file became shorter while it was read");
    done += static_cast<size_t>(read);
  }
  return {};
}

Expected<MappedFile> MappedFile::openDescriptor(int descriptor,
                                                const std::string &name,
                                                FileBytes bytes) {
  struct stat info;
  if (::fstat(descriptor, &info) != 0)
    return systemError(name, "read the file's size");
  if (!S_ISREG(info.st_mode))
    return makeError(Code::InvalidArgument, name, ": not a regular file");
  size_t size = static_cast<size_t>(info.st_size);
  if (size == 0)
    return MappedFile(ByteSpan(), name);
  bool isCopy = bytes == FileBytes::Copied;
  void *data =
      ::mmap(nullptr, size, isCopy ? PROT_READ | PROT_WRITE : PROT_READ,
             isCopy ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_PRIVATE,
             isCopy ? -1 : descriptor, 0);
  if (data == MAP_FAILED)
    return systemError(name, "map the file");
  MappedFile file(ByteSpan(data, size), name);
  if (isCopy)
    KILN_RT_TRY(
        readWhole(descriptor, static_cast<uint8_t *>(data), size, name));
  return file;
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

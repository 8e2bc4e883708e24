// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/archive/OutputFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace kiln::rt;

static Error cannotWrite(const std::string &path, Code code) {
  return makeError(code, path,
                   ": cannot write the file: ", std::strerror(errno));
}

/// Devices and pipes are written to; a rename would put a file in their place.
static bool isReplaceable(const std::string &path) {
  struct stat status;
  return ::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode) ||
         S_ISDIR(status.st_mode);
}

/// Opens a device or a pipe. A pipe without a reader is an error, not a wait.
static int openInPlace(const std::string &path) {
  int descriptor =
      ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (descriptor >= 0)
    ::fcntl(descriptor, F_SETFL, O_WRONLY);
  return descriptor;
}

/// Opens a new file beside `path` and sets `name` to its name.
static int openBeside(const std::string &path, std::string &name) {
  constexpr int mostTries = 100;
  for (int i = 0; i < mostTries; ++i) {
    uint64_t number = 0;
    if (::getrandom(&number, sizeof(number), 0) != sizeof(number))
      return -1;
    name = concat(path, ".tmp-", number);
    int descriptor =
        ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0)
      return descriptor;
    if (errno != EEXIST)
      break;
  }
  name.clear();
  return -1;
}

Expected<OutputFile> OutputFile::create(const std::string &path) {
  OutputFile file(path);
  int descriptor = isReplaceable(path) ? openBeside(path, file.temporary_)
                                       : openInPlace(path);
  if (descriptor >= 0)
    file.file_ = ::fdopen(descriptor, "wb");
  if (!file.file_)
    return cannotWrite(path, errno == EACCES ? Code::PermissionDenied
                                             : Code::Internal);
  return file;
}

OutputFile::OutputFile(OutputFile &&other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, std::string())),
      file_(std::exchange(other.file_, nullptr)) {}

OutputFile::~OutputFile() {
  if (file_)
    std::fclose(file_);
  if (!temporary_.empty())
    ::unlink(temporary_.c_str());
}

Status OutputFile::write(ByteSpan bytes) {
  if (bytes.size > 0 &&
      std::fwrite(bytes.data, 1, bytes.size, file_) != bytes.size)
    return cannotWrite(path_, Code::ResourceExhausted);
  return {};
}

Status OutputFile::finish() {
  bool written = std::fclose(std::exchange(file_, nullptr)) == 0;
  if (written && !temporary_.empty())
    written = ::rename(temporary_.c_str(), path_.c_str()) == 0;
  if (!written)
    return cannotWrite(path_, Code::ResourceExhausted);
  temporary_.clear();
  return {};
}

Status kiln::rt::writeFile(const std::string &path, ByteSpan bytes) {
  KILN_RT_ASSIGN(OutputFile file, OutputFile::create(path));
  KILN_RT_TRY(file.write(bytes));
  return file.finish();
}

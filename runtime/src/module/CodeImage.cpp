// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "module/CodeImage.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace kiln::rt;

bool kiln::rt::writeAll(int descriptor, ByteSpan bytes) {
  while (bytes.size > 0) {
    ssize_t written = ::write(descriptor, bytes.data, bytes.size);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes.data += written;
    bytes.size -= static_cast<size_t>(written);
  }
  return true;
}

/// Pages of a memory file come several at a fault, those of plain memory one by
/// one, which takes longer than the copy.
bool CodeImage::fillMemoryFile(ByteSpan code) {
  if (descriptor_ < 0 || code.size == 0 || !writeAll(descriptor_, code) ||
      ::fcntl(descriptor_, F_ADD_SEALS,
              F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
    return false;
  void *data =
      ::mmap(nullptr, code.size, PROT_READ, MAP_PRIVATE, descriptor_, 0);
  if (data == MAP_FAILED)
    return false;
  mapped_ = ByteSpan(data, code.size);
  return true;
}

CodeImage::CodeImage(ByteSpan code)
    : descriptor_(
          ::memfd_create("kiln-kernels", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
  if (fillMemoryFile(code))
    return;
  if (descriptor_ >= 0)
    ::close(std::exchange(descriptor_, -1));
  plain_.assign(code.data, code.data + code.size);
}

void CodeImage::unmap() {
  if (mapped_.data)
    ::munmap(const_cast<uint8_t *>(mapped_.data), mapped_.size);
  mapped_ = ByteSpan();
  plain_ = {};
}

CodeImage::~CodeImage() {
  unmap();
  if (descriptor_ >= 0)
    ::close(descriptor_);
}

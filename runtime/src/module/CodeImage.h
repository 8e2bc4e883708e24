// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A private copy of a record of code, which is verified and then loaded:
// whatever happens to the package's file meanwhile. It lies in a memory file
// that nobody can change, which the system's loader maps as it is, or in plain
// memory where the system has no such files.

#ifndef KILN_RT_SRC_MODULE_CODEIMAGE_H
#define KILN_RT_SRC_MODULE_CODEIMAGE_H

#include "kiln-rt/archive/Error.h"

#include <utility>
#include <vector>

namespace kiln::rt {

class CodeImage {
public:
  explicit CodeImage(ByteSpan code);
  CodeImage(CodeImage &&other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)),
        mapped_(std::exchange(other.mapped_, ByteSpan())),
        plain_(std::move(other.plain_)) {}
  CodeImage &operator=(CodeImage &&) = delete;
  ~CodeImage();

  ByteSpan bytes() const {
    return mapped_.data ? mapped_ : ByteSpan(plain_.data(), plain_.size());
  }
  /// Of the memory file, which stays the image's; -1 where there is none.
  int descriptor() const { return descriptor_; }
  /// bytes() are not looked at any more.
  void unmap();

private:
  bool fillMemoryFile(ByteSpan code);

  int descriptor_ = -1;
  ByteSpan mapped_;
  std::vector<uint8_t> plain_;
};

/// Writes all of `bytes`; false, and errno, where that fails.
bool writeAll(int descriptor, ByteSpan bytes);

} // namespace kiln::rt

#endif // KILN_RT_SRC_MODULE_CODEIMAGE_H

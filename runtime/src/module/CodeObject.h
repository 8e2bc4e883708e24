// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel code mapped executable: dlopen of an image's memory file or, where
// there is none, of a file that is unlinked at once.

#ifndef KILN_RT_SRC_MODULE_CODEOBJECT_H
#define KILN_RT_SRC_MODULE_CODEOBJECT_H

#include "kiln-rt/archive/NameIndex.h"
#include "module/CodeImage.h"
#include "module/ElfCheck.h"

namespace kiln::rt {

/// How a CPU kernel is called: a result other than 0 is an error code.
using KernelFunction = int32_t (*)(void *const *buffers, const int64_t *sizes,
                                   int64_t begin, int64_t end, void *scratch);

class CodeObject {
public:
  /// Checks (see checkCodeObject) and maps. Unmapped by the destructor.
  static Expected<CodeObject> load(CodeImage image, const std::string &name);

  CodeObject(CodeObject &&other) noexcept
      : handle_(std::exchange(other.handle_, nullptr)),
        image_(std::move(other.image_)), name_(std::move(other.name_)),
        base_(other.base_), functions_(std::move(other.functions_)),
        index_(std::move(other.index_)) {}
  CodeObject &operator=(CodeObject &&) = delete;
  ~CodeObject();

  /// NotFound if the object has no such symbol.
  Expected<KernelFunction> kernel(std::string_view symbol) const;

private:
  CodeObject(void *handle, CodeImage image, std::string name)
      : handle_(handle), image_(std::move(image)), name_(std::move(name)) {}
  /// The name of a function, where it is mapped.
  std::string_view nameOf(uint32_t function) const {
    return reinterpret_cast<const char *>(base_ + functions_[function].name);
  }

  void *handle_;
  CodeImage image_;
  std::string name_;
  uintptr_t base_ = 0; ///< of the object's addresses
  std::vector<CodeFunction> functions_;
  NameIndex index_; ///< of the functions
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_MODULE_CODEOBJECT_H

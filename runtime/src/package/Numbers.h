// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes and strides of what a manifest declares.

#ifndef KILN_RT_SRC_PACKAGE_NUMBERS_H
#define KILN_RT_SRC_PACKAGE_NUMBERS_H

#include <cstddef>
#include <cstdint>

namespace kiln::rt {

/// A list in an arena, which outlives it.
class Numbers {
public:
  Numbers() = default;
  Numbers(const int64_t *data, size_t size) : data_(data), size_(size) {}
  const int64_t *data() const { return data_; }
  const int64_t *begin() const { return data_; }
  const int64_t *end() const { return data_ + size_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  int64_t operator[](size_t index) const { return data_[index]; }

private:
  const int64_t *data_ = nullptr;
  size_t size_ = 0;
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_PACKAGE_NUMBERS_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A list of what a manifest declares, in an arena that outlives it.

#ifndef KILN_RT_SRC_PACKAGE_ARENALIST_H
#define KILN_RT_SRC_PACKAGE_ARENALIST_H

#include "kiln-rt/archive/BumpArena.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace kiln::rt {

/// Of values that nothing has to destroy.
template <typename T>
class ArenaList {
  static_assert(std::is_trivially_destructible_v<T>);

public:
  ArenaList() = default;
  /// `size` values, which are made as they are without arguments.
  ArenaList(BumpArena &arena, size_t size)
      : data_(new (arena.allocate(size * sizeof(T))) T[size]()), size_(size) {}

  T *data() { return data_; }
  T *begin() { return data_; }
  T *end() { return data_ + size_; }
  T &operator[](size_t index) { return data_[index]; }
  const T *data() const { return data_; }
  const T *begin() const { return data_; }
  const T *end() const { return data_ + size_; }
  const T &operator[](size_t index) const { return data_[index]; }
  const T &front() const { return data_[0]; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

private:
  T *data_ = nullptr;
  size_t size_ = 0;
};

/// Sizes and strides.
using Numbers = ArenaList<int64_t>;

} // namespace kiln::rt

#endif // KILN_RT_SRC_PACKAGE_ARENALIST_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Items of lists and objects that are open: plain bytes, pushed one by one and
// taken away many at a time.

#ifndef KILN_RT_SRC_JSON_STACK_H
#define KILN_RT_SRC_JSON_STACK_H

#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>

namespace kiln::json {

template <typename T>
class Stack {
public:
  static_assert(std::is_trivially_copyable_v<T>);
  size_t size() const { return count; }
  const T *data() const { return room.get(); }
  void push(const T &value) {
    if (count == capacity)
      grow();
    std::memcpy(static_cast<void *>(room.get() + count++), &value, sizeof(T));
  }
  void drop(size_t base) { count = base; }
  /// Moves what is above `base` to `out`.
  void pop(size_t base, T *out) {
    if (count > base)
      std::memcpy(static_cast<void *>(out), room.get() + base,
                  (count - base) * sizeof(T));
    count = base;
  }

private:
  [[gnu::noinline]] void grow() {
    size_t more = capacity ? 2 * capacity : 64;
    std::unique_ptr<T[]> old(new T[more]);
    old.swap(room);
    if (count > 0)
      std::memcpy(static_cast<void *>(room.get()), old.get(),
                  count * sizeof(T));
    capacity = more;
  }

  std::unique_ptr<T[]> room;
  size_t count = 0, capacity = 0;
};

} // namespace kiln::json

#endif // KILN_RT_SRC_JSON_STACK_H

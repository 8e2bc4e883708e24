// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the things of a list by their names, which stay where they are in the
// list: the index has their numbers alone, in one table.

#ifndef KILN_RT_ARCHIVE_NAMEINDEX_H
#define KILN_RT_ARCHIVE_NAMEINDEX_H

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace kiln::rt {

/// `nameOf(number)` is the name of a thing that is in the index.
class NameIndex {
public:
  static constexpr uint32_t none = UINT32_MAX;

  /// Room for so many names.
  template <typename NameOf>
  void reserve(size_t count, NameOf nameOf) {
    size_t slots = 16;
    while (slots < 2 * count)
      slots *= 2;
    if (slots <= slots_.size())
      return;
    std::vector<uint32_t> old(slots, none);
    old.swap(slots_);
    for (uint32_t number : old)
      if (number != none)
        slots_[slotOf(nameOf(number), nameOf)] = number;
  }

  /// The number of the thing of this name, or `none`.
  template <typename NameOf>
  uint32_t find(std::string_view name, NameOf nameOf) const {
    return slots_.empty() ? none : slots_[slotOf(name, nameOf)];
  }

  /// Adds the thing `number`, of this name; false where another has it.
  template <typename NameOf>
  bool insert(std::string_view name, uint32_t number, NameOf nameOf) {
    if (2 * (count_ + 1) > slots_.size())
      reserve(2 * (count_ + 1), nameOf);
    uint32_t &slot = slots_[slotOf(name, nameOf)];
    if (slot != none)
      return false;
    slot = number;
    ++count_;
    return true;
  }

private:
  /// Of eight bytes at a time: names are digests, or paths of modules.
  static size_t hash(std::string_view name) {
    constexpr uint64_t odd = 0x9E3779B97F4A7C15;
    uint64_t mixed = name.size(), word = 0;
    auto mix = [&] {
      mixed = (mixed ^ word) * odd;
      mixed ^= mixed >> 32;
    };
    const char *p = name.data(), *end = p + name.size();
    for (; end - p >= 8; p += 8) {
      std::memcpy(&word, p, 8);
      mix();
    }
    word = 0;
    if (p != end)
      std::memcpy(&word, p, static_cast<size_t>(end - p));
    mix();
    return mixed;
  }

  /// Where the name is, or would be.
  template <typename NameOf>
  size_t slotOf(std::string_view name, NameOf nameOf) const {
    size_t mask = slots_.size() - 1;
    size_t slot = hash(name) & mask;
    while (slots_[slot] != none && nameOf(slots_[slot]) != name)
      slot = (slot + 1) & mask;
    return slot;
  }

  std::vector<uint32_t> slots_; ///< a power of two, half of them free
  size_t count_ = 0;
};

} // namespace kiln::rt

#endif // KILN_RT_ARCHIVE_NAMEINDEX_H

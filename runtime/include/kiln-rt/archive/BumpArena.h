// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory for what is read once and lives together: taken in blocks, freed as a
// whole. What lies in an arena stays where it is when the arena is moved.

#ifndef KILN_RT_ARCHIVE_BUMPARENA_H
#define KILN_RT_ARCHIVE_BUMPARENA_H

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace kiln::rt {

class BumpArena {
public:
  BumpArena() = default;
  BumpArena(BumpArena &&other) noexcept
      : blocks_(std::move(other.blocks_)),
        next_(std::exchange(other.next_, nullptr)),
        left_(std::exchange(other.left_, 0)) {}
  BumpArena &operator=(BumpArena &&other) noexcept {
    std::swap(blocks_, other.blocks_);
    std::swap(next_, other.next_);
    std::swap(left_, other.left_);
    return *this;
  }

  /// Room for `bytes` bytes, aligned for pointers and 64-bit numbers.
  void *allocate(size_t bytes) {
    bytes = (bytes + 7) & ~size_t(7);
    if (bytes > left_)
      addBlock(bytes);
    left_ -= bytes;
    return std::exchange(next_, next_ + bytes);
  }
  /// A copy of the text, with a zero behind it.
  std::string_view copy(std::string_view text) {
    auto *stored = static_cast<char *>(allocate(text.size() + 1));
    if (!text.empty())
      std::memcpy(stored, text.data(), text.size());
    stored[text.size()] = 0;
    return {stored, text.size()};
  }

private:
  /// Blocks grow, so that there are few; what is not used costs nothing, since
  /// the system gives memory when it is touched. They stay below what malloc
  /// maps and unmaps, 128 KiB.
  void addBlock(size_t bytes) {
    constexpr size_t least = 1024, doublings = 6;
    size_t size = least << std::min(blocks_.size(), doublings);
    size = std::max(size, bytes);
    // Owned before the list grows, for which there may be no memory.
    std::unique_ptr<char[]> block(new char[size]);
    blocks_.push_back(std::move(block));
    next_ = blocks_.back().get();
    left_ = size;
  }

  std::vector<std::unique_ptr<char[]>> blocks_;
  char *next_ = nullptr;
  size_t left_ = 0;
};

} // namespace kiln::rt

#endif // KILN_RT_ARCHIVE_BUMPARENA_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The domain of a kernel among tasks. Each has a share, one stretch of the
// domain at the same place in every kernel: what a thread reads is mostly what
// it wrote itself, and lies in its cache. A task takes its share in parts that
// become smaller, then helps with what others have left.

#ifndef KILN_RT_SRC_DEVICE_SHARES_H
#define KILN_RT_SRC_DEVICE_SHARES_H

#include "device/CacheLine.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace kiln::rt {

/// Items [begin, end) of a domain; none when both are equal.
struct Part {
  int64_t begin = 0, end = 0;

  bool isEmpty() const { return begin >= end; }
};

class Shares {
public:
  /// One share, on a cache line of its own.
  struct alignas(cacheLineBytes) Share {
    std::atomic<int64_t> next{0};
    int64_t end = 0;
    int64_t least = 1; ///< items that are worth to be left
  };

  /// Divides [0, domain) into one share for each task, in memory for so many.
  /// Only a share with fewer items than `grain` has a part with fewer.
  Shares(void *memory, size_t tasks, int64_t domain, int64_t grain);

  /// What `task` computes next, of its own share or another's; empty when all
  /// is taken.
  Part take(size_t task);

private:
  static Part takeOf(Share &share);

  Share *shares_;
  size_t count_;
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_DEVICE_SHARES_H

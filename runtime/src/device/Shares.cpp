// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device/Shares.h"

#include <algorithm>
#include <new>

using namespace kiln::rt;

Shares::Shares(void *memory, size_t tasks, int64_t domain, int64_t grain)
    : shares_(static_cast<Share *>(memory)), count_(tasks) {
  // Of a short kernel a part is an eighth of a share at least, of a long one
  // what takes as long as so many grains.
  constexpr int64_t leastPerShare = 8, mostGrains = 128;
  int64_t most = grain > domain / mostGrains ? domain : mostGrains * grain;
  int64_t size = domain / static_cast<int64_t>(tasks);
  int64_t rest = domain % static_cast<int64_t>(tasks);
  int64_t begin = 0;
  for (size_t i = 0; i < tasks; ++i) {
    Share *share = new (shares_ + i) Share;
    int64_t end = begin + size + (static_cast<int64_t>(i) < rest);
    share->next.store(begin, std::memory_order_relaxed);
    share->end = end;
    share->least =
        std::max(std::min((end - begin) / leastPerShare, most), grain);
    begin = end;
  }
}

Part Shares::take(size_t task) {
  for (size_t i = 0; i < count_; ++i) {
    size_t index = task + i < count_ ? task + i : task + i - count_;
    Part part = takeOf(shares_[index]);
    if (!part.isEmpty())
      return part;
  }
  return {};
}

/// Most of what is left, since a kernel may pack for each part what others have
/// packed for theirs; but not all, so that a thread that is late gets help.
Part Shares::takeOf(Share &share) {
  int64_t begin = share.next.load(std::memory_order_relaxed);
  int64_t end = begin;
  do {
    if (begin >= share.end)
      return {};
    int64_t left = share.end - begin, later = left / 4;
    end = later < share.least ? share.end : share.end - later;
  } while (
      !share.next.compare_exchange_weak(begin, end, std::memory_order_relaxed));
  return {begin, end};
}

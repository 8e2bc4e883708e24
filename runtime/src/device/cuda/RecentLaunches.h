// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The launches that may still be at work: an error that arrives late is of one
// of them.

#ifndef KILN_RT_SRC_DEVICE_CUDA_RECENTLAUNCHES_H
#define KILN_RT_SRC_DEVICE_CUDA_RECENTLAUNCHES_H

#include "device/cuda/Driver.h"

#include <array>
#include <mutex>
#include <vector>

namespace kiln::rt::cuda {

/// Any number of threads. The oldest launches are forgotten.
class RecentLaunches {
public:
  struct Entry {
    uint32_t kernel = 0, dispatch = 0;
    StreamHandle stream = nullptr;
    bool isPending = false;
  };

  void add(uint32_t kernel, uint32_t dispatch, StreamHandle stream) {
    std::lock_guard<std::mutex> lock(mutex_);
    entries_[next_++ % size] = {kernel, dispatch, stream, true};
  }
  /// The work of a stream is done.
  void finish(StreamHandle stream) {
    std::lock_guard<std::mutex> lock(mutex_);
    for (Entry &entry : entries_)
      if (entry.stream == stream)
        entry.isPending = false;
  }
  /// Those that may not be done, oldest first.
  std::vector<Entry> pending() {
    std::lock_guard<std::mutex> lock(mutex_);
    std::vector<Entry> found;
    for (size_t i = 0; i < size; ++i)
      if (const Entry &entry = entries_[(next_ + i) % size]; entry.isPending)
        found.push_back(entry);
    return found;
  }

private:
  static constexpr size_t size = 64;
  std::mutex mutex_;
  std::array<Entry, size> entries_; ///< under the mutex
  size_t next_ = 0;                 ///< under the mutex
};

} // namespace kiln::rt::cuda

#endif // KILN_RT_SRC_DEVICE_CUDA_RECENTLAUNCHES_H

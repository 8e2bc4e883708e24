// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The built-in executor: a pool of threads that is made at the first parallel
// region, spins briefly for the next one, then sleeps. One region at a time; a
// caller that finds the pool busy (another context or module, or a task of this
// region) runs its tasks itself.

#ifndef KILN_RT_SRC_EXEC_THREADPOOL_H
#define KILN_RT_SRC_EXEC_THREADPOOL_H

#include "device/CacheLine.h"
#include "log/Logger.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace kiln::rt {

class ThreadPool {
public:
  using Task = void (*)(void *argument, size_t index);

  /// `threads` counts the caller; 0 means what affinity and cgroup allow when
  /// the pool is first used: to ask takes a twentieth of a load.
  explicit ThreadPool(size_t threads, Logger logger = Logger())
      : threads_(threads), logger_(logger) {}
  ~ThreadPool();

  /// Calls task(argument, i) for i in [0, count), returns when all are done.
  /// The caller begins with number 0 and each thread with its own, so that
  /// equal numbers run on equal threads where none is late.
  void parallelFor(size_t count, Task task, void *argument);
  size_t concurrency() const {
    size_t threads = threads_.load(std::memory_order_relaxed);
    return threads ? threads : countThreads();
  }

private:
  size_t countThreads() const;
  void startWorkers();
  void work(size_t self);
  /// Those of the thread with number `self`, the caller being 0.
  void runTasks(size_t self);
  bool claim(size_t index);
  bool waitForRegion(uint64_t seen);

  mutable std::atomic<size_t> threads_; ///< 0 until they are counted
  Logger logger_;
  std::atomic<bool> busy_{false};
  std::vector<std::thread> workers_; ///< of the caller that is busy_
  std::chrono::steady_clock::time_point startAgain_; ///< as workers_

  /// The last region in which the task of a number was taken.
  struct alignas(cacheLineBytes) Claim {
    std::atomic<uint64_t> region{0};
  };
  std::unique_ptr<Claim[]> claims_; ///< as workers_
  size_t claimCount_ = 0;

  // The region: written by its caller while it is closed and nobody is active.
  Task task_ = nullptr;
  void *argument_ = nullptr;
  size_t count_ = 0;
  uint64_t region_ = 0;         ///< its number
  std::atomic<size_t> next_{0}; ///< of the tasks that have no claim
  std::atomic<bool> open_{false};
  std::atomic<uint32_t> active_{0};
  std::atomic<uint64_t> generation_{0};

  std::atomic<bool> stop_{false};
  std::atomic<uint32_t> sleepers_{0};
  std::mutex sleepMutex_;
  std::condition_variable wake_;
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_EXEC_THREADPOOL_H

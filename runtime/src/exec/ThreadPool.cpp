// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/ThreadPool.h"
#include "exec/CpuBudget.h"

#include <algorithm>
#include <exception>

using namespace kiln::rt;

static void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard<std::mutex> lock(sleepMutex_);
    stop_ = true;
  }
  wake_.notify_all();
  for (std::thread &worker : workers_)
    worker.join();
}

/// Of two callers that count at a time one is right, for both. Without memory
/// to ask the system it is one thread, until somebody asks again.
size_t ThreadPool::countThreads() const {
  try {
    size_t known = 0, threads = availableThreads();
    return threads_.compare_exchange_strong(known, threads) ? threads : known;
  } catch (const std::bad_alloc &) {
    return 1;
  }
}

/// Starts the workers that are missing. Where the system gives fewer threads,
/// or none, the region makes do with those, and a later one asks again: not
/// each, since asking in vain costs more than many a region.
void ThreadPool::startWorkers() {
  constexpr auto pause = std::chrono::milliseconds(100);
  size_t threads = concurrency();
  auto now = std::chrono::steady_clock::now();
  if (now < startAgain_)
    return;
  try {
    workers_.reserve(threads - 1);
    if (!claims_)
      claims_ = std::make_unique<Claim[]>(threads);
    claimCount_ = threads;
    while (workers_.size() + 1 < threads)
      workers_.emplace_back([this, self = workers_.size() + 1] { work(self); });
  } catch (const std::exception &exception) {
    startAgain_ = now + pause;
    logger_.log(KILN_LOG_WARNING, "the pool has ", workers_.size() + 1, " of ",
                threads, " threads: ", exception.what());
  }
}

/// Is the task the caller's? It is the first one's who asks in this region.
bool ThreadPool::claim(size_t index) {
  std::atomic<uint64_t> &last = claims_[index].region;
  return last.load(std::memory_order_relaxed) != region_ &&
         last.exchange(region_, std::memory_order_relaxed) != region_;
}

void ThreadPool::runTasks(size_t self) {
  size_t claimed = std::min(count_, claimCount_);
  for (size_t i = 0; i < claimed; ++i) {
    size_t index = (self + i) % claimed;
    if (claim(index))
      task_(argument_, index);
  }
  if (claimed == count_)
    return;
  while (true) {
    size_t index = next_.fetch_add(1, std::memory_order_relaxed);
    if (index >= count_)
      return;
    task_(argument_, index);
  }
}

/// Waits until there is a region after `seen`; false when the pool ends.
bool ThreadPool::waitForRegion(uint64_t seen) {
  // Regions follow each other within microseconds while a program runs, and a
  // wake-up costs more than that: so spin first.
  constexpr auto spinTime = std::chrono::microseconds(50);
  auto end = std::chrono::steady_clock::now() + spinTime;
  do {
    for (int i = 0; i < 64; ++i) {
      if (generation_.load() != seen)
        return true;
      relax();
    }
  } while (!stop_.load() && std::chrono::steady_clock::now() < end);
  std::unique_lock<std::mutex> lock(sleepMutex_);
  ++sleepers_;
  wake_.wait(lock, [&] { return stop_ || generation_.load() != seen; });
  --sleepers_;
  return !stop_;
}

void ThreadPool::work(size_t self) {
  uint64_t seen = 0;
  while (waitForRegion(seen)) {
    seen = generation_.load();
    // Either this increment is seen by the caller that closes the region, who
    // then waits for it, or the region is seen closed here.
    active_.fetch_add(1);
    if (open_.load())
      runTasks(self);
    active_.fetch_sub(1);
  }
}

void ThreadPool::parallelFor(size_t count, Task task, void *argument) {
  bool expected = false;
  if (count <= 1 || concurrency() <= 1 ||
      !busy_.compare_exchange_strong(expected, true)) {
    for (size_t i = 0; i < count; ++i)
      task(argument, i);
    return;
  }
  if (workers_.size() + 1 < concurrency())
    startWorkers();
  task_ = task;
  argument_ = argument;
  count_ = count;
  ++region_;
  next_.store(std::min(count, claimCount_), std::memory_order_relaxed);
  open_.store(true);
  generation_.fetch_add(1);
  if (sleepers_.load() > 0) {
    {
      std::lock_guard<std::mutex> lock(sleepMutex_);
    }
    wake_.notify_all();
  }
  runTasks(/*self=*/0);
  open_.store(false);
  for (int spins = 0; active_.load() != 0; ++spins) {
    if (spins < 4096)
      relax();
    else
      std::this_thread::yield();
  }
  busy_.store(false);
}

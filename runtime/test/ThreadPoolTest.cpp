// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/CpuBudget.h"
#include "exec/Executor.h"

#include <gtest/gtest.h>
#include <thread>

using namespace kiln::rt;

namespace {
struct Counts {
  std::atomic<int> calls[64] = {};
  static void task(void *argument, size_t index) {
    ++static_cast<Counts *>(argument)->calls[index];
  }
};
} // namespace

TEST(ThreadPool, RunsEachTaskOnce) {
  for (size_t threads : {1, 2, 4, 7}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.concurrency(), threads);
    Counts counts;
    constexpr int rounds = 500;
    for (int round = 0; round < rounds; ++round)
      pool.parallelFor(1 + static_cast<size_t>(round) % 64, Counts::task,
                       &counts);
    int sum = 0;
    for (std::atomic<int> &calls : counts.calls)
      sum += calls;
    int expected = 0;
    for (int round = 0; round < rounds; ++round)
      expected += 1 + round % 64;
    EXPECT_EQ(sum, expected);
  }
}

TEST(ThreadPool, WakesAfterSleep) {
  ThreadPool pool(3);
  Counts counts;
  for (int round = 0; round < 10; ++round) {
    pool.parallelFor(8, Counts::task, &counts);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(counts.calls[i], 10);
}

TEST(ThreadPool, RunsNestedAndConcurrentRegions) {
  ThreadPool pool(3);
  struct Outer {
    ThreadPool *pool;
    Counts counts;
  } outer{&pool, {}};
  auto nested = [](void *argument, size_t) {
    auto *state = static_cast<Outer *>(argument);
    state->pool->parallelFor(4, Counts::task, &state->counts);
  };
  std::vector<std::thread> callers;
  for (int t = 0; t < 4; ++t)
    callers.emplace_back([&] {
      for (int i = 0; i < 50; ++i)
        pool.parallelFor(5, nested, &outer);
    });
  for (std::thread &caller : callers)
    caller.join();
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(outer.counts.calls[i], 4 * 50 * 5);
}

TEST(ThreadPool, KnowsTheMachine) {
  EXPECT_GE(availableThreads(), 1u);
  EXPECT_EQ(ThreadPool(0).concurrency(), availableThreads());
}

TEST(Executor, TakesTheCallersOne) {
  static int regions;
  regions = 0;
  kiln_executor hook = {
      sizeof(kiln_executor), nullptr,
      [](void *, size_t count, void (*task)(void *, size_t), void *argument) {
        ++regions;
        for (size_t i = count; i-- > 0;)
          task(argument, i);
      },
      [](void *) { return size_t(5); }};
  Executor executor(hook, 2);
  EXPECT_EQ(executor.concurrency(), 5u);
  Counts counts;
  executor.parallelFor(5, Counts::task, &counts);
  EXPECT_EQ(regions, 1);
  EXPECT_EQ(counts.calls[4], 1);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FailingMemory.h"
#include "device/Executor.h"
#include "exec/CpuBudget.h"

#include <gtest/gtest.h>
#include <string>
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

TEST(ThreadPool, RunsEachTaskOnceWhereThreadsAreLate) {
  // A thread that comes late to one region finds the next, of other tasks.
  ThreadPool pool(4);
  Counts counts;
  constexpr int rounds = 5000;
  for (int round = 0; round < rounds; ++round)
    pool.parallelFor(round % 2 ? 2 : 6, Counts::task, &counts);
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(counts.calls[i], i < 2 ? rounds : rounds / 2);
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

namespace {
/// Tasks that wait for each other: they end only where all run at once.
struct Meeting {
  size_t expected;
  std::atomic<size_t> present{0};
  std::atomic<size_t> met{0};
  static void task(void *argument, size_t) {
    auto &meeting = *static_cast<Meeting *>(argument);
    ++meeting.present;
    auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (meeting.present < meeting.expected)
      if (std::chrono::steady_clock::now() > end)
        return;
    ++meeting.met;
  }
};
} // namespace

TEST(ThreadPool, RunsEqualNumbersOnEqualThreads) {
  ThreadPool pool(4);
  struct Places {
    Meeting meeting{4};
    std::thread::id threads[4];
    static void task(void *argument, size_t index) {
      auto &places = *static_cast<Places *>(argument);
      places.threads[index] = std::this_thread::get_id();
      // Nobody is through with the own one before all have begun.
      Meeting::task(&places.meeting, index);
    }
  } first, second;
  pool.parallelFor(4, Places::task, &first);
  pool.parallelFor(4, Places::task, &second);
  EXPECT_EQ(first.threads[0], std::this_thread::get_id());
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(first.threads[i], second.threads[i]);
}

#if KILN_TEST_MEMORY
TEST(ThreadPool, RecoversFromAStartThatFailed) {
  ThreadPool pool(4);
  Counts counts;
  {
    // Enough for a thread or two.
    test::FailingMemory noMemory(3);
    pool.parallelFor(8, Counts::task, &counts);
  }
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(counts.calls[i], 1);
  std::this_thread::sleep_for(std::chrono::milliseconds(120));
  Meeting meeting{4};
  pool.parallelFor(4, Meeting::task, &meeting);
  EXPECT_EQ(meeting.met, 4u);
}

TEST(ThreadPool, TellsOfThreadsThatItLacks) {
  std::string told;
  kiln_logger hook = {sizeof(kiln_logger), &told, KILN_LOG_WARNING,
                      [](void *user, kiln_log_level, const char *message) {
                        *static_cast<std::string *>(user) = message;
                      }};
  // More than any system gives.
  ThreadPool pool(size_t(1) << 60, Logger(hook));
  Counts counts;
  pool.parallelFor(8, Counts::task, &counts);
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(counts.calls[i], 1);
  EXPECT_EQ(told.substr(0, 38), "the pool has 1 of 1152921504606846976 ");
}
#endif // KILN_TEST_MEMORY

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
  Executor executor(hook, nullptr);
  EXPECT_EQ(executor.concurrency(), 5u);
  Counts counts;
  executor.parallelFor(5, Counts::task, &counts);
  EXPECT_EQ(regions, 1);
  EXPECT_EQ(counts.calls[4], 1);
}

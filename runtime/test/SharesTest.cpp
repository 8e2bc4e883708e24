// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device/Shares.h"

#include <gtest/gtest.h>
#include <thread>
#include <vector>

using namespace kiln::rt;

namespace {
std::vector<Shares::Share> makeMemory(size_t tasks) {
  return std::vector<Shares::Share>(tasks);
}
} // namespace

TEST(Shares, AreTakenOnce) {
  for (size_t tasks : {1, 2, 3, 7})
    for (int64_t domain : {7, 64, 1001})
      for (int64_t grain : {1, 5, 100}) {
        auto memory = makeMemory(tasks);
        Shares shares(memory.data(), tasks, domain, grain);
        std::vector<int> times(static_cast<size_t>(domain));
        for (size_t task = 0;; task = (task + 1) % tasks) {
          Part part = shares.take(task);
          if (part.isEmpty())
            break;
          for (int64_t i = part.begin; i < part.end; ++i)
            ++times[static_cast<size_t>(i)];
        }
        EXPECT_EQ(times, std::vector<int>(times.size(), 1));
      }
}

TEST(Shares, LieAtTheSamePlaces) {
  auto memory = makeMemory(2);
  Shares shares(memory.data(), 2, 1000, 1);
  Part second = shares.take(1), first = shares.take(0);
  EXPECT_EQ(first.begin, 0);
  EXPECT_EQ(first.end, 375);
  EXPECT_EQ(second.begin, 500);
  EXPECT_EQ(second.end, 875);
}

TEST(Shares, HelpOthers) {
  auto memory = makeMemory(2);
  Shares shares(memory.data(), 2, 1000, 1);
  std::vector<int64_t> begins;
  for (Part part = shares.take(1); !part.isEmpty(); part = shares.take(1))
    begins.push_back(part.begin);
  EXPECT_EQ(begins, (std::vector<int64_t>{500, 875, 0, 375}));
}

TEST(Shares, OfLongKernelsEndInSmallParts) {
  auto memory = makeMemory(1);
  Shares shares(memory.data(), 1, 100000, 1);
  int64_t last = 0, parts = 0;
  for (Part part = shares.take(0); !part.isEmpty(); part = shares.take(0)) {
    last = part.end - part.begin;
    ++parts;
  }
  EXPECT_EQ(parts, 5);
  EXPECT_EQ(last, 390);
}

TEST(Shares, HaveNoPartBelowTheGrain) {
  auto memory = makeMemory(2);
  Shares shares(memory.data(), 2, 1000, 200);
  EXPECT_EQ(shares.take(0).end, 500);
  EXPECT_EQ(shares.take(0).begin, 500) << "the other's";
  EXPECT_TRUE(shares.take(0).isEmpty());
}

TEST(Shares, AreTakenByThreadsAtOnce) {
  constexpr size_t tasks = 4;
  constexpr int64_t domain = 100000;
  auto memory = makeMemory(tasks);
  for (int round = 0; round < 50; ++round) {
    Shares shares(memory.data(), tasks, domain, 1);
    std::atomic<int64_t> taken{0};
    std::vector<std::thread> threads;
    for (size_t task = 0; task < tasks; ++task)
      threads.emplace_back([&shares, &taken, task] {
        for (Part part = shares.take(task); !part.isEmpty();
             part = shares.take(task))
          taken += part.end - part.begin;
      });
    for (std::thread &thread : threads)
      thread.join();
    EXPECT_EQ(taken, domain);
  }
}

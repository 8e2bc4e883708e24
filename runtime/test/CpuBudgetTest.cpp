// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/CpuBudget.h"
#include "exec/ThreadPool.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sched.h>
#include <thread>

using namespace kiln::rt;

namespace {
/// A folder that looks like /sys/fs/cgroup.
class CpuBudget : public ::testing::Test {
protected:
  void SetUp() override {
    root = ::testing::TempDir() + "kiln-cgroup";
    std::filesystem::remove_all(root);
  }
  void write(const std::string &path, const std::string &text) const {
    std::filesystem::path file(root + "/" + path);
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  /// The quota of a process whose /proc/self/cgroup has this text.
  size_t quota(const std::string &membership) const {
    write("membership", membership);
    return cgroupThreads(root, root + "/membership");
  }

  std::string root;
};
} // namespace

TEST_F(CpuBudget, KnowsQuotasOfVersion2) {
  EXPECT_EQ(quota("0::/a/b\n"), 0u);
  write("cpu.max", "max 100000\n");
  EXPECT_EQ(quota("0::/a/b\n"), 0u);
  write("a/cpu.max", "350000 100000\n");
  EXPECT_EQ(quota("0::/a/b\n"), 3u);
  EXPECT_EQ(quota("0::/\n"), 0u);
  write("a/b/cpu.max", "50000 100000\n");
  EXPECT_EQ(quota("0::/a/b\n"), 1u) << "half a CPU is still one thread";
  write("cpu.max", "200000 100000\n");
  EXPECT_EQ(quota("0::/elsewhere\n"), 2u);
}

TEST_F(CpuBudget, KnowsQuotasOfVersion1) {
  write("cpu,cpuacct/job/cpu.cfs_quota_us", "400000\n");
  EXPECT_EQ(quota("4:cpu,cpuacct:/job\n"), 0u);
  write("cpu,cpuacct/job/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(quota("5:memory:/job\n4:cpu,cpuacct:/job\n"), 4u);
  EXPECT_EQ(quota("4:cpuset:/job\nno colons\n"), 0u);
  write("cpu,cpuacct/job/cpu.cfs_quota_us", "-1\n");
  EXPECT_EQ(quota("4:cpu,cpuacct:/job\n"), 0u);
}

TEST_F(CpuBudget, NeedsNoCgroups) {
  EXPECT_EQ(cgroupThreads(root, root + "/nothing"), 0u);
}

/// A thread that may use one CPU makes pools of one thread.
TEST_F(CpuBudget, RespectsTheAffinityMask) {
  std::thread([] {
    cpu_set_t before, one;
    ASSERT_EQ(::sched_getaffinity(0, sizeof(before), &before), 0);
    int cpu = 0;
    while (!CPU_ISSET(cpu, &before))
      ++cpu;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    ThreadPool early(0);
    ASSERT_EQ(::sched_setaffinity(0, sizeof(one), &one), 0);
    EXPECT_EQ(early.concurrency(), 1u) << "it is counted at the first use";
    ASSERT_EQ(::sched_setaffinity(0, sizeof(before), &before), 0);
    EXPECT_EQ(early.concurrency(), 1u) << "and once";
    ASSERT_EQ(::sched_setaffinity(0, sizeof(one), &one), 0);
    EXPECT_EQ(availableThreads(), 1u);
    EXPECT_EQ(ThreadPool(0).concurrency(), 1u);
    EXPECT_EQ(ThreadPool(3).concurrency(), 3u) << "what is asked for holds";
  }).join();
}

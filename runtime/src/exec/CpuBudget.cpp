// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/CpuBudget.h"
#include "kiln-rt/archive/Error.h"

#include <algorithm>
#include <cstdio>
#include <sched.h>
#include <thread>

using namespace kiln::rt;

/// The numbers in a file of up to two; how many there are.
static int readNumbers(const std::string &path, long long (&numbers)[2]) {
  std::FILE *file = std::fopen(path.c_str(), "re");
  if (!file)
    return 0;
  int count = std::fscanf(file, "%lld %lld", &numbers[0], &numbers[1]);
  std::fclose(file);
  return std::max(count, 0);
}

/// The quota of one folder of a hierarchy in CPUs, 0 if there is none.
static size_t quotaOf(const std::string &folder, bool isVersion2) {
  long long quota = 0, period = 0;
  if (isVersion2) {
    long long both[2] = {};
    // "max 100000" has no number in front: no limit.
    if (readNumbers(folder + "/cpu.max", both) != 2)
      return 0;
    quota = both[0];
    period = both[1];
  } else {
    long long one[2] = {}, other[2] = {};
    if (readNumbers(folder + "/cpu.cfs_quota_us", one) < 1 ||
        readNumbers(folder + "/cpu.cfs_period_us", other) < 1)
      return 0;
    quota = one[0];
    period = other[0];
  }
  if (quota <= 0 || period <= 0)
    return 0;
  return static_cast<size_t>(std::max<long long>(1, quota / period));
}

/// The least quota of a cgroup and of those above it.
static size_t leastQuota(const std::string &hierarchy, std::string path,
                         bool isVersion2) {
  size_t least = 0;
  while (true) {
    if (path == "/")
      path.clear();
    size_t quota = quotaOf(hierarchy + path, isVersion2);
    if (quota && (!least || quota < least))
      least = quota;
    if (path.empty())
      return least;
    path.resize(std::min(path.rfind('/'), path.size() - 1));
  }
}

/// Does a list "cpu,cpuacct" name the controller `cpu`?
static bool namesCpu(const std::string &controllers) {
  return concat(",", controllers, ",").find(",cpu,") != std::string::npos;
}

size_t kiln::rt::cgroupThreads(const std::string &root,
                               const std::string &membership) {
  std::FILE *file = std::fopen(membership.c_str(), "re");
  if (!file)
    return 0;
  size_t least = 0;
  char buffer[4096];
  while (std::fgets(buffer, sizeof(buffer), file)) {
    // "4:cpu,cpuacct:/path" of version 1, "0::/path" of version 2
    std::string line(buffer);
    line.erase(line.find_last_not_of('\n') + 1);
    size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos)
      continue;
    std::string controllers = line.substr(first + 1, second - first - 1);
    bool isVersion2 = controllers.empty();
    if (!isVersion2 && !namesCpu(controllers))
      continue;
    std::string hierarchy = isVersion2 ? root : concat(root, "/", controllers);
    size_t quota = leastQuota(hierarchy, line.substr(second + 1), isVersion2);
    if (quota && (!least || quota < least))
      least = quota;
  }
  std::fclose(file);
  return least;
}

size_t kiln::rt::availableThreads() {
  cpu_set_t set;
  size_t threads = std::max(1u, std::thread::hardware_concurrency());
  if (::sched_getaffinity(0, sizeof(set), &set) == 0)
    threads = static_cast<size_t>(std::max(1, CPU_COUNT(&set)));
  size_t quota = cgroupThreads("/sys/fs/cgroup", "/proc/self/cgroup");
  return quota ? std::min(threads, quota) : threads;
}

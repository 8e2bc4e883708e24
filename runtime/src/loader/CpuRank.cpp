// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/loader/Loader.h"
#include <vector>
#if defined(__x86_64__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

using namespace kiln::rt;

namespace {
/// A level of the architecture, or instructions that its highest one leaves
/// open.
struct Part {
  std::string_view name;
  bool (*isSupported)();
};
} // namespace

#if defined(__x86_64__)
/// Tile registers, and Linux lets this process use them.
static bool hasTiles() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned bf16 = 1u << 22, tiles = 1u << 24, int8 = 1u << 25;
  constexpr unsigned all = bf16 | tiles | int8;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (d & all) != all)
    return false;
  constexpr long requestPermission = 0x1023, tileData = 18;
  return syscall(SYS_arch_prctl, requestPermission, tileData) == 0;
}

// The builtin asks the processor and, by XGETBV, which registers the system
// saves.
static constexpr Part kLevels[] = {
    {"x86-64", [] { return true; }},
    {"x86-64-v2", [] { return __builtin_cpu_supports("x86-64-v2") != 0; }},
    {"x86-64-v3", [] { return __builtin_cpu_supports("x86-64-v3") != 0; }},
    {"x86-64-v4", [] { return __builtin_cpu_supports("x86-64-v4") != 0; }},
};
static constexpr Part kExtensions[] = {
    {"bf16", [] { return __builtin_cpu_supports("avx512bf16") != 0; }},
    {"vnni", [] { return __builtin_cpu_supports("avx512vnni") != 0; }},
    {"amx", hasTiles},
};
static constexpr size_t kNumLevels = 4, kNumExtensions = 3;
#elif defined(__aarch64__)
static constexpr Part kLevels[] = {{"aarch64", [] { return true; }}};
static constexpr Part kExtensions[] = {{"", [] { return false; }}};
static constexpr size_t kNumLevels = 1, kNumExtensions = 0;
#else
static constexpr Part kLevels[] = {{"", [] { return false; }}};
static constexpr Part kExtensions[] = {{"", [] { return false; }}};
static constexpr size_t kNumLevels = 0, kNumExtensions = 0;
#endif

/// The number of the part `name` among the `count` ones from `parts` on.
static size_t findPart(const Part *parts, size_t count, std::string_view name) {
  size_t number = 0;
  while (number < count && parts[number].name != name)
    ++number;
  return number;
}

int kiln::rt::cpuTargetRank(std::string_view target, std::string &reason) {
  auto refuse = [&](const char *why) {
    reason = why;
    return -1;
  };
  constexpr std::string_view prefix = "cpu:", lacks = "has instructions that "
                                                      "this CPU lacks";
  if (target.substr(0, prefix.size()) != prefix)
    return refuse("is for another kind of device");
  std::string_view rest = target.substr(prefix.size());
  size_t end = rest.find('+');
  size_t level = findPart(kLevels, kNumLevels, rest.substr(0, end));
  if (level == kNumLevels)
    return refuse("is not a level of this machine's architecture");
  if (!kLevels[level].isSupported())
    return refuse(lacks.data());
  // A level outranks all extensions of the one before.
  int rank = static_cast<int>(level << kNumExtensions);
  while (end != std::string_view::npos) {
    rest.remove_prefix(end + 1);
    end = rest.find('+');
    size_t extension =
        findPart(kExtensions, kNumExtensions, rest.substr(0, end));
    if (extension == kNumExtensions)
      return refuse("has an extension that this runtime does not know");
    if (!kExtensions[extension].isSupported())
      return refuse(lacks.data());
    rank |= 1 << extension;
  }
  reason = "runs on this CPU";
  return rank;
}

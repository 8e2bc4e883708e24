// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "module/CpuLevel.h"

using namespace kiln::rt;

namespace {
struct Level {
  const char *name;
  bool supported;
};
} // namespace

/// The levels of this machine's architecture, worst first.
static std::vector<Level> cpuLevels() {
#if defined(__x86_64__)
  return {{"x86-64", true},
          {"x86-64-v2", __builtin_cpu_supports("x86-64-v2") != 0},
          {"x86-64-v3", __builtin_cpu_supports("x86-64-v3") != 0},
          {"x86-64-v4", __builtin_cpu_supports("x86-64-v4") != 0}};
#else
  return {};
#endif
}

int kiln::rt::cpuTargetRank(std::string_view target, std::string &reason) {
  constexpr std::string_view prefix = "cpu:";
  if (target.substr(0, prefix.size()) != prefix) {
    reason = "is for a device that this runtime does not drive";
    return -1;
  }
  std::string_view name = target.substr(prefix.size());
  std::vector<Level> levels = cpuLevels();
  for (size_t i = 0; i < levels.size(); ++i) {
    if (name != levels[i].name)
      continue;
    reason = levels[i].supported ? "runs on this CPU"
                                 : "has instructions that this CPU lacks";
    return levels[i].supported ? static_cast<int>(i) : -1;
  }
  reason = "is not a level of this machine's architecture";
  return -1;
}

Expected<TargetChoice> kiln::rt::chooseTarget(const Manifest &manifest,
                                              const std::string &wanted,
                                              const std::string &file) {
  TargetChoice choice;
  int best = -1;
  bool found = false;
  std::vector<std::string> reasons(manifest.targets.size());
  for (uint32_t i = 0; i < manifest.targets.size(); ++i) {
    const std::string &name = manifest.targets[i].name;
    int rank = cpuTargetRank(name, reasons[i]);
    bool candidate = wanted.empty() || name == wanted;
    found |= candidate;
    if (candidate && rank > best) {
      best = rank;
      choice.target = i;
    }
  }
  for (uint32_t i = 0; i < manifest.targets.size(); ++i) {
    bool chosen = best >= 0 && i == choice.target;
    const char *note = !chosen           ? ""
                       : !wanted.empty() ? ": taken, as asked"
                                         : ": taken, the best";
    choice.explanation +=
        concat(manifest.targets[i].name, " ", reasons[i], note, "\n");
  }
  if (!found)
    return makeError(Code::NotFound, file, ": manifest.json: ",
                     wanted.empty()
                         ? std::string("the package has no target")
                         : concat("there is no target '", wanted, "'"),
                     manifest.targets.empty() ? "" : "; ", choice.explanation);
  if (best < 0)
    return makeError(Code::FailedPrecondition, file,
                     ": manifest.json: no target of the package runs here: ",
                     choice.explanation);
  return choice;
}

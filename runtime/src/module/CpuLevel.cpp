// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "module/CpuLevel.h"
#include "kiln-rt/loader/Loader.h"

using namespace kiln::rt;

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

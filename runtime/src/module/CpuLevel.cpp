// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "module/CpuLevel.h"
#include "kiln-rt/loader/Loader.h"

using namespace kiln::rt;

Expected<TargetChoice> kiln::rt::chooseTarget(const PackageIndex &index,
                                              const std::string &wanted,
                                              const std::string &file) {
  struct Candidate {
    const std::string *name;
    size_t variant;
    std::string reason;
  };
  std::vector<Candidate> candidates;
  int best = -1;
  size_t chosen = 0;
  bool found = false;
  for (size_t variant = 0; variant < index.variants.size(); ++variant)
    for (const std::string &name : index.variants[variant].targets) {
      candidates.push_back({&name, variant, {}});
      int rank = cpuTargetRank(name, candidates.back().reason);
      bool isWanted = wanted.empty() || name == wanted;
      found |= isWanted;
      if (!isWanted || rank <= best)
        continue;
      best = rank;
      chosen = candidates.size() - 1;
    }
  TargetChoice choice;
  for (size_t i = 0; i < candidates.size(); ++i) {
    bool isChosen = best >= 0 && i == chosen;
    const char *note = !isChosen         ? ""
                       : !wanted.empty() ? ": taken, as asked"
                                         : ": taken, the best";
    choice.explanation +=
        concat(*candidates[i].name, " ", candidates[i].reason, note, "\n");
  }
  if (!found)
    return makeError(Code::NotFound, file, ": manifest.json: ",
                     wanted.empty()
                         ? std::string("the package has no target")
                         : concat("there is no target '", wanted, "'"),
                     candidates.empty() ? "" : "; ", choice.explanation);
  if (best < 0)
    return makeError(Code::FailedPrecondition, file,
                     ": manifest.json: no target of the package runs here: ",
                     choice.explanation);
  choice.target = *candidates[chosen].name;
  choice.variant = candidates[chosen].variant;
  return choice;
}

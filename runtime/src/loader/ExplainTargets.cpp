// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/loader/Loader.h"

using namespace kiln::rt;

std::vector<TargetNote>
kiln::rt::explainTargets(const std::vector<std::string> &names,
                         const std::string &wanted, const RankTarget &rank) {
  std::vector<TargetNote> notes;
  int best = -1;
  size_t taken = names.size();
  for (size_t i = 0; i < names.size(); ++i) {
    TargetNote &note = notes.emplace_back();
    note.name = names[i];
    int found = rank(names[i], note.reason);
    if ((wanted.empty() || names[i] == wanted) && found > best) {
      best = found;
      taken = i;
    }
  }
  if (taken == names.size())
    return notes;
  notes[taken].isTaken = true;
  notes[taken].reason +=
      wanted.empty() ? ": taken, the best" : ": taken, as asked";
  return notes;
}

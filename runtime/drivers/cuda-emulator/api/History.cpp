// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "api/History.h"

using namespace kiln::emu;

std::vector<const Work *>
History::concurrentWith(const Progress &before) const {
  std::vector<const Work *> found;
  for (const auto &[stream, done] : works)
    for (auto it = done.rbegin();
         it != done.rend() && it->position > before.of(stream); ++it)
      found.push_back(&it->work);
  std::sort(found.begin(), found.end(),
            [](const Work *a, const Work *b) { return a->first < b->first; });
  return found;
}

void History::forget(const Progress &settled) {
  for (auto it = works.begin(); it != works.end();) {
    auto &[stream, done] = *it;
    while (!done.empty() && done.front().position <= settled.of(stream))
      done.pop_front();
    it = done.empty() ? works.erase(it) : std::next(it);
  }
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is ordered before what. Execution is one sequence, so that one counter
// of synchronisations dates every access; what a thread knows of others is, for
// each of them, the date up to which their accesses are ordered before its own.

#ifndef KILN_EMULATOR_MEMORY_CLOCK_H
#define KILN_EMULATOR_MEMORY_CLOCK_H

#include <cstdint>
#include <memory>
#include <unordered_map>

namespace kiln::emu {

/// Dates by thread, warp, block, or asynchronous agent.
class Knowledge {
public:
  enum Level : uint64_t { Thread, Warp, Block };

  uint32_t date(Level level, uint32_t id) const {
    auto found = dates.find(key(level, id));
    return found == dates.end() ? 0 : found->second;
  }
  void learn(Level level, uint32_t id, uint32_t date) {
    uint32_t &known = dates[key(level, id)];
    known = known < date ? date : known;
  }
  void learn(const Knowledge &other) {
    for (auto [id, date] : other.dates) {
      uint32_t &known = dates[id];
      known = known < date ? date : known;
    }
  }

private:
  static uint64_t key(Level level, uint32_t id) { return level << 32 | id; }
  std::unordered_map<uint64_t, uint32_t> dates;
};

using KnowledgePtr = std::shared_ptr<const Knowledge>;

/// What both know; either may be null.
KnowledgePtr joined(const KnowledgePtr &a, const KnowledgePtr &b);

/// The counter of a device.
struct Clock {
  uint32_t now = 1;
  uint32_t tick() { return ++now; }
};

} // namespace kiln::emu

#endif // KILN_EMULATOR_MEMORY_CLOCK_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What of the work of streams is ordered before what: by its stream, by events,
// and by the host, which enqueues behind all that it has waited for.

#ifndef KILN_EMULATOR_API_HISTORY_H
#define KILN_EMULATOR_API_HISTORY_H

#include "exec/Work.h"

#include <deque>
#include <map>

namespace kiln::emu {

/// How far something is behind each stream: a count of its work, by its number.
class Progress {
public:
  uint64_t of(uint32_t stream) const {
    auto found = positions.find(stream);
    return found == positions.end() ? 0 : found->second;
  }
  void reach(uint32_t stream, uint64_t position) {
    uint64_t &known = positions[stream];
    known = std::max(known, position);
  }
  /// The same where streams have other numbers: that of `first` + n for n.
  void joinRenumbered(const Progress &other, uint32_t first) {
    for (auto [stream, position] : other.positions)
      reach(first + stream, position);
  }
  /// Branches of graphs have numbers from here on.
  static constexpr uint32_t firstBranch = UINT32_C(1) << 31;
  void forgetBranches() {
    positions.erase(positions.lower_bound(firstBranch), positions.end());
  }
  void join(const Progress &other) {
    for (auto [stream, position] : other.positions)
      reach(stream, position);
  }

private:
  std::map<uint32_t, uint64_t> positions;
};

/// The work of a context that is done and that not everything is behind.
class History {
public:
  void add(uint32_t stream, uint64_t position, Work work) {
    works[stream].push_back({position, std::move(work)});
  }
  /// What is not ordered before something, by date. Valid until `forget`.
  std::vector<const Work *> concurrentWith(const Progress &before) const;
  /// All that will come is behind this.
  void forget(const Progress &settled);
  bool empty() const { return works.empty(); }

private:
  struct Done {
    uint64_t position;
    Work work;
  };
  std::map<uint32_t, std::deque<Done>> works; ///< by stream
};

} // namespace kiln::emu

#endif // KILN_EMULATOR_API_HISTORY_H

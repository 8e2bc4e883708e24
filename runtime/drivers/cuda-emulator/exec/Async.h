// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies under way. Each lands as late as the program's waits allow; until
// then its destination may not be touched and its source must not change.

#ifndef KILN_EMULATOR_EXEC_ASYNC_H
#define KILN_EMULATOR_EXEC_ASYNC_H

#include "memory/Memory.h"

#include <deque>
#include <functional>

namespace kiln::emu {

class Warp;
struct Inst;

/// One copy, in pieces that lie together at both ends.
struct AsyncCopy {
  struct Piece {
    Allocation *from = nullptr; ///< null: zeros
    uint64_t fromOffset = 0;
    Allocation *to = nullptr;
    uint64_t toOffset = 0;
    uint32_t bytes = 0;
  };
  std::vector<Piece> pieces;
  std::vector<uint8_t> content; ///< of the sources when it was issued
  bool reduces = false;         ///< combines its content with the destination …
  uint16_t op = 0;              ///< … by this AtomicOp …
  Type type = Type::None;       ///< … in elements of this type
  const Inst *inst = nullptr;
  uint32_t thread = 0;     ///< that issued it, number in the launch
  uint32_t agent = 0;      ///< that writes, where it is not the thread
  uint32_t group = 0;      ///< of the thread's, where groups complete it
  bool bulk = false;       ///< through the async proxy
  bool wgmma = false;      ///< sources of a wgmma, which has no destination
  bool sourceDone = false; ///< waited for with .read
  Allocation *barrier = nullptr; ///< told of the bytes when it lands
  uint64_t barrierOffset = 0;
};

/// A barrier in shared memory.
struct Mbarrier {
  uint32_t count = 0;   ///< arrivals of a phase
  uint32_t pending = 0; ///< of them, in this phase
  int64_t bytes = 0;    ///< that copies must still bring
  uint32_t phase = 0;
  uint32_t polls = 0;    ///< in vain, since something landed
  uint32_t agent = 0;    ///< that the copies counted here write as
  Mark made;             ///< its init
  KnowledgePtr arriving; ///< of who arrived in this phase
  KnowledgePtr complete; ///< of who arrived in completed ones
};

/// The copies of a block, in the order of their issue.
struct AsyncCopies {
  std::deque<AsyncCopy> underWay;
  /// Groups that each thread has committed: of cp.async, of bulk copies.
  std::unordered_map<uint32_t, uint32_t> committed, bulkCommitted;
  /// The barriers in the block's shared memory, by offset.
  std::unordered_map<uint64_t, Mbarrier> barriers;
};

} // namespace kiln::emu

#endif // KILN_EMULATOR_EXEC_ASYNC_H

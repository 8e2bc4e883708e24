// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A warp: 32 lanes, which run together until a branch parts them and from
// where its ways meet again. Parted lanes are paths of their own, of which any
// may run next.

#ifndef KILN_EMULATOR_EXEC_WARP_H
#define KILN_EMULATOR_EXEC_WARP_H

#include "exec/Code.h"
#include "exec/Fault.h"

#include <cstring>
#include <list>

namespace kiln::emu {

class Block;
struct Launch;

constexpr unsigned lanes = 32;
constexpr uint32_t allLanes = ~UINT32_C(0);

/// Runs `body(lane)` for the lanes of a mask.
template <typename F>
inline void forLanes(uint32_t mask, F body) {
  for (; mask; mask &= mask - 1)
    body(static_cast<unsigned>(__builtin_ctz(mask)));
}

/// The registers of a function while it runs.
struct Frame {
  const Code *code = nullptr;
  std::unique_ptr<uint8_t[]> bytes;
  std::shared_ptr<Frame> caller;
};

/// Where parted lanes wait for each other.
struct Join {
  uint32_t pc = 0;
  uint32_t expected = 0, arrived = 0;
  std::shared_ptr<Frame> frame;
  std::shared_ptr<Join> outer;
  bool ofCall = false;   ///< the end of a function
  uint32_t returnPc = 0; ///< behind its call
  uint32_t spins = 0;    ///< of those that are awaited
};

struct Path {
  enum State : uint8_t { Ready, Blocked, Meeting };
  uint32_t pc = 0;
  uint32_t mask = 0;
  State state = Ready;
  uint32_t meeting = 0; ///< the lanes that wait for others at a .sync
  std::shared_ptr<Frame> frame;
  std::shared_ptr<Join> join;
};

/// What a lane knows of others beyond its block's and warp's barriers, and
/// what waits for a fence.
struct LaneSync {
  KnowledgePtr known;      ///< ordered before
  KnowledgePtr fenced;     ///< published by strong writes from the last fence
  KnowledgePtr observed;   ///< read by strong reads, known at the next fence
  uint32_t proxyFence = 0; ///< date of the last fence.proxy.async
};

/// A lane at the cluster's barrier.
struct ClusterLane {
  bool arrived = false;
  uint32_t phase = 0; ///< when it arrived
};

/// A register that a wgmma writes, which is not waited for yet.
struct Accumulator {
  Ref ref;
  uint32_t site;
  uint32_t group;
};

class Warp {
public:
  Warp(Block &block, uint32_t index);

  /// Runs a ready path for up to `budget` instructions; false where none is.
  bool run(unsigned budget);
  bool done() const { return live == 0; }
  bool ready() const;
  /// Wakes the paths that hold these lanes.
  void wake(uint32_t mask);

  template <typename T>
  const T *src(Ref ref) const {
    const uint8_t *from =
        ref & constantBit ? constants + (ref & ~constantBit) : registers + ref;
    return reinterpret_cast<const T *>(from);
  }
  template <typename T>
  T *dst(Ref ref) {
    return reinterpret_cast<T *>(registers + ref);
  }
  /// Writes the lanes of a mask.
  template <typename T>
  void put(Ref ref, const T *values, uint32_t mask) {
    T *to = dst<T>(ref);
    if (mask == allLanes) {
      std::memcpy(to, values, sizeof(T) * lanes);
      return;
    }
    for (unsigned l = 0; l < lanes; ++l)
      to[l] = mask >> l & 1 ? values[l] : to[l];
  }
  /// The lanes where a predicate, or its negation, holds.
  uint32_t predicate(Ref ref) const {
    uint32_t bits = *src<uint32_t>(ref & ~negatedBit);
    return ref & negatedBit ? ~bits : bits;
  }
  void putPredicate(Ref ref, uint32_t bits, uint32_t mask) {
    uint32_t *to = dst<uint32_t>(ref);
    *to = (*to & ~mask) | (bits & mask);
  }

  LaneSync &sync(unsigned lane) {
    if (!laneSyncs)
      laneSyncs = std::make_unique<LaneSync[]>(lanes);
    return laneSyncs[lane];
  }
  const LaneSync *syncIfAny() const { return laneSyncs.get(); }

  ClusterLane &clusterLane(unsigned lane) {
    if (clusterLanes.empty())
      clusterLanes.resize(lanes);
    return clusterLanes[lane];
  }

  /// Reports a fault of a lane at the instruction under way.
  void fault(FaultKind kind, unsigned lane, std::string detail);

  Block &block;
  const uint32_t index;        ///< in the block
  const uint32_t firstThread;  ///< number in the launch of lane 0
  uint32_t live = 0;           ///< lanes that have not ended
  uint32_t all = 0;            ///< lanes that exist
  uint32_t known = 0;          ///< date of the last barrier of the whole warp
  uint32_t clusterWaiting = 0; ///< lanes at a wait for the cluster
  uint32_t carry = 0;          ///< the flag of add.cc, a bit a lane
  Path *path = nullptr;        ///< that runs
  const Inst *inst = nullptr;  ///< under way
  std::unique_ptr<Allocation> local; ///< one lane's behind the other's
  /// Registers that a wgmma under way may still write, by place in the frame.
  std::vector<Accumulator> accumulators;
  uint32_t wgmmaGroups = 0; ///< committed
  bool wgmmaFenced = false;
  /// What an instruction whose lanes may part in many ways does first.
  struct Choice {
    uint32_t mask = 0;
    uint32_t target = 0;
    const Code *callee = nullptr;
  } choice;

  /// For instructions that name the lanes that take part: waits until all of
  /// them are here. `joint` are those of all paths that meet.
  bool gather(uint32_t mask, uint32_t named, uint32_t &joint);
  /// Reports what each path waits for.
  void reportWaiting();
  /// Writes the result of a barrier.red: how many predicates held, of how many.
  void giveReduced(const Inst &reduce, uint32_t mask, uint32_t counted,
                   uint32_t arrived);
  /// Ends all lanes, where nothing else helps.
  void kill();

private:
  void enter(Path &path);
  std::shared_ptr<Frame> makeFrame(const Code &code,
                                   const std::shared_ptr<Frame> &caller);
  void fillSpecials(uint8_t *frame) const;
  /// Parts off the lanes outside of `taken`; they go on at `otherPc`.
  void part(Path &path, uint32_t taken, uint32_t otherPc, uint32_t joinPc);
  bool step(Path &path);
  bool finish(Path &path, Step step, uint32_t mask);
  bool arrive(Path &path);
  bool exitLanes(Path &path, uint32_t mask);
  void call(Path &path, const Inst &inst, const Code &callee, uint32_t mask);
  void returned(const Join &join, uint32_t mask);
  void resume(const std::shared_ptr<Join> &join);
  void letGo(Path &path);
  void checkAccumulators(const Inst &inst);
  Path *pick();

  std::list<Path> paths;
  uint8_t *registers = nullptr;
  const uint8_t *constants = nullptr;
  std::unique_ptr<LaneSync[]> laneSyncs;
  std::vector<ClusterLane> clusterLanes;
};

} // namespace kiln::emu

#endif // KILN_EMULATOR_EXEC_WARP_H

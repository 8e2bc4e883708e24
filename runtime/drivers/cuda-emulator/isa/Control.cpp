// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches, calls, ends, and the barriers of blocks and clusters.

#include "isa/Access.h"
#include "isa/Async.h"
#include "isa/Selectors.h"

using namespace kiln::emu;
using kiln::rt::concat;

template <Step step>
static Step go(Warp &, const Inst &, uint32_t) {
  return step;
}

Handler kiln::emu::selectBranch(const Form &, Inst &) { return go<Step::Jump>; }

/// In a kernel the lanes end; in a function they wait at its end.
static Step goBack(Warp &warp, const Inst &, uint32_t) {
  return warp.path->frame->code->function->entry ? Step::Exit : Step::Jump;
}

Handler kiln::emu::selectReturn(const Form &, Inst &) { return goBack; }
Handler kiln::emu::selectExit(const Form &, Inst &) { return go<Step::Exit>; }
Handler kiln::emu::selectYield(const Form &, Inst &) { return go<Step::Yield>; }

static Step trap(Warp &warp, const Inst &, uint32_t mask) {
  warp.fault(FaultKind::Trap, static_cast<unsigned>(__builtin_ctz(mask)),
             "the kernel gives up");
  warp.block.launch.stopped = true;
  return Step::Exit;
}

Handler kiln::emu::selectTrap(const Form &, Inst &) { return trap; }

// bar and barrier: m[0] 1 for sync and 0 for arrive, m[1] aligned, m[3] the
// operand that the barrier's number is.

static void checkAligned(Warp &warp, const Inst &inst, uint32_t mask) {
  if (!inst.m[1] || mask == warp.live)
    return;
  uint32_t missing = warp.live & ~mask;
  warp.fault(FaultKind::DivergentBarrier,
             static_cast<unsigned>(__builtin_ctz(mask)),
             concat(__builtin_popcount(missing),
                    " threads of the warp do not execute this with the "
                    "others; the first is lane ",
                    __builtin_ctz(missing)));
}

/// The number and the count of a barrier; false where they are none.
static bool barrierOf(Warp &warp, const Inst &inst, uint32_t mask, bool counted,
                      uint32_t &number, uint32_t &expected) {
  auto lane = static_cast<unsigned>(__builtin_ctz(mask));
  number = warp.src<uint32_t>(inst.op[inst.m[3]])[lane];
  auto whole = static_cast<uint32_t>(warp.block.warps.size() * lanes);
  expected = whole;
  if (counted)
    expected = warp.src<uint32_t>(inst.op[inst.m[3] + 1])[lane];
  if (number > 15) {
    warp.fault(FaultKind::BadOperand, lane,
               concat("barrier ", number, ", but there are 16"));
    return false;
  }
  if (expected == 0 || expected % lanes || expected > whole) {
    warp.fault(FaultKind::BarrierCount, lane,
               concat("a barrier for ", expected, " threads of a block of ",
                      warp.block.threads()));
    return false;
  }
  return true;
}

static Step barrier(Warp &warp, const Inst &inst, uint32_t mask) {
  checkAligned(warp, inst, mask);
  uint32_t number, expected;
  if (!barrierOf(warp, inst, mask, inst.operands > 1, number, expected))
    return Step::Next;
  bool waits = inst.m[0];
  bool complete = warp.block.arrive(warp, mask, number, expected, waits);
  if (!waits)
    return Step::Next;
  return complete ? Step::Yield : Step::Block;
}

Handler kiln::emu::selectBarrier(const Form &form, Inst &inst) {
  inst.m[0] = form.has("sync");
  inst.m[1] = form.statement->name == "bar" || form.has("aligned");
  return barrier;
}

static Step barrierReduce(Warp &warp, const Inst &inst, uint32_t mask) {
  checkAligned(warp, inst, mask);
  uint32_t number, expected;
  if (!barrierOf(warp, inst, mask, inst.operands > 3, number, expected))
    return Step::Next;
  Barrier &joined = warp.block.barriers[number];
  uint32_t holds = warp.predicate(inst.op[inst.operands - 1]) & mask;
  joined.counted += static_cast<unsigned>(__builtin_popcount(holds));
  joined.reduce = &inst;
  return warp.block.arrive(warp, mask, number, expected, true) ? Step::Yield
                                                               : Step::Block;
}

Handler kiln::emu::selectBarrierReduce(const Form &form, Inst &inst) {
  inst.m[0] = form.has("popc") ? 0 : form.has("and") ? 1 : 2;
  inst.m[1] = form.statement->name == "bar" || form.has("aligned");
  inst.m[3] = 1;
  return barrierReduce;
}

// barrier.cluster: m[0] whether arriving releases, or waiting acquires.

static uint32_t liveThreads(const Cluster &cluster) {
  uint32_t count = 0;
  for (const auto &block : cluster.blocks)
    count += block->liveThreads();
  return count;
}

static Step clusterArrive(Warp &warp, const Inst &inst, uint32_t mask) {
  checkAligned(warp, inst, mask);
  Cluster &cluster = warp.block.cluster;
  forLanes(mask, [&](unsigned l) {
    ClusterLane &lane = warp.clusterLane(l);
    if (lane.arrived)
      warp.fault(FaultKind::BarrierCount, l,
                 "arrives at the cluster's barrier twice without a wait");
    lane.arrived = true;
    lane.phase = cluster.phase;
  });
  cluster.arrived += static_cast<unsigned>(__builtin_popcount(mask));
  cluster.relaxed |= !inst.m[0];
  if (cluster.arrived >= liveThreads(cluster)) {
    cluster.arrived = 0;
    ++cluster.phase;
    // One that a thread reached relaxed orders nothing.
    if (!cluster.relaxed)
      cluster.released = warp.block.launch.clock().tick();
    cluster.relaxed = false;
    for (const auto &block : cluster.blocks)
      for (const auto &other : block->warps)
        other->wake(allLanes & other->clusterWaiting);
  }
  return Step::Next;
}

Handler kiln::emu::selectClusterArrive(const Form &form, Inst &inst) {
  inst.m[0] = !form.has("relaxed");
  inst.m[1] = form.has("aligned");
  return clusterArrive;
}

static Step clusterWait(Warp &warp, const Inst &inst, uint32_t mask) {
  checkAligned(warp, inst, mask);
  Cluster &cluster = warp.block.cluster;
  bool complete = true;
  forLanes(mask, [&](unsigned l) {
    ClusterLane &lane = warp.clusterLane(l);
    if (!lane.arrived) {
      warp.fault(FaultKind::BarrierCount, l,
                 "waits for the cluster's barrier without having arrived");
      lane.arrived = true;
      lane.phase = cluster.phase - 1;
    }
    complete &= lane.phase != cluster.phase;
  });
  if (!complete) {
    warp.clusterWaiting |= mask;
    warp.path->state = Path::Blocked;
    return Step::Retry;
  }
  warp.clusterWaiting &= ~mask;
  forLanes(mask, [&](unsigned l) { warp.clusterLane(l).arrived = false; });
  cluster.known = std::max(cluster.known, cluster.released);
  return Step::Next;
}

Handler kiln::emu::selectClusterWait(const Form &form, Inst &inst) {
  inst.m[1] = form.has("aligned");
  return clusterWait;
}

/// Registers are not limited here; that they are given back in multiples of
/// eight is checked.
static Step setMaxRegisters(Warp &warp, const Inst &inst, uint32_t mask) {
  checkAligned(warp, inst, mask);
  if (inst.literal < 24 || inst.literal > 256 || inst.literal % 8)
    warp.fault(FaultKind::BadOperand,
               static_cast<unsigned>(__builtin_ctz(mask)),
               concat(inst.literal,
                      " registers, but 24 to 256 in steps of 8 are possible"));
  return Step::Next;
}

Handler kiln::emu::selectSetMaxRegisters(const Form &, Inst &inst) {
  inst.m[1] = 1;
  return setMaxRegisters;
}

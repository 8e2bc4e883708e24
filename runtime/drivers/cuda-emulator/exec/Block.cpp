// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/Block.h"

#include "exec/Launch.h"

using namespace kiln::emu;
using kiln::rt::concat;

Block::Block(Launch &launch, Cluster &cluster, const uint32_t (&blockId)[3],
             uint32_t number, uint32_t rank)
    : launch(launch), cluster(cluster), id{blockId[0], blockId[1], blockId[2]},
      number(number), rank(rank),
      firstThread(number * launch.warpsPerBlock * lanes) {
  shared = std::make_unique<Allocation>(0, launch.sharedBytes, "shared memory");
  for (uint32_t i = 0; i < launch.warpsPerBlock; ++i)
    warps.push_back(std::make_unique<Warp>(*this, i));
}

uint32_t Block::threads() const {
  const uint32_t *size = launch.shape.block;
  return size[0] * size[1] * size[2];
}

bool Block::done() const {
  for (const auto &warp : warps)
    if (!warp->done())
      return false;
  return true;
}

uint32_t Block::liveThreads() const {
  uint32_t count = 0;
  for (const auto &warp : warps)
    count += static_cast<unsigned>(__builtin_popcount(warp->live));
  return count;
}

bool Block::arrive(Warp &warp, uint32_t mask, uint32_t index, uint32_t expected,
                   bool waits) {
  Barrier &barrier = barriers[index];
  auto lane = static_cast<unsigned>(__builtin_ctz(mask));
  if (barrier.waiters.empty()) {
    barrier.expected = expected;
    barrier.arrived = 0;
  } else if (barrier.expected != expected) {
    warp.fault(FaultKind::BarrierCount, lane,
               concat("barrier ", index, " waits for ", barrier.expected,
                      " threads, but this one says ", expected));
  }
  // A warp counts in full, even where the block's last one is not.
  barrier.arrived += mask == warp.all
                         ? lanes
                         : static_cast<unsigned>(__builtin_popcount(mask));
  barrier.waiters.push_back({&warp, mask, waits});
  if (barrier.arrived > barrier.expected)
    warp.fault(FaultKind::BarrierCount, lane,
               concat("barrier ", index, " is for ", barrier.expected,
                      " threads, but ", barrier.arrived, " arrive"));
  if (barrier.arrived >= barrier.expected)
    complete(barrier);
  else
    checkAfterExit(warp);
  return barrier.waiters.empty();
}

/// The dates of a barrier: one of the block where all threads take part.
static void synchronize(Block &block, const Barrier &barrier) {
  uint32_t now = block.launch.clock().tick();
  uint32_t threads = 0;
  KnowledgePtr known;
  auto joint = std::make_shared<Knowledge>();
  for (const Barrier::Waiter &waiter : barrier.waiters) {
    if (waiter.waits)
      threads += static_cast<unsigned>(__builtin_popcount(waiter.mask));
    if (!waiter.warp->syncIfAny())
      continue;
    forLanes(waiter.mask, [&](unsigned l) {
      known = joined(known, waiter.warp->sync(l).known);
    });
  }
  bool whole = threads == block.liveThreads();
  if (whole)
    block.known = now;
  if (whole && !known)
    return;
  if (known)
    joint->learn(*known);
  for (const Barrier::Waiter &waiter : barrier.waiters) {
    Warp &warp = *waiter.warp;
    if (waiter.mask == warp.all)
      joint->learn(Knowledge::Warp, warp.firstThread, now);
    else
      forLanes(waiter.mask, [&](unsigned l) {
        joint->learn(Knowledge::Thread, warp.firstThread + l, now);
      });
  }
  for (const Barrier::Waiter &waiter : barrier.waiters)
    if (waiter.waits)
      forLanes(waiter.mask,
               [&](unsigned l) { waiter.warp->sync(l).known = joint; });
}

void Block::complete(Barrier &barrier) {
  ++launch.stats.barriers;
  synchronize(*this, barrier);
  std::vector<Barrier::Waiter> waiters = std::move(barrier.waiters);
  uint32_t counted = barrier.counted;
  uint32_t arrived = 0;
  for (const Barrier::Waiter &waiter : waiters)
    arrived += static_cast<unsigned>(__builtin_popcount(waiter.mask));
  const Inst *reduce = barrier.reduce;
  barrier = Barrier();
  for (const Barrier::Waiter &waiter : waiters) {
    if (!waiter.waits)
      continue;
    if (reduce)
      waiter.warp->giveReduced(*reduce, waiter.mask, counted, arrived);
    waiter.warp->wake(waiter.mask);
  }
}

void Block::checkAfterExit(Warp &warp) {
  uint32_t alive = liveThreads();
  for (uint32_t i = 0; i < 16; ++i) {
    Barrier &barrier = barriers[i];
    if (barrier.waiters.empty() || barrier.expected != warps.size() * lanes)
      continue;
    uint32_t waiting = 0;
    for (const Barrier::Waiter &waiter : barrier.waiters)
      if (waiter.waits)
        waiting += static_cast<unsigned>(__builtin_popcount(waiter.mask));
    if (waiting < alive)
      continue;
    warp.fault(FaultKind::BarrierCount, 0,
               concat("barrier ", i, " waits for all ", threads(),
                      " threads of the block, but only ", alive,
                      " have not ended"));
    complete(barrier);
  }
}

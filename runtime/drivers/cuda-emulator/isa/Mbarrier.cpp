// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "isa/Mbarrier.h"

#include "isa/Async.h"
#include "isa/Selectors.h"

using namespace kiln::emu;
using kiln::rt::concat;

static Block *ownerOf(Block &block, const Allocation *shared) {
  for (const auto &other : block.cluster.blocks)
    if (other->shared.get() == shared)
      return other.get();
  return nullptr;
}

/// The place of a barrier's eight bytes, or a fault.
static bool placeBarrier(Warp &warp, unsigned lane, Space space,
                         uint64_t address, Place &place, Block *&owner) {
  place = placeOf(warp, lane, space, address, 8);
  owner = ownerOf(warp.block, place.allocation);
  bool inside = owner && place.offset + 8 <= place.allocation->size;
  if (inside && address % 8 == 0)
    return true;
  faultAt(warp, inside ? FaultKind::Misaligned : FaultKind::OutOfBounds, lane,
          place, address, "a barrier must be 8 aligned bytes of shared memory");
  return false;
}

Mbarrier *kiln::emu::mbarrierAt(Warp &warp, unsigned lane, Space space,
                                uint64_t address, Place &place, Block *&owner) {
  if (!placeBarrier(warp, lane, space, address, place, owner))
    return nullptr;
  auto found = owner->copies.barriers.find(place.offset);
  if (found == owner->copies.barriers.end()) {
    faultAt(warp, FaultKind::BadMbarrier, lane, place, address,
            "no mbarrier.init was executed here");
    return nullptr;
  }
  Mbarrier &barrier = found->second;
  if (!isOrdered(warp, lane, barrier.made))
    faultAt(warp, FaultKind::BadMbarrier, lane, place, address,
            "the barrier's init is not ordered before this");
  return &barrier;
}

void kiln::emu::completeIfDone(Launch &launch, Mbarrier &barrier) {
  if (barrier.pending || barrier.bytes)
    return;
  ++barrier.phase;
  barrier.pending = barrier.count;
  barrier.polls = 0;
  barrier.complete = joined(barrier.complete, barrier.arriving);
  barrier.arriving = nullptr;
  launch.clock().tick();
}

static void learnAgent(Launch &launch, Mbarrier &barrier) {
  Knowledge agent;
  agent.learn(Knowledge::Thread, barrier.agent, launch.clock().tick());
  barrier.arriving =
      joined(barrier.arriving, std::make_shared<Knowledge>(agent));
}

void kiln::emu::landedAt(Block &block, const AsyncCopy &copy) {
  Block *owner = ownerOf(block, copy.barrier);
  if (!owner)
    return;
  auto found = owner->copies.barriers.find(copy.barrierOffset);
  if (found == owner->copies.barriers.end())
    return;
  Mbarrier &barrier = found->second;
  if (copy.bulk) {
    barrier.bytes -= static_cast<int64_t>(copy.content.size());
    learnAgent(block.launch, barrier);
  } else {
    // An arrival that waited for the copies of its thread.
    Warp &warp = *block.warps[(copy.thread - block.firstThread) / lanes];
    barrier.arriving =
        joined(barrier.arriving, knowledgeOf(warp, copy.thread % lanes));
    if (barrier.pending)
      --barrier.pending;
  }
  completeIfDone(block.launch, barrier);
}

static Space spaceOf(const Form &form) {
  return form.has("shared") || form.has("shared::cta") ? Space::Shared
         : form.has("shared::cluster")                 ? Space::Cluster
                                                       : Space::Generic;
}

static Step init(Warp &warp, const Inst &inst, uint32_t mask) {
  Access access;
  addressesOf(warp, inst, 0, inst.op[0], access.address);
  const uint32_t *count = warp.src<uint32_t>(inst.op[1]);
  Launch &launch = warp.block.launch;
  forLanes(mask, [&](unsigned l) {
    Place place;
    Block *owner;
    if (!placeBarrier(warp, l, inst.space, access.address[l], place, owner))
      return;
    if (count[l] == 0 || count[l] >= 1 << 20)
      warp.fault(FaultKind::BadOperand, l,
                 concat("a barrier for ", count[l], " arrivals"));
    Mbarrier made;
    made.count = made.pending = count[l];
    made.agent = Launch::firstAgent + launch.agents++;
    made.made = {warp.firstThread + l + 1, launch.clock().now, inst.site};
    owner->copies.barriers[place.offset] = made;
    place.allocation->shadow.setWritten(place.offset, 8);
  });
  return Step::Next;
}

Handler kiln::emu::selectMbarrierInit(const Form &form, Inst &inst) {
  inst.space = spaceOf(form);
  return init;
}

static Step inval(Warp &warp, const Inst &inst, uint32_t mask) {
  Access access;
  addressesOf(warp, inst, 0, inst.op[0], access.address);
  forLanes(mask, [&](unsigned l) {
    Place place;
    Block *owner;
    if (!mbarrierAt(warp, l, inst.space, access.address[l], place, owner))
      return;
    owner->copies.barriers.erase(place.offset);
    place.allocation->shadow.setWritten(place.offset, 8, false);
  });
  return Step::Next;
}

Handler kiln::emu::selectMbarrierInval(const Form &form, Inst &inst) {
  inst.space = spaceOf(form);
  return inval;
}

// Arrivals: m[0] 1 where bytes are expected, 2 where the count drops; m[1]
// whether they must not complete the phase; op: state, address [, count or
// bytes].

static void arriveLane(Warp &warp, const Inst &inst, unsigned l,
                       Mbarrier &barrier, const Place &place,
                       uint64_t address) {
  uint32_t count = 1;
  if (inst.m[0] == 1)
    barrier.bytes += warp.src<uint32_t>(inst.op[2])[l];
  else if (inst.operands > 2)
    count = warp.src<uint32_t>(inst.op[2])[l];
  if (count > barrier.pending) {
    faultAt(
        warp, FaultKind::BadMbarrier, l, place, address,
        concat(count, " arrivals, but the phase waits for ", barrier.pending));
    count = barrier.pending;
  }
  barrier.pending -= count;
  if (inst.m[0] == 2 && barrier.count)
    --barrier.count;
  if (inst.m[1] && !barrier.pending)
    faultAt(warp, FaultKind::BadMbarrier, l, place, address,
            "an arrival with .noComplete completes the phase");
  barrier.arriving = joined(barrier.arriving, knowledgeOf(warp, l));
  completeIfDone(warp.block.launch, barrier);
}

// A state has the phase in its lower half, the arrivals that were missing in
// the upper one, and above these whether an arrival without completion gave it.
static constexpr uint64_t withoutCompletion = UINT64_C(1) << 63;

static uint64_t stateOf(const Mbarrier &barrier, bool completesNothing) {
  return barrier.phase | uint64_t{barrier.pending} << 32 |
         (completesNothing ? withoutCompletion : 0);
}

static Step arrive(Warp &warp, const Inst &inst, uint32_t mask) {
  Access access;
  addressesOf(warp, inst, 0, inst.op[1], access.address);
  uint64_t states[lanes] = {};
  forLanes(mask, [&](unsigned l) {
    Place place;
    Block *owner;
    Mbarrier *barrier =
        mbarrierAt(warp, l, inst.space, access.address[l], place, owner);
    if (!barrier)
      return;
    states[l] = stateOf(*barrier, inst.m[1]);
    arriveLane(warp, inst, l, *barrier, place, access.address[l]);
  });
  warp.put(inst.op[0], states, mask);
  return Step::Yield;
}

Handler kiln::emu::selectMbarrierArrive(const Form &form, Inst &inst) {
  inst.space = spaceOf(form);
  inst.m[0] = form.has("expect_tx")                           ? 1
              : form.statement->modifiers[0] == "arrive_drop" ? 2
                                                              : 0;
  inst.m[1] = form.has("noComplete");
  return arrive;
}

/// How many arrivals were missing before the one that gave a state.
static Step pendingCount(Warp &warp, const Inst &inst, uint32_t mask) {
  const uint64_t *states = warp.src<uint64_t>(inst.op[1]);
  uint32_t counts[lanes] = {};
  forLanes(mask, [&](unsigned l) {
    if (!(states[l] & withoutCompletion))
      warp.fault(FaultKind::BadOperand, l,
                 "this is no state of an arrival with .noComplete");
    counts[l] = static_cast<uint32_t>((states[l] & ~withoutCompletion) >> 32);
  });
  warp.put(inst.op[0], counts, mask);
  return Step::Next;
}

Handler kiln::emu::selectMbarrierPending(const Form &, Inst &) {
  return pendingCount;
}

/// m[0]: bytes come, rather than are expected.
static Step expect(Warp &warp, const Inst &inst, uint32_t mask) {
  Access access;
  addressesOf(warp, inst, 0, inst.op[0], access.address);
  forLanes(mask, [&](unsigned l) {
    Place place;
    Block *owner;
    Mbarrier *barrier =
        mbarrierAt(warp, l, inst.space, access.address[l], place, owner);
    if (!barrier)
      return;
    int64_t bytes = warp.src<uint32_t>(inst.op[1])[l];
    barrier->bytes += inst.m[0] ? -bytes : bytes;
    if (inst.m[0])
      completeIfDone(warp.block.launch, *barrier);
  });
  return Step::Next;
}

Handler kiln::emu::selectMbarrierExpect(const Form &form, Inst &inst) {
  inst.space = spaceOf(form);
  inst.m[0] = form.has("complete_tx");
  return expect;
}

/// What waits in vain makes copies land, late: after some polls by the seed.
static void poll(Warp &warp, unsigned lane, Mbarrier &barrier,
                 const Place &place) {
  constexpr uint32_t tooMany = 100000;
  Launch &launch = warp.block.launch;
  if (++barrier.polls < 2 + launch.draw(6))
    return;
  auto counts = [&](const AsyncCopy &copy) {
    return copy.barrier == place.allocation &&
           copy.barrierOffset == place.offset;
  };
  for (const auto &block : warp.block.cluster.blocks) {
    // An arrival by cp.async waits for the earlier copies of its thread.
    std::vector<uint32_t> threads;
    for (const AsyncCopy &copy : block->copies.underWay)
      if (counts(copy) && !copy.bulk)
        threads.push_back(copy.thread);
    land(*block, [&](const AsyncCopy &copy) {
      bool earlier = !copy.bulk && !copy.wgmma && !copy.barrier &&
                     std::find(threads.begin(), threads.end(), copy.thread) !=
                         threads.end();
      return counts(copy) || earlier;
    });
  }
  if (barrier.polls < tooMany)
    return;
  warp.fault(FaultKind::Deadlock, lane,
             concat("the barrier still waits for ", barrier.pending,
                    " arrivals and ", barrier.bytes,
                    " bytes, which nobody brings"));
  launch.stopped = true;
}

/// op: done, address, state or parity; m[0]: parity; m[1]: relaxed.
static Step testWait(Warp &warp, const Inst &inst, uint32_t mask) {
  Access access;
  addressesOf(warp, inst, 0, inst.op[1], access.address);
  uint32_t done = 0;
  forLanes(mask, [&](unsigned l) {
    Place place;
    Block *owner;
    Mbarrier *barrier =
        mbarrierAt(warp, l, inst.space, access.address[l], place, owner);
    if (!barrier) {
      done |= UINT32_C(1) << l;
      return;
    }
    auto complete = [&] {
      if (inst.m[0])
        return (barrier->phase & 1) != (warp.src<uint32_t>(inst.op[2])[l] & 1);
      return barrier->phase !=
             static_cast<uint32_t>(warp.src<uint64_t>(inst.op[2])[l]);
    };
    if (!complete())
      poll(warp, l, *barrier, place);
    if (!complete())
      return;
    done |= UINT32_C(1) << l;
    if (barrier->complete)
      learn(warp, l, barrier->complete);
  });
  warp.putPredicate(inst.op[0], done, mask);
  return Step::Yield;
}

Handler kiln::emu::selectMbarrierWait(const Form &form, Inst &inst) {
  inst.space = spaceOf(form);
  inst.m[0] = form.has("parity");
  return testWait;
}

/// An arrival when the earlier cp.async of the thread have landed. Without
/// .noinc it is counted in addition to the barrier's arrivals.
static Step cpArrive(Warp &warp, const Inst &inst, uint32_t mask) {
  Access access;
  addressesOf(warp, inst, 0, inst.op[0], access.address);
  forLanes(mask, [&](unsigned l) {
    Place place;
    Block *owner;
    Mbarrier *barrier =
        mbarrierAt(warp, l, inst.space, access.address[l], place, owner);
    if (!barrier)
      return;
    if (!inst.m[0])
      ++barrier->pending;
    AsyncCopy arrival;
    arrival.barrier = place.allocation;
    arrival.barrierOffset = place.offset;
    issue(warp, l, std::move(arrival));
  });
  return Step::Next;
}

Handler kiln::emu::selectCpArrive(const Form &form, Inst &inst) {
  inst.space = spaceOf(form);
  inst.m[0] = form.has("noinc");
  return cpArrive;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "isa/Marker.h"

using namespace kiln::emu;
using kiln::rt::concat;

void kiln::emu::addressesOf(const Warp &warp, const Inst &inst, unsigned k,
                            Ref ref, uint64_t (&addresses)[lanes]) {
  auto displacement = static_cast<uint64_t>(inst.displacement[k]);
  if (inst.width[k] == 8) {
    const uint64_t *base = warp.src<uint64_t>(ref);
    for (unsigned l = 0; l < lanes; ++l)
      addresses[l] = base[l] + displacement;
  } else {
    const uint32_t *base = warp.src<uint32_t>(ref);
    for (unsigned l = 0; l < lanes; ++l)
      addresses[l] = static_cast<uint32_t>(base[l] + displacement);
  }
}

/// A shared address: of the own block, or with the rank of another above it.
static Place sharedPlace(Warp &warp, uint64_t address) {
  uint64_t rank = address >> Windows::rankShift;
  Place place{warp.block.shared.get(),
              address & ((UINT64_C(1) << Windows::rankShift) - 1),
              Space::Shared};
  if (rank) {
    auto &blocks = warp.block.cluster.blocks;
    place.allocation =
        rank <= blocks.size() ? blocks[rank - 1]->shared.get() : nullptr;
    if (rank - 1 != warp.block.rank)
      place.space = Space::Cluster;
  }
  return place;
}

static Place localPlace(Warp &warp, unsigned lane, uint64_t address,
                        unsigned bytes) {
  uint64_t size = warp.block.launch.program.localBytes;
  Place place{warp.local.get(), lane * size + address, Space::Local};
  if (address + bytes > size || address > size)
    place.allocation = nullptr;
  return place;
}

Place kiln::emu::placeOf(Warp &warp, unsigned lane, Space space,
                         uint64_t address, unsigned bytes) {
  Launch &launch = warp.block.launch;
  if (space == Space::Generic) {
    if (address - Windows::shared < Windows::size)
      return sharedPlace(warp, address - Windows::shared);
    if (address - Windows::local < Windows::size)
      return localPlace(warp, lane, address - Windows::local, bytes);
    if (address - Windows::param < Windows::size)
      return {launch.params.get(), address - Windows::param, Space::Param};
    space = Space::Global;
  }
  switch (space) {
  case Space::Shared:
  case Space::Cluster:
    return sharedPlace(warp, address);
  case Space::Local:
    return localPlace(warp, lane, address, bytes);
  case Space::Param:
    return {launch.params.get(), address, Space::Param};
  default: {
    Allocation *&cached = launch.cached;
    if (!cached || address - cached->base >= cached->size)
      cached = launch.memory.find(address);
    return {cached, cached ? address - cached->base : address, space};
  }
  }
}

void kiln::emu::faultAt(Warp &warp, FaultKind kind, unsigned lane,
                        const Place &place, uint64_t address,
                        std::string detail) {
  Launch &launch = warp.block.launch;
  const std::string &kernel = launch.code.function->name;
  if (launch.report.addAgain(kind, kernel, warp.inst->statement->at))
    return;
  Fault fault;
  fault.kind = kind;
  fault.kernel = kernel;
  fault.detail = std::move(detail);
  fault.hasAddress = true;
  fault.address = address;
  fault.space = place.space;
  if (place.space == Space::Global || place.space == Space::Const)
    fault.allocation = launch.memory.describe(address);
  else if (place.allocation)
    fault.allocation =
        concat("byte ", place.offset, " of ", place.allocation->name, " of ",
               place.allocation->size, " bytes");
  else
    fault.allocation = concat("outside of ", spaceName(place.space), " memory");
  launch.shape.place(warp.firstThread + lane, fault.access);
  fault.instruction = opcodeOf(*warp.inst->statement);
  fault.access.at = warp.inst->statement->at;
  fault.access.source = launch.program.sourceOf(*warp.inst->statement);
  launch.report.add(std::move(fault));
}

/// Faults of one lane's access; false where it must not be done.
static bool checkLane(Warp &warp, const Access &access, unsigned lane) {
  const Place &place = access.place[lane];
  uint64_t address = access.address[lane];
  auto fault = [&](FaultKind kind, std::string detail) {
    faultAt(warp, kind, lane, place, address, std::move(detail));
    return false;
  };
  const char *verb = access.write ? "writes" : "reads";
  const Allocation *allocation = place.allocation;
  if (allocation && allocation->freed)
    return fault(FaultKind::UseAfterFree,
                 concat(verb, " ", access.bytes, " bytes of freed memory"));
  if (!allocation || place.offset + access.bytes > allocation->size ||
      place.offset > allocation->size)
    return fault(FaultKind::OutOfBounds,
                 concat(verb, " ", access.bytes, " bytes out of bounds"));
  if (address & (access.bytes - 1))
    return fault(FaultKind::Misaligned,
                 concat(verb, " ", access.bytes,
                        " bytes at an address that they do not divide"));
  if (access.write && allocation->readOnly)
    return fault(FaultKind::ReadOnlyWritten, "writes read-only memory");
  return true;
}

static void checkContent(Warp &warp, const Access &access, unsigned lane) {
  const Place &place = access.place[lane];
  for (unsigned at = 0; at < access.bytes; at += 16) {
    unsigned size = std::min(16u, access.bytes - at);
    if (place.allocation->shadow.isWritten(place.offset + at, size))
      continue;
    faultAt(warp, FaultKind::Uninitialized, lane, place, access.address[lane],
            concat("reads ", access.bytes, " bytes that nobody wrote"));
    // Once is enough, where nobody else may be about to look.
    if (!warp.block.launch.trail || !place.allocation->base)
      place.allocation->shadow.setWritten(place.offset, access.bytes);
    return;
  }
}

static void countGlobal(Stats &stats, const Access &access, uint32_t mask) {
  ++stats.globalRequests;
  uint64_t seen[lanes * 2];
  unsigned count = 0;
  forLanes(mask, [&](unsigned l) {
    stats.globalBytes += access.bytes;
    for (uint64_t sector = access.address[l] / 32;
         sector <= (access.address[l] + access.bytes - 1) / 32; ++sector) {
      bool known = false;
      for (unsigned i = count; i-- > 0 && !known;)
        known = seen[i] == sector;
      if (!known && count < lanes * 2)
        seen[count++] = sector;
    }
  });
  stats.globalSectors += count;
}

/// Words of one bank are served one after the other; 16 and 8 lanes at a time
/// where each has 8 or 16 bytes.
static void countShared(Stats &stats, const Access &access, uint32_t mask) {
  ++stats.sharedRequests;
  unsigned together = access.bytes <= 4 ? 32 : access.bytes <= 8 ? 16 : 8;
  for (unsigned first = 0; first < lanes; first += together) {
    uint64_t words[lanes * 4];
    unsigned count = 0, perBank[32] = {}, most = 0;
    uint32_t part =
        together == 32 ? mask : mask & (((1u << together) - 1) << first);
    forLanes(part, [&](unsigned l) {
      for (uint64_t word = access.address[l] / 4;
           word <= (access.address[l] + access.bytes - 1) / 4; ++word) {
        bool known = false;
        for (unsigned i = 0; i < count && !known; ++i)
          known = words[i] == word;
        if (known || count >= lanes * 4)
          continue;
        words[count++] = word;
        most = std::max(most, ++perBank[word % 32]);
      }
    });
    stats.sharedWavefronts += most;
    stats.bankConflicts += most ? most - 1 : 0;
  }
}

static void count(Warp &warp, const Access &access, uint32_t mask) {
  if (!mask)
    return;
  Space space = access.place[__builtin_ctz(mask)].space;
  Stats &stats = warp.block.launch.stats;
  if (space == Space::Global || space == Space::Const)
    countGlobal(stats, access, mask);
  else if (space == Space::Shared || space == Space::Cluster)
    countShared(stats, access, mask);
}

/// Whether the accesses of all lanes lie one behind the other.
static bool isDense(const Access &access, uint32_t mask) {
  uint64_t gaps = mask != allLanes;
  for (unsigned l = 0; l < lanes; ++l)
    gaps |= access.address[l] - access.address[0] - uint64_t{access.bytes} * l;
  return gaps == 0;
}

namespace {
/// The addresses that lanes access: from the least to behind the last.
struct AddressRange {
  uint64_t begin = ~UINT64_C(0), end = 0;
  uint64_t bits = 0; ///< set in any address

  AddressRange(const Access &access, uint32_t mask, bool dense) {
    if (dense) {
      begin = bits = access.address[0];
      end = begin + uint64_t{access.bytes} * lanes;
      return;
    }
    forLanes(mask, [&](unsigned l) {
      begin = std::min(begin, access.address[l]);
      end = std::max(end, access.address[l] + access.bytes);
      bits |= access.address[l];
    });
  }
};
} // namespace

/// The places of lanes that access one allocation, without a fault; false where
/// lanes must be looked at one by one.
static bool placeTogether(Warp &warp, Access &access, uint32_t mask) {
  bool dense = isDense(access, mask);
  AddressRange range(access, mask, dense);
  Place first = placeOf(warp, 0, access.space, range.begin, access.bytes);
  const Allocation *allocation = first.allocation;
  // A lane's local memory is its own, and each rank of a cluster is apart.
  bool together =
      allocation && !(range.bits & (access.bytes - 1)) &&
      (first.space == Space::Global || first.space == Space::Shared) &&
      !allocation->freed && first.offset < allocation->size &&
      range.end - range.begin <= allocation->size - first.offset &&
      !(access.write && allocation->readOnly);
  if (!together)
    return false;
  if (dense) {
    for (unsigned l = 0; l < lanes; ++l)
      access.place[l] = {first.allocation, first.offset + l * access.bytes,
                         first.space};
    access.dense = first.data();
    return true;
  }
  forLanes(mask, [&](unsigned l) {
    access.place[l] = {first.allocation,
                       first.offset + (access.address[l] - range.begin),
                       first.space};
  });
  return true;
}

static uint32_t placeApart(Warp &warp, Access &access, uint32_t mask) {
  uint32_t ok = mask;
  forLanes(mask, [&](unsigned l) {
    access.place[l] =
        placeOf(warp, l, access.space, access.address[l], access.bytes);
    if (!checkLane(warp, access, l))
      ok &= ~(UINT32_C(1) << l);
  });
  return ok;
}

static bool isMarked(const Place &place) {
  return (place.space == Space::Global || place.space == Space::Shared ||
          place.space == Space::Cluster) &&
         !place.allocation->readOnly;
}

static void checkContents(Warp &warp, const Access &access, uint32_t mask) {
  const Place &first = access.place[0];
  if (access.dense && first.allocation->shadow.isRangeWritten(
                          first.offset, uint64_t{access.bytes} * lanes))
    return;
  forLanes(mask, [&](unsigned l) { checkContent(warp, access, l); });
}

static void markAll(Warp &warp, const Access &access, uint32_t mask) {
  uint32_t flags = (access.strong ? Mark::strong : 0) |
                   (access.blockScope ? Mark::block : 0);
  Marker marker(warp, access.write, flags, &access);
  if (access.dense && isMarked(access.place[0]))
    return marker.dense(access);
  forLanes(mask, [&](unsigned l) {
    if (isMarked(access.place[l]))
      marker.range(l, access.place[l], access.bytes);
  });
}

static void setWritten(const Access &access, uint32_t mask) {
  const Place &first = access.place[0];
  if (access.dense)
    return first.allocation->shadow.setWritten(first.offset,
                                               uint64_t{access.bytes} * lanes);
  forLanes(mask, [&](unsigned l) {
    const Place &place = access.place[l];
    place.allocation->shadow.setWritten(place.offset, access.bytes);
  });
}

uint32_t kiln::emu::checkAccess(Warp &warp, Access &access, uint32_t mask) {
  const RunOptions &options = warp.block.launch.options;
  bool together = mask && placeTogether(warp, access, mask);
  uint32_t ok = together ? mask : placeApart(warp, access, mask);
  if (!ok)
    return 0;
  if (access.read && options.checkWritten)
    checkContents(warp, access, ok);
  if (options.checkRaces)
    markAll(warp, access, ok);
  if (access.write && options.checkWritten)
    setWritten(access, ok);
  if (options.stats)
    count(warp, access, ok);
  return ok;
}

KnowledgePtr kiln::emu::knowledgeOf(Warp &warp, unsigned lane) {
  const Block &block = warp.block;
  LaneSync &sync = warp.sync(lane);
  auto known = std::make_shared<Knowledge>();
  if (sync.known)
    known->learn(*sync.known);
  if (block.known)
    known->learn(Knowledge::Block, block.number, block.known);
  if (block.cluster.known)
    for (const auto &other : block.cluster.blocks)
      known->learn(Knowledge::Block, other->number, block.cluster.known);
  if (warp.known)
    known->learn(Knowledge::Warp, warp.firstThread, warp.known);
  known->learn(Knowledge::Thread, warp.firstThread + lane,
               block.launch.clock().tick());
  return known;
}

void kiln::emu::learn(Warp &warp, unsigned lane,
                      const KnowledgePtr &knowledge) {
  KnowledgePtr &known = warp.sync(lane).known;
  known = joined(known, knowledge);
}

void kiln::emu::fenceLane(Warp &warp, unsigned lane) {
  LaneSync &sync = warp.sync(lane);
  if (sync.observed) {
    learn(warp, lane, sync.observed);
    sync.observed = nullptr;
  }
  sync.fenced = knowledgeOf(warp, lane);
}

void kiln::emu::publishAt(Warp &warp, unsigned lane, const Place &place,
                          bool release, bool modifies) {
  KnowledgePtr mine;
  if (release)
    mine = knowledgeOf(warp, lane);
  else if (const LaneSync *sync = warp.syncIfAny())
    mine = sync[lane].fenced;
  auto &published = place.allocation->published;
  auto found = published.find(place.offset);
  if (found == published.end()) {
    if (mine)
      published.emplace(place.offset, mine);
    return;
  }
  found->second = modifies ? joined(found->second, mine) : mine;
}

void kiln::emu::observeAt(Warp &warp, unsigned lane, const Place &place,
                          bool acquire) {
  const auto &published = place.allocation->published;
  if (published.empty())
    return;
  auto found = published.find(place.offset);
  if (found == published.end() || !found->second)
    return;
  if (acquire)
    learn(warp, lane, found->second);
  else
    warp.sync(lane).observed = joined(warp.sync(lane).observed, found->second);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cp.async.bulk: copies through the async proxy, plain and of a tensor's boxes.

#include "isa/Async.h"
#include "isa/Mbarrier.h"
#include "isa/Selectors.h"
#include "isa/TensorMap.h"

using namespace kiln::emu;
using kiln::rt::concat;

/// One end of a copy: a space and one address for a lane.
static Access endOf(Space space, unsigned lane, uint64_t address,
                    unsigned align, bool write) {
  Access access;
  access.space = space;
  access.address[lane] = address;
  access.bytes = align;
  access.write = write;
  return access;
}

/// Names the barrier that a copy counts its bytes at; false where there is
/// none.
static bool countAt(Warp &warp, unsigned lane, uint64_t address,
                    AsyncCopy &copy) {
  Place place;
  Block *owner;
  Mbarrier *barrier =
      mbarrierAt(warp, lane, Space::Cluster, address, place, owner);
  if (!barrier)
    return false;
  copy.barrier = place.allocation;
  copy.barrierOffset = place.offset;
  copy.agent = barrier->agent;
  return true;
}

// Plain copies: op: to, from, bytes [, barrier]; space and m[0] are those of
// the ends, m[1] whether a barrier counts.

static Step bulk(Warp &warp, const Inst &inst, uint32_t mask) {
  uint64_t to[lanes], from[lanes], barrier[lanes] = {};
  addressesOf(warp, inst, 0, inst.op[0], to);
  addressesOf(warp, inst, 1, inst.op[1], from);
  if (inst.m[1])
    addressesOf(warp, inst, 2, inst.op[3], barrier);
  const uint32_t *sizes = warp.src<uint32_t>(inst.op[2]);
  AsyncCopies &copies = warp.block.copies;
  forLanes(mask, [&](unsigned l) {
    if (sizes[l] == 0 || sizes[l] % 16) {
      warp.fault(FaultKind::BadOperand, l,
                 concat("a bulk copy of ", sizes[l],
                        " bytes, but multiples of 16 are possible"));
      return;
    }
    AsyncCopy copy;
    copy.bulk = true;
    copy.group = copies.bulkCommitted[warp.firstThread + l];
    if (inst.m[1] && !countAt(warp, l, barrier[l], copy))
      return;
    Access source = endOf(static_cast<Space>(inst.m[0]), l, from[l], 16, false);
    Access target = endOf(inst.space, l, to[l], 16, true);
    if (addPiece(warp, l, copy, source, target, sizes[l]))
      issue(warp, l, std::move(copy));
  });
  return Step::Next;
}

Handler kiln::emu::selectBulkLoad(const Form &form, Inst &inst) {
  bool fromGlobal = form.statement->modifiers[3] == "global";
  inst.space = Space::Cluster;
  inst.m[0] = static_cast<uint16_t>(fromGlobal ? Space::Global : Space::Shared);
  inst.m[1] = 1;
  return bulk;
}

Handler kiln::emu::selectBulkStore(const Form &, Inst &inst) {
  inst.space = Space::Global;
  inst.m[0] = static_cast<uint16_t>(Space::Shared);
  return bulk;
}

namespace {
/// A box of a tensor, at an address of shared memory.
struct Box {
  TensorMap map;
  int32_t at[5] = {};
  uint64_t shared = 0;
  bool load = true;
};
} // namespace

/// The pieces of one line of a box: chunks of 16 bytes, of which those outside
/// of the tensor are zeros, or are not stored.
static bool addLine(Warp &warp, unsigned lane, AsyncCopy &copy, const Box &box,
                    uint64_t line, uint64_t global, bool inside) {
  const TensorMap &map = box.map;
  unsigned element = map.elementBytes, bytes = map.box[0] * element;
  for (unsigned chunk = 0; chunk < bytes; chunk += 16) {
    unsigned size = std::min(16u, bytes - chunk);
    uint64_t address = swizzled(map.swizzle, box.shared + line + chunk);
    for (unsigned done = 0; done < size;) {
      int64_t first =
          box.at[0] + static_cast<int64_t>((chunk + done) / element);
      bool valid = inside && first >= 0 && first < map.sizes[0];
      unsigned run = element;
      // Elements that are all inside, or all outside.
      while (done + run < size) {
        int64_t next = first + run / element;
        if ((inside && next >= 0 && next < map.sizes[0]) != valid)
          break;
        run += element;
      }
      Access shared = endOf(Space::Cluster, lane, address + done, 1, box.load);
      Access array =
          endOf(Space::Global, lane,
                global + static_cast<uint64_t>(first * element), 1, !box.load);
      if (!valid)
        array.bytes = 0;
      bool ok = true;
      if (box.load)
        ok = addPiece(warp, lane, copy, array, shared, run);
      else if (valid)
        ok = addPiece(warp, lane, copy, shared, array, run);
      if (!ok)
        return false;
      done += run;
    }
  }
  return true;
}

static bool addBox(Warp &warp, unsigned lane, AsyncCopy &copy, const Box &box) {
  const TensorMap &map = box.map;
  uint64_t lines = 1, lineBytes = uint64_t{map.box[0]} * map.elementBytes;
  for (unsigned d = 1; d < map.rank; ++d)
    lines *= map.box[d];
  for (uint64_t line = 0; line < lines; ++line) {
    uint64_t rest = line, global = map.address;
    bool inside = true;
    for (unsigned d = 1; d < map.rank; ++d) {
      int64_t at = box.at[d] + static_cast<int64_t>(rest % map.box[d]);
      rest /= map.box[d];
      inside &= at >= 0 && at < map.sizes[d];
      global += static_cast<uint64_t>(at) * map.strides[d - 1];
    }
    if (!addLine(warp, lane, copy, box, line * lineBytes, global, inside))
      return false;
  }
  return true;
}

/// The tensor map at a generic address.
static bool readMap(Warp &warp, unsigned lane, uint64_t address, unsigned rank,
                    TensorMap &map) {
  Place place = placeOf(warp, lane, Space::Generic, address, sizeof map);
  bool there = place.allocation && !place.allocation->freed &&
               place.offset + sizeof map <= place.allocation->size;
  if (there)
    std::memcpy(&map, place.data(), sizeof map);
  if (there && map.magic == TensorMap::expectedMagic && map.rank == rank)
    return true;
  faultAt(warp, FaultKind::BadOperand, lane, place, address,
          concat("no map of a tensor of rank ", rank, " lies here"));
  return false;
}

// Boxes: m[0] the operand of the map, m[1] that of the shared address, m[2]
// their numbers among the addresses (map, shared), m[3] whether it loads.

static Step tensor(Warp &warp, const Inst &inst, uint32_t mask) {
  unsigned mapIndex = inst.m[2] & 15, sharedIndex = inst.m[2] >> 4;
  uint64_t maps[lanes], shared[lanes], barrier[lanes] = {};
  addressesOf(warp, inst, mapIndex, inst.op[inst.m[0]], maps);
  addressesOf(warp, inst, sharedIndex, inst.op[inst.m[1]], shared);
  if (inst.m[3])
    addressesOf(warp, inst, 2, inst.op[2 + inst.count], barrier);
  AsyncCopies &copies = warp.block.copies;
  forLanes(mask, [&](unsigned l) {
    Box box;
    if (!readMap(warp, l, maps[l], inst.count, box.map))
      return;
    for (unsigned d = 0; d < inst.count; ++d)
      box.at[d] = warp.src<int32_t>(inst.op[inst.m[0] + 1 + d])[l];
    box.shared = shared[l];
    box.load = inst.m[3];
    if (shared[l] % 128) {
      warp.fault(FaultKind::Misaligned, l,
                 "a box must lie at a multiple of 128 bytes");
      return;
    }
    AsyncCopy copy;
    copy.bulk = true;
    copy.group = copies.bulkCommitted[warp.firstThread + l];
    if (inst.m[3] && !countAt(warp, l, barrier[l], copy))
      return;
    if (addBox(warp, l, copy, box))
      issue(warp, l, std::move(copy));
  });
  return Step::Next;
}

static bool rankFits(const Form &form, const Inst &inst) {
  return form.has(std::to_string(inst.count) + "d");
}

Handler kiln::emu::selectTensorLoad(const Form &form, Inst &inst) {
  inst.m[0] = 1;
  inst.m[1] = 0;
  inst.m[2] = 1;
  inst.m[3] = 1;
  return rankFits(form, inst) ? tensor : nullptr;
}

Handler kiln::emu::selectTensorStore(const Form &form, Inst &inst) {
  inst.m[0] = 0;
  inst.m[1] = static_cast<uint16_t>(1 + inst.count);
  inst.m[2] = 1 << 4;
  return rankFits(form, inst) ? tensor : nullptr;
}

static Step commit(Warp &warp, const Inst &, uint32_t mask) {
  forLanes(mask, [&](unsigned l) {
    ++warp.block.copies.bulkCommitted[warp.firstThread + l];
  });
  return Step::Next;
}

Handler kiln::emu::selectBulkCommit(const Form &, Inst &) { return commit; }

/// With .read (m[0]) the sources may be written again; the copies themselves
/// are still under way.
static Step wait(Warp &warp, const Inst &inst, uint32_t mask) {
  Block &block = warp.block;
  block.launch.clock().tick();
  auto waitedFor = [&](const AsyncCopy &copy) {
    uint32_t lane = copy.thread - warp.firstThread;
    return copy.bulk && !copy.barrier && lane < lanes && (mask >> lane & 1) &&
           copy.group + static_cast<uint64_t>(inst.literal) <
               block.copies.bulkCommitted[copy.thread];
  };
  if (!inst.m[0]) {
    land(block, waitedFor);
    return Step::Next;
  }
  for (AsyncCopy &copy : block.copies.underWay)
    if (waitedFor(copy))
      finishReading(block, copy);
  return Step::Next;
}

Handler kiln::emu::selectBulkWait(const Form &form, Inst &inst) {
  inst.m[0] = form.has("read");
  return inst.literal >= 0 ? wait : nullptr;
}

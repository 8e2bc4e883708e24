// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cp.async and what all asynchronous copies share.

#include "isa/Async.h"

#include "isa/Marker.h"
#include "isa/Mbarrier.h"
#include "isa/Selectors.h"

using namespace kiln::emu;
using kiln::rt::concat;

/// Bounds and alignment of one end of a piece.
static bool checkEnd(Warp &warp, unsigned lane, const Access &access,
                     unsigned bytes, Place &place) {
  place = placeOf(warp, lane, access.space, access.address[lane], bytes);
  const char *verb = access.write ? "writes" : "reads";
  uint64_t address = access.address[lane];
  FaultKind kind = FaultKind::OutOfBounds;
  bool inside =
      place.allocation && place.offset + bytes <= place.allocation->size;
  if (inside && place.allocation->freed)
    kind = FaultKind::UseAfterFree;
  else if (inside && address % access.bytes)
    kind = FaultKind::Misaligned;
  else if (inside)
    return true;
  faultAt(warp, kind, lane, place, address,
          concat("a copy ", verb, " ", bytes, " bytes that it must not"));
  return false;
}

Access kiln::emu::endOf(Space space, unsigned lane, uint64_t address,
                        unsigned align, bool write) {
  Access access;
  access.space = space;
  access.address[lane] = address;
  access.bytes = align;
  access.write = write;
  return access;
}

bool kiln::emu::countAt(Warp &warp, unsigned lane, uint64_t address,
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

void kiln::emu::forBlocks(Warp &warp, unsigned lane, Ref mask, uint64_t to,
                          uint64_t barrier,
                          const std::function<void(uint64_t, uint64_t)> &copy) {
  if (mask == noRef)
    return copy(to, barrier);
  uint32_t named = warp.src<uint16_t>(mask)[lane];
  auto size = static_cast<uint32_t>(warp.block.cluster.blocks.size());
  if (!named || named >> size) {
    warp.fault(FaultKind::BadOperand, lane,
               concat("a multicast to the blocks of mask ", named,
                      ", of a cluster of ", size));
    return;
  }
  constexpr uint64_t low = (UINT64_C(1) << Windows::rankShift) - 1;
  forLanes(named, [&](unsigned rank) {
    uint64_t block = uint64_t{rank + 1} << Windows::rankShift;
    copy((to & low) | block, (barrier & low) | block);
  });
}

static void checkWritten(Warp &warp, unsigned lane, const Place &place,
                         uint64_t address, unsigned bytes, const char *detail) {
  if (!warp.block.launch.options.checkWritten)
    return;
  const Shadow &shadow = place.allocation->shadow;
  for (unsigned at = 0; at < bytes; at += 16) {
    if (shadow.isWritten(place.offset + at, std::min(16u, bytes - at)))
      continue;
    faultAt(warp, FaultKind::Uninitialized, lane, place, address + at, detail);
    return;
  }
}

bool kiln::emu::addPiece(Warp &warp, unsigned lane, AsyncCopy &copy,
                         const Access &from, const Access &to, unsigned bytes) {
  const RunOptions &options = warp.block.launch.options;
  AsyncCopy::Piece piece;
  Place source, target;
  if (!checkEnd(warp, lane, to, bytes, target))
    return false;
  if (from.bytes) {
    if (!checkEnd(warp, lane, from, bytes, source))
      return false;
    piece.from = source.allocation;
    piece.fromOffset = source.offset;
    checkWritten(warp, lane, source, from.address[lane], bytes,
                 "a copy reads what nobody wrote");
    if (options.checkRaces && !source.allocation->readOnly)
      Marker(warp, false, 0).range(lane, source, bytes);
    if (copy.bulk)
      checkProxy(warp, lane, source, bytes);
  }
  // Copies that reduce are atomics.
  if (options.checkRaces)
    Marker(warp, true, Mark::pending | (copy.reduces ? Mark::strong : 0))
        .range(lane, target, bytes);
  if (copy.reduces)
    checkWritten(warp, lane, target, to.address[lane], bytes,
                 "a copy reduces into what nobody wrote");
  piece.to = target.allocation;
  piece.toOffset = target.offset;
  piece.bytes = bytes;
  copy.pieces.push_back(piece);
  return true;
}

void kiln::emu::issue(Warp &warp, unsigned lane, AsyncCopy copy) {
  bool given = !copy.content.empty();
  for (const AsyncCopy::Piece &piece : copy.pieces) {
    if (given)
      break;
    size_t at = copy.content.size();
    copy.content.resize(at + piece.bytes);
    if (piece.from)
      std::memcpy(copy.content.data() + at,
                  piece.from->data.get() + piece.fromOffset, piece.bytes);
  }
  copy.inst = warp.inst;
  copy.thread = warp.firstThread + lane;
  warp.block.copies.underWay.push_back(std::move(copy));
}

/// That the source of a piece is what it was.
static void checkSource(Block &block, const AsyncCopy &copy,
                        const AsyncCopy::Piece &piece, const uint8_t *content) {
  bool same = !piece.from || piece.from->freed ||
              std::memcmp(piece.from->data.get() + piece.fromOffset, content,
                          piece.bytes) == 0;
  if (same)
    return;
  Warp &warp = *block.warps[(copy.thread - block.firstThread) / lanes];
  const Inst *running = warp.inst;
  warp.inst = copy.inst;
  Place place{piece.from, piece.fromOffset,
              piece.from->base ? Space::Global : Space::Shared};
  faultAt(warp, FaultKind::AsyncSourceChanged, copy.thread % lanes, place,
          piece.from->base + piece.fromOffset,
          "the source was written before the copy was waited for");
  warp.inst = running;
}

static void landPiece(Block &block, const AsyncCopy &copy,
                      const AsyncCopy::Piece &piece, const uint8_t *content) {
  if (!copy.sourceDone)
    checkSource(block, copy, piece, content);
  if (!piece.to || piece.to->freed)
    return;
  uint8_t *to = piece.to->data.get() + piece.toOffset;
  if (copy.reduces)
    for (unsigned at = 0; at < piece.bytes; at += bytesOf(copy.type))
      modify(static_cast<AtomicOp>(copy.op), copy.type, to + at, content + at);
  else
    std::memcpy(to, content, piece.bytes);
  piece.to->shadow.setWritten(piece.toOffset, piece.bytes);
  Marks &marks = block.launch.marksOf(*piece.to);
  unsigned shift = marks.granule();
  Mark mark{(copy.agent ? copy.agent : copy.thread) + 1,
            block.launch.clock().now,
            copy.inst->site | (copy.reduces ? Mark::strong : 0)};
  uint64_t last = (piece.toOffset + piece.bytes - 1) >> shift;
  for (uint64_t i = piece.toOffset >> shift; i <= last; ++i) {
    Marks::Page &page = marks.page(i / Marks::pageCells);
    uint64_t at = i % Marks::pageCells;
    page.cells[at].write = mark;
    std::memcpy(&page.content[at], piece.to->data.get() + (i << shift),
                size_t{1} << shift);
  }
}

void kiln::emu::finishReading(Block &block, AsyncCopy &copy) {
  const uint8_t *content = copy.content.data();
  for (const AsyncCopy::Piece &piece : copy.pieces) {
    if (!copy.sourceDone)
      checkSource(block, copy, piece, content);
    content += piece.bytes;
  }
  copy.sourceDone = true;
}

static void landOne(Block &block, const AsyncCopy &copy) {
  const uint8_t *content = copy.content.data();
  for (const AsyncCopy::Piece &piece : copy.pieces) {
    landPiece(block, copy, piece, content);
    content += piece.bytes;
  }
  if (copy.barrier)
    landedAt(block, copy);
}

void kiln::emu::land(Block &block,
                     const std::function<bool(const AsyncCopy &)> &which) {
  auto &underWay = block.copies.underWay;
  std::deque<AsyncCopy> left, landing;
  for (AsyncCopy &copy : underWay)
    (which(copy) ? landing : left).push_back(std::move(copy));
  underWay = std::move(left);
  for (const AsyncCopy &copy : landing)
    landOne(block, copy);
}

void kiln::emu::landAll(Block &block) {
  land(block, [](const AsyncCopy &) { return true; });
}

void kiln::emu::checkProxy(Warp &warp, unsigned lane, const Place &place,
                           uint64_t bytes, const char *fence) {
  const Block &block = warp.block;
  Launch &launch = block.launch;
  const Marks &marks = block.launch.marksOf(*place.allocation);
  unsigned shift = marks.granule();
  const LaneSync *own = warp.syncIfAny();
  for (uint64_t at = place.offset; at < place.offset + bytes; at += 4) {
    uint64_t index = at >> shift;
    const Marks::Page *page = marks.pageIfAny(index / Marks::pageCells);
    if (!page)
      continue;
    const Mark &mark = page->cells[index % Marks::pageCells].write;
    if (!mark.thread || mark.stamp < launch.start ||
        mark.thread > Launch::firstAgent)
      continue;
    const Inst &writer = *launch.program.sites[mark.site & Mark::siteBits];
    if (writer.statement->name == "cp")
      continue;
    if (own && own[lane].proxyFence > mark.stamp)
      continue;
    uint32_t thread = mark.thread - 1 - block.firstThread;
    if (thread < launch.warpsPerBlock * lanes) {
      const LaneSync *theirs = block.warps[thread / lanes]->syncIfAny();
      if (theirs && theirs[thread % lanes].proxyFence > mark.stamp)
        continue;
    }
    faultAt(warp, FaultKind::MissingProxyFence, lane, place,
            place.allocation->base + at,
            concat("what line ", writer.statement->at.line,
                   " wrote is read through the async proxy without ", fence));
    return;
  }
}

// cp.async: m[0] the bytes that are written, literal too; op: to, from, and
// the bytes that are read where m[1] says so.

static Step cpAsync(Warp &warp, const Inst &inst, uint32_t mask) {
  Access to, from;
  auto size = static_cast<unsigned>(inst.literal);
  to.space = Space::Shared;
  to.write = true;
  to.bytes = from.bytes = size;
  from.space = Space::Global;
  addressesOf(warp, inst, 0, inst.op[0], to.address);
  addressesOf(warp, inst, 1, inst.op[1], from.address);
  auto &committed = warp.block.copies.committed;
  forLanes(mask, [&](unsigned l) {
    unsigned reads = inst.m[1] ? warp.src<uint32_t>(inst.op[2])[l] : size;
    if (reads > size) {
      warp.fault(FaultKind::BadOperand, l,
                 concat("reads ", reads, " bytes to write ", size));
      return;
    }
    AsyncCopy copy;
    copy.group = committed[warp.firstThread + l];
    Access zeros = to, rest = to;
    zeros.bytes = 0;
    rest.address[l] += reads;
    rest.bytes = 1;
    bool ok =
        (!reads || addPiece(warp, l, copy, from, to, reads)) &&
        (reads == size || addPiece(warp, l, copy, zeros, rest, size - reads));
    if (ok)
      issue(warp, l, std::move(copy));
  });
  return Step::Next;
}

Handler kiln::emu::selectCpAsync(const Form &form, Inst &inst) {
  bool sized = inst.literal == 4 || inst.literal == 8 || inst.literal == 16;
  if (!sized || (form.has("cg") && inst.literal != 16))
    return nullptr;
  inst.m[1] = inst.operands > 2 && inst.bytes[2] == 4;
  return cpAsync;
}

static Step cpCommit(Warp &warp, const Inst &, uint32_t mask) {
  forLanes(mask, [&](unsigned l) {
    ++warp.block.copies.committed[warp.firstThread + l];
  });
  return Step::Next;
}

Handler kiln::emu::selectCpCommit(const Form &, Inst &) { return cpCommit; }

/// m[0]: all, committed or not.
static Step cpWait(Warp &warp, const Inst &inst, uint32_t mask) {
  Block &block = warp.block;
  block.launch.clock().tick();
  land(block, [&](const AsyncCopy &copy) {
    uint32_t lane = copy.thread - warp.firstThread;
    if (copy.bulk || copy.wgmma || copy.barrier || lane >= lanes ||
        !(mask >> lane & 1))
      return false;
    uint64_t kept = static_cast<uint64_t>(inst.literal);
    return inst.m[0] || copy.group + kept < block.copies.committed[copy.thread];
  });
  return Step::Next;
}

Handler kiln::emu::selectCpWait(const Form &form, Inst &inst) {
  inst.m[0] = form.has("wait_all");
  return inst.literal >= 0 ? cpWait : nullptr;
}

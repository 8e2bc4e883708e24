// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses that nothing orders: of the threads of a launch, and of other work
// that streams let run beside it.

#include "exec/Work.h"
#include "isa/Access.h"

using namespace kiln::emu;
using kiln::rt::concat;

bool kiln::emu::isOrdered(const Warp &warp, unsigned lane, const Mark &mark) {
  const Block &block = warp.block;
  const Launch &launch = block.launch;
  if (mark.stamp < launch.start)
    return true;
  uint32_t thread = mark.thread - 1;
  if (thread == warp.firstThread + lane)
    return true;
  uint32_t perBlock = launch.warpsPerBlock * lanes;
  if (thread - block.firstThread < perBlock) {
    if (mark.stamp < block.known)
      return true;
    if (thread - warp.firstThread < lanes && mark.stamp < warp.known)
      return true;
  }
  if (mark.stamp < block.cluster.known)
    for (const auto &other : block.cluster.blocks)
      if (thread - other->firstThread < perBlock)
        return true;
  const LaneSync *sync = warp.syncIfAny();
  if (!sync || !sync[lane].known)
    return false;
  const Knowledge &known = *sync[lane].known;
  return mark.stamp < known.date(Knowledge::Thread, thread) ||
         mark.stamp < known.date(Knowledge::Warp, thread & ~(lanes - 1)) ||
         mark.stamp < known.date(Knowledge::Block, thread / perBlock);
}

/// Two strong accesses do not race, unless one is strong for a block that the
/// other is not in.
static bool bothStrong(const Launch &launch, uint32_t thread, uint32_t flags,
                       const Mark &mark) {
  if (!(flags & mark.site & Mark::strong))
    return false;
  if (!((flags | mark.site) & Mark::block))
    return true;
  uint32_t perBlock = launch.warpsPerBlock * lanes;
  return (mark.thread - 1) / perBlock == thread / perBlock;
}

/// The side of a race that is under way.
static Fault raceOf(Warp &warp, unsigned lane, const Place &place, bool write) {
  Launch &launch = warp.block.launch;
  Fault fault;
  fault.kind = FaultKind::Race;
  fault.kernel = launch.code.function->name;
  fault.instruction = opcodeOf(*warp.inst->statement);
  fault.space = place.space;
  fault.hasAddress = true;
  fault.address = place.allocation->base + place.offset;
  fault.allocation =
      place.space == Space::Global
          ? launch.memory.describe(fault.address)
          : concat("byte ", place.offset, " of ", place.allocation->name);
  launch.shape.place(warp.firstThread + lane, fault.access);
  fault.access.write = write;
  fault.access.at = warp.inst->statement->at;
  fault.access.source = launch.program.sourceOf(*warp.inst->statement);
  fault.hasOther = true;
  return fault;
}

static const char *verb(bool write) { return write ? "write" : "read"; }

static void reportRace(Warp &warp, unsigned lane, const Place &place,
                       bool write, const Mark &other, bool otherWrote) {
  Launch &launch = warp.block.launch;
  const Inst &earlier = *launch.program.sites[other.site & Mark::siteBits];
  bool pending = other.site & Mark::pending;
  bool same = earlier.statement == warp.inst->statement;
  Fault fault = raceOf(warp, lane, place, write);
  fault.detail =
      pending
          ? concat("this ", verb(write), " meets the copy of line ",
                   earlier.statement->at.line,
                   ", which has not been waited for")
          : concat("this ", verb(write), " is not ordered after a ",
                   verb(otherWrote), " at line ", earlier.statement->at.line,
                   same ? " by another thread" : "");
  fault.other.write = otherWrote;
  fault.other.at = earlier.statement->at;
  fault.other.source = launch.program.sourceOf(*earlier.statement);
  uint32_t thread = other.thread - 1;
  if (thread < Launch::firstAgent)
    launch.shape.place(thread, fault.other);
  launch.report.add(std::move(fault));
}

/// A race with other work of the device.
static void reportRace(Warp &warp, unsigned lane, const Place &place,
                       bool write, const Mark &mark, bool otherWrote,
                       const Work &other) {
  Launch &launch = warp.block.launch;
  Fault fault = raceOf(warp, lane, place, write);
  fault.access.stream = launch.order->stream;
  fault.other = accessOf(other, mark, otherWrote);
  fault.detail =
      concat("this ", verb(write), " is not ordered after a ", verb(otherWrote),
             " by the ", other.name, " in ", other.stream);
  launch.report.add(std::move(fault));
}

namespace {
/// One lane's access to the cells of a range.
struct Marker {
  Warp &warp;
  unsigned lane;
  const Place &place;
  bool write;
  Mark mark;
  const Access *stores;

  bool conflicts(const Mark &other) const {
    const Launch &launch = warp.block.launch;
    if (!other.thread || other.stamp < launch.start)
      return false;
    if (other.site & Mark::pending)
      return !bothOfDevice(other);
    return other.thread != mark.thread && !isOrdered(warp, lane, other) &&
           !bothStrong(launch, mark.thread - 1, mark.site, other);
  }

  /// The work of another stream that made a mark and may run beside this.
  const Work *concurrent(const Mark &other) const {
    const Launch &launch = warp.block.launch;
    bool foreign = launch.order && other.thread && other.stamp < launch.start;
    return foreign ? launch.order->concurrentAt(other.stamp) : nullptr;
  }
  /// Atomics of the whole device do not race.
  bool bothOfDevice(const Mark &other) const {
    return (mark.site & other.site & Mark::strong) &&
           !((mark.site | other.site) & Mark::block);
  }

  void check(const Mark &other, bool wrote) const {
    if (conflicts(other)) {
      if (!wrote || !writesSame(other))
        reportRace(warp, lane, place, write, other, wrote);
      return;
    }
    const Work *work = concurrent(other);
    if (work && !bothOfDevice(other) && !(wrote && writesSame(other)))
      reportRace(warp, lane, place, write, other, wrote, *work);
  }

  /// Copies and fills mark whole ranges.
  void checkRanges(uint64_t begin, uint64_t end) const {
    const Launch &launch = warp.block.launch;
    if (!launch.order || launch.order->concurrent.empty())
      return;
    for (const RangeMark &range : place.allocation->ranges)
      if (range.begin < end && begin < range.end && (write || range.write))
        check({1, range.date, 0}, range.write);
  }

  /// Of this thread in this launch.
  bool isOwn(const Mark &other) const {
    return other.thread == mark.thread &&
           other.stamp >= warp.block.launch.start;
  }

  /// Whether the value is there already, or is written there in the same
  /// instruction by the lane of `other`, so that who is last does not matter.
  bool writesSame(const Mark &other) const {
    if (!stores || !stores->content)
      return false;
    auto contentOf = [&](unsigned l) {
      return stores->content + l * stores->contentStride;
    };
    const uint8_t *there = place.data();
    uint32_t earlier = other.thread - 1 - warp.firstThread;
    if (other.stamp >= warp.block.launch.start && earlier < lane &&
        stores->place[earlier].allocation &&
        stores->place[earlier].data() == there)
      there = contentOf(earlier);
    return std::memcmp(there, contentOf(lane), stores->bytes) == 0;
  }

  void visit(Cell &cell) {
    check(cell.write, true);
    if (!write) {
      remember(cell.read);
      return;
    }
    for (Mark &reader : cell.read) {
      check(reader, false);
      reader = Mark();
    }
    cell.write = mark;
  }

  /// The last two readers, of which one that runs beside this launch stays.
  void remember(Mark (&readers)[2]) const {
    if (isOwn(readers[0])) {
      readers[0] = mark;
    } else if (isOwn(readers[1])) {
      readers[1] = mark;
    } else {
      if (!concurrent(readers[1]))
        readers[1] = readers[0];
      readers[0] = mark;
    }
  }
};
} // namespace

void kiln::emu::markRange(Warp &warp, unsigned lane, const Place &place,
                          unsigned bytes, bool write, uint32_t flags,
                          const Access *stores) {
  Shadow &shadow = place.allocation->shadow;
  if ((place.offset | bytes) & ((1u << shadow.granule()) - 1))
    shadow.splitToBytes();
  unsigned shift = shadow.granule();
  Marker marker{warp,
                lane,
                place,
                write,
                {warp.firstThread + lane + 1, warp.block.launch.clock().now,
                 warp.inst->site | flags},
                stores};
  uint64_t last = (place.offset + bytes - 1) >> shift;
  if (!place.allocation->ranges.empty())
    marker.checkRanges(place.offset, place.offset + bytes);
  for (uint64_t i = place.offset >> shift; i <= last; ++i)
    marker.visit(shadow.cell(i));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses that nothing orders: of the threads of a launch, and of other work
// that streams let run beside it.

#include "exec/Work.h"
#include "isa/Marker.h"

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

/// Counts the race of an instruction that has raced before.
static bool isKnown(Warp &warp) {
  Launch &launch = warp.block.launch;
  return launch.report.addAgain(FaultKind::Race, launch.code.function->name,
                                warp.inst->statement->at);
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
  if (isKnown(warp))
    return;
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
  fault.other = accessOf(launch.program, launch.shape, other, otherWrote);
  launch.report.add(std::move(fault));
}

/// A race with other work of the device.
static void reportRace(Warp &warp, unsigned lane, const Place &place,
                       bool write, const Mark &mark, bool otherWrote,
                       const Work &other) {
  if (isKnown(warp))
    return;
  Launch &launch = warp.block.launch;
  Fault fault = raceOf(warp, lane, place, write);
  fault.access.stream = launch.order->stream;
  fault.other = accessOf(other, mark, otherWrote);
  fault.detail =
      concat("this ", verb(write), " is not ordered after a ", verb(otherWrote),
             " by the ", other.name, " in ", other.stream);
  launch.report.add(std::move(fault));
}

bool Marker::conflicts(const Mark &other) const {
  const Launch &launch = warp.block.launch;
  if (!other.thread || other.stamp < bounds.start)
    return false;
  if (other.site & Mark::pending)
    return !bothOfDevice(other);
  return other.thread != mark.thread && !isOrdered(warp, lane, other) &&
         !bothStrong(launch, mark.thread - 1, mark.site, other);
}

const Work *Marker::concurrent(const Mark &other) const {
  bool foreign = bounds.beside && other.thread && other.stamp < bounds.start;
  return foreign ? warp.block.launch.order->concurrentAt(other.stamp) : nullptr;
}

bool Marker::bothOfDevice(const Mark &other) const {
  return (mark.site & other.site & Mark::strong) &&
         !((mark.site | other.site) & Mark::block);
}

void Marker::check(const Mark &other, bool wrote) const {
  if (conflicts(other)) {
    if (!wrote || !writesSame(other))
      reportRace(warp, lane, *place, write, other, wrote);
    return;
  }
  const Work *work = concurrent(other);
  if (work && !bothOfDevice(other) && !(wrote && writesSame(other)))
    reportRace(warp, lane, *place, write, other, wrote, *work);
}

/// Copies and fills mark whole ranges.
void Marker::checkRanges(unsigned bytes) const {
  uint64_t begin = place->offset, end = begin + bytes;
  for (const RangeMark &range : place->allocation->ranges)
    if (range.begin < end && begin < range.end && (write || range.write))
      check({1, range.date, 0}, range.write);
}

bool Marker::writesSame(const Mark &other) const {
  if (!stores || !stores->content || (other.site & Mark::pending))
    return false;
  auto contentOf = [&](unsigned l) {
    return stores->content + l * stores->contentStride;
  };
  if (tracked)
    return std::memcmp(cellContent, contentOf(lane) + cellByte,
                       size_t{1} << shift) == 0;
  const uint8_t *there = place->data();
  uint32_t earlier = other.thread - 1 - warp.firstThread;
  if (other.stamp >= bounds.start && earlier < lane &&
      stores->place[earlier].allocation &&
      stores->place[earlier].data() == there)
    there = contentOf(earlier);
  return std::memcmp(there, contentOf(lane), stores->bytes) == 0;
}

/// Whether an access is none to worry about, by what is at hand.
static inline bool isQuiet(const MarkBounds &bounds, const Mark &other,
                           uint32_t thread) {
  if (other.stamp < bounds.start || !other.thread)
    return !bounds.beside || !other.thread;
  return !(other.site & Mark::pending) &&
         (other.thread == thread ||
          (other.stamp < bounds.blockKnown &&
           other.thread - bounds.firstOfBlock < bounds.threadsOfBlock));
}

/// Word by word: a mark that was made of words and is read as more than one
/// would wait for them to reach memory.
static inline void put(Mark &to, uint32_t thread, const Mark &mark) {
  to.thread = thread;
  to.stamp = mark.stamp;
  to.site = mark.site;
}

/// Puts a mark of a thread where there is nothing to worry about; false where
/// there is.
[[gnu::always_inline]] static inline bool
markQuickly(const MarkBounds &bounds, Cell &cell, uint32_t thread,
            const Mark &mark, bool write) {
  if (!isQuiet(bounds, cell.write, thread))
    return false;
  if (write) {
    if (!isQuiet(bounds, cell.read[0], thread) ||
        !isQuiet(bounds, cell.read[1], thread))
      return false;
    put(cell.write, thread, mark);
    cell.read[0].thread = cell.read[1].thread = 0;
    return true;
  }
  bool own = cell.read[0].thread == thread;
  if (bounds.beside || (!own && cell.read[1].thread == thread))
    return false;
  if (!own)
    put(cell.read[1], cell.read[0].thread, cell.read[0]);
  put(cell.read[0], thread, mark);
  return true;
}

/// The last two readers, of which one that runs beside this launch stays.
void Marker::remember(Mark (&readers)[2]) const {
  auto isOwn = [this](const Mark &other) {
    return other.thread == mark.thread && other.stamp >= bounds.start;
  };
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

void Marker::markSlowly(Marks::Page &page, uint64_t at, uint64_t byte) {
  Cell &cell = page.cells[at];
  cellContent = &page.content[at];
  cellByte = byte;
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

void Marker::track(Marks::Page &page, uint64_t at, uint64_t byte) const {
  uint64_t bit = UINT64_C(1) << at % 64;
  if (!write) {
    page.read[at / 64] |= bit & ~page.written[at / 64];
    return;
  }
  page.written[at / 64] |= bit;
  if (!stores || !stores->content)
    return;
  const uint8_t *from = stores->content + lane * stores->contentStride + byte;
  if (shift == 2)
    std::memcpy(&page.content[at], from, 4);
  else
    page.content[at] = *from;
}

/// The same for cells of all lanes.
void Marker::trackDense(Marks::Page &page, uint64_t at, unsigned count) const {
  uint64_t first = at;
  for (unsigned left = count; left;) {
    unsigned taken = std::min<unsigned>(left, 64 - at % 64);
    uint64_t bits = (taken == 64 ? ~UINT64_C(0) : (UINT64_C(1) << taken) - 1)
                    << at % 64;
    uint64_t &written = page.written[at / 64];
    if (write)
      written |= bits;
    else
      page.read[at / 64] |= bits & ~written;
    at += taken;
    left -= taken;
  }
  if (!write || !stores->content)
    return;
  if (shift == 2)
    std::memcpy(&page.content[first], stores->content, size_t{count} * 4);
  else
    std::copy(stores->content, stores->content + count, &page.content[first]);
}

Marker::Marker(Warp &warp, bool write, uint32_t flags, const Access *stores)
    : warp(warp), write(write), stores(stores) {
  const Block &block = warp.block;
  Launch &launch = block.launch;
  bounds = {launch.start, block.known, block.firstThread + 1,
            launch.warpsPerBlock * lanes,
            launch.order && !launch.order->concurrent.empty()};
  mark.stamp = launch.clock().now;
  mark.site = warp.inst->site | flags;
}

Marks &Marker::prepare(const Place &at, unsigned bytes) {
  Marks &marks = warp.block.launch.marksOf(*at.allocation);
  tracked = &marks != &at.allocation->shadow.marks;
  if ((at.offset | bytes) & ((1u << marks.granule()) - 1))
    marks.splitToBytes();
  shift = marks.granule();
  return marks;
}

void Marker::range(unsigned of, const Place &at, unsigned bytes) {
  Marks &marks = prepare(at, bytes);
  lane = of;
  place = &at;
  mark.thread = warp.firstThread + lane + 1;
  if (bounds.beside)
    checkRanges(bytes);
  uint64_t first = at.offset >> shift, last = (at.offset + bytes - 1) >> shift;
  for (uint64_t i = first; i <= last; ++i) {
    Marks::Page &page = marks.page(i / Marks::pageCells);
    uint64_t cell = i % Marks::pageCells;
    uint64_t byte = (i - first) << shift;
    if (!markQuickly(bounds, page.cells[cell], mark.thread, mark, write))
      markSlowly(page, cell, byte);
    if (tracked)
      track(page, cell, byte);
  }
}

void Marker::dense(const Access &access) {
  const Place &first = access.place[0];
  Marks &marks = prepare(first, access.bytes);
  unsigned each = access.bytes >> shift;
  uint64_t index = first.offset >> shift;
  uint64_t left = Marks::pageCells - index % Marks::pageCells;
  bool onePage = left >= uint64_t{each} * lanes;
  if (bounds.beside || !onePage) {
    for (unsigned l = 0; l < lanes; ++l)
      range(l, access.place[l], access.bytes);
    return;
  }
  // Copies, of which the compiler knows that no cell is an alias.
  const MarkBounds near = bounds;
  const bool writes = write;
  const Mark made = mark;
  Marks::Page &page = marks.page(index / Marks::pageCells);
  uint64_t at = index % Marks::pageCells;
  for (unsigned l = 0; l < lanes; ++l) {
    uint32_t thread = warp.firstThread + l + 1;
    for (unsigned i = 0; i < each; ++i, ++at) {
      if (markQuickly(near, page.cells[at], thread, made, writes))
        continue;
      lane = l;
      place = &access.place[l];
      mark.thread = thread;
      markSlowly(page, at, i << shift);
    }
  }
  if (tracked)
    trackDense(page, index % Marks::pageCells, each * lanes);
}

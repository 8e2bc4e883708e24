// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/Work.h"

using namespace kiln::emu;
using kiln::rt::concat;

const Work *Order::concurrentAt(uint32_t date) const {
  auto after = std::upper_bound(
      concurrent.begin(), concurrent.end(), date,
      [](uint32_t at, const Work *work) { return at < work->first; });
  if (after == concurrent.begin())
    return nullptr;
  const Work *work = *std::prev(after);
  return date <= work->last ? work : nullptr;
}

FaultAccess kiln::emu::accessOf(const Program &program,
                                const LaunchShape &shape, const Mark &mark,
                                bool write) {
  FaultAccess access;
  access.write = write;
  const Statement &made = *program.sites[mark.site & Mark::siteBits]->statement;
  access.at = made.at;
  access.source = program.sourceOf(made);
  if (mark.thread - 1 < Launch::firstAgent)
    shape.place(mark.thread - 1, access);
  return access;
}

FaultAccess kiln::emu::accessOf(const Work &other, const Mark &mark,
                                bool write) {
  FaultAccess access;
  if (other.program)
    access = accessOf(*other.program, other.shape, mark, write);
  access.write = write;
  access.work = other.name;
  access.stream = other.stream;
  return access;
}

namespace {
/// A copy or a fill, at a range of an allocation.
struct RangeAccess {
  const Order &order;
  const char *name;
  Memory &memory;
  Allocation &allocation;
  uint64_t begin, end;
  bool write;
  Report &report;

  /// Reports a race with an earlier access; false where it is ordered.
  bool meets(const Mark &mark, bool wrote, uint64_t offset) const {
    const Work *other = mark.thread && (write || wrote)
                            ? order.concurrentAt(mark.stamp)
                            : nullptr;
    if (!other)
      return false;
    Fault fault;
    fault.kind = FaultKind::Race;
    fault.access.write = write;
    fault.access.work = name;
    fault.access.stream = order.stream;
    fault.detail = concat("this ", write ? "write" : "read",
                          " is not ordered after a ", wrote ? "write" : "read",
                          " by the ", other->name, " in ", other->stream);
    fault.hasAddress = true;
    fault.space = Space::Global;
    fault.address = allocation.base + offset;
    fault.allocation = memory.describe(fault.address);
    fault.hasOther = true;
    fault.other = accessOf(*other, mark, wrote);
    report.add(std::move(fault));
    return true;
  }

  /// One report tells enough.
  bool meetsRange() const {
    for (const RangeMark &range : allocation.ranges)
      if (range.begin < end && begin < range.end &&
          meets({1, range.date, 0}, range.write, std::max(begin, range.begin)))
        return true;
    return false;
  }
  bool meetsCell() const {
    const Marks &marks = allocation.shadow.marks;
    unsigned shift = marks.granule();
    for (uint64_t i = begin >> shift; i << shift < end;) {
      const Marks::Page *page = marks.pageIfAny(i / Marks::pageCells);
      if (!page) {
        i = (i / Marks::pageCells + 1) * Marks::pageCells;
        continue;
      }
      const Cell &cell = page->cells[i % Marks::pageCells];
      uint64_t offset = std::max(begin, i << shift);
      if (meets(cell.write, true, offset) ||
          meets(cell.read[0], false, offset) ||
          meets(cell.read[1], false, offset))
        return true;
      ++i;
    }
    return false;
  }

  /// What comes after a covering write, or by a read after a covering one,
  /// comes after what it covers, too.
  void mark() const {
    auto &ranges = allocation.ranges;
    auto covered = [&](const RangeMark &range) {
      return begin <= range.begin && range.end <= end &&
             (write || !range.write) && !order.concurrentAt(range.date);
    };
    ranges.erase(std::remove_if(ranges.begin(), ranges.end(), covered),
                 ranges.end());
    ranges.push_back({begin, end, memory.clock.now, write});
  }
};
} // namespace

void kiln::emu::accessRange(const Order &order, const char *name,
                            Memory &memory, Allocation &allocation,
                            uint64_t offset, uint64_t bytes, bool write,
                            Report &report) {
  RangeAccess access{order,  name,           memory, allocation,
                     offset, offset + bytes, write,  report};
  if (!order.concurrent.empty() && !access.meetsRange())
    access.meetsCell();
  access.mark();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cp.async.bulk and cp.reduce.async.bulk: copies of ranges through the async
// proxy.

#include "isa/Async.h"
#include "isa/Selectors.h"

using namespace kiln::emu;
using kiln::rt::concat;

// op: to, from, bytes [, barrier [, blocks]]; space and m[0] are those of the
// ends, m[1] whether a barrier counts, m[2] whether blocks are named; m[3] is 1
// more than the operation of one that reduces, the literal its type.

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
    Ref blocks = inst.m[2] ? inst.op[4] : noRef;
    forBlocks(warp, l, blocks, to[l], barrier[l], [&](uint64_t t, uint64_t b) {
      AsyncCopy copy;
      copy.bulk = true;
      copy.group = copies.bulkCommitted[warp.firstThread + l];
      copy.reduces = inst.m[3];
      copy.op = inst.m[3] - 1;
      copy.type = static_cast<Type>(inst.literal);
      if (inst.m[1] && !countAt(warp, l, b, copy))
        return;
      Access source =
          endOf(static_cast<Space>(inst.m[0]), l, from[l], 16, false);
      Access target = endOf(inst.space, l, t, 16, true);
      if (addPiece(warp, l, copy, source, target, sizes[l]))
        issue(warp, l, std::move(copy));
    });
  });
  return Step::Next;
}

Handler kiln::emu::selectBulkLoad(const Form &form, Inst &inst) {
  bool fromGlobal = form.statement->modifiers[3] == "global";
  inst.space = Space::Cluster;
  inst.m[0] = static_cast<uint16_t>(fromGlobal ? Space::Global : Space::Shared);
  inst.m[1] = 1;
  inst.m[2] = form.has("multicast::cluster");
  return bulk;
}

Handler kiln::emu::selectBulkStore(const Form &, Inst &inst) {
  inst.space = Space::Global;
  inst.m[0] = static_cast<uint16_t>(Space::Shared);
  return bulk;
}

Handler kiln::emu::selectBulkReduce(const Form &form, Inst &inst) {
  AtomicOp op = atomicOpOf(form);
  bool toGlobal = form.statement->modifiers[3] == "global";
  inst.space = toGlobal ? Space::Global : Space::Cluster;
  inst.m[0] = static_cast<uint16_t>(Space::Shared);
  inst.m[1] = !toGlobal;
  inst.m[3] = static_cast<uint16_t>(op) + 1;
  inst.literal = static_cast<int64_t>(form.type());
  return hasAtomic(op, form.type()) ? bulk : nullptr;
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

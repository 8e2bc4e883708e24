// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// st.async and red.async: registers into the shared memory of a block of the
// cluster, counted by a barrier there.

#include "isa/Async.h"
#include "isa/Selectors.h"

using namespace kiln::emu;

// op: to, values, barrier; m[0] the bytes of an element, m[1] 1 more than the
// operation of one that reduces, m[2] the type.
static Step storeAsync(Warp &warp, const Inst &inst, uint32_t mask) {
  uint64_t to[lanes], barrier[lanes];
  unsigned bytes = inst.m[0] * inst.count;
  addressesOf(warp, inst, 0, inst.op[0], to);
  addressesOf(warp, inst, 1, inst.op[1 + inst.count], barrier);
  forLanes(mask, [&](unsigned l) {
    AsyncCopy copy;
    copy.bulk = true;
    copy.reduces = inst.m[1];
    copy.op = inst.m[1] - 1;
    copy.type = static_cast<Type>(inst.m[2]);
    Access none = endOf(inst.space, l, 0, 0, false);
    Access target = endOf(inst.space, l, to[l], bytes, true);
    if (!countAt(warp, l, barrier[l], copy) ||
        !addPiece(warp, l, copy, none, target, bytes))
      return;
    if (copy.pieces[0].to != copy.barrier) {
      warp.fault(FaultKind::BadOperand, l,
                 "the barrier does not lie in the block that is stored to");
      return;
    }
    for (unsigned i = 0; i < inst.count; ++i) {
      const uint8_t *from = warp.src<uint8_t>(inst.op[1 + i]) + l * inst.m[0];
      copy.content.insert(copy.content.end(), from, from + inst.m[0]);
    }
    issue(warp, l, std::move(copy));
  });
  return Step::Next;
}

Handler kiln::emu::selectStoreAsync(const Form &form, Inst &inst) {
  unsigned count = form.has("v2") ? 2 : form.has("v4") ? 4 : 1;
  if (form.statement->operands[1].kind != Operand::List)
    inst.count = 1;
  inst.space = form.has("shared::cluster") ? Space::Cluster : Space::Generic;
  inst.m[0] = static_cast<uint16_t>(bytesOf(form.type()));
  return inst.count == count && count * inst.m[0] <= 16 ? storeAsync : nullptr;
}

Handler kiln::emu::selectReduceAsync(const Form &form, Inst &inst) {
  AtomicOp op = atomicOpOf(form);
  inst.m[1] = static_cast<uint16_t>(op) + 1;
  inst.m[2] = static_cast<uint16_t>(form.type());
  return hasAtomic(op, form.type()) ? selectStoreAsync(form, inst) : nullptr;
}

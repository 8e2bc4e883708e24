// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches by an index, calls, and memory that a function takes on the stack.
// Lanes that go different ways go one way after the other.

#include "isa/Access.h"
#include "isa/Selectors.h"

using namespace kiln::emu;
using kiln::rt::concat;

/// The lanes of a mask whose value is that of the first.
template <typename T>
static uint32_t lanesLikeFirst(const T *values, uint32_t mask) {
  T first = values[__builtin_ctz(mask)];
  uint32_t same = 0;
  forLanes(mask, [&](unsigned l) {
    same |= static_cast<uint32_t>(values[l] == first) << l;
  });
  return same;
}

static Step branchIndexed(Warp &warp, const Inst &inst, uint32_t mask) {
  const auto &targets =
      warp.path->frame->code->branchTables[static_cast<size_t>(inst.literal)];
  const uint32_t *index = warp.src<uint32_t>(inst.op[0]);
  auto first = static_cast<unsigned>(__builtin_ctz(mask));
  uint32_t chosen = index[first];
  if (chosen >= targets.size()) {
    warp.fault(FaultKind::BadOperand, first,
               concat("target ", chosen, " of a table of ", targets.size()));
    warp.block.launch.stopped = true;
    return Step::Exit;
  }
  warp.choice = {lanesLikeFirst(index, mask), targets[chosen], nullptr};
  return Step::Switch;
}

Handler kiln::emu::selectBranchIndexed(const Form &, Inst &) {
  return branchIndexed;
}

static Step callDirectly(Warp &, const Inst &, uint32_t) { return Step::Call; }

static Step callThrough(Warp &warp, const Inst &inst, uint32_t mask) {
  Launch &launch = warp.block.launch;
  const CallSite &call =
      warp.path->frame->code->calls[static_cast<size_t>(inst.literal)];
  const uint64_t *address = warp.src<uint64_t>(inst.op[0]);
  auto first = static_cast<unsigned>(__builtin_ctz(mask));
  const Code *callee = launch.program.functionAt(address[first]);
  std::string misfit =
      callee ? misfitOf(call, *callee) : "there is no function at this address";
  bool listed = call.targets.empty() ||
                std::find(call.targets.begin(), call.targets.end(), callee) !=
                    call.targets.end();
  if (misfit.empty() && !listed)
    misfit =
        concat("'", callee->function->name, "' is not among the .calltargets");
  if (!misfit.empty()) {
    Place nowhere;
    faultAt(warp, FaultKind::BadOperand, first, nowhere, address[first],
            misfit);
    launch.stopped = true;
    return Step::Exit;
  }
  warp.choice = {lanesLikeFirst(address, mask), 0, callee};
  return Step::Call;
}

Handler kiln::emu::selectCall(const Form &, Inst &inst) {
  return inst.callee ? callDirectly : callThrough;
}

/// The top of the stack is a register of the frame, so that it is where it was
/// when a function returns. op: address, bytes; the literal: alignment.
template <typename T>
static Step allocate(Warp &warp, const Inst &inst, uint32_t mask) {
  const T *bytes = warp.src<T>(inst.op[1]);
  auto *top = warp.dst<uint32_t>(refOf(Special::StackTop));
  uint64_t size = warp.block.launch.program.localBytes;
  uint64_t align = inst.literal ? static_cast<uint64_t>(inst.literal) : 8;
  T result[lanes] = {};
  forLanes(mask, [&](unsigned l) {
    uint64_t begin = (top[l] + align - 1) & ~(align - 1);
    result[l] = static_cast<T>(begin);
    if (begin > size || bytes[l] > size - begin) {
      warp.fault(FaultKind::OutOfBounds, l,
                 concat("takes ", bytes[l], " bytes of a stack that has ",
                        size - std::min<uint64_t>(size, top[l]), " left"));
      return;
    }
    top[l] = static_cast<uint32_t>(begin + bytes[l]);
    warp.local->shadow.setWritten(l * size + begin, bytes[l], false);
  });
  warp.put(inst.op[0], result, mask);
  return Step::Next;
}

Handler kiln::emu::selectAlloca(const Form &form, Inst &inst) {
  if (inst.literal < 0 || (inst.literal & (inst.literal - 1)))
    return nullptr;
  return form.type() == Type::U64 ? allocate<uint64_t> : allocate<uint32_t>;
}

template <typename T>
static Step stackSave(Warp &warp, const Inst &inst, uint32_t mask) {
  const auto *top = warp.src<uint32_t>(refOf(Special::StackTop));
  T result[lanes];
  std::copy(top, top + lanes, result);
  warp.put(inst.op[0], result, mask);
  return Step::Next;
}

Handler kiln::emu::selectStackSave(const Form &form, Inst &) {
  return form.type() == Type::U64 ? stackSave<uint64_t> : stackSave<uint32_t>;
}

template <typename T>
static Step stackRestore(Warp &warp, const Inst &inst, uint32_t mask) {
  const T *saved = warp.src<T>(inst.op[0]);
  auto *top = warp.dst<uint32_t>(refOf(Special::StackTop));
  forLanes(mask, [&](unsigned l) {
    if (saved[l] > top[l])
      warp.fault(FaultKind::BadOperand, l,
                 "this is no place that the stack has been at");
    else
      top[l] = static_cast<uint32_t>(saved[l]);
  });
  return Step::Next;
}

Handler kiln::emu::selectStackRestore(const Form &form, Inst &) {
  return form.type() == Type::U64 ? stackRestore<uint64_t>
                                  : stackRestore<uint32_t>;
}

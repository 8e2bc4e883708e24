// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the lanes of a warp do together: shuffles, votes, matches, reductions.

#include "isa/Access.h"
#include "isa/Selectors.h"

using namespace kiln::emu;
using kiln::rt::concat;

namespace {
/// A handler of what all named lanes do at once.
using Joint = void (*)(Warp &warp, const Inst &inst, uint32_t joint);
} // namespace

/// Lanes that run together may name different masks, as tiles of a warp do:
/// each mask must be complete then.
static void apart(Warp &warp, const Inst &inst, uint32_t mask, Joint body) {
  const uint32_t *masks = warp.src<uint32_t>(inst.op[inst.m[3]]);
  uint32_t named[lanes];
  std::copy(masks, masks + lanes, named);
  while (mask) {
    uint32_t wanted = named[__builtin_ctz(mask)], joint = 0;
    forLanes(mask, [&](unsigned l) {
      joint |= static_cast<uint32_t>(named[l] == wanted) << l;
    });
    mask &= ~joint;
    if (wanted & warp.live & ~joint || joint & ~wanted)
      warp.fault(FaultKind::WarpMask,
                 static_cast<unsigned>(__builtin_ctz(joint)),
                 "lanes that run together name masks that overlap");
    body(warp, inst, joint);
  }
}

/// Waits for the lanes that operand `op[inst.m[3]]` names.
template <Joint body>
static Step together(Warp &warp, const Inst &inst, uint32_t mask) {
  const uint32_t *masks = warp.src<uint32_t>(inst.op[inst.m[3]]);
  uint32_t named = masks[__builtin_ctz(mask)], differ = 0;
  forLanes(mask, [&](unsigned l) { differ |= masks[l] ^ named; });
  if (differ) {
    apart(warp, inst, mask, body);
    return Step::Next;
  }
  uint32_t joint;
  if (!warp.gather(mask, named, joint))
    return Step::Retry;
  body(warp, inst, joint);
  return Step::Next;
}

namespace {
enum class Shuffle : uint16_t { Up, Down, Butterfly, Index };
} // namespace

/// The lane that a lane reads, or none where it is outside of its segment.
static bool sourceLane(Shuffle how, unsigned lane, uint32_t b, uint32_t c,
                       unsigned &source) {
  unsigned segment = c >> 8 & 31, limit = c & 31;
  unsigned first = lane & segment, last = first | (limit & ~segment);
  int from = 0;
  auto self = static_cast<int>(lane), by = static_cast<int>(b & 31);
  switch (how) {
  case Shuffle::Up:
    from = self - by;
    if (from < static_cast<int>(last))
      return false;
    break;
  case Shuffle::Down:
    from = self + by;
    break;
  case Shuffle::Butterfly:
    from = self ^ by;
    break;
  case Shuffle::Index:
    from = static_cast<int>(first | (b & 31 & ~segment));
    break;
  }
  if (how != Shuffle::Up && from > static_cast<int>(last))
    return false;
  source = static_cast<unsigned>(from);
  return true;
}

/// op: d, p, a, b, c, mask
static void shuffle(Warp &warp, const Inst &inst, uint32_t joint) {
  const uint32_t *a = warp.src<uint32_t>(inst.op[2]);
  const uint32_t *b = warp.src<uint32_t>(inst.op[3]);
  const uint32_t *c = warp.src<uint32_t>(inst.op[4]);
  uint32_t result[lanes] = {}, inside = 0;
  forLanes(joint, [&](unsigned l) {
    unsigned source = l;
    if (sourceLane(static_cast<Shuffle>(inst.m[0]), l, b[l], c[l], source))
      inside |= UINT32_C(1) << l;
    if (!(joint >> source & 1))
      warp.fault(FaultKind::WarpMask, l,
                 concat("reads lane ", source, ", which does not take part"));
    result[l] = a[source];
  });
  warp.put(inst.op[0], result, joint);
  if (inst.op[1] != noRef)
    warp.putPredicate(inst.op[1], inside, joint);
}

Handler kiln::emu::selectShuffle(const Form &form, Inst &inst) {
  inst.m[0] = static_cast<uint16_t>(form.has("up")     ? Shuffle::Up
                                    : form.has("down") ? Shuffle::Down
                                    : form.has("bfly") ? Shuffle::Butterfly
                                                       : Shuffle::Index);
  inst.m[3] = 5;
  return together<shuffle>;
}

static void voteAll(Warp &warp, const Inst &inst, uint32_t joint) {
  bool all = (warp.predicate(inst.op[1]) & joint) == joint;
  warp.putPredicate(inst.op[0], all ? allLanes : 0, joint);
}

static void voteAny(Warp &warp, const Inst &inst, uint32_t joint) {
  bool any = warp.predicate(inst.op[1]) & joint;
  warp.putPredicate(inst.op[0], any ? allLanes : 0, joint);
}

static void voteUni(Warp &warp, const Inst &inst, uint32_t joint) {
  uint32_t found = warp.predicate(inst.op[1]) & joint;
  bool same = !found || found == joint;
  warp.putPredicate(inst.op[0], same ? allLanes : 0, joint);
}

static void ballot(Warp &warp, const Inst &inst, uint32_t joint) {
  uint32_t result[lanes];
  std::fill(result, result + lanes, warp.predicate(inst.op[1]) & joint);
  warp.put(inst.op[0], result, joint);
}

Handler kiln::emu::selectVote(const Form &form, Inst &inst) {
  inst.m[3] = 2;
  return form.has("all")   ? together<voteAll>
         : form.has("any") ? together<voteAny>
         : form.has("uni") ? together<voteUni>
                           : together<ballot>;
}

/// The lanes whose value is a lane's.
template <typename T>
static uint32_t equalLanes(const T *values, unsigned lane, uint32_t joint) {
  uint32_t same = 0;
  forLanes(joint, [&](unsigned l) {
    same |= static_cast<uint32_t>(values[l] == values[lane]) << l;
  });
  return same;
}

template <typename T>
static void matchAny(Warp &warp, const Inst &inst, uint32_t joint) {
  const T *values = warp.src<T>(inst.op[1]);
  uint32_t result[lanes] = {};
  forLanes(joint,
           [&](unsigned l) { result[l] = equalLanes(values, l, joint); });
  warp.put(inst.op[0], result, joint);
}

template <typename T>
static void matchAll(Warp &warp, const Inst &inst, uint32_t joint) {
  const T *values = warp.src<T>(inst.op[2]);
  auto first = static_cast<unsigned>(__builtin_ctz(joint));
  bool all = equalLanes(values, first, joint) == joint;
  uint32_t result[lanes];
  std::fill(result, result + lanes, all ? joint : 0);
  warp.put(inst.op[0], result, joint);
  if (inst.op[1] != noRef)
    warp.putPredicate(inst.op[1], all ? allLanes : 0, joint);
}

Handler kiln::emu::selectMatch(const Form &form, Inst &inst) {
  bool wide = form.type() == Type::B64;
  inst.m[3] = form.has("any") ? 2 : 3;
  if (form.has("any"))
    return wide ? together<matchAny<uint64_t>> : together<matchAny<uint32_t>>;
  return wide ? together<matchAll<uint64_t>> : together<matchAll<uint32_t>>;
}

static Step activeMask(Warp &warp, const Inst &inst, uint32_t mask) {
  uint32_t result[lanes];
  std::fill(result, result + lanes, mask);
  warp.put(inst.op[0], result, mask);
  return Step::Next;
}

Handler kiln::emu::selectActiveMask(const Form &, Inst &) { return activeMask; }

template <typename T, T (*F)(T, T)>
static void reduce(Warp &warp, const Inst &inst, uint32_t joint) {
  const T *values = warp.src<T>(inst.op[1]);
  T total = values[__builtin_ctz(joint)];
  forLanes(joint & (joint - 1),
           [&](unsigned l) { total = F(total, values[l]); });
  T result[lanes];
  std::fill(result, result + lanes, total);
  warp.put(inst.op[0], result, joint);
}

template <typename T>
static T sum(T a, T b) {
  return static_cast<T>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
}
template <typename T>
static T least(T a, T b) {
  return std::min(a, b);
}
template <typename T>
static T most(T a, T b) {
  return std::max(a, b);
}
static uint32_t both(uint32_t a, uint32_t b) { return a & b; }
static uint32_t either(uint32_t a, uint32_t b) { return a | b; }
static uint32_t odd(uint32_t a, uint32_t b) { return a ^ b; }

Handler kiln::emu::selectRedux(const Form &form, Inst &inst) {
  using U = uint32_t;
  using S = int32_t;
  inst.m[3] = 2;
  bool sign = isSigned(form.type());
  if (form.has("add"))
    return together<reduce<U, sum<U>>>;
  if (form.has("min"))
    return sign ? together<reduce<S, least<S>>> : together<reduce<U, least<U>>>;
  if (form.has("max"))
    return sign ? together<reduce<S, most<S>>> : together<reduce<U, most<U>>>;
  return form.has("and")  ? together<reduce<U, both>>
         : form.has("or") ? together<reduce<U, either>>
                          : together<reduce<U, odd>>;
}

/// The lowest lane is elected. op: d, p, mask
static void elect(Warp &warp, const Inst &inst, uint32_t joint) {
  auto leader = static_cast<uint32_t>(__builtin_ctz(joint));
  uint32_t result[lanes];
  std::fill(result, result + lanes, leader);
  warp.put(inst.op[0], result, joint);
  if (inst.op[1] != noRef)
    warp.putPredicate(inst.op[1], UINT32_C(1) << leader, joint);
}

Handler kiln::emu::selectElect(const Form &, Inst &inst) {
  inst.m[3] = 2;
  return together<elect>;
}

/// Orders what the lanes did before after it.
static void warpBarrier(Warp &warp, const Inst &, uint32_t joint) {
  uint32_t now = warp.block.launch.clock().tick();
  bool whole = joint == warp.live;
  if (whole)
    warp.known = now;
  if (whole && !warp.syncIfAny())
    return;
  auto known = std::make_shared<Knowledge>();
  forLanes(joint, [&](unsigned l) {
    if (warp.sync(l).known)
      known->learn(*warp.sync(l).known);
    known->learn(Knowledge::Thread, warp.firstThread + l, now);
  });
  forLanes(joint, [&](unsigned l) { warp.sync(l).known = known; });
}

Handler kiln::emu::selectWarpBarrier(const Form &, Inst &) {
  return together<warpBarrier>;
}

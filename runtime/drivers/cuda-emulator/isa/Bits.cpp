// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Logic, shifts, fields and counts of bits.

#include "isa/Selectors.h"
#include "isa/Simd.h"

using namespace kiln::emu;

namespace {
template <typename T>
struct Logic {
  static T both(T a, T b) { return static_cast<T>(a & b); }
  static T either(T a, T b) { return static_cast<T>(a | b); }
  static T odd(T a, T b) { return static_cast<T>(a ^ b); }
  static T inverted(T a) { return static_cast<T>(~a); }
  static T isZero(T a) { return a == 0; }
};
} // namespace

template <typename T>
static Handler logic(const std::string &name) {
  if (name == "and")
    return binary<T, T, T, Logic<T>::both>;
  if (name == "or")
    return binary<T, T, T, Logic<T>::either>;
  if (name == "xor")
    return binary<T, T, T, Logic<T>::odd>;
  if (name == "not")
    return unary<T, T, Logic<T>::inverted>;
  return unary<T, T, Logic<T>::isZero>;
}

Handler kiln::emu::selectLogic(const Form &form, Inst &) {
  return forInteger(form.type(), [&](auto t) -> Handler {
    return logic<decltype(t)>(form.statement->name);
  });
}

template <char op>
static Step predicates(Warp &warp, const Inst &inst, uint32_t mask) {
  uint32_t a = warp.predicate(inst.op[1]);
  uint32_t b = inst.operands > 2 ? warp.predicate(inst.op[2]) : 0;
  uint32_t bits = op == '&'   ? a & b
                  : op == '|' ? a | b
                  : op == '^' ? a ^ b
                              : ~a;
  warp.putPredicate(inst.op[0], bits, mask);
  return Step::Next;
}

Handler kiln::emu::selectPredicateLogic(const Form &form, Inst &) {
  const std::string &name = form.statement->name;
  return name == "and"   ? predicates<'&'>
         : name == "or"  ? predicates<'|'>
         : name == "xor" ? predicates<'^'>
                         : predicates<'~'>;
}

static uint32_t lop3(const Inst &inst, uint32_t a, uint32_t b, uint32_t c) {
  uint32_t result = 0;
  for (unsigned row = 0; row < 8; ++row)
    if (inst.literal >> row & 1)
      result |= (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
  return result;
}

Handler kiln::emu::selectLop3(const Form &, Inst &) {
  return ternaryOf<uint32_t, uint32_t, uint32_t, uint32_t, lop3>;
}

template <typename T>
static T shiftLeft(T a, uint32_t by) {
  return by >= 8 * sizeof(T) ? T{0} : static_cast<T>(a << by);
}

template <typename T>
static T shiftRight(T a, uint32_t by) {
  if (by >= 8 * sizeof(T))
    return a < 0 ? static_cast<T>(-1) : T{0};
  return static_cast<T>(a >> by);
}

Handler kiln::emu::selectShift(const Form &form, Inst &) {
  bool left = form.statement->name == "shl";
  return forInteger(form.type(), [&](auto t) -> Handler {
    using T = decltype(t);
    if (left)
      return binary<T, T, uint32_t, shiftLeft<T>>;
    return binary<T, T, uint32_t, shiftRight<T>>;
  });
}

/// m[0]: to the left; m[1]: the amount is clamped, not wrapped.
static uint32_t funnel(const Inst &inst, uint32_t low, uint32_t high,
                       uint32_t by) {
  by = inst.m[1] ? (by > 32 ? 32 : by) : by & 31;
  uint64_t both = static_cast<uint64_t>(high) << 32 | low;
  return static_cast<uint32_t>(inst.m[0] ? both << by >> 32 : both >> by);
}

Handler kiln::emu::selectFunnel(const Form &form, Inst &inst) {
  inst.m[0] = form.has("l");
  inst.m[1] = form.has("clamp");
  return ternaryOf<uint32_t, uint32_t, uint32_t, uint32_t, funnel>;
}

/// The byte of a and b that each byte of the result is, by mode.
static unsigned permuted(unsigned mode, unsigned index, uint32_t select) {
  unsigned first = select & 3;
  switch (mode) {
  case 1: // f4e: four bytes forwards from here
    return first + index;
  case 2: // b4e: four bytes backwards
    return (first + 8 - index) & 7;
  case 3: // rc8: one byte, four times
    return first;
  case 4: // ecl: clamped to the left
    return index < first ? first : index;
  case 5: // ecr: clamped to the right
    return index > first ? first : index;
  default: // rc16: a half, twice
    return (select & 1) * 2 + (index & 1);
  }
}

static uint32_t prmt(const Inst &inst, uint32_t a, uint32_t b,
                     uint32_t select) {
  uint64_t both = static_cast<uint64_t>(b) << 32 | a;
  uint32_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    unsigned nibble = select >> (4 * i) & 15;
    unsigned index = inst.m[0] ? permuted(inst.m[0], i, select) : nibble & 7;
    auto byte = static_cast<uint8_t>(both >> (8 * index));
    if (!inst.m[0] && (nibble & 8))
      byte = byte & 0x80 ? 0xff : 0;
    result |= static_cast<uint32_t>(byte) << (8 * i);
  }
  return result;
}

Handler kiln::emu::selectPrmt(const Form &form, Inst &inst) {
  static const char *const modes[] = {"f4e", "b4e", "rc8",
                                      "ecl", "ecr", "rc16"};
  for (unsigned i = 0; i < 6; ++i)
    if (form.has(modes[i]))
      inst.m[0] = static_cast<uint16_t>(i + 1);
  return ternaryOf<uint32_t, uint32_t, uint32_t, uint32_t, prmt>;
}

static uint32_t popc32(uint32_t a) {
  return static_cast<uint32_t>(__builtin_popcount(a));
}
static uint32_t popc64(uint64_t a) {
  return static_cast<uint32_t>(__builtin_popcountll(a));
}
static uint32_t clz32(uint32_t a) {
  return a ? static_cast<uint32_t>(__builtin_clz(a)) : 32;
}
static uint32_t clz64(uint64_t a) {
  return a ? static_cast<uint32_t>(__builtin_clzll(a)) : 64;
}

Handler kiln::emu::selectPopc(const Form &form, Inst &) {
  return form.type() == Type::B32 ? unary<uint32_t, uint32_t, popc32>
                                  : unary<uint32_t, uint64_t, popc64>;
}

Handler kiln::emu::selectClz(const Form &form, Inst &) {
  return form.type() == Type::B32 ? unary<uint32_t, uint32_t, clz32>
                                  : unary<uint32_t, uint64_t, clz64>;
}

/// The highest bit that is not the sign's, or the shift that brings it up.
template <typename T>
static uint32_t bfind(const Inst &inst, T a) {
  constexpr unsigned bits = 8 * sizeof(T);
  auto value = static_cast<uint64_t>(a < 0 ? ~a : a);
  if (!value)
    return ~UINT32_C(0);
  uint32_t found = 63 - clz64(value);
  return inst.m[0] ? bits - 1 - found : found;
}

Handler kiln::emu::selectBfind(const Form &form, Inst &inst) {
  inst.m[0] = form.has("shiftamt");
  return forInteger(form.type(), [](auto t) -> Handler {
    using T = decltype(t);
    return unaryOf<uint32_t, T, bfind<T>>;
  });
}

template <typename T>
static T brev(T a) {
  T result = 0;
  for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit)
    result = static_cast<T>(result << 1 | (a >> bit & 1));
  return result;
}

Handler kiln::emu::selectBrev(const Form &form, Inst &) {
  return form.type() == Type::B32 ? unary<uint32_t, uint32_t, brev<uint32_t>>
                                  : unary<uint64_t, uint64_t, brev<uint64_t>>;
}

template <typename T>
static T bfe(T a, uint32_t at, uint32_t size) {
  constexpr unsigned top = 8 * sizeof(T) - 1;
  at &= 0xff;
  size &= 0xff;
  using U = std::make_unsigned_t<T>;
  unsigned last = at + size - 1 < top ? at + size - 1 : top;
  bool sign = std::is_signed_v<T> && size && (static_cast<U>(a) >> last & 1);
  U result = at > top ? U{0} : static_cast<U>(static_cast<U>(a) >> at);
  if (size > top)
    size = top + 1;
  unsigned kept = at > top ? 0 : std::min<unsigned>(size, top + 1 - at);
  U ones = kept > top ? ~U{0} : static_cast<U>((U{1} << kept) - 1);
  result &= ones;
  return static_cast<T>(sign ? static_cast<U>(result | ~ones) : result);
}

Handler kiln::emu::selectBfe(const Form &form, Inst &) {
  return forInteger(form.type(), [](auto t) -> Handler {
    using T = decltype(t);
    return ternary<T, T, uint32_t, uint32_t, bfe<T>>;
  });
}

template <typename T>
static Step bfi(Warp &warp, const Inst &inst, uint32_t mask) {
  constexpr unsigned bits = 8 * sizeof(T);
  const T *from = warp.src<T>(inst.op[1]);
  const T *into = warp.src<T>(inst.op[2]);
  const uint32_t *at = warp.src<uint32_t>(inst.op[3]);
  const uint32_t *size = warp.src<uint32_t>(inst.op[4]);
  T result[lanes];
  for (unsigned l = 0; l < lanes; ++l) {
    unsigned first = at[l] & 0xff, count = size[l] & 0xff;
    T ones = count >= bits ? ~T{0} : static_cast<T>((T{1} << count) - 1);
    ones = first >= bits ? T{0} : static_cast<T>(ones << first);
    T moved = first >= bits ? T{0} : static_cast<T>(from[l] << first);
    result[l] = static_cast<T>((into[l] & ~ones) | (moved & ones));
  }
  warp.put(inst.op[0], result, mask);
  return Step::Next;
}

Handler kiln::emu::selectBfi(const Form &form, Inst &) {
  return form.type() == Type::B32 ? bfi<uint32_t> : bfi<uint64_t>;
}

static uint32_t bmsk(const Inst &inst, uint32_t at, uint32_t size) {
  if (!inst.m[0]) {
    at &= 31;
    size &= 31;
  }
  if (at > 31)
    return 0;
  uint64_t ones = size > 31 ? ~UINT32_C(0) : (UINT64_C(1) << size) - 1;
  return static_cast<uint32_t>(ones << at);
}

Handler kiln::emu::selectBmsk(const Form &form, Inst &inst) {
  inst.m[0] = form.has("clamp");
  return binaryOf<uint32_t, uint32_t, uint32_t, bmsk>;
}

/// The offset-th bit that is set, from base upwards, or downwards.
static uint32_t fns(uint32_t bits, uint32_t base, int32_t offset) {
  int step = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset;
  if (offset == 0)
    return bits >> (base & 31) & 1 ? base : ~UINT32_C(0);
  for (auto at = static_cast<int>(base); at >= 0 && at < 32; at += step)
    if ((bits >> at & 1) && --left == 0)
      return static_cast<uint32_t>(at);
  return ~UINT32_C(0);
}

Handler kiln::emu::selectFns(const Form &, Inst &) {
  return ternary<uint32_t, uint32_t, uint32_t, int32_t, fns>;
}

/// m[0]: clamped; m[1]: signed.
static uint32_t szext(const Inst &inst, uint32_t a, uint32_t size) {
  size = inst.m[0] ? (size > 32 ? 32 : size) : size & 31;
  if (size == 0)
    return 0;
  uint32_t shifted = a << (32 - size);
  return inst.m[1] ? static_cast<uint32_t>(static_cast<int32_t>(shifted) >>
                                           (32 - size))
                   : shifted >> (32 - size);
}

Handler kiln::emu::selectSzext(const Form &form, Inst &inst) {
  inst.m[0] = form.has("clamp");
  inst.m[1] = isSigned(form.type());
  return binaryOf<uint32_t, uint32_t, uint32_t, szext>;
}

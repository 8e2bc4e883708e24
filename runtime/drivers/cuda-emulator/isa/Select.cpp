// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves, packing, selections and comparisons.

#include "isa/Float.h"
#include "isa/Selectors.h"
#include "isa/Simd.h"

#include <chrono>
#include <cmath>

using namespace kiln::emu;

struct Bits128 {
  uint64_t low, high;
};

template <typename T>
static Step move(Warp &warp, const Inst &inst, uint32_t mask) {
  T values[lanes];
  std::memcpy(values, warp.src<T>(inst.op[1]), sizeof values);
  warp.put(inst.op[0], values, mask);
  return Step::Next;
}

/// Clocks are read from the host's; each read is later than the one before.
static uint64_t ticks() {
  auto since = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<uint64_t>(since.count());
}

template <typename T>
static Step readClock(Warp &warp, const Inst &inst, uint32_t mask) {
  T values[lanes];
  std::fill(values, values + lanes, static_cast<T>(ticks()));
  warp.put(inst.op[0], values, mask);
  return Step::Next;
}

Handler kiln::emu::selectMove(const Form &form, Inst &) {
  const Operand &from = form.statement->operands[1];
  bool clock =
      from.kind == Operand::Special &&
      (from.name.rfind("%clock", 0) == 0 || from.name == "%globaltimer");
  switch (bitsOf(form.type())) {
  case 16:
    return move<uint16_t>;
  case 32:
    return clock ? readClock<uint32_t> : move<uint32_t>;
  case 64:
    return clock ? readClock<uint64_t> : move<uint64_t>;
  default:
    return move<Bits128>;
  }
}

static Step movePredicate(Warp &warp, const Inst &inst, uint32_t mask) {
  warp.putPredicate(inst.op[0], warp.predicate(inst.op[1]), mask);
  return Step::Next;
}

Handler kiln::emu::selectMovePredicate(const Form &, Inst &) {
  return movePredicate;
}

/// m[0]: bytes of a part.
static Step pack(Warp &warp, const Inst &inst, uint32_t mask) {
  uint8_t whole[lanes][16];
  unsigned part = inst.m[0], all = part * inst.count;
  forLanes(mask, [&](unsigned l) {
    for (unsigned i = 0; i < inst.count; ++i)
      std::memcpy(whole[l] + i * part,
                  warp.src<uint8_t>(inst.op[i + 1]) + l * part, part);
    std::memcpy(warp.dst<uint8_t>(inst.op[0]) + l * all, whole[l], all);
  });
  return Step::Next;
}

static Step unpack(Warp &warp, const Inst &inst, uint32_t mask) {
  unsigned part = inst.m[0], all = part * inst.count;
  forLanes(mask, [&](unsigned l) {
    uint8_t whole[16];
    std::memcpy(whole, warp.src<uint8_t>(inst.op[inst.count]) + l * all, all);
    for (unsigned i = 0; i < inst.count; ++i)
      std::memcpy(warp.dst<uint8_t>(inst.op[i]) + l * part, whole + i * part,
                  part);
  });
  return Step::Next;
}

Handler kiln::emu::selectPack(const Form &form, Inst &inst) {
  inst.m[0] = static_cast<uint16_t>(bytesOf(form.type()) / inst.count);
  return pack;
}

Handler kiln::emu::selectUnpack(const Form &form, Inst &inst) {
  inst.m[0] = static_cast<uint16_t>(bytesOf(form.type()) / inst.count);
  return unpack;
}

template <typename T>
static Step selp(Warp &warp, const Inst &inst, uint32_t mask) {
  const T *a = warp.src<T>(inst.op[1]);
  const T *b = warp.src<T>(inst.op[2]);
  uint32_t first = warp.predicate(inst.op[3]);
  T result[lanes];
  for (unsigned l = 0; l < lanes; ++l)
    result[l] = first >> l & 1 ? a[l] : b[l];
  warp.put(inst.op[0], result, mask);
  return Step::Next;
}

Handler kiln::emu::selectSelp(const Form &form, Inst &) {
  unsigned bits = bitsOf(form.type());
  return bits == 16   ? selp<uint16_t>
         : bits == 32 ? selp<uint32_t>
                      : selp<uint64_t>;
}

template <typename T, typename C>
static T slct(T a, T b, C c) {
  return c >= 0 ? a : b;
}

template <typename C>
static Handler slctOf(unsigned bits) {
  if (bits == 16)
    return ternary<uint16_t, uint16_t, uint16_t, C, slct<uint16_t, C>>;
  if (bits == 32)
    return ternary<uint32_t, uint32_t, uint32_t, C, slct<uint32_t, C>>;
  return ternary<uint64_t, uint64_t, uint64_t, C, slct<uint64_t, C>>;
}

Handler kiln::emu::selectSlct(const Form &form, Inst &) {
  unsigned bits = bitsOf(form.type());
  return form.type(2) == Type::F32 ? slctOf<float>(bits)
                                   : slctOf<int32_t>(bits);
}

// Comparisons: m[0] the flush of subnormals, m[1] how the result is combined
// with a predicate, m[2] the operation, m[3] of halves whether they are bf16.

namespace {
enum class Relation : uint16_t {
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  Equ,
  Neu,
  Ltu,
  Leu,
  Gtu,
  Geu,
  Num,
  NaN
};
enum class Combine : uint16_t { None, And, Or, Xor };
} // namespace

/// lo, ls, hi and hs are lt, le, gt and ge of unsigned numbers.
static Relation relationOf(const Form &form) {
  static const std::pair<const char *, Relation> names[] = {
      {"eq", Relation::Eq},   {"ne", Relation::Ne},   {"lt", Relation::Lt},
      {"le", Relation::Le},   {"gt", Relation::Gt},   {"ge", Relation::Ge},
      {"lo", Relation::Lt},   {"ls", Relation::Le},   {"hi", Relation::Gt},
      {"hs", Relation::Ge},   {"equ", Relation::Equ}, {"neu", Relation::Neu},
      {"ltu", Relation::Ltu}, {"leu", Relation::Leu}, {"gtu", Relation::Gtu},
      {"geu", Relation::Geu}, {"num", Relation::Num}, {"nan", Relation::NaN}};
  for (auto [name, relation] : names)
    if (form.statement->modifiers[0] == name)
      return relation;
  return Relation::Eq;
}

template <Relation relation, typename T>
static bool holds(T a, T b) {
  bool open = a != a || b != b;
  switch (relation) {
  case Relation::Eq:
    return a == b;
  case Relation::Ne:
    return a != b && !open;
  case Relation::Lt:
    return a < b;
  case Relation::Le:
    return a <= b;
  case Relation::Gt:
    return a > b;
  case Relation::Ge:
    return a >= b;
  case Relation::Equ:
    return a == b || open;
  case Relation::Neu:
    return a != b;
  case Relation::Ltu:
    return a < b || open;
  case Relation::Leu:
    return a <= b || open;
  case Relation::Gtu:
    return a > b || open;
  case Relation::Geu:
    return a >= b || open;
  case Relation::Num:
    return !open;
  case Relation::NaN:
    return open;
  }
  return false;
}

template <Relation relation, typename T>
static uint32_t compareLanes(const T *a, const T *b) {
  // Bytes first: a loop that becomes vectors; their bits are gathered then.
  uint8_t found[lanes];
  for (unsigned l = 0; l < lanes; ++l)
    found[l] = holds<relation>(a[l], b[l]);
  uint32_t bits = 0;
  for (unsigned l = 0; l < lanes; ++l)
    bits |= static_cast<uint32_t>(found[l]) << l;
  return bits;
}

template <typename T>
static uint32_t compare(Relation relation, const T *a, const T *b) {
  using R = Relation;
  static constexpr uint32_t (*table[])(const T *, const T *) = {
      compareLanes<R::Eq, T>,  compareLanes<R::Ne, T>,  compareLanes<R::Lt, T>,
      compareLanes<R::Le, T>,  compareLanes<R::Gt, T>,  compareLanes<R::Ge, T>,
      compareLanes<R::Equ, T>, compareLanes<R::Neu, T>, compareLanes<R::Ltu, T>,
      compareLanes<R::Leu, T>, compareLanes<R::Gtu, T>, compareLanes<R::Geu, T>,
      compareLanes<R::Num, T>, compareLanes<R::NaN, T>};
  return table[static_cast<int>(relation)](a, b);
}

template <typename T>
static uint32_t compared(Warp &warp, const Inst &inst, Ref left, Ref right) {
  T a[lanes], b[lanes];
  std::memcpy(a, warp.src<T>(left), sizeof a);
  std::memcpy(b, warp.src<T>(right), sizeof b);
  if constexpr (std::is_same_v<T, float>)
    if (inst.m[0])
      for (unsigned l = 0; l < lanes; ++l) {
        a[l] = std::fabs(a[l]) < 0x1p-126f ? 0 : a[l];
        b[l] = std::fabs(b[l]) < 0x1p-126f ? 0 : b[l];
      }
  return compare(static_cast<Relation>(inst.m[2]), a, b);
}

/// Halves, the low or the high ones of pairs.
static uint32_t comparedHalves(Warp &warp, const Inst &inst, Ref left,
                               Ref right, unsigned each, unsigned which) {
  double a[lanes], b[lanes];
  const Format &format = inst.m[3] ? bfloatFormat : halfFormat;
  for (unsigned l = 0; l < lanes; ++l) {
    a[l] = decode(warp.src<uint16_t>(left)[l * each + which], format);
    b[l] = decode(warp.src<uint16_t>(right)[l * each + which], format);
  }
  return compare(static_cast<Relation>(inst.m[2]), a, b);
}

static uint32_t combined(const Inst &inst, uint32_t found, uint32_t with) {
  switch (static_cast<Combine>(inst.m[1])) {
  case Combine::None:
    return found;
  case Combine::And:
    return found & with;
  case Combine::Or:
    return found | with;
  case Combine::Xor:
    return found ^ with;
  }
  return found;
}

static void compareModifiers(const Form &form, Inst &inst, Type type) {
  inst.m[0] = form.has("ftz");
  inst.m[1] = static_cast<uint16_t>(form.has("and")   ? Combine::And
                                    : form.has("or")  ? Combine::Or
                                    : form.has("xor") ? Combine::Xor
                                                      : Combine::None);
  inst.m[2] = static_cast<uint16_t>(relationOf(form));
  inst.m[3] = formatOf(type) == &bfloatFormat;
}

/// op: p, q, a, b [, c]
static Step finishSetp(Warp &warp, const Inst &inst, uint32_t mask,
                       uint32_t low, uint32_t high) {
  uint32_t with = inst.operands > 4 ? warp.predicate(inst.op[4]) : 0;
  warp.putPredicate(inst.op[0], combined(inst, low, with), mask);
  if (inst.op[1] != noRef)
    warp.putPredicate(inst.op[1], combined(inst, high, with), mask);
  return Step::Next;
}

template <typename T>
static Step setp(Warp &warp, const Inst &inst, uint32_t mask) {
  uint32_t found = compared<T>(warp, inst, inst.op[2], inst.op[3]);
  return finishSetp(warp, inst, mask, found, ~found);
}

static Step setpHalf(Warp &warp, const Inst &inst, uint32_t mask) {
  uint32_t found = comparedHalves(warp, inst, inst.op[2], inst.op[3], 1, 0);
  return finishSetp(warp, inst, mask, found, ~found);
}

/// Of pairs, p is for the low halves and q for the high ones.
static Step setpPair(Warp &warp, const Inst &inst, uint32_t mask) {
  return finishSetp(warp, inst, mask,
                    comparedHalves(warp, inst, inst.op[2], inst.op[3], 2, 0),
                    comparedHalves(warp, inst, inst.op[2], inst.op[3], 2, 1));
}

/// lo, ls, hi and hs compare without sign, whatever the type.
static bool isUnsignedRelation(const Form &form) {
  return form.has("lo") || form.has("ls") || form.has("hi") || form.has("hs");
}

Handler kiln::emu::selectSetp(const Form &form, Inst &inst) {
  Type type = form.type();
  compareModifiers(form, inst, type);
  if (form.statement->operands.size() > 3 && !inst.m[1])
    return nullptr;
  if (type == Type::F32)
    return setp<float>;
  if (type == Type::F64)
    return setp<double>;
  if (isFloat(type))
    return bitsOf(type) == 32 ? setpPair : setpHalf;
  if (isUnsignedRelation(form) && isSigned(type))
    return nullptr;
  return forInteger(type, [](auto t) -> Handler { return setp<decltype(t)>; });
}

/// All ones or zero of an integer, 1 or 0 of a float. op: d, a, b [, c]
template <typename T>
static Step set(Warp &warp, const Inst &inst, uint32_t mask) {
  uint32_t found = compared<T>(warp, inst, inst.op[1], inst.op[2]);
  if (inst.operands > 3)
    found = combined(inst, found, warp.predicate(inst.op[3]));
  uint32_t result[lanes];
  for (unsigned l = 0; l < lanes; ++l)
    result[l] = found >> l & 1 ? static_cast<uint32_t>(inst.literal) : 0;
  warp.put(inst.op[0], result, mask);
  return Step::Next;
}

/// Halves: inst.count numbers a register; literal is what a true half is.
static Step setHalves(Warp &warp, const Inst &inst, uint32_t mask) {
  unsigned each = inst.count, wide = inst.bytes[0] / each;
  for (unsigned h = 0; h < each; ++h) {
    uint32_t found =
        comparedHalves(warp, inst, inst.op[1], inst.op[2], each, h);
    if (inst.operands > 3)
      found = combined(inst, found, warp.predicate(inst.op[3]));
    forLanes(mask, [&](unsigned l) {
      int64_t value = found >> l & 1 ? inst.literal : 0;
      std::memcpy(warp.dst<uint8_t>(inst.op[0]) + (l * each + h) * wide, &value,
                  wide);
    });
  }
  return Step::Next;
}

Handler kiln::emu::selectSet(const Form &form, Inst &inst) {
  Type to = form.type(1), from = form.type(2);
  compareModifiers(form, inst, from);
  inst.literal = to == Type::F32               ? 0x3f800000
                 : !formatOf(to)               ? -1
                 : formatOf(to) == &halfFormat ? 0x3c00
                                               : 0x3f80;
  if (formatOf(from)) {
    inst.count = bitsOf(from) == 32 ? 2 : 1;
    bool fits = inst.count == 1 || bitsOf(to) == 32;
    return fits ? setHalves : nullptr;
  }
  if (bitsOf(to) != 32)
    return nullptr;
  if (from == Type::F32)
    return set<float>;
  if (from == Type::F64)
    return set<double>;
  return forInteger(from, [](auto t) -> Handler { return set<decltype(t)>; });
}

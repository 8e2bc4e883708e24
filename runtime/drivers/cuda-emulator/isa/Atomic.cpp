// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// atom and red: lanes one after the other, each a strong access.

#include "isa/Atomic.h"

#include "isa/Access.h"
#include "isa/Numbers.h"
#include "isa/Selectors.h"

#include <cmath>

using namespace kiln::emu;

// m[0]: the operation; m[1]: the type; m[2]: the flags; m[3]: 1 for atom, whose
// old value is the result.
enum : uint16_t { blockScope = 1, acquires = 2, releases = 4 };

template <typename T>
static T combine(AtomicOp op, T old, T value) {
  using U = std::make_unsigned_t<T>;
  switch (op) {
  case AtomicOp::Add:
    return static_cast<T>(static_cast<U>(old) + static_cast<U>(value));
  case AtomicOp::Min:
    return std::min(old, value);
  case AtomicOp::Max:
    return std::max(old, value);
  case AtomicOp::Inc:
    return old >= value ? T{0} : static_cast<T>(old + 1);
  case AtomicOp::Dec:
    return old == 0 || old > value ? value : static_cast<T>(old - 1);
  case AtomicOp::And:
    return static_cast<T>(old & value);
  case AtomicOp::Or:
    return static_cast<T>(old | value);
  case AtomicOp::Xor:
    return static_cast<T>(old ^ value);
  default:
    return value;
  }
}

template <typename T>
static void integers(AtomicOp op, uint8_t *memory, const uint8_t *operand) {
  T old, value;
  std::memcpy(&old, memory, sizeof old);
  std::memcpy(&value, operand, sizeof value);
  value = combine(op, old, value);
  std::memcpy(memory, &value, sizeof value);
}

template <typename T>
static void addFloats(uint8_t *memory, const uint8_t *operand) {
  T old, value;
  std::memcpy(&old, memory, sizeof old);
  std::memcpy(&value, operand, sizeof value);
  value += old;
  std::memcpy(memory, &value, sizeof value);
}

static void halves(AtomicOp op, Type type, uint8_t *memory,
                   const uint8_t *operand) {
  const Format &format = *formatOf(type);
  for (unsigned at = 0; at < bytesOf(type); at += 2) {
    uint16_t old, value;
    std::memcpy(&old, memory + at, 2);
    std::memcpy(&value, operand + at, 2);
    double a = decode(old, format), b = decode(value, format);
    double result = op == AtomicOp::Add   ? a + b
                    : op == AtomicOp::Min ? std::fmin(a, b)
                                          : std::fmax(a, b);
    value = static_cast<uint16_t>(encode(result, format, Rounding::Nearest));
    std::memcpy(memory + at, &value, 2);
  }
}

void kiln::emu::modify(AtomicOp op, Type type, uint8_t *memory,
                       const uint8_t *operand) {
  switch (type) {
  case Type::F32:
    return addFloats<float>(memory, operand);
  case Type::F64:
    return addFloats<double>(memory, operand);
  case Type::F16:
  case Type::F16x2:
  case Type::BF16:
  case Type::BF16x2:
    return halves(op, type, memory, operand);
  case Type::S32:
    return integers<int32_t>(op, memory, operand);
  case Type::S64:
    return integers<int64_t>(op, memory, operand);
  case Type::U64:
  case Type::B64:
    return integers<uint64_t>(op, memory, operand);
  case Type::B128:
    std::memcpy(memory, operand, 16);
    return;
  default:
    return integers<uint32_t>(op, memory, operand);
  }
}

static Step atomic(Warp &warp, const Inst &inst, uint32_t mask) {
  auto op = static_cast<AtomicOp>(inst.m[0]);
  auto type = static_cast<Type>(inst.m[1]);
  unsigned bytes = bytesOf(type), first = inst.m[3];
  Access access;
  access.space = inst.space;
  access.bytes = bytes * inst.count;
  access.read = access.write = access.strong = true;
  access.blockScope = inst.m[2] & blockScope;
  addressesOf(warp, inst, 0, inst.op[first], access.address);
  uint32_t ok = checkAccess(warp, access, mask);
  warp.block.launch.stats.atomics +=
      static_cast<unsigned>(__builtin_popcount(ok));
  forLanes(ok, [&](unsigned l) {
    const Place &place = access.place[l];
    uint8_t *memory = place.data(), old[16];
    std::memcpy(old, memory, bytes);
    if (op == AtomicOp::Cas) {
      const auto *expected = warp.src<uint8_t>(inst.op[2]) + l * bytes;
      const auto *wanted = warp.src<uint8_t>(inst.op[3]) + l * bytes;
      if (std::memcmp(memory, expected, bytes) == 0)
        std::memcpy(memory, wanted, bytes);
    } else {
      for (unsigned i = 0; i < inst.count; ++i)
        modify(op, type, memory + i * bytes,
               warp.src<uint8_t>(inst.op[first + 1 + i]) + l * bytes);
    }
    observeAt(warp, l, place, inst.m[2] & acquires);
    publishAt(warp, l, place, inst.m[2] & releases, true);
    if (inst.m[3])
      std::memcpy(warp.dst<uint8_t>(inst.op[0]) + l * bytes, old, bytes);
  });
  return Step::Yield;
}

bool kiln::emu::hasAtomic(AtomicOp op, Type type) {
  unsigned bits = bitsOf(type);
  switch (op) {
  case AtomicOp::Add:
    return type == Type::U32 || type == Type::S32 || type == Type::U64 ||
           isFloat(type);
  case AtomicOp::Min:
  case AtomicOp::Max:
    return type == Type::U32 || type == Type::S32 || type == Type::U64 ||
           type == Type::S64 || (isFloat(type) && formatOf(type));
  case AtomicOp::Inc:
  case AtomicOp::Dec:
    return type == Type::U32;
  case AtomicOp::And:
  case AtomicOp::Or:
  case AtomicOp::Xor:
    return type == Type::B32 || type == Type::B64;
  default:
    return !isFloat(type) && bits >= 16;
  }
}

AtomicOp kiln::emu::atomicOpOf(const Form &form) {
  static const char *const names[] = {"add", "min", "max", "inc",  "dec",
                                      "and", "or",  "xor", "exch", "cas"};
  uint16_t found = 0;
  while (!form.has(names[found]))
    ++found;
  return static_cast<AtomicOp>(found);
}

static Handler chooseAtomic(const Form &form, Inst &inst, bool result) {
  AtomicOp op = atomicOpOf(form);
  inst.m[0] = static_cast<uint16_t>(op);
  inst.m[1] = static_cast<uint16_t>(form.type());
  inst.m[2] = static_cast<uint16_t>(
      (form.has("cta") ? blockScope : 0) |
      (form.has("acquire") || form.has("acq_rel") ? acquires : 0) |
      (form.has("release") || form.has("acq_rel") ? releases : 0));
  inst.m[3] = result;
  bool shared = form.has("shared") || form.has("shared::cta");
  inst.space = shared                        ? Space::Shared
               : form.has("shared::cluster") ? Space::Cluster
               : form.has("global")          ? Space::Global
                                             : Space::Generic;
  if (!form.has("v2") && !form.has("v4"))
    inst.count = 1;
  return hasAtomic(op, form.type()) ? atomic : nullptr;
}

Handler kiln::emu::selectAtom(const Form &form, Inst &inst) {
  return chooseAtomic(form, inst, true);
}

Handler kiln::emu::selectRed(const Form &form, Inst &inst) {
  return chooseAtomic(form, inst, false);
}

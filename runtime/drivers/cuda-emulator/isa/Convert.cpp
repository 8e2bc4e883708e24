// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cvt between all types, with every rounding.

#include "isa/Float.h"
#include "isa/Selectors.h"
#include "isa/Simd.h"

#include <cmath>
#include <limits>

using namespace kiln::emu;

// Frequent ones, whose registers are as wide as their types.

template <typename R, typename A>
static R cast(A a) {
  return static_cast<R>(a);
}

template <typename A>
static Handler quickFrom(Type to, bool exactOnly) {
  constexpr bool fromFloat = std::is_floating_point_v<A>;
  if (to == Type::F64)
    return sizeof(A) < 8 || !exactOnly ? unary<double, A, cast<double, A>>
                                       : nullptr;
  if (to == Type::F32 && !exactOnly && sizeof(A) >= 4 &&
      !std::is_same_v<A, float>)
    return unary<float, A, cast<float, A>>;
  if constexpr (!fromFloat) {
    if (bitsOf(to) == 16 && !isFloat(to))
      return unary<uint16_t, A, cast<uint16_t, A>>;
    if (bitsOf(to) == 32 && !isFloat(to))
      return unary<uint32_t, A, cast<uint32_t, A>>;
    if (bitsOf(to) == 64 && !isFloat(to))
      return unary<uint64_t, A, cast<uint64_t, A>>;
  }
  return nullptr;
}

/// Conversions that a cast does: of integers without saturation, exact ones
/// to floats, and those that round to nearest.
static Handler quick(const Form &form, const Inst &inst) {
  Type to = form.type(1), from = form.type(2);
  bool rounds = form.has("rn");
  size_t modifiers = form.statement->modifiers.size();
  if (modifiers != (rounds ? 3u : 2u) || bytesOf(to) != inst.bytes[0] ||
      bytesOf(from) != inst.bytes[1])
    return nullptr;
  switch (from) {
  case Type::F32:
    return to == Type::F64 ? quickFrom<float>(to, true) : nullptr;
  case Type::F64:
    return to == Type::F32 && rounds ? quickFrom<double>(to, false) : nullptr;
  default:
    return forInteger(from, [&](auto t) -> Handler {
      return quickFrom<decltype(t)>(to, !rounds);
    });
  }
}

// All others: one lane at a time, through a 64-bit integer or a double.

namespace {
/// What a lane holds.
struct Number {
  bool isInteger = false, isSigned = false;
  uint64_t bits = 0; ///< of an integer, extended
  double value = 0;  ///< of a float

  bool negative() const { return isSigned && static_cast<int64_t>(bits) < 0; }
};

struct Conversion {
  Type to, from;
  Rounding rounding;
  bool toIntegral, ftz, sat, satfinite, relu;
};
} // namespace

// m[0], m[1]: the types; m[2]: the rounding; m[3]: the flags.
enum : uint16_t { toIntegral = 1, ftz = 2, sat = 4, satfinite = 8, relu = 16 };

static Conversion conversionOf(const Inst &inst) {
  uint16_t f = inst.m[3];
  return {static_cast<Type>(inst.m[0]),
          static_cast<Type>(inst.m[1]),
          static_cast<Rounding>(inst.m[2]),
          (f & toIntegral) != 0,
          (f & ftz) != 0,
          (f & sat) != 0,
          (f & satfinite) != 0,
          (f & relu) != 0};
}

static Number read(Type type, const uint8_t *from) {
  Number number;
  uint64_t bits = 0;
  std::memcpy(&bits, from, bytesOf(type));
  if (const Format *format = formatOf(type)) {
    number.value = decode(static_cast<uint32_t>(bits), *format);
  } else if (type == Type::F32) {
    float value;
    std::memcpy(&value, from, 4);
    number.value = value;
  } else if (type == Type::F64) {
    std::memcpy(&number.value, from, 8);
  } else {
    number.isInteger = true;
    number.isSigned = isSigned(type);
    unsigned unused = 64 - bitsOf(type);
    number.bits = number.isSigned
                      ? static_cast<uint64_t>(
                            static_cast<int64_t>(bits << unused) >> unused)
                      : bits;
  }
  return number;
}

static double integral(double value, Rounding rounding) {
  switch (rounding) {
  case Rounding::Zero:
    return std::trunc(value);
  case Rounding::Down:
    return std::floor(value);
  case Rounding::Up:
    return std::ceil(value);
  default:
    return std::nearbyint(value);
  }
}

/// The limits of an integer type: as double they are powers of two, the upper
/// one exclusive.
static uint64_t toInteger(const Conversion &how, double value) {
  unsigned bits = bitsOf(how.to);
  bool to64 = bits == 64, sign = isSigned(how.to);
  if (std::isnan(value))
    return how.from == Type::F64 || to64 ? UINT64_C(1) << (bits - 1) : 0;
  value = integral(value, how.rounding);
  double above = std::ldexp(1, static_cast<int>(sign ? bits - 1 : bits));
  double below = sign ? -above : 0;
  uint64_t ones = bits == 64 ? ~UINT64_C(0) : (UINT64_C(1) << bits) - 1;
  if (value >= above)
    return sign ? ones >> 1 : ones;
  if (value < below)
    return sign ? UINT64_C(1) << (bits - 1) : 0;
  return value < 0 ? static_cast<uint64_t>(static_cast<int64_t>(value))
                   : static_cast<uint64_t>(value);
}

static uint64_t clampInteger(Type to, const Number &number) {
  unsigned bits = bitsOf(to);
  bool sign = isSigned(to);
  uint64_t most =
      sign ? (UINT64_C(1) << (bits - 1)) - 1 : ~UINT64_C(0) >> (64 - bits);
  if (number.negative()) {
    if (!sign)
      return 0;
    auto least = -static_cast<int64_t>(most) - 1;
    return std::max(static_cast<int64_t>(number.bits), least) == least
               ? static_cast<uint64_t>(least)
               : number.bits;
  }
  return std::min(number.bits, most);
}

/// Rounds to f32 or f64 with the processor's rounding; not inlined, so that
/// nothing moves over its change.
template <typename T>
__attribute__((noinline)) static T narrowed(const Number &number) {
  if (!number.isInteger)
    return static_cast<T>(number.value);
  // An x87 number holds 64 bits exactly.
  auto wide = number.negative()
                  ? static_cast<long double>(static_cast<int64_t>(number.bits))
                  : static_cast<long double>(number.bits);
  return static_cast<T>(wide);
}

template <typename T>
static T toFloat(const Conversion &how, const Number &number) {
  RoundingScope scope(how.toIntegral ? Rounding::Nearest : how.rounding);
  volatile T value = narrowed<T>(number);
  return value;
}

static double adjusted(const Conversion &how, double value) {
  if (how.toIntegral)
    value = integral(value, how.rounding);
  if (how.sat)
    value = value > 0 ? std::fmin(value, 1) : 0;
  if (how.relu && value <= 0)
    value = 0;
  return value;
}

static uint64_t converted(const Conversion &how, Number number) {
  if (!number.isInteger && how.ftz && how.from == Type::F32 &&
      std::fabs(number.value) < 0x1p-126)
    number.value = std::copysign(0.0, number.value);
  if (!isFloat(how.to)) {
    if (!number.isInteger)
      return toInteger(how, number.value);
    return how.sat ? clampInteger(how.to, number) : number.bits;
  }
  if (!number.isInteger)
    number.value = adjusted(how, number.value);
  uint64_t bits = 0;
  if (how.to == Type::F64) {
    double value = toFloat<double>(how, number);
    std::memcpy(&bits, &value, 8);
  } else if (how.to == Type::F32) {
    float value = toFloat<float>(how, number);
    if (how.ftz && std::fabs(value) < 0x1p-126f)
      value = std::copysign(0.0f, value);
    std::memcpy(&bits, &value, 4);
    if (value != value)
      bits = 0x7fffffff;
  } else if (how.to == Type::TF32) {
    // tf32 lies in the upper bits of an f32.
    bits = static_cast<uint64_t>(
               encode(number.value, tf32Format, how.rounding, how.satfinite))
           << 13;
    if (number.value != number.value)
      bits = 0x7fffffff;
  } else {
    // Integers of up to 64 bits to 16: a double that is odd where inexact.
    double value = number.value;
    if (number.isInteger) {
      RoundingScope scope(Rounding::Zero);
      value = narrowed<double>(number);
      if (number.bits & 0x7ff && std::fabs(value) > 0x1p53)
        value = std::nextafter(value, value < 0 ? -HUGE_VAL : HUGE_VAL);
    }
    bits = encode(value, *formatOf(how.to), how.rounding, how.satfinite);
  }
  return bits;
}

/// Writes a value into a register that may be wider than its type.
static void write(Type type, uint64_t bits, uint8_t *to, unsigned bytes) {
  unsigned unused = 64 - bitsOf(type);
  if (isSigned(type))
    bits =
        static_cast<uint64_t>(static_cast<int64_t>(bits << unused) >> unused);
  else
    bits = bits << unused >> unused;
  std::memcpy(to, &bits, bytes);
}

static Step cvt(Warp &warp, const Inst &inst, uint32_t mask) {
  Conversion how = conversionOf(inst);
  unsigned to = inst.bytes[0], from = inst.bytes[1];
  const uint8_t *source = warp.src<uint8_t>(inst.op[1]);
  uint8_t *target = warp.dst<uint8_t>(inst.op[0]);
  forLanes(mask, [&](unsigned l) {
    uint64_t bits = converted(how, read(how.from, source + l * from));
    write(how.to, bits, target + l * to, to);
  });
  return Step::Next;
}

static void convertModifiers(const Form &form, Inst &inst) {
  inst.m[0] = static_cast<uint16_t>(form.type(1));
  inst.m[1] = static_cast<uint16_t>(form.type(2));
  inst.m[2] = static_cast<uint16_t>(roundingOf(form));
  bool integralRounding =
      form.has("rni") || form.has("rzi") || form.has("rmi") || form.has("rpi");
  inst.m[3] = static_cast<uint16_t>(
      (integralRounding ? toIntegral : 0) | (form.has("ftz") ? ftz : 0) |
      (form.has("sat") ? sat : 0) | (form.has("satfinite") ? satfinite : 0) |
      (form.has("relu") ? relu : 0));
}

Handler kiln::emu::selectCvt(const Form &form, Inst &inst) {
  convertModifiers(form, inst);
  // Floats to integers say how they round; narrower floats do, too.
  bool fromFloat = isFloat(form.type(2)), toFloatType = isFloat(form.type(1));
  bool rounds = form.has("rn") || form.has("rz") || form.has("rm") ||
                form.has("rp") || form.has("rna");
  if (fromFloat && !toFloatType && !(inst.m[3] & toIntegral))
    return nullptr;
  if (!fromFloat && toFloatType && !rounds)
    return nullptr;
  if (Handler handler = quick(form, inst))
    return handler;
  return cvt;
}

/// Two numbers in one register: a is the upper, b the lower.
static Step cvtPair(Warp &warp, const Inst &inst, uint32_t mask) {
  Conversion how = conversionOf(inst);
  bool fromPair = inst.operands == 2;
  const Format &format = *formatOf(how.to);
  unsigned bits = bitsOf(how.to) / 2;
  forLanes(mask, [&](unsigned l) {
    uint32_t result = 0;
    for (unsigned part = 0; part < 2; ++part) {
      double value;
      if (fromPair) {
        unsigned width = bitsOf(how.from) / 2;
        uint32_t packed = 0;
        std::memcpy(&packed, warp.src<uint8_t>(inst.op[1]) + l * inst.bytes[1],
                    inst.bytes[1]);
        value = decode(packed >> (part * width) & ((1u << width) - 1),
                       *formatOf(how.from));
      } else {
        value = warp.src<float>(inst.op[part ? 1 : 2])[l];
      }
      if (how.relu && value <= 0)
        value = 0;
      result |= encode(value, format, how.rounding, how.satfinite)
                << (part * bits);
    }
    std::memcpy(warp.dst<uint8_t>(inst.op[0]) + l * inst.bytes[0], &result,
                inst.bytes[0]);
  });
  return Step::Next;
}

Handler kiln::emu::selectCvtPair(const Form &form, Inst &inst) {
  convertModifiers(form, inst);
  return cvtPair;
}

/// cvt.pack: a and b, saturated, a above b, above the lower bits of c.
static Step cvtPack(Warp &warp, const Inst &inst, uint32_t mask) {
  auto to = static_cast<Type>(inst.m[0]);
  unsigned bits = bitsOf(to);
  uint32_t ones = (1u << bits) - 1;
  auto packed = [&](unsigned index, unsigned l) {
    Number number;
    number.isInteger = number.isSigned = true;
    number.bits = static_cast<uint64_t>(
        static_cast<int64_t>(warp.src<int32_t>(inst.op[index])[l]));
    bool sign = to == Type::S4 || isSigned(to);
    int64_t value = static_cast<int64_t>(number.bits);
    int64_t most = sign ? ones >> 1 : ones, least = sign ? -most - 1 : 0;
    value = std::min(std::max(value, least), most);
    return static_cast<uint32_t>(value) & ones;
  };
  forLanes(mask, [&](unsigned l) {
    uint32_t result = packed(1, l) << bits | packed(2, l);
    if (inst.operands > 3)
      result |= warp.src<uint32_t>(inst.op[3])[l] << (2 * bits);
    warp.dst<uint32_t>(inst.op[0])[l] = result;
  });
  return Step::Next;
}

Handler kiln::emu::selectCvtPack(const Form &form, Inst &inst) {
  convertModifiers(form, inst);
  return cvtPack;
}

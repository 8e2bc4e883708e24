// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer arithmetic. Signed values wrap, so that it is done unsigned.

#include "isa/Selectors.h"
#include "isa/Simd.h"

#include <limits>

using namespace kiln::emu;

template <typename T>
using Unsigned = std::make_unsigned_t<T>;

/// A type whose products are exact.
template <typename T>
using Wider = std::conditional_t<
    sizeof(T) == 8,
    std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>,
    std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>;

namespace {
template <typename T>
struct Integer {
  static T add(T a, T b) {
    return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  }
  static T sub(T a, T b) {
    return static_cast<T>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
  }
  static T low(T a, T b) {
    return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  }
  static T high(T a, T b) {
    return static_cast<T>((Wider<T>(a) * Wider<T>(b)) >> (8 * sizeof(T)));
  }
  static T low24(T a, T b) { return static_cast<T>(product24(a, b)); }
  static T high24(T a, T b) { return static_cast<T>(product24(a, b) >> 16); }
  static T madLow(T a, T b, T c) { return add(low(a, b), c); }
  static T madHigh(T a, T b, T c) { return add(high(a, b), c); }
  static T madHighSat(T a, T b, T c) {
    auto sum = Wider<T>(high(a, b)) + Wider<T>(c);
    return saturated(sum);
  }
  static T madLow24(T a, T b, T c) { return add(low24(a, b), c); }
  static T madHigh24(T a, T b, T c) { return add(high24(a, b), c); }
  static T addSat(T a, T b) { return saturated(Wider<T>(a) + Wider<T>(b)); }
  static T subSat(T a, T b) { return saturated(Wider<T>(a) - Wider<T>(b)); }
  static T sad(T a, T b, T c) { return add(c, a < b ? sub(b, a) : sub(a, b)); }
  /// Division by zero gives all ones, as GPUs do; PTX leaves it open.
  static T div(T a, T b) {
    if (b == 0)
      return static_cast<T>(~T{0});
    if constexpr (std::is_signed_v<T>)
      if (b == -1)
        return sub(0, a);
    return static_cast<T>(a / b);
  }
  static T rem(T a, T b) {
    if (b == 0)
      return a;
    if constexpr (std::is_signed_v<T>)
      if (b == -1)
        return 0;
    return static_cast<T>(a % b);
  }
  static T abs(T a) { return a < 0 ? sub(0, a) : a; }
  static T neg(T a) { return sub(0, a); }
  static T min(T a, T b) { return a < b ? a : b; }
  static T max(T a, T b) { return a > b ? a : b; }
  static T minRelu(T a, T b) { return max(min(a, b), 0); }
  static T maxRelu(T a, T b) { return max(max(a, b), 0); }

private:
  static T saturated(Wider<T> value) {
    using Limits = std::numeric_limits<T>;
    return value < Limits::min()   ? Limits::min()
           : value > Limits::max() ? Limits::max()
                                   : static_cast<T>(value);
  }
  static int64_t product24(T a, T b) {
    auto cut = [](T v) {
      if constexpr (std::is_signed_v<T>)
        return static_cast<int64_t>(
            static_cast<int32_t>(static_cast<uint32_t>(v) << 8) >> 8);
      else
        return static_cast<int64_t>(v & 0xffffff);
    };
    return cut(a) * cut(b);
  }
};

/// Both halves of a pair of 16 bits.
template <typename T, T (*F)(T, T)>
uint32_t halves(uint32_t a, uint32_t b) {
  auto low = static_cast<uint16_t>(
      F(static_cast<T>(a & 0xffff), static_cast<T>(b & 0xffff)));
  auto high = static_cast<uint16_t>(
      F(static_cast<T>(a >> 16), static_cast<T>(b >> 16)));
  return low | static_cast<uint32_t>(high) << 16;
}
} // namespace

#define KILN_INTEGER(function)                                                 \
  forInteger(form.type(), [](auto t) -> Handler {                              \
    using T = decltype(t);                                                     \
    return binary<T, T, T, Integer<T>::function>;                              \
  })
#define KILN_INTEGER3(function)                                                \
  forInteger(form.type(), [](auto t) -> Handler {                              \
    using T = decltype(t);                                                     \
    return ternary<T, T, T, T, Integer<T>::function>;                          \
  })
#define KILN_HALVES(function)                                                  \
  if (form.type() == Type::U16x2)                                              \
    return binary<uint32_t, uint32_t, uint32_t,                                \
                  halves<uint16_t, Integer<uint16_t>::function>>;              \
  if (form.type() == Type::S16x2)                                              \
    return binary<uint32_t, uint32_t, uint32_t,                                \
                  halves<int16_t, Integer<int16_t>::function>>;

Handler kiln::emu::selectAdd(const Form &form, Inst &inst) {
  if (isFloat(form.type()))
    return selectFloat(form, inst);
  KILN_HALVES(add)
  if (form.has("sat"))
    return binary<int32_t, int32_t, int32_t, Integer<int32_t>::addSat>;
  return KILN_INTEGER(add);
}

Handler kiln::emu::selectSub(const Form &form, Inst &inst) {
  if (isFloat(form.type()))
    return selectFloat(form, inst);
  KILN_HALVES(sub)
  if (form.has("sat"))
    return binary<int32_t, int32_t, int32_t, Integer<int32_t>::subSat>;
  return KILN_INTEGER(sub);
}

Handler kiln::emu::selectMul(const Form &form, Inst &inst) {
  if (isFloat(form.type()))
    return selectFloat(form, inst);
  return form.has("hi") ? KILN_INTEGER(high) : KILN_INTEGER(low);
}

Handler kiln::emu::selectMad(const Form &form, Inst &) {
  if (form.has("sat"))
    return ternary<int32_t, int32_t, int32_t, int32_t,
                   Integer<int32_t>::madHighSat>;
  return form.has("hi") ? KILN_INTEGER3(madHigh) : KILN_INTEGER3(madLow);
}

Handler kiln::emu::selectMul24(const Form &form, Inst &) {
  return form.has("hi") ? KILN_INTEGER(high24) : KILN_INTEGER(low24);
}

Handler kiln::emu::selectMad24(const Form &form, Inst &) {
  return form.has("hi") ? KILN_INTEGER3(madHigh24) : KILN_INTEGER3(madLow24);
}

Handler kiln::emu::selectSad(const Form &form, Inst &) {
  return KILN_INTEGER3(sad);
}

template <typename R, typename T>
static R wideProduct(T a, T b) {
  return static_cast<R>(static_cast<R>(a) * static_cast<R>(b));
}

template <typename R, typename T>
static R wideMad(T a, T b, R c) {
  return Integer<R>::add(wideProduct<R, T>(a, b), c);
}

Handler kiln::emu::selectMulWide(const Form &form, Inst &) {
  switch (form.type()) {
  case Type::U16:
    return binary<uint32_t, uint16_t, uint16_t,
                  wideProduct<uint32_t, uint16_t>>;
  case Type::S16:
    return binary<int32_t, int16_t, int16_t, wideProduct<int32_t, int16_t>>;
  case Type::U32:
    return binary<uint64_t, uint32_t, uint32_t,
                  wideProduct<uint64_t, uint32_t>>;
  default:
    return binary<int64_t, int32_t, int32_t, wideProduct<int64_t, int32_t>>;
  }
}

Handler kiln::emu::selectMadWide(const Form &form, Inst &) {
  switch (form.type()) {
  case Type::U16:
    return ternary<uint32_t, uint16_t, uint16_t, uint32_t,
                   wideMad<uint32_t, uint16_t>>;
  case Type::S16:
    return ternary<int32_t, int16_t, int16_t, int32_t,
                   wideMad<int32_t, int16_t>>;
  case Type::U32:
    return ternary<uint64_t, uint32_t, uint32_t, uint64_t,
                   wideMad<uint64_t, uint32_t>>;
  default:
    return ternary<int64_t, int32_t, int32_t, int64_t,
                   wideMad<int64_t, int32_t>>;
  }
}

Handler kiln::emu::selectDiv(const Form &form, Inst &inst) {
  if (isFloat(form.type()))
    return selectFloat(form, inst);
  return KILN_INTEGER(div);
}

Handler kiln::emu::selectRem(const Form &form, Inst &) {
  return KILN_INTEGER(rem);
}

Handler kiln::emu::selectMin(const Form &form, Inst &inst) {
  if (isFloat(form.type()))
    return selectMinMax(form, inst);
  KILN_HALVES(min)
  if (form.has("relu"))
    return KILN_INTEGER(minRelu);
  return KILN_INTEGER(min);
}

Handler kiln::emu::selectMax(const Form &form, Inst &inst) {
  if (isFloat(form.type()))
    return selectMinMax(form, inst);
  KILN_HALVES(max)
  if (form.has("relu"))
    return KILN_INTEGER(maxRelu);
  return KILN_INTEGER(max);
}

Handler kiln::emu::selectAbs(const Form &form, Inst &inst) {
  if (isFloat(form.type()))
    return selectSign(form, inst);
  return forInteger(form.type(), [](auto t) -> Handler {
    using T = decltype(t);
    return unary<T, T, Integer<T>::abs>;
  });
}

Handler kiln::emu::selectNeg(const Form &form, Inst &inst) {
  if (isFloat(form.type()))
    return selectSign(form, inst);
  return forInteger(form.type(), [](auto t) -> Handler {
    using T = decltype(t);
    return unary<T, T, Integer<T>::neg>;
  });
}

// With carry: m[0] whether one comes in, m[1] whether one goes out, m[2] for
// products the high half. The flag lies in the warp, a bit a lane.

template <typename T, bool subtract>
static Step carried(Warp &warp, const Inst &inst, uint32_t mask) {
  using U = Unsigned<T>;
  const U *a = warp.src<U>(inst.op[1]);
  const U *b = warp.src<U>(inst.op[2]);
  U result[lanes];
  uint32_t out = 0;
  for (unsigned l = 0; l < lanes; ++l) {
    unsigned in = inst.m[0] ? warp.carry >> l & 1 : 0;
    unsigned __int128 wide =
        subtract ? static_cast<unsigned __int128>(a[l]) - b[l] - in
                 : static_cast<unsigned __int128>(a[l]) + b[l] + in;
    result[l] = static_cast<U>(wide);
    out |= static_cast<uint32_t>(wide >> (8 * sizeof(T)) & 1) << l;
  }
  warp.put(inst.op[0], result, mask);
  if (inst.m[1])
    warp.carry = (warp.carry & ~mask) | (out & mask);
  return Step::Next;
}

static void carryModifiers(const Form &form, Inst &inst) {
  inst.m[0] = form.statement->name.back() == 'c';
  inst.m[1] = form.has("cc");
  inst.m[2] = form.has("hi");
}

Handler kiln::emu::selectAddCarry(const Form &form, Inst &inst) {
  carryModifiers(form, inst);
  return bitsOf(form.type()) == 32 ? carried<int32_t, false>
                                   : carried<int64_t, false>;
}

Handler kiln::emu::selectSubCarry(const Form &form, Inst &inst) {
  carryModifiers(form, inst);
  return bitsOf(form.type()) == 32 ? carried<int32_t, true>
                                   : carried<int64_t, true>;
}

template <typename T>
static Step madCarried(Warp &warp, const Inst &inst, uint32_t mask) {
  using U = Unsigned<T>;
  const T *a = warp.src<T>(inst.op[1]);
  const T *b = warp.src<T>(inst.op[2]);
  const U *c = warp.src<U>(inst.op[3]);
  U result[lanes];
  uint32_t out = 0;
  for (unsigned l = 0; l < lanes; ++l) {
    T product =
        inst.m[2] ? Integer<T>::high(a[l], b[l]) : Integer<T>::low(a[l], b[l]);
    unsigned __int128 wide =
        static_cast<unsigned __int128>(static_cast<U>(product)) + c[l] +
        (inst.m[0] ? warp.carry >> l & 1 : 0);
    result[l] = static_cast<U>(wide);
    out |= static_cast<uint32_t>(wide >> (8 * sizeof(T)) & 1) << l;
  }
  warp.put(inst.op[0], result, mask);
  if (inst.m[1])
    warp.carry = (warp.carry & ~mask) | (out & mask);
  return Step::Next;
}

Handler kiln::emu::selectMadCarry(const Form &form, Inst &inst) {
  carryModifiers(form, inst);
  switch (form.type()) {
  case Type::U32:
    return madCarried<uint32_t>;
  case Type::S32:
    return madCarried<int32_t>;
  case Type::U64:
    return madCarried<uint64_t>;
  default:
    return madCarried<int64_t>;
  }
}

// Products of bytes, summed: m[0] and m[1] whether a and b are signed.

static int32_t byteOf(uint32_t word, unsigned index, bool isSignedByte) {
  uint32_t byte = word >> (8 * index) & 0xff;
  return isSignedByte ? static_cast<int8_t>(byte) : static_cast<int32_t>(byte);
}

static uint32_t dp4a(const Inst &inst, uint32_t a, uint32_t b, uint32_t c) {
  for (unsigned i = 0; i < 4; ++i)
    c += static_cast<uint32_t>(byteOf(a, i, inst.m[0]) *
                               byteOf(b, i, inst.m[1]));
  return c;
}

static uint32_t dp2a(const Inst &inst, uint32_t a, uint32_t b, uint32_t c) {
  for (unsigned i = 0; i < 2; ++i) {
    uint32_t half = a >> (16 * i) & 0xffff;
    int32_t left =
        inst.m[0] ? static_cast<int16_t>(half) : static_cast<int32_t>(half);
    c += static_cast<uint32_t>(left * byteOf(b, inst.m[2] * 2 + i, inst.m[1]));
  }
  return c;
}

static void dotModifiers(const Form &form, Inst &inst) {
  inst.m[0] = isSigned(form.type(1));
  inst.m[1] = isSigned(form.type(2));
  inst.m[2] = form.has("hi");
}

Handler kiln::emu::selectDp4a(const Form &form, Inst &inst) {
  dotModifiers(form, inst);
  return ternaryOf<uint32_t, uint32_t, uint32_t, uint32_t, dp4a>;
}

Handler kiln::emu::selectDp2a(const Form &form, Inst &inst) {
  dotModifiers(form, inst);
  return ternaryOf<uint32_t, uint32_t, uint32_t, uint32_t, dp2a>;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic of f32 and f64: add, sub, mul, fma, div, rcp, sqrt, and the
// approximations, which are the correctly rounded values of libm's doubles.

#include "isa/Float.h"

#include "isa/Selectors.h"
#include "isa/Simd.h"

#include <cmath>

using namespace kiln::emu;

void kiln::emu::floatModifiers(const Form &form, Inst &inst) {
  inst.m[0] = static_cast<uint16_t>((form.has("ftz") ? flushes : 0) |
                                    (form.has("sat") ? saturates : 0) |
                                    (form.has("relu") ? clampsNegative : 0));
  inst.m[1] = static_cast<uint16_t>(roundingOf(form));
}

namespace {
struct Add {
  template <typename T>
  static T apply(T a, T b, T) {
    return a + b;
  }
};
struct Sub {
  template <typename T>
  static T apply(T a, T b, T) {
    return a - b;
  }
};
struct Mul {
  template <typename T>
  static T apply(T a, T b, T) {
    return a * b;
  }
};
struct Div {
  template <typename T>
  static T apply(T a, T b, T) {
    return a / b;
  }
};
struct Rcp {
  template <typename T>
  static T apply(T a, T, T) {
    return 1 / a;
  }
};
struct Sqrt {
  template <typename T>
  static T apply(T a, T, T) {
    return std::sqrt(a);
  }
};
struct Fma {
  template <typename T>
  static T apply(T a, T b, T c) {
    return std::fma(a, b, c);
  }
};
} // namespace

template <typename T>
static void flush(const T *from, T *to) {
  for (unsigned l = 0; l < lanes; ++l)
    to[l] = std::fabs(from[l]) < std::numeric_limits<T>::min()
                ? std::copysign(T{0}, from[l])
                : from[l];
}

/// Not inlined, so that nothing of it moves over a change of the rounding.
template <typename T, typename Op>
__attribute__((noinline)) static void compute(const T *a, const T *b,
                                              const T *c, T *result) {
  for (unsigned l = 0; l < lanes; ++l)
    result[l] = Op::apply(a[l], b[l], c[l]);
}

/// NaN is one value, as the hardware's f32 has it.
static void canonical(float *values) {
  const uint32_t bits = 0x7fffffff;
  float nan;
  std::memcpy(&nan, &bits, 4);
  for (unsigned l = 0; l < lanes; ++l)
    values[l] = values[l] != values[l] ? nan : values[l];
}
static void canonical(double *) {}

template <typename T>
static void clamp(T *values) {
  for (unsigned l = 0; l < lanes; ++l)
    values[l] = values[l] > 0 ? (values[l] < 1 ? values[l] : T{1}) : T{0};
}

template <typename T, typename Op, int arity>
static Step floats(Warp &warp, const Inst &inst, uint32_t mask) {
  const T *from[3];
  for (int i = 0; i < 3; ++i)
    from[i] = warp.src<T>(inst.op[i < arity ? i + 1 : 1]);
  T result[lanes], flushed[3][lanes];
  if (inst.m[0] & flushes)
    for (int i = 0; i < arity; ++i) {
      flush(from[i], flushed[i]);
      from[i] = flushed[i];
    }
  if (inst.m[1]) {
    RoundingScope scope(static_cast<Rounding>(inst.m[1]));
    compute<T, Op>(from[0], from[1], from[2], result);
  } else {
    compute<T, Op>(from[0], from[1], from[2], result);
  }
  if (inst.m[0] & flushes)
    flush(result, result);
  if (inst.m[0] & saturates)
    clamp(result);
  canonical(result);
  warp.put(inst.op[0], result, mask);
  return Step::Next;
}

template <typename Op, int arity>
static Handler choose(const Form &form, Inst &inst) {
  floatModifiers(form, inst);
  return form.type() == Type::F32 ? floats<float, Op, arity>
                                  : floats<double, Op, arity>;
}

Handler kiln::emu::selectFloat(const Form &form, Inst &inst) {
  if (form.type() != Type::F32 && form.type() != Type::F64)
    return selectHalf(form, inst);
  const std::string &name = form.statement->name;
  return name == "add"   ? choose<Add, 2>(form, inst)
         : name == "sub" ? choose<Sub, 2>(form, inst)
         : name == "mul" ? choose<Mul, 2>(form, inst)
                         : choose<Div, 2>(form, inst);
}

Handler kiln::emu::selectFma(const Form &form, Inst &inst) {
  if (form.type() != Type::F32 && form.type() != Type::F64)
    return selectHalf(form, inst);
  return choose<Fma, 3>(form, inst);
}

/// rcp.approx.ftz.f64 gives the upper half of the bits alone.
static double coarseRcp(double a) {
  double value = 1 / a;
  uint64_t bits;
  std::memcpy(&bits, &value, 8);
  bits &= ~UINT64_C(0xffffffff);
  std::memcpy(&value, &bits, 8);
  return value;
}

Handler kiln::emu::selectRcp(const Form &form, Inst &inst) {
  if (form.type() == Type::F64 && form.has("approx"))
    return unary<double, double, coarseRcp>;
  return choose<Rcp, 1>(form, inst);
}

Handler kiln::emu::selectSqrt(const Form &form, Inst &inst) {
  return choose<Sqrt, 1>(form, inst);
}

namespace {
enum class Approx { Rsqrt, Sin, Cos, Lg2, Ex2, Tanh };
} // namespace

static double approximated(Approx which, double a) {
  switch (which) {
  case Approx::Rsqrt:
    return a == 0 ? std::copysign(HUGE_VAL, a) : 1 / std::sqrt(a);
  case Approx::Sin:
    return std::sin(a);
  case Approx::Cos:
    return std::cos(a);
  case Approx::Lg2:
    return std::log2(a);
  case Approx::Ex2:
    return std::exp2(a);
  case Approx::Tanh:
    return std::tanh(a);
  }
  return a;
}

template <Approx which, typename T>
static Step approximate(Warp &warp, const Inst &inst, uint32_t mask) {
  const T *a = warp.src<T>(inst.op[1]);
  T in[lanes], result[lanes] = {};
  std::memcpy(in, a, sizeof in);
  if (inst.m[0] & flushes)
    flush(in, in);
  forLanes(mask, [&](unsigned l) {
    result[l] = static_cast<T>(approximated(which, in[l]));
  });
  if (inst.m[0] & flushes)
    flush(result, result);
  canonical(result);
  warp.put(inst.op[0], result, mask);
  return Step::Next;
}

/// Halves: m[2] says how many a register holds, m[3] whether they are bf16.
template <Approx which>
static Step approximateHalves(Warp &warp, const Inst &inst, uint32_t mask) {
  const Format &format = inst.m[3] ? bfloatFormat : halfFormat;
  forLanes(mask, [&](unsigned l) {
    for (unsigned h = 0; h < inst.m[2]; ++h) {
      unsigned at = l * inst.m[2] + h;
      double a = decode(warp.src<uint16_t>(inst.op[1])[at], format);
      warp.dst<uint16_t>(inst.op[0])[at] = static_cast<uint16_t>(
          encode(approximated(which, a), format, Rounding::Nearest));
    }
  });
  return Step::Next;
}

template <Approx which>
static Handler chooseApprox(const Form &form, Inst &inst) {
  floatModifiers(form, inst);
  if (form.type() == Type::F32)
    return approximate<which, float>;
  if (form.type() == Type::F64)
    return approximate<which, double>;
  inst.m[2] = bitsOf(form.type()) == 32 ? 2 : 1;
  inst.m[3] = formatOf(form.type()) == &bfloatFormat;
  return approximateHalves<which>;
}

Handler kiln::emu::selectApprox(const Form &form, Inst &inst) {
  const std::string &name = form.statement->name;
  return name == "rsqrt" ? chooseApprox<Approx::Rsqrt>(form, inst)
         : name == "sin" ? chooseApprox<Approx::Sin>(form, inst)
         : name == "cos" ? chooseApprox<Approx::Cos>(form, inst)
         : name == "lg2" ? chooseApprox<Approx::Lg2>(form, inst)
         : name == "ex2" ? chooseApprox<Approx::Ex2>(form, inst)
                         : chooseApprox<Approx::Tanh>(form, inst);
}

// Minimum and maximum: m[1] says which, m[2] that NaN wins, m[3] that the
// result has the smaller or larger size and the product of the signs.

template <typename T>
static T chosen(const Inst &inst, T a, T b) {
  if (inst.m[3]) {
    bool negative = std::signbit(a) != std::signbit(b);
    T size = inst.m[1] ? std::fmax(std::fabs(a), std::fabs(b))
                       : std::fmin(std::fabs(a), std::fabs(b));
    if (inst.m[2] && (std::isnan(a) || std::isnan(b)))
      size = std::numeric_limits<T>::quiet_NaN();
    return std::isnan(size) ? size : std::copysign(size, negative ? -1 : 1);
  }
  if (std::isnan(a) || std::isnan(b)) {
    if (inst.m[2] || (std::isnan(a) && std::isnan(b)))
      return std::numeric_limits<T>::quiet_NaN();
    return std::isnan(a) ? b : a;
  }
  if (a == b)
    return std::signbit(a) == static_cast<bool>(inst.m[1]) ? b : a;
  return (a < b) != static_cast<bool>(inst.m[1]) ? a : b;
}

template <typename T>
static Step minMax(Warp &warp, const Inst &inst, uint32_t mask) {
  T a[lanes], b[lanes], result[lanes];
  std::memcpy(a, warp.src<T>(inst.op[1]), sizeof a);
  std::memcpy(b, warp.src<T>(inst.op[2]), sizeof b);
  if (inst.m[0] & flushes) {
    flush(a, a);
    flush(b, b);
  }
  for (unsigned l = 0; l < lanes; ++l)
    result[l] = chosen(inst, a[l], b[l]);
  canonical(result);
  warp.put(inst.op[0], result, mask);
  return Step::Next;
}

Handler kiln::emu::selectMinMax(const Form &form, Inst &inst) {
  floatModifiers(form, inst);
  if (form.type() != Type::F32 && form.type() != Type::F64)
    return selectHalfMinMax(form, inst);
  inst.m[1] = form.statement->name == "max";
  inst.m[2] = form.has("NaN");
  inst.m[3] = form.has("xorsign");
  if (form.has("xorsign") != form.has("abs"))
    return nullptr;
  return form.type() == Type::F32 ? minMax<float> : minMax<double>;
}

// Signs: of bits, so that NaN keeps its own.

template <typename T, bool negate>
static Step sign(Warp &warp, const Inst &inst, uint32_t mask) {
  constexpr T top = static_cast<T>(T{1} << (8 * sizeof(T) - 1));
  const T *a = warp.src<T>(inst.op[1]);
  T result[lanes];
  for (unsigned l = 0; l < lanes; ++l)
    result[l] = static_cast<T>(negate ? a[l] ^ top : a[l] & ~top);
  if (inst.m[0] & flushes)
    if constexpr (sizeof(T) == 4)
      for (T &value : result)
        value = (value & 0x7f800000) ? value : value & top;
  warp.put(inst.op[0], result, mask);
  return Step::Next;
}

template <bool negate>
static Step signPair(Warp &warp, const Inst &inst, uint32_t mask) {
  const uint32_t *a = warp.src<uint32_t>(inst.op[1]);
  uint32_t result[lanes];
  for (unsigned l = 0; l < lanes; ++l)
    result[l] = negate ? a[l] ^ 0x80008000 : a[l] & 0x7fff7fff;
  warp.put(inst.op[0], result, mask);
  return Step::Next;
}

template <bool negate>
static Handler chooseSign(Type type) {
  switch (type) {
  case Type::F32:
    return sign<uint32_t, negate>;
  case Type::F64:
    return sign<uint64_t, negate>;
  case Type::F16x2:
  case Type::BF16x2:
    return signPair<negate>;
  default:
    return sign<uint16_t, negate>;
  }
}

Handler kiln::emu::selectSign(const Form &form, Inst &inst) {
  floatModifiers(form, inst);
  return form.statement->name == "neg" ? chooseSign<true>(form.type())
                                       : chooseSign<false>(form.type());
}

template <typename T>
static T withSign(T a, T b) {
  return std::copysign(b, a);
}

Handler kiln::emu::selectCopysign(const Form &form, Inst &) {
  if (form.type() == Type::F32)
    return binary<float, float, float, withSign<float>>;
  return binary<double, double, double, withSign<double>>;
}

namespace {
enum class Kind : uint16_t {
  Finite,
  Infinite,
  Number,
  NotANumber,
  Normal,
  Subnormal
};
} // namespace

template <typename T>
static bool isKind(Kind kind, T a) {
  switch (kind) {
  case Kind::Finite:
    return std::isfinite(a);
  case Kind::Infinite:
    return std::isinf(a);
  case Kind::Number:
    return !std::isnan(a);
  case Kind::NotANumber:
    return std::isnan(a);
  case Kind::Normal:
    return std::isnormal(a);
  case Kind::Subnormal:
    return a != 0 && std::isfinite(a) && !std::isnormal(a);
  }
  return false;
}

template <typename T>
static Step testp(Warp &warp, const Inst &inst, uint32_t mask) {
  uint32_t bits = 0;
  for (unsigned l = 0; l < lanes; ++l)
    bits |= static_cast<uint32_t>(isKind(static_cast<Kind>(inst.m[0]),
                                         warp.src<T>(inst.op[1])[l]))
            << l;
  warp.putPredicate(inst.op[0], bits, mask);
  return Step::Next;
}

Handler kiln::emu::selectTestp(const Form &form, Inst &inst) {
  static const char *const kinds[] = {"finite",     "infinite", "number",
                                      "notanumber", "normal",   "subnormal"};
  for (uint16_t i = 0; i < 6; ++i)
    if (form.has(kinds[i]))
      inst.m[0] = i;
  return form.type() == Type::F32 ? testp<float> : testp<double>;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums and products of f16 and bf16, single and in pairs, as loops that the
// compiler makes vectors of. They are computed in a wider format and rounded to
// the narrow one once more: what is not exact there is made odd in its last
// bit, so that the second rounding gives what one would.

#include "isa/Float.h"
#include "isa/Simd.h"

using namespace kiln::emu;

namespace {
/// Numbers of a register, single or in pairs.
constexpr unsigned most = lanes * 2;

/// Of f16 the wide format is float, which holds its products; of bf16, whose
/// exponents are those of float, it is double.
struct Half {
  using Wide = float;
  using Bits = uint32_t;
  static float widen(uint16_t bits) {
    _Float16 value;
    std::memcpy(&value, &bits, 2);
    return static_cast<float>(value);
  }
  static uint16_t narrow(float value) {
    auto rounded = static_cast<_Float16>(value);
    uint16_t bits;
    std::memcpy(&bits, &rounded, 2);
    return value == value ? bits : static_cast<uint16_t>(halfFormat.nan);
  }
  static constexpr uint16_t exponent = 0x7c00;
};

template <typename T, typename Bits>
T madeOdd(T rounded, T error) {
  Bits bits;
  std::memcpy(&bits, &rounded, sizeof bits);
  bool inexact = (error > 0) | (error < 0);
  bool outwards = (error > 0) == (rounded > 0);
  Bits step = outwards ? 1 : ~Bits{0};
  bits += (inexact & !(bits & 1)) ? step : 0;
  std::memcpy(&rounded, &bits, sizeof bits);
  return rounded;
}

struct BFloat {
  using Wide = double;
  using Bits = uint64_t;
  static double widen(uint16_t bits) { return bfloatToFloat(bits); }
  static uint16_t narrow(double value) {
    auto single = static_cast<float>(value);
    single = madeOdd<float, uint32_t>(
        single, static_cast<float>(sign(value - static_cast<double>(single))));
    uint32_t bits;
    std::memcpy(&bits, &single, 4);
    uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    return static_cast<uint16_t>(value == value ? rounded : bfloatFormat.nan);
  }
  static double sign(double value) { return (value > 0) - (value < 0); }
  static constexpr uint16_t exponent = 0x7f80;
};

/// a + b, with its last bit odd where that is not exact.
template <typename Format>
typename Format::Wide oddSum(typename Format::Wide a, typename Format::Wide b) {
  using Wide = typename Format::Wide;
  Wide sum = a + b, back = sum - a;
  Wide error = (a - (sum - back)) + (b - back);
  return madeOdd<Wide, typename Format::Bits>(sum, error);
}

template <typename Format>
void widenAll(const uint16_t *from, typename Format::Wide *to, bool flush) {
  for (unsigned i = 0; i < most; ++i)
    to[i] = Format::widen(from[i]);
  for (unsigned i = 0; flush && i < most; ++i)
    if ((from[i] & Format::exponent) == 0)
      to[i] *= 0;
}

template <typename Format>
void narrowAll(const Inst &inst, typename Format::Wide *from, uint16_t *to) {
  for (unsigned i = 0; (inst.m[0] & saturates) && i < most; ++i)
    from[i] = from[i] > 0 ? (from[i] < 1 ? from[i] : 1) : 0;
  for (unsigned i = 0; (inst.m[0] & clampsNegative) && i < most; ++i)
    from[i] = from[i] <= 0 ? 0 : from[i];
  for (unsigned i = 0; i < most; ++i)
    to[i] = Format::narrow(from[i]);
  for (unsigned i = 0; (inst.m[0] & flushes) && i < most; ++i)
    if ((to[i] & Format::exponent) == 0)
      to[i] &= 0x8000;
}

enum class SumOp { Add, Sub, Mul, Fma };

template <typename Format, SumOp op>
Step compute(Warp &warp, const Inst &inst, uint32_t mask) {
  using Wide = typename Format::Wide;
  constexpr unsigned sources = op == SumOp::Fma ? 3 : 2;
  unsigned count = lanes * inst.m[2];
  alignas(32) uint16_t bits[most] = {};
  alignas(32) Wide v[3][most];
  for (unsigned s = 0; s < sources; ++s) {
    std::memcpy(bits, warp.src<uint16_t>(inst.op[s + 1]), count * 2);
    widenAll<Format>(bits, v[s], inst.m[0] & flushes);
  }
  for (unsigned i = 0; i < most; ++i)
    if constexpr (op == SumOp::Add)
      v[0][i] = oddSum<Format>(v[0][i], v[1][i]);
    else if constexpr (op == SumOp::Sub)
      v[0][i] = oddSum<Format>(v[0][i], -v[1][i]);
    else if constexpr (op == SumOp::Mul)
      v[0][i] = v[0][i] * v[1][i];
    else
      v[0][i] = oddSum<Format>(v[0][i] * v[1][i], v[2][i]);
  narrowAll<Format>(inst, v[0], bits);
  if (inst.m[2] == 1) {
    warp.put(inst.op[0], bits, mask);
    return Step::Next;
  }
  uint32_t pairs[lanes];
  std::memcpy(pairs, bits, sizeof pairs);
  warp.put(inst.op[0], pairs, mask);
  return Step::Next;
}

template <SumOp op>
Handler choose(const Form &form) {
  return formatOf(form.type()) == &bfloatFormat ? compute<BFloat, op>
                                                : compute<Half, op>;
}
} // namespace

Handler kiln::emu::selectHalf(const Form &form, Inst &inst) {
  floatModifiers(form, inst);
  inst.m[2] = bitsOf(form.type()) == 32 ? 2 : 1;
  const std::string &name = form.statement->name;
  return name == "add"   ? choose<SumOp::Add>(form)
         : name == "sub" ? choose<SumOp::Sub>(form)
         : name == "mul" ? choose<SumOp::Mul>(form)
                         : choose<SumOp::Fma>(form);
}

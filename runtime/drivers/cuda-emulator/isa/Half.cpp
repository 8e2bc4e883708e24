// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// f16 and bf16, single and in pairs: computed in double, rounded once.
// m[2] is how many numbers a register holds, m[3] the operation.

#include "isa/Float.h"
#include "isa/Selectors.h"
#include "isa/Simd.h"

#include <cmath>

using namespace kiln::emu;

namespace {
enum class HalfOp : uint16_t { Add, Sub, Mul, Fma, Min, Max, MinNaN, MaxNaN };
} // namespace

static double chosen(bool larger, bool nan, double a, double b) {
  if (std::isnan(a) || std::isnan(b)) {
    if (nan || (std::isnan(a) && std::isnan(b)))
      return std::nan("");
    return std::isnan(a) ? b : a;
  }
  if (a == b)
    return std::signbit(a) == larger ? b : a;
  return (a < b) != larger ? a : b;
}

static double halfValue(HalfOp op, double a, double b, double c) {
  switch (op) {
  case HalfOp::Add:
    return a + b;
  case HalfOp::Sub:
    return a - b;
  case HalfOp::Mul:
    return a * b;
  case HalfOp::Fma:
    return fusedOdd(a, b, c);
  case HalfOp::Min:
  case HalfOp::MinNaN:
    return chosen(false, op == HalfOp::MinNaN, a, b);
  case HalfOp::Max:
  case HalfOp::MaxNaN:
    return chosen(true, op == HalfOp::MaxNaN, a, b);
  }
  return a;
}

static double flushed(double value, const Format &format) {
  double least = format.exponent == 5 ? 0x1p-14 : 0x1p-126;
  return std::fabs(value) < least ? std::copysign(0.0, value) : value;
}

template <const Format &format>
static Step halves(Warp &warp, const Inst &inst, uint32_t mask) {
  const uint16_t *from[3] = {nullptr, nullptr, nullptr};
  for (unsigned i = 0; i + 1 < inst.operands; ++i)
    from[i] = warp.src<uint16_t>(inst.op[i + 1]);
  auto *to = warp.dst<uint16_t>(inst.op[0]);
  auto op = static_cast<HalfOp>(inst.m[3]);
  forLanes(mask, [&](unsigned l) {
    for (unsigned h = l * inst.m[2]; h < (l + 1) * inst.m[2]; ++h) {
      double v[3] = {};
      for (unsigned i = 0; i < 3 && from[i]; ++i) {
        v[i] = decode(from[i][h], format);
        if (inst.m[0] & flushes)
          v[i] = flushed(v[i], format);
      }
      double value = halfValue(op, v[0], v[1], v[2]);
      if (inst.m[0] & saturates)
        value = value > 0 ? std::fmin(value, 1) : 0;
      if ((inst.m[0] & clampsNegative) && !(value > 0) && !std::isnan(value))
        value = 0;
      uint32_t bits = encode(value, format, Rounding::Nearest);
      if ((inst.m[0] & flushes) && std::isfinite(value))
        bits = encode(flushed(decode(bits, format), format), format,
                      Rounding::Nearest);
      to[h] = static_cast<uint16_t>(bits);
    }
  });
  return Step::Next;
}

static Handler chooseHalf(const Form &form, Inst &inst, HalfOp op) {
  inst.m[2] = bitsOf(form.type()) == 32 ? 2 : 1;
  inst.m[3] = static_cast<uint16_t>(op);
  return formatOf(form.type()) == &bfloatFormat ? halves<bfloatFormat>
                                                : halves<halfFormat>;
}

Handler kiln::emu::selectHalf(const Form &form, Inst &inst) {
  floatModifiers(form, inst);
  const std::string &name = form.statement->name;
  return chooseHalf(form, inst,
                    name == "add"   ? HalfOp::Add
                    : name == "sub" ? HalfOp::Sub
                    : name == "mul" ? HalfOp::Mul
                                    : HalfOp::Fma);
}

Handler kiln::emu::selectHalfMinMax(const Form &form, Inst &inst) {
  floatModifiers(form, inst);
  bool larger = form.statement->name == "max", nan = form.has("NaN");
  return chooseHalf(form, inst,
                    larger ? (nan ? HalfOp::MaxNaN : HalfOp::Max)
                           : (nan ? HalfOp::MinNaN : HalfOp::Min));
}

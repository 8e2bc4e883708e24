// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Minima and maxima of f16 and bf16, single and in pairs. m[2] is how many
// numbers a register holds, m[3] the operation.

#include "isa/Float.h"
#include "isa/Selectors.h"
#include "isa/Simd.h"

#include <cmath>

using namespace kiln::emu;

namespace {
enum class HalfOp : uint16_t { Min, Max, MinNaN, MaxNaN };
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

static double halfValue(HalfOp op, double a, double b) {
  bool nan = op == HalfOp::MinNaN || op == HalfOp::MaxNaN;
  return chosen(op == HalfOp::Max || op == HalfOp::MaxNaN, nan, a, b);
}

static double flushed(double value, const Format &format) {
  double least = format.exponent == 5 ? 0x1p-14 : 0x1p-126;
  return std::fabs(value) < least ? std::copysign(0.0, value) : value;
}

template <const Format &format>
static Step halves(Warp &warp, const Inst &inst, uint32_t mask) {
  const uint16_t *from[] = {warp.src<uint16_t>(inst.op[1]),
                            warp.src<uint16_t>(inst.op[2])};
  auto *to = warp.dst<uint16_t>(inst.op[0]);
  auto op = static_cast<HalfOp>(inst.m[3]);
  forLanes(mask, [&](unsigned l) {
    for (unsigned h = l * inst.m[2]; h < (l + 1) * inst.m[2]; ++h) {
      double v[2];
      for (unsigned i = 0; i < 2; ++i) {
        v[i] = decode(from[i][h], format);
        if (inst.m[0] & flushes)
          v[i] = flushed(v[i], format);
      }
      double value = halfValue(op, v[0], v[1]);
      uint32_t bits = encode(value, format, Rounding::Nearest);
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

Handler kiln::emu::selectHalfMinMax(const Form &form, Inst &inst) {
  floatModifiers(form, inst);
  bool larger = form.statement->name == "max", nan = form.has("NaN");
  return chooseHalf(form, inst,
                    larger ? (nan ? HalfOp::MaxNaN : HalfOp::Max)
                           : (nan ? HalfOp::MinNaN : HalfOp::Min));
}

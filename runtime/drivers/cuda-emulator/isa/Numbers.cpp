// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "isa/Numbers.h"

#include <cfenv>
#include <cmath>

using namespace kiln::emu;

double kiln::emu::decode(uint32_t bits, const Format &format) {
  uint32_t mantissa = bits & ((1u << format.mantissa) - 1);
  auto top = (1u << format.exponent) - 1;
  uint32_t exponent = bits >> format.mantissa & top;
  bool negative = bits >> (format.mantissa + format.exponent) & 1;
  int bias = static_cast<int>(top >> 1);
  auto unit = static_cast<int>(format.mantissa);
  double value;
  bool special = exponent == top &&
                 (format.infinite || mantissa == (1u << format.mantissa) - 1);
  if (special)
    value = mantissa ? std::nan("") : HUGE_VAL;
  else if (exponent == 0)
    value = std::ldexp(mantissa, 1 - bias - unit);
  else
    value = std::ldexp(mantissa + (1u << format.mantissa),
                       static_cast<int>(exponent) - bias - unit);
  return negative ? -value : value;
}

/// A whole number of units, rounded; `value` is not negative.
static double roundUnits(double value, Rounding rounding, bool negative) {
  double down = std::floor(value), rest = value - down;
  switch (rounding) {
  case Rounding::Nearest: {
    bool odd = std::fmod(down, 2) != 0;
    return rest > 0.5 || (rest == 0.5 && odd) ? down + 1 : down;
  }
  case Rounding::Away:
    return rest >= 0.5 ? down + 1 : down;
  case Rounding::Zero:
    return down;
  case Rounding::Down:
    return negative && rest > 0 ? down + 1 : down;
  case Rounding::Up:
    return !negative && rest > 0 ? down + 1 : down;
  }
  return down;
}

uint32_t kiln::emu::encode(double value, const Format &format,
                           Rounding rounding, bool saturate) {
  if (std::isnan(value))
    return format.nan;
  bool negative = std::signbit(value);
  double size = std::fabs(value);
  auto top = static_cast<int>((1u << format.exponent) - 1);
  int bias = top >> 1;
  auto unit = static_cast<int>(format.mantissa);
  uint32_t sign = negative ? 1u << (format.mantissa + format.exponent) : 0;
  uint32_t largest =
      format.infinite
          ? (static_cast<uint32_t>(top) << unit) - 1
          : (static_cast<uint32_t>(top) << unit | ((1u << unit) - 2));
  uint32_t beyond =
      format.infinite ? static_cast<uint32_t>(top) << unit : format.nan;
  if (size == 0)
    return sign;
  if (std::isinf(value))
    return sign | (saturate ? largest : beyond);
  int exponent = std::max(std::ilogb(size), 1 - bias);
  double units =
      roundUnits(std::ldexp(size, unit - exponent), rounding, negative);
  // The leading bit carries into the exponent, also where rounding makes one.
  double all = std::ldexp(exponent + bias - 1, unit) + units;
  if (all <= largest)
    return sign | static_cast<uint32_t>(all);
  bool toLargest = saturate || rounding == Rounding::Zero ||
                   (rounding == Rounding::Down && !negative) ||
                   (rounding == Rounding::Up && negative);
  return sign | (toLargest ? largest : beyond);
}

double kiln::emu::fusedOdd(double a, double b, double c) {
  double product = a * b, sum = product + c;
  // The products are exact: of numbers of at most 24 bits.
  double back = sum - product;
  double error = (product - (sum - back)) + (c - back);
  uint64_t bits;
  std::memcpy(&bits, &sum, 8);
  if (error == 0 || !std::isfinite(sum) || (bits & 1))
    return sum;
  bool outwards = (error > 0) == (sum > 0);
  bits += outwards ? 1 : ~UINT64_C(0);
  std::memcpy(&sum, &bits, 8);
  return sum;
}

Rounding kiln::emu::roundingOf(const Form &form) {
  if (form.has("rz") || form.has("rzi"))
    return Rounding::Zero;
  if (form.has("rm") || form.has("rmi"))
    return Rounding::Down;
  if (form.has("rp") || form.has("rpi"))
    return Rounding::Up;
  return form.has("rna") ? Rounding::Away : Rounding::Nearest;
}

const Format *kiln::emu::formatOf(Type type) {
  switch (type) {
  case Type::F16:
  case Type::F16x2:
    return &halfFormat;
  case Type::BF16:
  case Type::BF16x2:
    return &bfloatFormat;
  case Type::E4M3:
  case Type::E4M3x2:
    return &e4m3Format;
  case Type::E5M2:
  case Type::E5M2x2:
    return &e5m2Format;
  default:
    return nullptr;
  }
}

RoundingScope::RoundingScope(Rounding rounding) : saved(std::fegetround()) {
  static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD,
                              FE_UPWARD, FE_TONEAREST};
  std::fesetround(modes[static_cast<int>(rounding)]);
}

RoundingScope::~RoundingScope() { std::fesetround(saved); }

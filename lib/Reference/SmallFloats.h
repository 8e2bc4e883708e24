// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bits of the floats below 32 bits. Decoding is exact; encoding rounds to
// nearest even, once. Overflow gives infinity, or NaN where the format
// has no infinity (PyTorch does not saturate). bf16, f16 and f8E5M2 have
// infinities; f8E4M3FN and the FNUZ formats have not; f8E8M0FNU has exponents
// only, drops the sign and rounds a tie up.
#ifndef KILN_LIB_REFERENCE_SMALLFLOATS_H
#define KILN_LIB_REFERENCE_SMALLFLOATS_H

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <cstdint>
#include <limits>

namespace kiln::reference {

/// `value` as a float, rounded to odd: rounding that to fewer bits is as good
/// as rounding `value` itself.
inline float roundToOdd(double value) {
  auto nearest = static_cast<float>(value);
  if (std::isnan(value) || static_cast<double>(nearest) == value)
    return nearest;
  auto bits = llvm::bit_cast<uint32_t>(nearest);
  if (std::fabs(static_cast<double>(nearest)) > std::fabs(value))
    --bits;
  return llvm::bit_cast<float>(bits | 1);
}

inline float decodeBF16(uint16_t bits) {
  return llvm::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

inline uint16_t encodeBF16(double value) {
  if (std::isnan(value))
    return 0x7fc0;
  auto bits = llvm::bit_cast<uint32_t>(roundToOdd(value));
  return static_cast<uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

inline float decodeF16(uint16_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  uint32_t rest = bits & 0x7fff;
  if (rest >= 0x7c00) // infinity and NaN
    return llvm::bit_cast<float>(sign | 0x7f800000 | (rest & 0x3ff) << 13);
  // The exponents differ by 112; this is exact for denormals, too.
  float magnitude = llvm::bit_cast<float>(rest << 13) * 0x1p112f;
  return llvm::bit_cast<float>(sign | llvm::bit_cast<uint32_t>(magnitude));
}

inline uint16_t encodeF16(double value) {
  if (std::isnan(value))
    return 0x7e00;
  auto bits = llvm::bit_cast<uint32_t>(roundToOdd(value));
  auto sign = static_cast<uint16_t>((bits >> 16) & 0x8000);
  bits &= 0x7fffffff;
  auto magnitude = llvm::bit_cast<float>(bits);
  if (magnitude >= 65520.0f)
    return sign | 0x7c00;
  if (magnitude < 0x1p-14f) // adding 1/2 rounds to multiples of 2^-24
    return sign | static_cast<uint16_t>(
                      llvm::bit_cast<uint32_t>(magnitude + 0.5f) - 0x3f000000);
  bits += 0xfff + ((bits >> 13) & 1);
  return sign | static_cast<uint16_t>((bits - (112u << 23)) >> 13);
}

inline double decodeE8M0(uint8_t bits) {
  return bits == 0xff ? std::numeric_limits<double>::quiet_NaN()
                      : std::ldexp(1.0, bits - 127);
}

inline double decodeF8(uint8_t bits, const llvm::fltSemantics &semantics) {
  if (&semantics == &llvm::APFloat::Float8E8M0FNU())
    return decodeE8M0(bits);
  llvm::APFloat number(semantics, llvm::APInt(8, bits));
  bool inexact;
  number.convert(llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::rmNearestTiesToEven, &inexact);
  return number.convertToDouble();
}

inline uint8_t encodeE8M0(double value) {
  auto bits = llvm::bit_cast<uint32_t>(static_cast<float>(value)) & 0x7fffffff;
  uint32_t exponent = bits >> 23, fraction = bits & 0x7fffff;
  if (exponent == 0xff) // no infinity
    return 0xff;
  // Half way between two powers goes to the larger one, but from 0.
  bool up = exponent > 0 ? fraction >= 0x400000 : fraction > 0x400000;
  return static_cast<uint8_t>(exponent + up);
}

inline uint8_t encodeF8(double value, const llvm::fltSemantics &semantics) {
  if (&semantics == &llvm::APFloat::Float8E8M0FNU())
    return encodeE8M0(value);
  llvm::APFloat number(value);
  bool inexact;
  number.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &inexact);
  return static_cast<uint8_t>(number.bitcastToAPInt().getZExtValue());
}

} // namespace kiln::reference

#endif // KILN_LIB_REFERENCE_SMALLFLOATS_H

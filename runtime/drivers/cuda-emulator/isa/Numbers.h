// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floating formats as bits, and roundings.

#ifndef KILN_EMULATOR_ISA_NUMBERS_H
#define KILN_EMULATOR_ISA_NUMBERS_H

#include "ptx/Table.h"

#include <cstring>

namespace kiln::emu {

enum class Rounding : uint16_t { Nearest, Zero, Down, Up, Away };

/// A binary floating format of up to 32 bits.
struct Format {
  unsigned exponent, mantissa; ///< bits
  bool infinite;               ///< false: e4m3, which has one NaN instead
  uint32_t nan;                ///< the NaN that instructions give
};
inline constexpr Format halfFormat{5, 10, true, 0x7fff};
inline constexpr Format bfloatFormat{8, 7, true, 0x7fff};
inline constexpr Format e4m3Format{4, 3, false, 0x7f};
inline constexpr Format e5m2Format{5, 2, true, 0x7f};
inline constexpr Format tf32Format{8, 10, true, 0x3ffff};

/// The value of bits, exactly.
double decode(uint32_t bits, const Format &format);
/// The bits of a value, rounded once; beyond the largest number they are
/// infinity, or the largest where `saturate` says so. NaN is Format::nan.
uint32_t encode(double value, const Format &format, Rounding rounding,
                bool saturate = false);

/// a * b + c as a double whose last bit is odd where it is not exact, so that
/// rounding it once more to fewer than 52 bits gives what one rounding would.
double fusedOdd(double a, double b, double c);

inline float halfToFloat(uint16_t bits) {
  return static_cast<float>(decode(bits, halfFormat));
}
inline float bfloatToFloat(uint16_t bits) {
  uint32_t wide = static_cast<uint32_t>(bits) << 16;
  float value;
  std::memcpy(&value, &wide, 4);
  return value;
}

/// The rounding that a form's modifiers ask for; Nearest where none does.
Rounding roundingOf(const Form &form);
/// The format of f16, bf16, e4m3, e5m2, or of the elements of their pairs;
/// null for other types.
const Format *formatOf(Type type);

/// Sets the processor's rounding of floats while it lives.
class RoundingScope {
public:
  explicit RoundingScope(Rounding rounding);
  ~RoundingScope();
  RoundingScope(const RoundingScope &) = delete;

private:
  int saved;
};

} // namespace kiln::emu

#endif // KILN_EMULATOR_ISA_NUMBERS_H

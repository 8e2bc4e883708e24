// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cast of a float to an integer.
//
// C++ leaves casts of NaN and of numbers that do not fit undefined; a program
// that PyTorch runs on x86 gets the results of its converting instructions.
// These are the rules, as measured with PyTorch 2.15 for every pair of dtypes:
// a number is truncated to a signed integer of 32 or 64 bits, of which the
// dtype takes the low ones; a number that does not fit there, and NaN, is the
// least integer. Where the elements that are left over from PyTorch's vectors
// differ from those in them (uint32), these are the rules of those in them.
#ifndef KILN_SUPPORT_TRUNCATION_H
#define KILN_SUPPORT_TRUNCATION_H

#include <cstdint>
#include <limits>
#include <type_traits>

namespace kiln {

/// The way of a float to an integer of some dtype.
struct Truncation {
  /// Bits of the signed integer on the way.
  unsigned width;
  /// Numbers from 2^(width - 1) on are truncated less that, which then is the
  /// top bit of the result.
  bool hasTopBit;
};

constexpr Truncation getTruncation(unsigned width, bool isUnsigned) {
  bool isWide = width == 64 || (width == 8 && isUnsigned);
  return {isWide ? 64u : 32u, isUnsigned && width >= 32};
}

/// `value` as an int32_t or int64_t.
template <typename Signed>
Signed truncateSigned(double value) {
  constexpr Signed least = std::numeric_limits<Signed>::min();
  constexpr auto limit = -static_cast<double>(least);
  return value >= -limit && value < limit ? static_cast<Signed>(value) : least;
}

/// `value` as an Integer.
template <typename Integer>
Integer truncate(double value) {
  constexpr Truncation way =
      getTruncation(8 * sizeof(Integer), std::is_unsigned_v<Integer>);
  using Signed = std::conditional_t<way.width == 64, int64_t, int32_t>;
  constexpr auto limit =
      -static_cast<double>(std::numeric_limits<Signed>::min());
  if (way.hasTopBit && value >= limit)
    return static_cast<Integer>(truncateSigned<Signed>(value - limit)) ^
           static_cast<Integer>(std::numeric_limits<Signed>::min());
  return static_cast<Integer>(truncateSigned<Signed>(value));
}

} // namespace kiln

#endif // KILN_SUPPORT_TRUNCATION_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_LIB_TARGET_MATH_EXPANDLOG_H
#define KILN_LIB_TARGET_MATH_EXPANDLOG_H

#include "FloatBuilder.h"

namespace kiln {

/// x = 2^k * (1 + f), k an integer as a float.
struct SplitNumber {
  Value k, f;
};

/// Splits a positive finite number so that 1 + f is in [sqrt(1/2), sqrt(2));
/// anything else gives some numbers.
SplitNumber splitNumber(FloatBuilder &b, Value x);

} // namespace kiln

#endif // KILN_LIB_TARGET_MATH_EXPANDLOG_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_LIB_TARGET_MATH_SMALLFLOATS_H
#define KILN_LIB_TARGET_MATH_SMALLFLOATS_H

#include "mlir/IR/PatternMatch.h"

namespace kiln {

/// Conversions between f16, bf16 or floats of 8 bits and other floats: those
/// that skip f32 go through it (as PyTorch's do), and those that the target
/// lacks become integer operations. It `roundsBf16` where it rounds to bf16,
/// and computes nothing in it.
void populateSmallFloatPatterns(mlir::RewritePatternSet &patterns, bool hasF16,
                                bool hasBf16, bool roundsBf16);
/// The last of these, from and to f32: for floats of 8 bits, and for f16.
void populateEmulatedFloatPatterns(mlir::RewritePatternSet &patterns,
                                   bool hasF16);

} // namespace kiln

#endif // KILN_LIB_TARGET_MATH_SMALLFLOATS_H

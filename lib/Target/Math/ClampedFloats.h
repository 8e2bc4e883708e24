// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of floats between two constants, as quantisation leaves them.
#ifndef KILN_LIB_TARGET_MATH_CLAMPEDFLOATS_H
#define KILN_LIB_TARGET_MATH_CLAMPEDFLOATS_H

#include "mlir/IR/PatternMatch.h"

namespace kiln {

/// Comparisons of a clamped float with a constant outside of its limits ask
/// whether it is a number. One that is rounded, made an integer and then a
/// float again is what it was.
void populateClampedFloatPatterns(mlir::RewritePatternSet &patterns);

} // namespace kiln

#endif // KILN_LIB_TARGET_MATH_CLAMPEDFLOATS_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_LIB_TARGET_MATH_EXPANDPHILOX_H
#define KILN_LIB_TARGET_MATH_EXPANDPHILOX_H

#include "mlir/IR/PatternMatch.h"

namespace kiln {

/// tx.philox as integer arithmetic.
void populatePhiloxPatterns(mlir::RewritePatternSet &patterns);

} // namespace kiln

#endif // KILN_LIB_TARGET_MATH_EXPANDPHILOX_H

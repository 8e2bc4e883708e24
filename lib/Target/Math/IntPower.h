// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_LIB_TARGET_MATH_INTPOWER_H
#define KILN_LIB_TARGET_MATH_INTPOWER_H

#include "mlir/IR/PatternMatch.h"

namespace kiln {

/// math.ipowi as a loop.
void populateIntPowerPatterns(mlir::RewritePatternSet &patterns);

} // namespace kiln

#endif // KILN_LIB_TARGET_MATH_INTPOWER_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_LIB_TARGET_MATH_EXPANDDIVISION_H
#define KILN_LIB_TARGET_MATH_EXPANDDIVISION_H

#include "mlir/IR/PatternMatch.h"

namespace kiln {

/// Divisions of f32 and f64 by constants, where a fused multiply-add is one
/// operation.
void populateDivisionPatterns(mlir::RewritePatternSet &patterns);

} // namespace kiln

#endif // KILN_LIB_TARGET_MATH_EXPANDDIVISION_H

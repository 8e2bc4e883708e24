// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running sums, and places of true elements, which several conversions make
// with tx ops.
#ifndef KILN_LIB_CONVERSION_ATENTOLINALG_PLACES_H
#define KILN_LIB_CONVERSION_ATENTOLINALG_PLACES_H

#include "Lowering.h"
#include "kiln/Dialect/TX/TX.h"

namespace kiln {

/// The sums of the elements up to each along `dim`.
Tensor makeRunningSum(Lowering &lowering, const Tensor &input, int64_t dim);

/// Which elements of `self` are not 0.
Tensor makeMask(Lowering &lowering, const Tensor &self);

/// The indices of the true elements, a row each; `fill` where there are fewer
/// than `count`.
Tensor makePlaces(Lowering &lowering, const Tensor &mask, ep::ExprAttr count,
                  int64_t fill);

} // namespace kiln

#endif // KILN_LIB_CONVERSION_ATENTOLINALG_PLACES_H

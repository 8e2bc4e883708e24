// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers of the conversions to tx.scatter.
#ifndef KILN_LIB_CONVERSION_ATENTOLINALG_SCATTER_H
#define KILN_LIB_CONVERSION_ATENTOLINALG_SCATTER_H

#include "Lowering.h"
#include "kiln/Dialect/TX/TX.h"

namespace kiln {

/// Where the updates of a scatter go; see tx.scatter.
struct ScatterPlaces {
  SmallVector<Tensor> indices;
  SmallVector<int64_t> dims;
  SmallVector<int64_t> window;
};

/// `init` with `updates` combined into it. Sums and products of half floats are
/// taken in f32; those of bools are or and and.
Tensor makeScatter(Lowering &lowering, tx::CombineKind kind,
                   const Tensor &updates, const ScatterPlaces &places,
                   const Tensor &init);

} // namespace kiln

#endif // KILN_LIB_CONVERSION_ATENTOLINALG_SCATTER_H

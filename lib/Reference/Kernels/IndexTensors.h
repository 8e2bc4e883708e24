// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Advanced indexing: where x[indices] reads from and x[indices] = y writes to.
#ifndef KILN_LIB_REFERENCE_KERNELS_INDEXTENSORS_H
#define KILN_LIB_REFERENCE_KERNELS_INDEXTENSORS_H

#include "Kernels/Kernels.h"

namespace kiln::reference {

/// The elements that indices choose: the shape that they form, and for each of
/// its elements the row-major position in the indexed tensor.
struct Selection {
  Sizes sizes;
  std::vector<int64_t> positions;
};

/// The elements that `indices` (the argument of this name) choose of a tensor
/// of these sizes. Bool and uint8 masks stand for the indices where they are
/// not 0. An index outside is an error, but with `clampIndices`.
llvm::Expected<Selection> select(Call &call, StringRef indices,
                                 ArrayRef<int64_t> sizes,
                                 bool clampIndices = false);

/// The indices of the elements other than 0, in order.
SmallVector<std::vector<int64_t>> findNonzero(const Tensor &tensor);

/// An index counted from the end when negative; an error when outside.
llvm::Expected<int64_t> checkIndex(Call &call, int64_t index, int64_t size);

/// Calls `fn` with each element of `index` (dimension `dim` of a tensor of
/// sizes `sizes`): its linear position in `index`, and the position of
/// [.., index[..], ..] in the tensor. For gather and scatter.
llvm::Error
forEachAlong(Call &call, const Tensor &index, int64_t dim,
             ArrayRef<int64_t> sizes,
             llvm::function_ref<void(ArrayRef<int64_t> at, int64_t linear,
                                     int64_t position)>
                 fn);

} // namespace kiln::reference

#endif // KILN_LIB_REFERENCE_KERNELS_INDEXTENSORS_H

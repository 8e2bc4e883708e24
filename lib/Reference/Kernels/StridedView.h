// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which elements of a row-major base a view shows, for reading and for writing.
#ifndef KILN_LIB_REFERENCE_KERNELS_STRIDEDVIEW_H
#define KILN_LIB_REFERENCE_KERNELS_STRIDEDVIEW_H

#include "Kernels/Kernels.h"

namespace kiln::reference {

/// Sizes, and where the elements lie among those of the base.
struct StridedView {
  Sizes sizes, strides;
  int64_t offset = 0;
};

/// A view of all elements.
inline StridedView viewAll(const Tensor &tensor) {
  return {Sizes(tensor.getSizes()), getRowMajorStrides(tensor.getSizes()), 0};
}

/// The diagonal that `offset`, `dim1` and `dim2` of a call choose, as the last
/// dimension.
inline StridedView viewDiagonal(Call &call) {
  StridedView all = viewAll(call.tensor("self")), view;
  int64_t rank = all.sizes.size(), shift = call.integer("offset");
  int64_t a = wrapDim(call.integer("dim1"), rank);
  int64_t b = wrapDim(call.integer("dim2"), rank);
  for (int64_t d = 0; d < rank; ++d)
    if (d != a && d != b) {
      view.sizes.push_back(all.sizes[d]);
      view.strides.push_back(all.strides[d]);
    }
  int64_t rows = all.sizes[a] - std::max<int64_t>(0, -shift);
  int64_t columns = all.sizes[b] - std::max<int64_t>(0, shift);
  view.sizes.push_back(std::max<int64_t>(0, std::min(rows, columns)));
  view.strides.push_back(all.strides[a] + all.strides[b]);
  view.offset = shift >= 0 ? shift * all.strides[b] : -shift * all.strides[a];
  return view;
}

} // namespace kiln::reference

#endif // KILN_LIB_REFERENCE_KERNELS_STRIDEDVIEW_H

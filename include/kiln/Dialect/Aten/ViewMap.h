// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which element of a tensor stands at an index of a view of it: the one table
// of views, from which follow the sizes, strides and offsets of their results.
// Reshapes, which have no such map, and views of the storage are not in it.
#ifndef KILN_DIALECT_ATEN_VIEWMAP_H
#define KILN_DIALECT_ATEN_VIEWMAP_H

#include "kiln/Dialect/Aten/Shape.h"

namespace kiln::aten {

/// A dimension of a view.
struct ViewDim {
  ep::ExprAttr size;
  /// The dimensions of the tensor that an index along this one goes along;
  /// none where it shows the same elements again.
  SmallVector<int64_t, 2> along;
  ep::ExprAttr step = {}; ///< by so many elements; null is 1
};

/// The element at an index of the view has in dimension `d` of the tensor the
/// index start[d] plus that of each dimension that goes along it, in its steps.
struct ViewMap {
  SmallVector<ViewDim> dims;
  Sizes start; ///< for each dimension of the tensor

  Sizes getSizes() const;
  /// The strides of the view of a tensor with these strides. A dimension that
  /// shows the same elements again has 0.
  Sizes getStrides(SizesRef strides) const;
  /// Where it begins, in elements, counted from where the tensor does.
  ep::ExprAttr getOffset(SizesRef strides) const;
};

/// The whole of a tensor.
ViewMap viewAll(SizesRef sizes);
FailureOr<ViewMap> viewPermuted(SizesRef sizes, ArrayRef<int64_t> dims);
FailureOr<ViewMap> viewExpanded(SizesRef from, SizesRef to);
FailureOr<ViewMap> viewSelected(SizesRef sizes, int64_t dim,
                                ep::ExprAttr index);
/// Absent bounds are the whole; `facts` tell whether they count from the end.
FailureOr<ViewMap> viewSliced(SizesRef sizes, int64_t dim, ep::ExprAttr start,
                              ep::ExprAttr end, ep::ExprAttr step,
                              const ep::Facts &facts);
FailureOr<ViewMap> viewDiagonal(SizesRef sizes, int64_t offset, int64_t dim1,
                                int64_t dim2);

/// Is the overload a view that has a map?
bool hasViewMap(StringRef name);
/// The map of result `result` of such a view. Fails where its arguments do not
/// fit the tensor.
FailureOr<ViewMap> getViewMap(AtenOp view, unsigned result = 0);

} // namespace kiln::aten

#endif // KILN_DIALECT_ATEN_VIEWMAP_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Windows over the last dimensions of a tensor, as loops (outer…, result…;
// kernel…). The extents of the windows come from an operand without data.
#ifndef KILN_LIB_CONVERSION_ATENTOLINALG_POOL_H
#define KILN_LIB_CONVERSION_ATENTOLINALG_POOL_H

#include "Indices.h"

namespace kiln {

class Pool {
public:
  /// The numbers of one pooling; one for each pooled dimension.
  struct Geometry {
    SmallVector<int64_t> kernel, stride, padding, dilation;
  };

  /// Lists of one number count for every dimension; no strides are the kernel.
  Pool(Lowering &lowering, unsigned spatial, Geometry geometry,
       SizesRef result);

  /// The input with room for every window. With ceil mode the last one may
  /// reach beyond the padding.
  Tensor pad(const Tensor &input, Value scalar) const;

  /// The window's element of the padded input.
  mlir::AffineMap getInputMap() const;
  mlir::AffineMap getWindowMap() const;
  mlir::AffineMap getResultMap() const;
  Tensor getWindow(Type dtype) const;
  /// The loops of the result and of the window.
  mlir::AffineExpr getResultDim(unsigned i) const { return dim(outer + i); }
  mlir::AffineExpr getKernelDim(unsigned i) const {
    return dim(outer + spatial + i);
  }

  /// The position in the unpadded input of dimension i of the window.
  Value getPosition(OpBuilder &b, Location l, unsigned i) const;

  /// How many elements the window at `place` (one index for each pooled
  /// dimension) counts in an average over tensors of `sizes`.
  struct Averaging {
    bool ceilMode, countIncludePad;
    std::optional<int64_t> divisor;
  };
  Value getCount(OpBuilder &b, Location l, const Averaging &averaging,
                 SizesRef sizes, ValueRange place, Type dtype) const;

  Lowering &lowering;
  unsigned spatial;
  Geometry g;
  SizesRef result;
  unsigned outer; ///< dimensions in front of those that are pooled

private:
  mlir::AffineExpr dim(unsigned i) const {
    return lowering.builder.getAffineDimExpr(i);
  }
  SmallVector<mlir::AffineExpr> getOuter() const;
  mlir::AffineMap makeMap(ArrayRef<mlir::AffineExpr> exprs) const {
    return mlir::AffineMap::get(outer + 2 * spatial, 0, exprs,
                                lowering.getContext());
  }
};

/// The sums of the windows of `padded`, which `pool` has padded, in the type
/// that sums are taken in.
Tensor sumWindows(const Pool &pool, const Tensor &padded);
/// The maxima of the windows of `input`, and where in their planes they are
/// first; nobody may read the places unless `withPlaces`.
std::pair<Tensor, Tensor> takeMaxima(const Pool &pool, const Tensor &input,
                                     bool withPlaces);

} // namespace kiln

#endif // KILN_LIB_CONVERSION_ATENTOLINALG_POOL_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elements that each output of a pooling reads: a box of the image, per dim
// a range with a step.
#ifndef KILN_LIB_REFERENCE_KERNELS_POOLS_H
#define KILN_LIB_REFERENCE_KERNELS_POOLS_H

#include "Kernels/Rows.h"

namespace kiln::reference {

/// Elements begin, begin + step, … below end.
struct Range {
  int64_t begin, end, step = 1;
};
/// For each dim one range per position of the output along it.
using DimRanges = SmallVector<std::vector<Range>>;

/// The places that each position reads, in row-major order.
class Pools {
public:
  Pools(ArrayRef<int64_t> image, const DimRanges &ranges);

  int64_t size() const { return offsets.size() - 1; }
  int64_t imageCount() const { return imageElements; }
  ArrayRef<int64_t> operator[](int64_t position) const {
    return ArrayRef(places).slice(offsets[position],
                                  offsets[position + 1] - offsets[position]);
  }

private:
  int64_t imageElements;
  std::vector<int64_t> places, offsets;
};

/// The ranges that an op with kernel_size, stride, padding and perhaps dilation
/// reads for an output of `positions`; a range ends at the edge of the image.
DimRanges getSlidingRanges(const Call &call, ArrayRef<int64_t> image,
                           ArrayRef<int64_t> positions);

/// The ranges of adaptive pooling: nearly equal parts, which may overlap.
DimRanges getAdaptiveRanges(ArrayRef<int64_t> image,
                            ArrayRef<int64_t> positions);

/// `list` for `count` dims: one entry stands for all of them.
Sizes spread(ArrayRef<int64_t> list, size_t count);

/// The number of spatial dims by the name of the op, which ends in "2d" or the
/// like, or has it before "_with_indices" and "_backward".
size_t getSpatialDims(const Call &call);

} // namespace kiln::reference

#endif // KILN_LIB_REFERENCE_KERNELS_POOLS_H

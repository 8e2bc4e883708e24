// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Kernels/Windows.h"

namespace kiln::reference {

Windows::Windows(ArrayRef<int64_t> image, ArrayRef<int64_t> kernel,
                 ArrayRef<int64_t> stride, ArrayRef<int64_t> padding,
                 ArrayRef<int64_t> dilation, ArrayRef<int64_t> positions)
    : image(image), kernel(kernel), stride(stride), padding(padding),
      positions(positions), imageCount(countElements(image)),
      kernelCount(countElements(kernel)),
      positionCount(countElements(positions)) {
  places.resize(kernelCount * positionCount);
  forEachIndex(kernel, [&](ArrayRef<int64_t> k, int64_t kLinear) {
    forEachIndex(positions, [&](ArrayRef<int64_t> p, int64_t pLinear) {
      int64_t place = 0;
      for (size_t dim = 0; dim < image.size(); ++dim) {
        int64_t x =
            p[dim] * stride[dim] - padding[dim] + k[dim] * dilation[dim];
        if (x < 0 || x >= image[dim]) {
          place = -1;
          break;
        }
        place = place * image[dim] + x;
      }
      places[kLinear * positionCount + pLinear] = place;
    });
  });
}

} // namespace kiln::reference

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sliding windows over an image of one or more spatial dims, for convolution,
// pooling and col2im.
#ifndef KILN_LIB_REFERENCE_KERNELS_WINDOWS_H
#define KILN_LIB_REFERENCE_KERNELS_WINDOWS_H

#include "Kernels/Rows.h"

namespace kiln::reference {

/// Windows of `kernel` elements, `dilation` apart, which start at
/// position * stride - padding. One entry per spatial dim in each list.
struct Windows {
  Windows(ArrayRef<int64_t> image, ArrayRef<int64_t> kernel,
          ArrayRef<int64_t> stride, ArrayRef<int64_t> padding,
          ArrayRef<int64_t> dilation, ArrayRef<int64_t> positions);

  Sizes image, kernel, stride, padding, positions;
  int64_t imageCount, kernelCount, positionCount;
  /// places[k * positionCount + p]: the image element that element k of the
  /// window at p lies on; -1 outside.
  std::vector<int64_t> places;

  int64_t place(int64_t k, int64_t p) const {
    return places[k * positionCount + p];
  }
};

/// columns[channel][k][p] = image[channel][place(k, p)], zero outside.
template <typename T>
void gatherWindows(const Windows &windows, int64_t channels, const T *image,
                   T *columns) {
  int64_t plane = windows.places.size();
  for (int64_t c = 0; c < channels; ++c)
    for (int64_t i = 0; i < plane; ++i) {
      int64_t place = windows.places[i];
      columns[c * plane + i] =
          place < 0 ? T() : image[c * windows.imageCount + place];
    }
}

/// image[channel][place(k, p)] += columns[channel][k][p].
template <typename T>
void scatterWindows(const Windows &windows, int64_t channels, const T *columns,
                    T *image) {
  int64_t plane = windows.places.size();
  for (int64_t c = 0; c < channels; ++c)
    for (int64_t i = 0; i < plane; ++i)
      if (int64_t place = windows.places[i]; place >= 0) {
        T &element = image[c * windows.imageCount + place];
        element = plus(element, columns[c * plane + i]);
      }
}

} // namespace kiln::reference

#endif // KILN_LIB_REFERENCE_KERNELS_WINDOWS_H

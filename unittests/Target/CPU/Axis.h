// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One axis of an image, and of the window that goes over it.
#ifndef KILN_UNITTESTS_TARGET_CPU_AXIS_H
#define KILN_UNITTESTS_TARGET_CPU_AXIS_H

#include <cstdint>
#include <string>

namespace kiln {

/// `pad` zeros in front of it and `behind`, as many where nothing else is said.
struct Axis {
  int64_t size, taps = 1, stride = 1, dilation = 1, pad = 0, behind = pad;
  int64_t getPadded() const { return size + pad + behind; }
  int64_t getResult() const {
    return (getPadded() - (taps - 1) * dilation - 1) / stride + 1;
  }
  /// What tap `tap` of the result `at` reads, in the text of an affine map.
  std::string getIndex(const char *at, const char *tap) const {
    return std::string(at) + " * " + std::to_string(stride) + " + " + tap +
           " * " + std::to_string(dilation);
  }
};

} // namespace kiln

#endif // KILN_UNITTESTS_TARGET_CPU_AXIS_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// im2col and col2im: the windows of an image as columns, and back by sums.
#include "Kernels/Numeric.h"
#include "Kernels/Windows.h"

namespace kiln::reference {

static llvm::Expected<Windows> getWindows(Call &call, ArrayRef<int64_t> image) {
  Sizes positions;
  Sizes kernel(call.integers("kernel_size")), stride(call.integers("stride")),
      padding(call.integers("padding")), dilation(call.integers("dilation"));
  for (size_t dim = 0; dim < 2; ++dim) {
    int64_t room =
        image[dim] + 2 * padding[dim] - dilation[dim] * (kernel[dim] - 1) - 1;
    if (room < 0)
      return call.error("the kernel is larger than the image");
    positions.push_back(room / stride[dim] + 1);
  }
  return Windows(image, kernel, stride, padding, dilation, positions);
}

static KernelResult evaluateIm2Col(Call &call) {
  Tensor self = call.tensor("self");
  auto windows = getWindows(call, self.getSizes().take_back(2));
  if (!windows)
    return windows.takeError();
  int64_t planes = countElements(self.getSizes().drop_back(2));
  return withComputing(self.getElementType(), [&](auto tag) {
    using T = decltype(tag);
    Dense<T> out(call.resultSizes());
    gatherWindows(*windows, planes, load<T>(self).values.data(),
                  out.values.data());
    return result(call, out);
  });
}

static KernelResult evaluateCol2Im(Call &call) {
  Tensor self = call.tensor("self");
  auto windows = getWindows(call, call.integers("output_size"));
  if (!windows)
    return windows.takeError();
  Sizes sizes = call.resultSizes();
  int64_t planes = countElements(ArrayRef(sizes).drop_back(2));
  if (self.getNumElements() !=
      planes * static_cast<int64_t>(windows->places.size()))
    return call.error("the columns do not fit the image");
  return withComputing(self.getElementType(), [&](auto tag) {
    using T = decltype(tag);
    Dense<T> out(sizes);
    scatterWindows(*windows, planes, load<T>(self).values.data(),
                   out.values.data());
    return result(call, out);
  });
}

void registerPatches(KernelTable &table) {
  table.add("aten.im2col.default", evaluateIm2Col);
  table.add("aten.col2im.default", evaluateCol2Im);
}

} // namespace kiln::reference

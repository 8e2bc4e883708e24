// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolution, transposed convolution and their gradients, for any number of
// spatial dims. All are products with the matrix of windows: with W the weight
// of a group as [outputs][inputs * kernel],
//   convolution  y = W * windows(x),    transposed  y = sumOfWindows(W^T * x).
#include "Kernels/Numeric.h"
#include "Kernels/Pools.h"
#include "Kernels/Products.h"
#include "Kernels/Windows.h"

namespace kiln::reference {

namespace {
/// The sizes of a convolution. Windows slide over the image: the
/// input, and the output of a transposed one; positions are the other side.
struct Geometry {
  bool transposed;
  int64_t batch, groups;
  /// Channels per group on the side of the image and of the positions.
  int64_t imageChannels, positionChannels;
  Windows windows;

  int64_t imageStep() const { return imageChannels * windows.imageCount; }
  int64_t positionStep() const {
    return positionChannels * windows.positionCount;
  }
  int64_t columnRows() const { return imageChannels * windows.kernelCount; }
};

template <typename T>
using Matrix = std::vector<T>;
} // namespace

/// The sizes by the op's arguments; `output` has the sizes of the result of the
/// (forward) convolution.
static llvm::Expected<Geometry> getGeometry(Call &call, ArrayRef<int64_t> input,
                                            ArrayRef<int64_t> weight,
                                            ArrayRef<int64_t> output) {
  bool transposed = call.boolean("transposed");
  int64_t groups = call.integer("groups");
  size_t dims = input.size() - 2;
  ArrayRef<int64_t> image = transposed ? output : input;
  ArrayRef<int64_t> positions = transposed ? input : output;
  if (input.size() < 3 || weight.size() != input.size() ||
      output.size() != input.size() || groups < 1 || image[1] % groups ||
      positions[1] % groups || weight[1] * groups != image[1] ||
      weight[0] != positions[1])
    return call.error("the channels do not fit the weight and the groups");
  return Geometry{transposed,
                  input[0],
                  groups,
                  image[1] / groups,
                  positions[1] / groups,
                  Windows(image.drop_front(2), weight.drop_front(2),
                          spread(call.integers("stride"), dims),
                          spread(call.integers("padding"), dims),
                          spread(call.integers("dilation"), dims),
                          positions.drop_front(2))};
}

template <typename T>
static Matrix<T> transposedMatrix(const T *from, int64_t rows,
                                  int64_t columns) {
  Matrix<T> to(rows * columns);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      to[j * rows + i] = from[i * columns + j];
  return to;
}

/// positions = W * windows(image), one group of one batch element.
template <typename T>
static void applyWeight(const Geometry &g, const T *weight, const T *image,
                        T *positions) {
  Matrix<T> columns(g.columnRows() * g.windows.positionCount);
  gatherWindows(g.windows, g.imageChannels, image, columns.data());
  accumulateProduct(g.positionChannels, g.columnRows(), g.windows.positionCount,
                    weight, columns.data(), positions);
}

/// image += sumOfWindows(W^T * positions), one group of one batch element.
template <typename T>
static void applyTransposed(const Geometry &g, const T *weight,
                            const T *positions, T *image) {
  Matrix<T> columns(g.columnRows() * g.windows.positionCount);
  Matrix<T> turned =
      transposedMatrix(weight, g.positionChannels, g.columnRows());
  accumulateProduct(g.columnRows(), g.positionChannels, g.windows.positionCount,
                    turned.data(), positions, columns.data());
  scatterWindows(g.windows, g.imageChannels, columns.data(), image);
}

/// Runs one of the two maps for all groups of all batch elements.
template <typename T>
static void applyAll(const Geometry &g, bool toImage, const Dense<T> &weight,
                     const Dense<T> &from, Dense<T> &to) {
  int64_t weightStep = g.positionChannels * g.columnRows();
  for (int64_t i = 0; i < g.batch * g.groups; ++i) {
    const T *w = weight.values.data() + (i % g.groups) * weightStep;
    if (toImage)
      applyTransposed(g, w, from.values.data() + i * g.positionStep(),
                      to.values.data() + i * g.imageStep());
    else
      applyWeight(g, w, from.values.data() + i * g.imageStep(),
                  to.values.data() + i * g.positionStep());
  }
}

static KernelResult evaluateConvolution(Call &call) {
  Tensor input = call.tensor("input"), weight = call.tensor("weight");
  auto geometry = getGeometry(call, input.getSizes(), weight.getSizes(),
                              call.resultSizes());
  if (!geometry)
    return geometry.takeError();
  return withComputing(call.resultType(), [&](auto tag) {
    using T = decltype(tag);
    Dense<T> output(call.resultSizes());
    applyAll(*geometry, geometry->transposed, load<T>(weight), load<T>(input),
             output);
    if (call.has("bias")) {
      Dense<T> bias = load<T>(call.tensor("bias"));
      int64_t channels = output.sizes[1];
      int64_t plane = countElements(ArrayRef(output.sizes).drop_front(2));
      for (int64_t i = 0; i < output.getNumElements(); ++i)
        output[i] = plus(output[i], bias[i / plane % channels]);
    }
    return result(call, output);
  });
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

/// positions * windows(image)^T, summed over the batch: the gradient of W.
template <typename T>
static Dense<T> correlate(const Geometry &g, const Dense<T> &positions,
                          const Dense<T> &image, ArrayRef<int64_t> sizes) {
  Dense<T> weight(sizes);
  Matrix<T> columns(g.columnRows() * g.windows.positionCount);
  for (int64_t i = 0; i < g.batch * g.groups; ++i) {
    gatherWindows(g.windows, g.imageChannels,
                  image.values.data() + i * g.imageStep(), columns.data());
    Matrix<T> turned = transposedMatrix(columns.data(), g.columnRows(),
                                        g.windows.positionCount);
    accumulateProduct(
        g.positionChannels, g.windows.positionCount, g.columnRows(),
        positions.values.data() + i * g.positionStep(), turned.data(),
        weight.values.data() +
            (i % g.groups) * g.positionChannels * g.columnRows());
  }
  return weight;
}

/// The sum over everything but the channels.
template <typename T>
static Dense<T> sumPerChannel(const Dense<T> &grad) {
  Dense<T> sums(ArrayRef<int64_t>(grad.sizes[1]));
  int64_t plane = countElements(ArrayRef(grad.sizes).drop_front(2));
  for (int64_t i = 0; i < grad.getNumElements(); ++i) {
    T &sum = sums[i / plane % grad.sizes[1]];
    sum = plus(sum, grad[i]);
  }
  return sums;
}

/// A result that the mask leaves out is None, or whatever its type asks for.
static KernelResult evaluateConvolutionBackward(Call &call) {
  Tensor gradTensor = call.tensor("grad_output"), input = call.tensor("input"),
         weight = call.tensor("weight");
  if (isComplex(gradTensor.getElementType()))
    return call.unsupported("only real numbers are supported");
  auto geometry = getGeometry(call, input.getSizes(), weight.getSizes(),
                              gradTensor.getSizes());
  if (!geometry)
    return geometry.takeError();
  Dense<double> grad = load<double>(gradTensor), in = load<double>(input);
  SmallVector<bool> wanted = call.booleans("output_mask");
  RuntimeValues all(3);
  if (wanted[0]) {
    Dense<double> gradInput(input.getSizes());
    applyAll(*geometry, !geometry->transposed, load<double>(weight), grad,
             gradInput);
    all[0] = store(gradInput, call.resultType(0));
  }
  if (wanted[1])
    all[1] = store(geometry->transposed
                       ? correlate(*geometry, in, grad, weight.getSizes())
                       : correlate(*geometry, grad, in, weight.getSizes()),
                   call.resultType(1));
  if (wanted[2])
    all[2] = store(sumPerChannel(grad), call.resultType(2));
  return all;
}

void registerConvolution(KernelTable &table) {
  table.add("aten.convolution.default", evaluateConvolution);
  table.add("aten.convolution_backward.default", evaluateConvolutionBackward);
}

} // namespace kiln::reference

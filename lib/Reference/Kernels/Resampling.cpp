// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Resizing of images: every output element is a weighted sum of input elements,
// and the weights are products of weights per dim.
#include "Kernels/Numeric.h"
#include "Kernels/Pools.h"

#include <cmath>

namespace kiln::reference {

namespace {
struct Term {
  int64_t place;
  double weight;
};
/// Per output position of a dim, the terms of its sum.
using DimTerms = std::vector<SmallVector<Term, 4>>;

/// One dim of a resize.
struct Axis {
  int64_t in, out;
  /// The factor that the caller gave, in place of the ratio of the sizes.
  std::optional<double> factor;
  bool alignCorners = false;

  /// Input elements per output element.
  double scale() const {
    if (alignCorners)
      return out > 1 ? double(in - 1) / (out - 1) : 0.0;
    return factor && *factor > 0 ? 1 / *factor : double(in) / out;
  }
};
} // namespace

/// The element below `position * scale`. PyTorch computes this in float, but in
/// double for images of doubles.
static DimTerms getNearest(const Axis &axis, bool isDouble) {
  DimTerms terms(axis.out);
  float narrow = axis.factor && *axis.factor > 0
                     ? static_cast<float>(1.0 / *axis.factor)
                     : static_cast<float>(axis.in) / axis.out;
  for (int64_t p = 0; p < axis.out; ++p) {
    double place = isDouble ? std::floor(p * axis.scale())
                            : std::floor(static_cast<float>(p) * narrow);
    terms[p].push_back(
        {std::min(static_cast<int64_t>(place), axis.in - 1), 1.0});
  }
  return terms;
}

static DimTerms getLinear(const Axis &axis) {
  DimTerms terms(axis.out);
  for (int64_t p = 0; p < axis.out; ++p) {
    double x =
        axis.alignCorners ? axis.scale() * p : axis.scale() * (p + 0.5) - 0.5;
    x = std::max(x, 0.0);
    int64_t below = std::min(static_cast<int64_t>(x), axis.in - 1);
    int64_t above = std::min(below + 1, axis.in - 1);
    double weight = std::min(std::max(x - below, 0.0), 1.0);
    terms[p] = {{below, 1 - weight}, {above, weight}};
  }
  return terms;
}

/// A triangle as wide as an output element covers, at least one input element.
static DimTerms getAntialiased(const Axis &axis) {
  DimTerms terms(axis.out);
  double scale = axis.scale(), width = std::max(scale, 1.0);
  for (int64_t p = 0; p < axis.out; ++p) {
    double center = scale * (p + 0.5), total = 0;
    int64_t begin =
        std::max(static_cast<int64_t>(center - width + 0.5), int64_t(0));
    int64_t end = std::min(static_cast<int64_t>(center + width + 0.5), axis.in);
    for (int64_t x = begin; x < end; ++x) {
      double weight = std::max(0.0, 1 - std::fabs(x - center + 0.5) / width);
      terms[p].push_back({x, weight});
      total += weight;
    }
    for (Term &term : terms[p])
      term.weight /= total != 0 ? total : 1;
  }
  return terms;
}

/// The dims of the image, with the factors of `scale_factors` or of scales_h,
/// scales_w and so on.
static SmallVector<Axis> getAxes(const Call &call, ArrayRef<int64_t> in,
                                 ArrayRef<int64_t> out) {
  SmallVector<Axis> axes;
  SmallVector<double> factors;
  if (call.hasArgument("scale_factors") && call.has("scale_factors"))
    factors = call.numbers("scale_factors");
  constexpr StringRef names[] = {"scales_d", "scales_h", "scales_w"};
  for (size_t dim = 0; dim < in.size(); ++dim) {
    Axis axis{in[dim], out[dim], std::nullopt, flagOf(call, "align_corners")};
    StringRef name = in.size() == 1 ? "scales" : names[3 - in.size() + dim];
    if (dim < factors.size())
      axis.factor = factors[dim];
    else if (call.hasArgument(name))
      axis.factor = call.optionalNumber(name);
    axes.push_back(axis);
  }
  return axes;
}

static KernelResult evaluateUpsample(Call &call) {
  Tensor tensor = call.tensor(call.hasArgument("input") ? "input" : "self");
  StringRef name = call.getOp().getSchema().getBaseName();
  size_t dims = getSpatialDims(call);
  Sizes sizes = call.resultSizes();
  bool isInteger = !isFloat(tensor.getElementType());
  if (isInteger && !name.contains("nearest"))
    return call.unsupported("only floats are interpolated");
  if (isComplex(tensor.getElementType()))
    return call.unsupported("only real numbers are supported");
  ArrayRef<int64_t> image = tensor.getSizes().take_back(dims);
  ArrayRef<int64_t> outImage = ArrayRef(sizes).take_back(dims);
  SmallVector<DimTerms> terms;
  for (const Axis &axis : getAxes(call, image, outImage))
    terms.push_back(name.contains("nearest")
                        ? getNearest(axis, tensor.getElementType().isF64())
                    : name.contains("_aa") ? getAntialiased(axis)
                                           : getLinear(axis));
  Dense<double> in = load<double>(tensor), out(sizes);
  int64_t step = countElements(image);
  forEachIndex(sizes, [&](ArrayRef<int64_t> index, int64_t linear) {
    std::vector<Term> sum = {{0, 1.0}}, next;
    for (size_t dim = 0; dim < dims; ++dim) {
      next.clear();
      for (const Term &term : sum)
        for (const Term &part : terms[dim][index[index.size() - dims + dim]])
          next.push_back({term.place * image[dim] + part.place,
                          term.weight * part.weight});
      std::swap(sum, next);
    }
    const double *plane =
        in.values.data() + linear / countElements(outImage) * step;
    for (const Term &term : sum)
      out[linear] += term.weight != 0 ? plane[term.place] * term.weight : 0;
  });
  return result(call, out);
}

void registerResampling(KernelTable &table) {
  for (StringRef overload : {"default", "vec"}) {
    for (StringRef dims : {"1d", "2d", "3d"})
      table.add(("aten.upsample_nearest" + dims + "." + overload).str(),
                evaluateUpsample);
    for (StringRef op :
         {"aten.upsample_linear1d.", "aten.upsample_bilinear2d.",
          "aten.upsample_trilinear3d.", "aten._upsample_bilinear2d_aa."})
      table.add((op + overload).str(), evaluateUpsample);
  }
}

} // namespace kiln::reference

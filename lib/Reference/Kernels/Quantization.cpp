// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// quantized_decomposed: floats as integers with a scale and a zero point for
// all of a tensor, a channel, a token or a group of elements.
#include "Kernels/Numeric.h"
#include "Kernels/Rows.h"

#include <cmath>

namespace kiln::reference {

namespace {
/// The scales and zero points, and which of them an element has.
struct Parameters {
  Dense<double> scales, zeroPoints;
  bool isDouble = false; ///< scales of f64 make PyTorch compute in double
  int64_t channelStep = 1, groupSize = 0;

  int64_t at(int64_t element) const {
    int64_t count = scales.getNumElements();
    return count == 1  ? 0
           : groupSize ? element / groupSize
                       : element / channelStep % count;
  }
  double scale(int64_t element) const { return scales[at(element)]; }
  double zeroPoint(int64_t element) const {
    return zeroPoints.getNumElements() ? zeroPoints[at(element)] : 0;
  }
};
} // namespace

static llvm::Expected<Parameters> getParameters(Call &call) {
  Parameters p;
  StringRef name = call.getOp().getSchema().getBaseName();
  ArrayRef<int64_t> sizes;
  Tensor input = call.tensor("input");
  sizes = input.getSizes();
  if (name.ends_with("per_tensor")) {
    if (call.getOp().getSchema().getOverload() == "default") {
      p.scales = Dense<double>({}, call.number("scale"));
      p.zeroPoints = Dense<double>({}, double(call.integer("zero_point")));
    } else {
      p.scales = load<double>(call.tensor("scale"));
      p.zeroPoints = load<double>(call.tensor("zero_point"));
    }
    return p;
  }
  Tensor scales = call.tensor("scales");
  p.scales = load<double>(scales);
  p.isDouble = scales.getElementType().isF64();
  if (call.has("zero_points"))
    p.zeroPoints = load<double>(call.tensor("zero_points"));
  int64_t expected;
  if (name.ends_with("per_channel")) {
    int64_t axis = wrapDim(call.integer("axis"), input.getRank());
    p.channelStep = countElements(sizes.drop_front(axis + 1));
    expected = sizes[axis];
  } else {
    p.groupSize =
        name.ends_with("group") ? call.integer("group_size") : sizes.back();
    p.groupSize = std::min(p.groupSize, sizes.back());
    expected = p.groupSize ? input.getNumElements() / p.groupSize : 0;
  }
  if (p.scales.getNumElements() != expected)
    return call.error("it needs " + Twine(expected) + " scales");
  return p;
}

/// An integer argument, which may be a tensor.
static double getBound(Call &call, StringRef argument) {
  if (call.getOp().getSchema().getOverload() == "tensor2")
    return load<double>(call.tensor(argument))[0];
  return call.integer(argument);
}

/// In float, as PyTorch does: which integer is nearest depends on it.
static double toQuantum(double value, double scale, double zeroPoint,
                        bool isDouble, bool roundsBefore) {
  if (isDouble) {
    double scaled = value * (1.0 / scale);
    return roundsBefore ? std::nearbyint(scaled) + zeroPoint
                        : std::nearbyint(scaled + zeroPoint);
  }
  float inverse = static_cast<float>(1.0 / scale);
  float scaled = static_cast<float>(value) * inverse;
  return roundsBefore ? std::nearbyint(scaled) + static_cast<float>(zeroPoint)
                      : std::nearbyint(scaled + static_cast<float>(zeroPoint));
}

static KernelResult evaluateQuantize(Call &call) {
  auto parameters = getParameters(call);
  if (!parameters)
    return parameters.takeError();
  StringRef name = call.getOp().getSchema().getBaseName();
  bool roundsBefore =
      name.ends_with("per_tensor") || name.ends_with("per_channel");
  double low = getBound(call, "quant_min"), high = getBound(call, "quant_max");
  Dense<double> values = load<double>(call.tensor("input"));
  Dense<int64_t> out(values.sizes);
  for (int64_t i = 0; i < out.getNumElements(); ++i) {
    double quantum =
        toQuantum(values[i], parameters->scale(i), parameters->zeroPoint(i),
                  parameters->isDouble, roundsBefore);
    if (std::isnan(quantum))
      return call.error("a NaN has no quantised form");
    out[i] = static_cast<int64_t>(std::min(std::max(quantum, low), high));
  }
  return result(call, out);
}

static KernelResult evaluateDequantize(Call &call) {
  auto parameters = getParameters(call);
  if (!parameters)
    return parameters.takeError();
  bool isDouble = parameters->isDouble || call.resultType().isF64();
  Dense<double> values = load<double>(call.tensor("input"));
  for (int64_t i = 0; i < values.getNumElements(); ++i) {
    double scale = parameters->scale(i);
    values[i] = (values[i] - parameters->zeroPoint(i)) *
                (isDouble ? scale : static_cast<float>(scale));
  }
  return result(call, values);
}

static KernelResult evaluateConvert(Call &call) {
  return result(convert(call.tensor("input"), call.resultType()));
}

void registerQuantization(KernelTable &table) {
  for (StringRef name : {"per_tensor.default", "per_tensor.tensor",
                         "per_tensor.tensor2", "per_channel.default",
                         "per_channel_group.default", "per_token.default"}) {
    table.add(("quantized_decomposed.quantize_" + name).str(),
              evaluateQuantize);
    table.add(("quantized_decomposed.dequantize_" + name).str(),
              evaluateDequantize);
  }
  table.add("quantized_decomposed.convert_element_type.no_fuse",
            evaluateConvert);
}

} // namespace kiln::reference

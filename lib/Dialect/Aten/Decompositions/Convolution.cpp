// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions of every rank, transposed or not, -> convolution.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

namespace {
/// The arguments of a convolution; lists have an entry per spatial dimension.
struct Settings {
  Sizes stride, padding, dilation, outputPadding;
  ExprAttr groups;
  bool transposed = false;
};
} // namespace

static Sizes repeatFor(SizesRef list, size_t count) {
  return list.size() == 1 ? Sizes(count, list[0]) : Sizes(list);
}

/// An input without a batch dimension gets one of size 1 for the while.
static Term convolve(Call &c, Term input, const Settings &window) {
  Term weight = c("weight");
  size_t spatial = weight.rank() - 2;
  bool hasBatch = input.rank() == weight.rank();
  if (weight.rank() < 3 || (!hasBatch && input.rank() != weight.rank() - 1))
    return c.reject("input has another rank");
  ep::TensorType type = c.result();
  if (!hasBatch) {
    Sizes sizes(type.getSizes());
    sizes.insert(sizes.begin(), c.expr(1));
    type = type.withSizes(sizes);
    input = unsqueeze(input, 0);
  }
  Sizes outputPadding =
      window.outputPadding.empty() ? Sizes{c.expr(0)} : window.outputPadding;
  Term result = make(
      c, "aten.convolution.default", type, input, weight, c("bias"),
      repeatFor(window.stride, spatial), repeatFor(window.padding, spatial),
      repeatFor(window.dilation, spatial), window.transposed,
      repeatFor(outputPadding, spatial), Attribute(window.groups));
  return hasBatch ? result : view(result, c.result().getSizes());
}

static Settings getSettings(Call &c) {
  Settings window;
  window.stride = c.symInts("stride");
  window.dilation = c.symInts("dilation");
  window.groups = c.symInt("groups");
  return window;
}

static Term decomposeConv(Call &c) {
  Settings window = getSettings(c);
  window.padding = c.symInts("padding");
  return convolve(c, c("input"), window);
}

static Term decomposeTransposedConv(Call &c) {
  Settings window = getSettings(c);
  window.padding = c.symInts("padding");
  window.outputPadding = c.symInts("output_padding");
  window.transposed = true;
  return convolve(c, c("input"), window);
}

/// `valid` pads nothing, `same` as much as keeps the size; an odd one is
/// longer behind.
static Term decomposeNamedPadding(Call &c) {
  Settings window = getSettings(c);
  Term input = c("input"), weight = c("weight");
  int64_t spatial = weight.rank() - 2;
  window.padding.assign(spatial, c.expr(0));
  StringRef padding = c.op.getString("padding");
  if (padding == "valid")
    return convolve(c, input, window);
  if (padding != "same" || spatial < 1)
    return c.reject("padding is neither valid nor same");
  Sizes dilation = repeatFor(window.dilation, spatial), extra;
  bool isOdd = false;
  ExprAttr one = c.expr(1), two = c.expr(2);
  for (int64_t i = spatial - 1; i >= 0; --i) {
    ExprAttr total = ep::mul(dilation[i], ep::sub(weight.size(2 + i), one));
    window.padding[i] = ep::floorDiv(total, two);
    ExprAttr rest = ep::sub(total, ep::mul(two, window.padding[i]));
    extra.append({c.expr(0), rest});
    isOdd |= !rest.isInt(0);
  }
  if (isOdd)
    input = pad(input, extra, 0);
  return convolve(c, input, window);
}

/// The older form has flags for libraries at its end.
static Term decomposeOldConvolution(Call &c) {
  Settings window = getSettings(c);
  window.padding = c.symInts("padding");
  window.outputPadding = c.symInts("output_padding");
  window.transposed = c.flag("transposed");
  return convolve(c, c("input"), window);
}

/// Of sequences whose steps come first and whose channels come last.
static Term decomposeStepsFirst(Call &c) {
  Term x = c("self"), weight = c("weight");
  if (x.rank() != 3 || weight.rank() != 3)
    return c.reject("needs sequences and filters of three dimensions");
  SizesRef sizes = c.result().getSizes();
  Sizes one{c.expr(1)}, zero{c.expr(0)}, padding{c.expr(c.integer("pad"))};
  Term result =
      make(c, "aten.convolution.default",
           c.result().withSizes({sizes[1], sizes[2], sizes[0]}),
           permute(x, {1, 2, 0}), permute(weight, {2, 1, 0}), c("bias"), one,
           padding, one, /*transposed=*/false, zero, Attribute(c.expr(1)));
  return permute(result, {2, 0, 1});
}

void aten::populateConvolutionDecompositions(RewritePatternSet &patterns,
                                             const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.conv1d.default", decomposeConv},
            {"aten.conv2d.default", decomposeConv},
            {"aten.conv3d.default", decomposeConv},
            {"aten.conv1d.padding", decomposeNamedPadding},
            {"aten.conv2d.padding", decomposeNamedPadding},
            {"aten.conv3d.padding", decomposeNamedPadding},
            {"aten.conv_transpose1d.default", decomposeTransposedConv},
            {"aten.conv_transpose2d.input", decomposeTransposedConv},
            {"aten.conv_transpose3d.input", decomposeTransposedConv},
            {"aten.conv_tbc.default", decomposeStepsFirst},
            {"aten._convolution.default", decomposeOldConvolution},
            {"aten._convolution.deprecated", decomposeOldConvolution}});
}

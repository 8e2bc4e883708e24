// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// torchvision's convolution whose taps lie where data says: what they read is
// gathered between pixels and multiplied with the filters as a matrix. (J. Dai
// and others, Deformable Convolutional Networks, 2017; with a mask X. Zhu and
// others, Deformable ConvNets v2, 2019.)
#include "Families.h"
#include "Taps.h"
#include "kiln/Dialect/EP/EP.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// The elements around the places along one axis of an image of `size`: of
/// windows `stride` apart that begin `padding` before the image, and taps of
/// them that are `dilation` apart and moved by `offset`.
static SmallVector<Tap> getTaps(Call &c, Term offset, Term windows, Term taps,
                                ExprAttr size, StringRef suffix) {
  auto argument = [&](StringRef name) {
    return Number(c.symInt((name + suffix).str()));
  };
  Term start = windows * argument("stride_") - argument("pad_");
  Term tap = taps * argument("dilation_");
  return getNeighbours(to(start + tap, offset.dtype()) + offset,
                       ep::sub(size, c.expr(1)));
}

/// The elements between pixels: [images, groups, taps, rows, columns, channels
/// of a group].
static Term sample(Call &c, Term groups, ArrayRef<SmallVector<Tap>> taps) {
  ExprAttr one = c.expr(1);
  Term image =
      view(arange(c, groups.size(0)), {groups.size(0), one, one, one, one});
  Term group = view(arange(c, groups.size(1)), {groups.size(1), one, one, one});
  return sumTaps(groups, taps, {image, group, Term()});
}

static Term decomposeDeformConv2d(Call &c) {
  Term input = c.wide("input"), weight = c.wide("weight"),
       offset = c.wide("offset");
  ExprAttr one = c.expr(1), images = input.size(0), channels = input.size(1);
  ExprAttr groups = c.symInt("groups"), parts = c.symInt("offset_groups");
  ExprAttr high = weight.size(2), wide = weight.size(3);
  ExprAttr taps = ep::mul(high, wide);
  ExprAttr rows = offset.size(2), columns = offset.size(3);
  offset = view(offset, {images, parts, taps, c.expr(2), rows, columns});
  Term tap = arange(c, taps);
  auto eachTap = [&](Term numbers) { return view(numbers, {taps, one, one}); };
  SmallVector<Tap> y = getTaps(
      c, select(offset, 3, c.expr(0)), view(arange(c, rows), {rows, one}),
      eachTap(floorDiv(tap, Number(wide))), input.size(2), "h");
  SmallVector<Tap> x =
      getTaps(c, select(offset, 3, one), arange(c, columns),
              eachTap(remainder(tap, Number(wide))), input.size(3), "w");
  Term read = sample(c,
                     view(input, {images, parts, ep::floorDiv(channels, parts),
                                  input.size(2), input.size(3)}),
                     {y, x});
  if (c.flag("use_mask"))
    read =
        read * view(c.wide("mask"), {images, parts, taps, rows, columns, one});

  // A product for each group of channels, of all windows and its filters.
  ExprAttr perGroup = ep::floorDiv(channels, groups);
  ExprAttr filters = ep::floorDiv(weight.size(0), groups);
  ExprAttr steps = ep::mul(perGroup, taps);
  ExprAttr windows = ep::mul(images, ep::mul(rows, columns));
  Term left = view(permute(read, {1, 5, 2, 0, 3, 4}), {groups, steps, windows});
  Term product = bmm(view(weight, {groups, filters, steps}), left);
  Term result = permute(view(product, {weight.size(0), images, rows, columns}),
                        {1, 0, 2, 3});
  return to(
      contiguous(result + view(c.wide("bias"), {weight.size(0), one, one})),
      c.dtype());
}

void aten::populateDeformableConvolutionDecompositions(
    RewritePatternSet &patterns, const KeepSet &keep) {
  addRules(patterns, keep,
           {{"torchvision.deform_conv2d.default", decomposeDeformConv2d}});
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Rules.h"
#include "kiln/Dialect/EP/Expr.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

/// (size - 1) * stride - 2 * padding + dilation * (kernel - 1) + more + 1
static RuleResult inferTransposed(AtenOp op) {
  SizesRef input = getSizes(op.tensor(0)), weight = getSizes(op.tensor(1));
  Sizes stride = op.symInts("stride"), padding = op.symInts("padding"),
        dilation = op.symInts("dilation"), more = op.symInts("output_padding");
  size_t spatial = weight.size() < 3 ? 0 : weight.size() - 2;
  if (!spatial || input.size() < spatial + 1 || input.size() > spatial + 2)
    return failure();
  for (SizesRef list : {SizesRef(stride), SizesRef(padding), SizesRef(dilation),
                        SizesRef(more)})
    if (list.size() != 1 && list.size() != spatial)
      return failure();
  auto at = [](SizesRef list, size_t i) {
    return list.size() == 1 ? list[0] : list[i];
  };
  ExprAttr one = ep::makeInt(op->getContext(), 1),
           two = ep::makeInt(op->getContext(), 2);
  Sizes result(input.drop_back(spatial + 1));
  result.push_back(ep::mul(weight[1], op.symInt(op.indexOf("groups"))));
  for (size_t i = 0; i < spatial; ++i) {
    ExprAttr size = input[input.size() - spatial + i];
    ExprAttr whole = ep::sub(ep::mul(ep::sub(size, one), at(stride, i)),
                             ep::mul(two, at(padding, i)));
    ExprAttr kernel = ep::mul(at(dilation, i), ep::sub(weight[2 + i], one));
    result.push_back(
        ep::add(ep::add(whole, kernel), ep::add(at(more, i), one)));
  }
  return result;
}

static RuleResult inferConvolution(AtenOp op) {
  if (op.getSchema().findArgument("transposed") && op.getBool("transposed"))
    return inferTransposed(op);
  return convolutionSizes(getSizes(op.tensor(0)), getSizes(op.tensor(1)),
                          op.symInts("stride"), op.symInts("padding"),
                          op.symInts("dilation"));
}

/// `same` keeps the sizes, `valid` pads nothing.
static RuleResult inferNamedPadding(AtenOp op) {
  ExprAttr zero = ep::makeInt(op->getContext(), 0);
  SizesRef input = getSizes(op.tensor(0)), weight = getSizes(op.tensor(1));
  RuleResult valid = convolutionSizes(input, weight, op.symInts("stride"),
                                      {zero}, op.symInts("dilation"));
  if (failed(valid) || op.getString("padding") != "same")
    return valid;
  size_t spatial = weight.size() - 2;
  llvm::copy(input.take_back(spatial), valid->end() - spatial);
  return valid;
}
static bool hasKnownPadding(AtenOp op) {
  return llvm::is_contained({"same", "valid"}, op.getString("padding"));
}

static RuleResult inferAvgPool(AtenOp op) {
  return poolSizes(getSizes(op.tensor(0)), op.ints("kernel_size"),
                   op.ints("stride"), op.ints("padding"), {1},
                   op.getBool("ceil_mode"));
}

static RuleResult inferMaxPool(AtenOp op) {
  return poolSizes(getSizes(op.tensor(0)), op.ints("kernel_size"),
                   op.ints("stride"), op.ints("padding"), op.ints("dilation"),
                   op.getBool("ceil_mode"));
}

/// `spatial` instead of the last sizes.
static RuleResult replaceLast(AtenOp op, SizesRef spatial) {
  Sizes sizes = sizesOf(op.tensor(0));
  if (sizes.size() < spatial.size())
    return failure();
  sizes.truncate(sizes.size() - spatial.size());
  llvm::append_range(sizes, spatial);
  return sizes;
}

static RuleResult inferAdaptivePool(AtenOp op) {
  return replaceLast(op, op.symInts("output_size"));
}

static RuleResult inferIntPool(AtenOp op) {
  return replaceLast(op, makeSizes(op->getContext(), op.ints("output_size")));
}

static bool hasOutputSize(AtenOp op) { return op.hasValue("output_size"); }

/// Pairs of elements added before and after, from the last dimension on.
static RuleResult inferPad(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(0)), pad = op.symInts(1);
  if (pad.size() > 2 * sizes.size() || pad.size() % 2)
    return failure();
  for (size_t i = 0; i < pad.size(); i += 2) {
    ExprAttr &size = sizes[sizes.size() - 1 - i / 2];
    size = ep::add(size, ep::add(pad[i], pad[i + 1]));
  }
  return sizes;
}

static RuleResult inferGridSampler(AtenOp op) {
  SizesRef grid = getSizes(op.tensor(1));
  if (grid.size() != getSizes(op.tensor(0)).size() ||
      (grid.size() != 4 && grid.size() != 5))
    return failure();
  return replaceLast(op, grid.slice(1, grid.size() - 2));
}

/// [batch, channels, places…] of an image; a place has coordinates.
static RuleResult inferAffineGrid(AtenOp op) {
  Sizes sizes = op.symInts("size");
  if (sizes.size() != 4 && sizes.size() != 5)
    return failure();
  sizes.erase(sizes.begin() + 1);
  sizes.push_back(ep::makeInt(op->getContext(), sizes.size() - 1));
  return sizes;
}

/// Channels become the elements of squares, or such squares channels.
template <bool Unshuffles>
static RuleResult inferPixelShuffle(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(0));
  if (sizes.size() < 3 || op.integer(1) <= 0)
    return failure();
  ExprAttr factor = ep::makeInt(op->getContext(), op.integer(1));
  ExprAttr &channels = sizes[sizes.size() - 3];
  ExprAttr square = ep::mul(factor, factor);
  channels =
      Unshuffles ? ep::mul(channels, square) : ep::floorDiv(channels, square);
  for (ExprAttr &size : llvm::drop_begin(sizes, sizes.size() - 2))
    size = Unshuffles ? ep::floorDiv(size, factor) : ep::mul(size, factor);
  return sizes;
}

/// Each region of an image in as many places.
static RuleResult inferRegions(AtenOp op) {
  SizesRef input = getSizes(op.tensor(0)), regions = getSizes(op.tensor(1));
  if (input.size() != 4 || regions.size() != 2 || differ(regions[1], 5))
    return failure();
  return Sizes{regions[0], input[1], op.symInt(op.indexOf("pooled_height")),
               op.symInt(op.indexOf("pooled_width"))};
}

/// There is an offset for each tap of each window.
static RuleResult inferDeformedWindows(AtenOp op) {
  SizesRef input = getSizes(op.tensor(0)), weight = getSizes(op.tensor(1)),
           offset = getSizes(op.tensor(2));
  if (input.size() != 4 || weight.size() != 4 || offset.size() != 4)
    return failure();
  return Sizes{input[0], weight[0], offset[2], offset[3]};
}

/// A column for each window.
static RuleResult inferIm2Col(AtenOp op) {
  MLIRContext *context = op->getContext();
  Sizes sizes = sizesOf(op.tensor(0));
  auto list = [&](StringRef name) { return makeSizes(context, op.ints(name)); };
  Sizes kernel = list("kernel_size"), stride = list("stride"),
        padding = list("padding"), dilation = list("dilation");
  if (sizes.size() < 3 || kernel.size() != 2)
    return failure();
  ExprAttr count = ep::makeInt(context, 1);
  for (unsigned i = 0; i < 2; ++i)
    count = ep::mul(
        count, windowCount(sizes[sizes.size() - 2 + i],
                           {kernel[i], stride[i], padding[i], dilation[i]}));
  sizes.truncate(sizes.size() - 2);
  sizes.back() = ep::mul(sizes.back(), ep::product(context, kernel));
  sizes.push_back(count);
  return sizes;
}

static RuleResult inferCol2Im(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(0)), result = op.symInts("output_size");
  if (sizes.size() < 2)
    return failure();
  MLIRContext *context = op->getContext();
  ExprAttr window =
      ep::product(context, makeSizes(context, op.ints("kernel_size")));
  ExprAttr channels = ep::floorDiv(sizes[sizes.size() - 2], window);
  sizes.truncate(sizes.size() - 2);
  sizes.push_back(channels);
  llvm::append_range(sizes, result);
  return sizes;
}

void aten::addWindowRules(RuleTable &rules) {
  constexpr const char *kWindow =
      "window does not fit the ranks of input and kernel";
  for (const char *name :
       {"aten._convolution.default", "aten._convolution.deprecated",
        "aten.conv1d.default", "aten.conv2d.default", "aten.conv3d.default",
        "aten.convolution.default"})
    rules[name] = {inferConvolution, kWindow};
  for (const char *name :
       {"aten.conv1d.padding", "aten.conv2d.padding", "aten.conv3d.padding"})
    rules[name] = {inferNamedPadding, kWindow, hasKnownPadding};
  for (const char *name :
       {"aten.conv_transpose1d.default", "aten.conv_transpose2d.input",
        "aten.conv_transpose3d.input"})
    rules[name] = {inferTransposed, kWindow};
  for (const char *name : {"aten.avg_pool1d.default", "aten.avg_pool2d.default",
                           "aten.avg_pool3d.default"})
    rules[name] = {inferAvgPool, kWindow};
  for (const char *name : {"aten.max_pool1d_with_indices.default",
                           "aten.max_pool2d_with_indices.default",
                           "aten.max_pool3d_with_indices.default"})
    rules[name] = {inferMaxPool, kWindow, nullptr, true};
  for (const char *name : {"aten.max_pool1d.default", "aten.max_pool2d.default",
                           "aten.max_pool3d.default"})
    rules[name] = {inferMaxPool, kWindow};
  for (const char *name :
       {"aten._adaptive_avg_pool2d.default",
        "aten._adaptive_avg_pool3d.default", "aten.adaptive_avg_pool2d.default",
        "aten.adaptive_avg_pool3d.default",
        "aten._upsample_nearest_exact1d.default",
        "aten._upsample_nearest_exact2d.default",
        "aten._upsample_nearest_exact3d.default",
        "aten.upsample_bicubic2d.default", "aten.upsample_bilinear2d.default",
        "aten.upsample_linear1d.default", "aten.upsample_nearest1d.default",
        "aten.upsample_nearest2d.default", "aten.upsample_nearest3d.default",
        "aten.upsample_trilinear3d.default",
        "aten._upsample_bicubic2d_aa.default",
        "aten._upsample_bilinear2d_aa.default",
        "aten._upsample_lanczos2d_aa.default", "aten.max_unpool2d.default",
        "aten.max_unpool3d.default"})
    rules[name] = {inferAdaptivePool, kWindow};
  rules["aten.adaptive_avg_pool1d.default"] = {inferIntPool, kWindow};
  for (const char *name :
       {"aten._upsample_nearest_exact1d.vec",
        "aten._upsample_nearest_exact2d.vec",
        "aten._upsample_nearest_exact3d.vec", "aten.upsample_bicubic2d.vec",
        "aten.upsample_bilinear2d.vec", "aten.upsample_linear1d.vec",
        "aten.upsample_nearest1d.vec", "aten.upsample_nearest2d.vec",
        "aten.upsample_nearest3d.vec", "aten.upsample_trilinear3d.vec",
        "aten._upsample_bicubic2d_aa.vec", "aten._upsample_bilinear2d_aa.vec",
        "aten._upsample_lanczos2d_aa.vec"})
    rules[name] = {inferAdaptivePool, kWindow, hasOutputSize};
  for (const char *name :
       {"aten.constant_pad_nd.default", "aten.pad.default",
        "aten.reflection_pad1d.default", "aten.reflection_pad2d.default",
        "aten.reflection_pad3d.default", "aten.replication_pad1d.default",
        "aten.replication_pad2d.default", "aten.replication_pad3d.default"})
    rules[name] = {inferPad, kWindow};
  for (const char *name :
       {"aten.adaptive_max_pool1d.default", "aten.adaptive_max_pool2d.default",
        "aten.adaptive_max_pool3d.default",
        "aten.fractional_max_pool2d.default",
        "aten.fractional_max_pool3d.default"})
    rules[name] = {inferIntPool, kWindow, nullptr, true};
  for (const char *name :
       {"aten.grid_sampler.default", "aten.grid_sampler_2d.default",
        "aten.grid_sampler_3d.default"})
    rules[name] = {inferGridSampler, kWindow};
  rules["torchvision.deform_conv2d.default"] = {inferDeformedWindows, kWindow};
  rules["torchvision.roi_align.default"] = {inferRegions, kWindow};
  rules["aten.affine_grid_generator.default"] = {inferAffineGrid, kWindow};
  rules["aten.pixel_shuffle.default"] = {inferPixelShuffle<false>, kWindow};
  rules["aten.pixel_unshuffle.default"] = {inferPixelShuffle<true>, kWindow};
  rules["aten.im2col.default"] = {inferIm2Col, kWindow};
  rules["aten.col2im.default"] = {inferCol2Im, kWindow};
  for (const char *name :
       {"aten._adaptive_avg_pool2d_backward.default",
        "aten._adaptive_avg_pool3d_backward.default",
        "aten.avg_pool3d_backward.default",
        "aten.max_pool3d_with_indices_backward.default",
        "aten.avg_pool2d_backward.default", "aten.convolution_backward.default",
        "aten.max_pool2d_with_indices_backward.default"})
    rules[name] = {inferSecond, ""};
}

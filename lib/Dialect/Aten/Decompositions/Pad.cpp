// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Padding in every mode, and windows as columns.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// A core op that pads the last dimensions by its mode.
static Term padBy(Call &c, StringRef name, Term x, SizesRef pads) {
  Sizes sizes(x.sizes());
  for (size_t i = 0; i + 1 < pads.size(); i += 2) {
    ExprAttr &size = sizes[sizes.size() - 1 - i / 2];
    size = ep::add(size, ep::add(pads[i], pads[i + 1]));
  }
  return make(c, name, x.type().withSizes(sizes), x, pads);
}

/// Elements that leave on one side come in on the other, unless cut off.
static Term padCircular(Call &c, Term x, SizesRef pads) {
  ExprAttr zero = c.expr(0);
  for (size_t i = 0; i + 1 < pads.size(); i += 2) {
    int64_t dim = x.rank() - 1 - i / 2;
    ExprAttr size = x.size(dim), before = pads[i], after = pads[i + 1];
    auto isNegative = [](ExprAttr e) { return e.isInt() && e.getValue() < 0; };
    Term middle = slice(x, dim, isNegative(before) ? ep::neg(before) : zero,
                        isNegative(after) ? ep::add(size, after) : size);
    Terms parts;
    if (!isNegative(before) && !before.isInt(0))
      parts.push_back(slice(middle, dim, ep::sub(middle.size(dim), before),
                            middle.size(dim)));
    parts.push_back(middle);
    if (!isNegative(after) && !after.isInt(0))
      parts.push_back(slice(middle, dim, zero, after));
    x = cat(parts, dim);
  }
  return x;
}

static Term decomposePad(Call &c) {
  Term x = c("self");
  Sizes pads = c.symInts("pad");
  StringRef mode = c.op.getString("mode");
  int64_t dims = pads.size() / 2;
  if (pads.size() % 2 || dims > x.rank())
    return c.reject("pads dimensions that are not there");
  if (mode == "constant")
    return pad(x, pads, c.has("value") ? c.scalar("value") : Number(0.0));
  if (mode == "circular")
    return padCircular(c, x, pads);
  if (dims < 1 || dims > 3 || x.rank() < dims + 1 || x.rank() > dims + 2)
    return c.reject("pads dimensions that are not there");
  if (mode == "reflect")
    return padBy(c, ("aten.reflection_pad" + Twine(dims) + "d.default").str(),
                 x, pads);
  if (mode != "replicate")
    return c.reject("has an unknown mode");
  if (dims > 1)
    return padBy(c, ("aten.replication_pad" + Twine(dims) + "d.default").str(),
                 x, pads);
  // Core has none of one dimension.
  pads.append({c.expr(0), c.expr(0)});
  Term padded = padBy(c, "aten.replication_pad2d.default",
                      unsqueeze(x, x.rank() - 1), pads);
  return squeeze(padded, {-2});
}

static Term decomposeReplicationPad1d(Call &c) {
  Term x = c("self");
  Sizes pads = c.symInts("padding");
  pads.append({c.expr(0), c.expr(0)});
  Term padded = padBy(c, "aten.replication_pad2d.default",
                      unsqueeze(x, x.rank() - 1), pads);
  return squeeze(padded, {-2});
}

/// The positions of the windows over one dimension: [extent, windows].
static Term getWindows(Call &c, ExprAttr size, int64_t kernel, int64_t dilation,
                       int64_t stride) {
  ExprAttr count = windowCount(
      size, {c.expr(kernel), c.expr(stride), c.expr(0), c.expr(dilation)});
  Term inside = arange(c, c.expr(kernel)) * dilation;
  return unsqueeze(inside, 1) + arange(c, count) * stride;
}

static Term decomposeIm2col(Call &c) {
  Term x = c("self");
  auto kernel = c.integers("kernel_size"), dilation = c.integers("dilation"),
       padding = c.integers("padding"), stride = c.integers("stride");
  if (x.rank() < 3 || kernel.size() != 2 || dilation.size() != 2 ||
      padding.size() != 2 || stride.size() != 2)
    return c.reject("input is no image");
  ExprAttr top = c.expr(padding[0]), left = c.expr(padding[1]);
  x = pad(x, {left, left, top, top}, 0);
  if (x.rank() == 3)
    x = unsqueeze(x, 0);
  Term rows = getWindows(c, x.size(2), kernel[0], dilation[0], stride[0]);
  Term columns = getWindows(c, x.size(3), kernel[1], dilation[1], stride[1]);
  // [n, c, kh, oh, kw, ow]
  Term windows =
      index(x, {Term(), Term(), unsqueeze(unsqueeze(rows, 2), 3), columns});
  return view(permute(windows, {0, 1, 2, 4, 3, 5}), c.result().getSizes());
}

void aten::populatePadDecompositions(RewritePatternSet &patterns,
                                     const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.pad.default", decomposePad},
            {"aten.replication_pad1d.default", decomposeReplicationPad1d},
            {"aten.im2col.default", decomposeIm2col}});
}

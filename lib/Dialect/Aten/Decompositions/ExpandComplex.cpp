// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators on complex tensors as real ones on their parts.
#include "Complex.h"
#include "Expansions.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// The variances of both parts add up.
static Term variance(Call &c) {
  Term x = c.raw("self");
  if (!isComplex(x.dtype()))
    return c.reject("is real");
  Attribute correction = c.op.getSchema().findArgument("correction")
                             ? c.op.attribute("correction")
                             : c.builder.getI64IntegerAttr(c.flag("unbiased"));
  auto ofPart = [&](int64_t which) {
    return make(c, "aten.var.correction", c.result(), getPart(x, which),
                c.op.attribute("dim"), correction, c.flag("keepdim"));
  };
  return ofPart(0) + ofPart(1);
}

/// The parts with their values around them. Zeros are the same for both parts,
/// which a conversion pads at once.
static Term constantPad(Call &c) {
  Term x = c.raw("self");
  if (!isComplex(x.dtype()) || c.number("value") == 0)
    return c.reject("both parts are padded alike");
  Sizes pads = c.symInts("pad");
  return makeComplex(pad(getPart(x, 0), pads, c.scalar("value")),
                     pad(getPart(x, 1), pads, 0));
}

/// Both parts of the input, side by side in the batch, are convolved with each
/// part of the weight.
static Term convolution(Call &c) {
  Term x = c.raw("input"), weight = c.raw("weight"), bias = c.raw("bias");
  if (!isComplex(x.dtype()) || !isComplex(weight.dtype()))
    return c.reject("is real");
  Term parts = cat({getPart(x, 0), getPart(x, 1)}, 0);
  Sizes sizes(c.result().getSizes());
  ExprAttr zero = c.expr(0), batch = sizes[0], both = parts.size(0);
  sizes[0] = both;
  auto convolve = [&](int64_t which) {
    return make(c, "aten.convolution.default", parts.type().withSizes(sizes),
                parts, contiguous(getPart(weight, which)), std::nullopt,
                c.op.attribute("stride"), c.op.attribute("padding"),
                c.op.attribute("dilation"), c.flag("transposed"),
                c.op.attribute("output_padding"), c.op.attribute("groups"));
  };
  Term a = convolve(0), b = convolve(1);
  Term result =
      makeComplex(slice(a, 0, zero, batch) - slice(b, 0, batch, both),
                  slice(a, 0, batch, both) + slice(b, 0, zero, batch));
  if (!bias)
    return result;
  Sizes channels(sizes.size(), c.expr(1));
  channels[1] = bias.size(0);
  return result + view(bias, channels);
}

/// A product of real matrices, twice as deep and twice as wide: the parts of
/// each row side by side, by rows for real parts above those for imaginary
/// ones.
static Term product(Call &c) {
  Term a = c.raw("self"), b = c.raw("mat2");
  if (!isComplex(a.dtype()) || a.dtype() != b.dtype())
    return c.reject("is real");
  Term aRe = getPart(a, 0), aIm = getPart(a, 1);
  Term bRe = getPart(b, 0), bIm = getPart(b, 1);
  Term both = matmul(cat({aRe, aIm}, -1),
                     cat({cat({bRe, bIm}, -1), cat({-bIm, bRe}, -1)}, -2));
  ExprAttr columns = b.size(-1), zero = c.expr(0);
  return makeComplex(slice(both, -1, zero, columns),
                     slice(both, -1, columns, both.size(-1)));
}

/// Element i is the product of elements 0 to i, one for each of a triangle: the
/// scan of real numbers has one part.
static Term runningProduct(Call &c) {
  Term x = c.raw("self");
  if (!isComplex(c.dtype()))
    return c.reject("is real");
  int64_t dim = x.rank() == 0 ? 0 : c.dim("dim", x.rank());
  if (c.isRejected() || x.rank() == 0)
    return to(x, c.dtype());
  Term rows = unsqueeze(transpose(to(x, c.dtype()), dim, -1), -2);
  Term places = arange(c, x.size(dim));
  Term seen = where(unsqueeze(places, 1) >= places, rows, 1);
  return transpose(prod(seen, -1, /*keepdim=*/false, c.dtype()), dim, -1);
}

void core::populateComplexExpansions(RewritePatternSet &patterns) {
  addRules(patterns, {},
           {{"aten.mm.default", product},
            {"aten.bmm.default", product},
            {"aten.cumprod.default", runningProduct},
            {"aten.var.correction", variance},
            {"aten.var.dim", variance},
            {"aten.constant_pad_nd.default", constantPad},
            {"aten.convolution.default", convolution}});
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// convolution as loops over (n, group, channel, spatial…; input channel,
// kernel…); the group loop is left out when there is one group. Half floats are
// accumulated in f32.
#include "kiln/Dialect/Aten/Convolution.h"
#include "Lowering.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

namespace {
/// The numbers of one convolution.
struct Geometry {
  SmallVector<int64_t> stride, padding, dilation;
  int64_t groups;
  unsigned spatial;
};
} // namespace

/// Splits dimension `dim` into groups.
static FailureOr<Tensor> splitGroups(Lowering &lowering, const Tensor &tensor,
                                     unsigned dim, int64_t groups) {
  if (groups == 1)
    return tensor;
  ExprAttr size = tensor.sizes[dim];
  if (!size.isInt() || size.getValue() % groups != 0)
    return failure();
  Sizes sizes = tensor.sizes;
  sizes[dim] = ep::makeInt(lowering.getContext(), size.getValue() / groups);
  sizes.insert(sizes.begin() + dim, ep::makeInt(lowering.getContext(), groups));
  return lowering.view(tensor, sizes);
}

/// The sum over input channels and kernel, in the compute dtype; with a
/// dimension of groups when there are several.
static Tensor accumulate(Lowering &lowering, const Tensor &input,
                         const Tensor &weight, SizesRef sizes,
                         const Geometry &g) {
  OpBuilder &builder = lowering.builder;
  unsigned grouped = g.groups > 1;
  // Loops: n, [g], oc, o…, ic, k…
  unsigned outChannel = 1 + grouped, space = outChannel + 1;
  unsigned inChannel = space + g.spatial, kernel = inChannel + 1;
  unsigned loops = kernel + g.spatial;
  auto dim = [&](unsigned i) { return builder.getAffineDimExpr(i); };
  SmallVector<AffineExpr> read = {dim(0)}, readWeight, write = {dim(0)};
  if (grouped)
    for (auto *list : {&read, &readWeight, &write})
      list->push_back(dim(1));
  read.push_back(dim(inChannel));
  readWeight.append({dim(outChannel), dim(inChannel)});
  write.push_back(dim(outChannel));
  for (unsigned i = 0; i < g.spatial; ++i) {
    read.push_back(dim(space + i) * g.stride[i] +
                   dim(kernel + i) * g.dilation[i]);
    readWeight.push_back(dim(kernel + i));
    write.push_back(dim(space + i));
  }
  auto map = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(loops, 0, exprs, lowering.getContext());
  };
  Type dtype = getComputeType(input.dtype);
  return lowering.reduce(
      sizes, dtype, lowering.constant(dtype, 0), {input, weight},
      {map(read), map(readWeight)}, map(write),
      [&](OpBuilder &b, Location l, ValueRange args) {
        Value x = castScalar(b, l, args[0], input.dtype, dtype);
        Value w = castScalar(b, l, args[1], weight.dtype, dtype);
        Value product = makeMul(b, l, dtype, x, w);
        return makeAdd(b, l, dtype, args[2], product);
      });
}

/// Adds the bias per channel and rounds to the result's dtype.
static Tensor finish(Lowering &lowering, const Tensor &sum, const Tensor &bias,
                     Type dtype) {
  if (!bias)
    return lowering.cast(sum, dtype);
  return lowering.pointwise(
      sum.sizes, dtype, {sum, bias},
      [&](OpBuilder &b, Location l, ValueRange args) {
        Value added = castScalar(b, l, args[1], bias.dtype, sum.dtype);
        Value value = makeAdd(b, l, sum.dtype, args[0], added);
        return castScalar(b, l, value, sum.dtype, dtype);
      },
      {lowering.builder.getMultiDimIdentityMap(sum.rank()),
       lowering.loopMap(sum.rank(), 1)});
}

static std::optional<Geometry> getGeometry(ConvolutionOp op, unsigned spatial) {
  auto stride = getInts(op.getStride()), padding = getInts(op.getPadding()),
       dilation = getInts(op.getDilation());
  if (!stride || !padding || !dilation || !op.getGroups().isInt())
    return std::nullopt;
  return Geometry{repeat(*stride, spatial), repeat(*padding, spatial),
                  repeat(*dilation, spatial), op.getGroups().getValue(),
                  spatial};
}

namespace {
struct ConvertConvolution : AtenConversion<ConvolutionOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(ConvolutionOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor input = Lowering::get(op.getInput(), adaptor.getInput());
    Tensor weight = Lowering::get(op.getWeight(), adaptor.getWeight());
    Tensor bias = Lowering::get(op.getBias(), adaptor.getBias());
    if (op.getTransposed())
      return rewriter.notifyMatchFailure(op, "transposed convolution");
    unsigned spatial = weight.rank() - 2;
    if (input.rank() != weight.rank())
      return rewriter.notifyMatchFailure(op, "input has no batch dimension");
    std::optional<Geometry> g = getGeometry(op, spatial);
    if (!g)
      return rewriter.notifyMatchFailure(op, "symbolic geometry");
    Lowering lowering(rewriter, op.getLoc());
    SmallVector<int64_t> around(2, 0);
    llvm::append_range(around, g->padding);
    Sizes padding = makeSizes(op->getContext(), around);
    input = lowering.pad(input, padding, padding,
                         lowering.constant(input.dtype, 0));
    ep::TensorType type = op.getType();
    FailureOr<Tensor> groupedInput = splitGroups(lowering, input, 1, g->groups);
    FailureOr<Tensor> groupedWeight =
        splitGroups(lowering, weight, 0, g->groups);
    if (failed(groupedInput) || failed(groupedWeight))
      return rewriter.notifyMatchFailure(op, "channels do not split to groups");
    Sizes sizes(type.getSizes());
    if (g->groups > 1) {
      sizes[1] = groupedWeight->sizes[1];
      sizes.insert(sizes.begin() + 1, groupedWeight->sizes[0]);
    }
    Tensor sum = accumulate(lowering, *groupedInput, *groupedWeight, sizes, *g);
    FailureOr<Tensor> flat = lowering.view(sum, type.getSizes());
    if (failed(flat))
      return rewriter.notifyMatchFailure(op, "groups do not join");
    return replace(rewriter, op,
                   finish(lowering, *flat, bias, type.getElementType()));
  }
};
} // namespace

void kiln::populateConvolutionToLinalg(TypeConverter &converter,
                                       RewritePatternSet &patterns) {
  patterns.add<ConvertConvolution>(converter, patterns.getContext());
}

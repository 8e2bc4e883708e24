// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// convolution as loops over (n, group, channel, spatial…; input channel,
// kernel…); the group loop is left out when there is one group. Half floats are
// accumulated in f32.
#include "kiln/Dialect/Aten/Convolution.h"
#include "Indices.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

namespace {
/// The numbers of one convolution.
struct Geometry {
  SmallVector<int64_t> stride, dilation;
  Sizes padding;
  ExprAttr groups;
  unsigned spatial;
};
} // namespace

/// Are there several groups, or as many as a symbol says?
static bool isGrouped(ExprAttr groups) { return !groups.isInt(1); }

/// Symbolic channels are taken to be divisible.
static FailureOr<ExprAttr> divideChannels(ExprAttr size, ExprAttr groups) {
  if (groups.isInt() && size.isInt() &&
      size.getValue() % groups.getValue() != 0)
    return failure();
  // The other factor of a multiple of the symbol, since a division by a
  // factor that may be zero stays a division.
  ExprAttr one = ep::makeInt(size.getContext(), 1);
  ExprAttr factor = ep::substitute(size, {{groups, one}});
  if (groups.isSymbol() && ep::mul(factor, groups) == size)
    return factor;
  return ep::floorDiv(size, groups);
}

/// The sum of products of `input` and `weight`, in the compute dtype.
static Tensor sumProducts(Lowering &lowering, const Tensor &input,
                          const Tensor &weight, SizesRef sizes, AffineMap read,
                          AffineMap readWeight, AffineMap write) {
  Type dtype = getComputeType(input.dtype);
  return lowering.reduce(sizes, dtype, lowering.constant(dtype, 0),
                         {input, weight}, {read, readWeight}, write,
                         [&](OpBuilder &b, Location l, ValueRange args) {
                           Value x =
                               castScalar(b, l, args[0], input.dtype, dtype);
                           Value w =
                               castScalar(b, l, args[1], weight.dtype, dtype);
                           Value product = makeMul(b, l, dtype, x, w);
                           return makeAdd(b, l, dtype, args[2], product);
                         });
}

/// Does each channel have one filter, of its own?
static bool isDepthwise(ConvolutionOp op, const Tensor &input,
                        const Tensor &weight, ExprAttr groups) {
  return isGrouped(groups) && !op.getTransposed() && input.sizes[1] == groups &&
         weight.sizes[0] == groups && weight.sizes[1].isInt(1);
}

/// The sum over the kernel of each channel apart, in the compute dtype.
static FailureOr<Tensor> accumulateChannels(Lowering &lowering,
                                            const Tensor &input,
                                            const Tensor &weight,
                                            SizesRef sizes, const Geometry &g) {
  // Loops: n, c, o…, k…
  unsigned kernel = 2 + g.spatial, loops = kernel + g.spatial;
  OpBuilder &builder = lowering.builder;
  auto dim = [&](unsigned i) { return builder.getAffineDimExpr(i); };
  SmallVector<AffineExpr> read = {dim(0), dim(1)}, readWeight = {dim(1)};
  for (unsigned i = 0; i < g.spatial; ++i) {
    read.push_back(dim(2 + i) * g.stride[i] + dim(kernel + i) * g.dilation[i]);
    readWeight.push_back(dim(kernel + i));
  }
  Sizes filters = weight.sizes;
  filters.erase(filters.begin() + 1);
  FailureOr<Tensor> taps = lowering.view(weight, filters);
  if (failed(taps))
    return failure();
  return sumProducts(
      lowering, input, *taps, sizes,
      AffineMap::get(loops, 0, read, lowering.getContext()),
      AffineMap::get(loops, 0, readWeight, lowering.getContext()),
      builder.getMultiDimIdentityMap(loops).getMajorSubMap(kernel));
}

/// Splits dimension `dim` into groups.
static FailureOr<Tensor> splitGroups(Lowering &lowering, const Tensor &tensor,
                                     unsigned dim, ExprAttr groups) {
  if (!isGrouped(groups))
    return tensor;
  Sizes sizes = tensor.sizes;
  FailureOr<ExprAttr> part = divideChannels(sizes[dim], groups);
  if (failed(part))
    return failure();
  sizes[dim] = *part;
  sizes.insert(sizes.begin() + dim, groups);
  return lowering.view(tensor, sizes);
}

/// Are all these dimensions without extent?
static bool areAllOne(SizesRef sizes) {
  return llvm::all_of(sizes, [](ExprAttr size) { return size.isInt(1); });
}

/// The sum over input channels and kernel, in the compute dtype; with a
/// dimension of groups when there are several. A kernel of one tap is a product
/// of matrices, and has no loops.
static FailureOr<Tensor> accumulate(Lowering &lowering, const Tensor &input,
                                    const Tensor &weight, SizesRef sizes,
                                    const Geometry &g) {
  OpBuilder &builder = lowering.builder;
  unsigned grouped = isGrouped(g.groups);
  // Loops: n, [g], oc, o…, ic, k…
  unsigned outChannel = 1 + grouped, space = outChannel + 1;
  unsigned inChannel = space + g.spatial, loops = inChannel + 1;
  auto dim = [&](unsigned i) { return builder.getAffineDimExpr(i); };
  SmallVector<AffineExpr> read = {dim(0)}, readWeight, write = {dim(0)};
  if (grouped)
    for (auto *list : {&read, &readWeight, &write})
      list->push_back(dim(1));
  read.push_back(dim(inChannel));
  readWeight.append({dim(outChannel), dim(inChannel)});
  write.push_back(dim(outChannel));
  bool hasTaps = !areAllOne(ArrayRef(weight.sizes).take_back(g.spatial));
  for (unsigned i = 0; i < g.spatial; ++i) {
    AffineExpr place = dim(space + i) * g.stride[i];
    if (hasTaps) {
      place = place + dim(loops) * g.dilation[i];
      readWeight.push_back(dim(loops++));
    }
    read.push_back(place);
    write.push_back(dim(space + i));
  }
  FailureOr<Tensor> filters = weight;
  if (!hasTaps)
    filters = lowering.view(weight,
                            Sizes(ArrayRef(weight.sizes).drop_back(g.spatial)));
  if (failed(filters))
    return failure();
  auto map = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(loops, 0, exprs, lowering.getContext());
  };
  return sumProducts(lowering, input, *filters, sizes, map(read),
                     map(readWeight), map(write));
}

/// Is it a linear layer, which has no dimensions in space?
static bool isOnePixel(ConvolutionOp op, const Tensor &input,
                       const Tensor &weight) {
  return !op.getTransposed() && !isGrouped(op.getGroups()) &&
         areAllOne(ArrayRef(input.sizes).drop_front(2)) &&
         areAllOne(ArrayRef(weight.sizes).drop_front(2));
}

/// Adds the bias per channel and rounds to the result's dtype.
static Tensor finish(Lowering &lowering, const Tensor &sum, const Tensor &bias,
                     Type dtype) {
  if (!bias)
    return lowering.round(sum, dtype);
  return lowering.pointwise(
      sum.sizes, dtype, {sum, bias},
      [&](OpBuilder &b, Location l, ValueRange args) {
        Value added = castComputed(b, l, args[1], bias.dtype, sum.dtype);
        Value value = makeAdd(b, l, sum.dtype, args[0], added);
        return castComputed(b, l, value, sum.dtype, dtype);
      },
      {lowering.builder.getMultiDimIdentityMap(sum.rank()),
       lowering.loopMap(sum.rank(), 1)});
}

static std::optional<Geometry> getGeometry(ConvolutionOp op, unsigned spatial) {
  auto stride = getInts(op.getStride()), dilation = getInts(op.getDilation());
  Sizes padding = op.getPadding();
  if (padding.size() == 1)
    padding.assign(spatial, padding[0]);
  if (!stride || !dilation)
    return std::nullopt;
  return Geometry{repeat(*stride, spatial), repeat(*dilation, spatial), padding,
                  op.getGroups(), spatial};
}

/// Groups and their channels as channels. Where it is not known that these are
/// as many, that is checked when the program runs.
static FailureOr<Tensor> joinGroups(Lowering &lowering, const Tensor &sum,
                                    SizesRef sizes) {
  if (sum.rank() == static_cast<int64_t>(sizes.size()) ||
      ep::proveEqual(ep::mul(sum.sizes[1], sum.sizes[2]), sizes[1]) ==
          ep::Answer::Yes)
    return lowering.view(sum, sizes);
  return lowering.generate(
      sizes, sum.dtype, [&](OpBuilder &b, Location l, ValueRange indices) {
        Indices index{b, l};
        Value inside = lowering.sizeValue(sum.sizes[2]);
        SmallVector<Value> at = {indices[0], index.div(indices[1], inside),
                                 index.rem(indices[1], inside)};
        llvm::append_range(at, indices.drop_front(2));
        return Lowering::read(b, l, sum, at);
      });
}

/// Zeros between the elements, and around them so that an ordinary convolution
/// gives the transposed one. Negative amounts are cut off.
static FailureOr<Tensor> spread(Lowering &lowering, const Tensor &input,
                                const Tensor &weight, const Geometry &g,
                                SizesRef outputPadding) {
  MLIRContext *context = lowering.getContext();
  ExprAttr zero = ep::makeInt(context, 0), one = ep::makeInt(context, 1);
  Sizes apart(ArrayRef(input.sizes).take_front(2)), none(2, zero), gaps = none;
  Sizes joined = apart, low = none, high = none;
  for (unsigned i = 0; i < g.spatial; ++i) {
    ExprAttr size = input.sizes[2 + i], kernel = weight.sizes[2 + i];
    apart.append({size, one});
    none.append({zero, zero});
    gaps.append({zero, ep::makeInt(context, g.stride[i] - 1)});
    joined.push_back(ep::mul(size, ep::makeInt(context, g.stride[i])));
    ExprAttr reach =
        ep::mul(ep::sub(kernel, one), ep::makeInt(context, g.dilation[i]));
    ExprAttr around = ep::sub(reach, g.padding[i]);
    low.push_back(around);
    high.push_back(ep::add(ep::add(around, outputPadding[i]),
                           ep::makeInt(context, 1 - g.stride[i])));
  }
  Value scalar = lowering.constant(input.dtype, 0);
  FailureOr<Tensor> result = lowering.view(input, apart);
  if (failed(result))
    return failure();
  result = lowering.view(lowering.pad(*result, none, gaps, scalar), joined);
  if (failed(result))
    return failure();
  Tensor cropped = lowering.crop(*result, low, high);
  if (!cropped)
    return failure();
  return lowering.pad(cropped, low, high, scalar);
}

/// [in, out / groups, kernel…] as an ordinary convolution has it, each kernel
/// turned around: [groups, out / groups, in / groups, kernel…], without the
/// first dimension when there is one group.
static FailureOr<Tensor> turn(Lowering &lowering, const Tensor &weight,
                              ExprAttr groups) {
  FailureOr<ExprAttr> inside = divideChannels(weight.sizes[0], groups);
  if (failed(inside))
    return failure();
  unsigned first = isGrouped(groups);
  Sizes sizes;
  if (isGrouped(groups))
    sizes.push_back(groups);
  sizes.push_back(weight.sizes[1]);
  sizes.push_back(*inside);
  llvm::append_range(sizes, ArrayRef(weight.sizes).drop_front(2));
  return lowering.generate(
      sizes, weight.dtype, [&](OpBuilder &b, Location l, ValueRange indices) {
        Indices index{b, l};
        Value channel = indices[first + 1];
        if (isGrouped(groups))
          channel = index.add(
              index.mul(indices[0], lowering.sizeValue(*inside)), channel);
        SmallVector<Value> at = {channel, indices[first]};
        for (int64_t dim = 2; dim < weight.rank(); ++dim) {
          Value last =
              index.sub(lowering.sizeValue(weight.sizes[dim]), index.number(1));
          at.push_back(index.sub(last, indices[first + dim]));
        }
        return Lowering::read(b, l, weight, at);
      });
}

/// The sum over the input channels and the kernel of each group.
static FailureOr<Tensor> accumulateGroups(Lowering &lowering, ConvolutionOp op,
                                          const Tensor &input,
                                          const Tensor &weight,
                                          SizesRef results, Geometry g) {
  FailureOr<Tensor> groupedInput = splitGroups(lowering, input, 1, g.groups);
  FailureOr<Tensor> groupedWeight =
      op.getTransposed() ? turn(lowering, weight, g.groups)
                         : splitGroups(lowering, weight, 0, g.groups);
  if (failed(groupedInput) || failed(groupedWeight))
    return failure();
  if (op.getTransposed())
    g.stride.assign(g.spatial, 1);
  Sizes sizes(results);
  if (isGrouped(g.groups)) {
    sizes[1] = groupedWeight->sizes[1];
    sizes.insert(sizes.begin() + 1, groupedWeight->sizes[0]);
  }
  FailureOr<Tensor> sum =
      accumulate(lowering, *groupedInput, *groupedWeight, sizes, g);
  return failed(sum) ? sum : joinGroups(lowering, *sum, results);
}

namespace {
struct ConvertConvolution : AtenConversion<ConvolutionOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(ConvolutionOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor input = Lowering::get(op.getInput(), adaptor.getInput());
    Tensor weight = Lowering::get(op.getWeight(), adaptor.getWeight());
    Tensor bias = Lowering::get(op.getBias(), adaptor.getBias());
    unsigned spatial = weight.rank() - 2;
    std::optional<Geometry> g = getGeometry(op, spatial);
    if (!g)
      return rewriter.notifyMatchFailure(op, "symbolic geometry");
    Lowering lowering(rewriter, op.getLoc());
    Sizes results(op.getType().getSizes());
    if (input.rank() + 1 == weight.rank()) {
      ExprAttr one = ep::makeInt(op->getContext(), 1);
      results.insert(results.begin(), one);
      Sizes sizes = input.sizes;
      sizes.insert(sizes.begin(), one);
      input = *lowering.view(input, sizes);
    }
    if (input.rank() != weight.rank())
      return rewriter.notifyMatchFailure(op, "input and weight do not fit");
    FailureOr<Tensor> around = surround(lowering, op, input, weight, *g);
    if (failed(around))
      return rewriter.notifyMatchFailure(op, "symbolic kernel");
    if (isOnePixel(op, *around, weight)) {
      input = *lowering.view(*around, ArrayRef(around->sizes).take_front(2));
      weight = *lowering.view(weight, ArrayRef(weight.sizes).take_front(2));
      around = input;
      results.resize(2);
      g->spatial = 0;
    }
    FailureOr<Tensor> flat =
        isDepthwise(op, *around, weight, g->groups)
            ? accumulateChannels(lowering, *around, weight, results, *g)
            : accumulateGroups(lowering, op, *around, weight, results, *g);
    if (failed(flat))
      return rewriter.notifyMatchFailure(op, "channels do not split to groups");
    Tensor result =
        finish(lowering, *flat, bias, op.getType().getElementType());
    return replace(rewriter, op,
                   *lowering.view(result, op.getType().getSizes()));
  }

  /// The input with its padding.
  static FailureOr<Tensor> surround(Lowering &lowering, ConvolutionOp op,
                                    const Tensor &input, const Tensor &weight,
                                    const Geometry &g) {
    if (op.getTransposed()) {
      Sizes more = op.getOutputPadding();
      if (more.size() == 1)
        more.assign(g.spatial, more[0]);
      return spread(lowering, input, weight, g, more);
    }
    Sizes padding(2, ep::makeInt(lowering.getContext(), 0));
    llvm::append_range(padding, g.padding);
    return lowering.pad(input, padding, padding,
                        lowering.constant(input.dtype, 0));
  }
};
} // namespace

void kiln::populateConvolutionToLinalg(TypeConverter &converter,
                                       RewritePatternSet &patterns) {
  patterns.add<ConvertConvolution>(converter, patterns.getContext());
}

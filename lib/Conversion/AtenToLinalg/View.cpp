// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views. A tensor is its elements in order: strides are gone, so copies that
// only change them are nothing.
#include "kiln/Dialect/Aten/View.h"
#include "Indices.h"
#include "kiln/Dialect/Aten/Creation.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

ExprAttr kiln::getSliceStart(Operation *op, ExprAttr start, ExprAttr size) {
  if (!start)
    return ep::makeInt(size.getContext(), 0);
  return clampBound(start, size, getFactsFor(op, {start, size}));
}

namespace {
/// The same elements in other sizes.
template <typename OpT>
struct ConvertReshape : AtenConversion<OpT> {
  using AtenConversion<OpT>::AtenConversion;
  LogicalResult convert(OpT op, typename OpT::Adaptor adaptor,
                        ConversionPatternRewriter &rewriter) const override {
    Lowering lowering(rewriter, op.getLoc());
    FailureOr<Tensor> result =
        lowering.view(Lowering::get(op.getSelf(), adaptor.getSelf()),
                      op.getType().getSizes());
    if (failed(result))
      return rewriter.notifyMatchFailure(op, "no dimensions group to the view");
    return replace(rewriter, op, *result);
  }
};

/// Copies; a cast where the dtype changes.
template <typename OpT>
struct ConvertCopy : AtenConversion<OpT> {
  using AtenConversion<OpT>::AtenConversion;
  LogicalResult convert(OpT op, typename OpT::Adaptor adaptor,
                        ConversionPatternRewriter &rewriter) const override {
    ep::TensorType from = cast<ep::TensorType>(op.getSelf().getType());
    if (from.getDevice() != op.getType().getDevice())
      return rewriter.notifyMatchFailure(op, "changes the device");
    Lowering lowering(rewriter, op.getLoc());
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    Type dtype = op.getType().getElementType();
    return replace(rewriter, op,
                   op->hasAttr(kInnerCastAttr) ? lowering.round(self, dtype)
                                               : lowering.cast(self, dtype));
  }
};

static Value yieldElement(OpBuilder &, Location, ValueRange arguments) {
  return arguments[0];
}

struct ConvertPermute : AtenConversion<PermuteOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(PermuteOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    SmallVector<int64_t> loopOf(self.rank());
    for (auto [i, dim] : llvm::enumerate(op.getDims()))
      loopOf[*wrapDim(dim, self.rank())] = i;
    Lowering lowering(rewriter, op.getLoc());
    return replace(rewriter, op,
                   lowering.pointwise(op.getType().getSizes(), self.dtype, self,
                                      yieldElement,
                                      lowering.loopMap(self.rank(), loopOf)));
  }
};

struct ConvertExpand : AtenConversion<ExpandOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(ExpandOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    SizesRef sizes = op.getType().getSizes();
    Lowering lowering(rewriter, op.getLoc());
    if (SizesRef(self.sizes) == sizes)
      return replace(rewriter, op, self);
    return replace(rewriter, op,
                   lowering.pointwise(sizes, self.dtype, self, yieldElement));
  }
};

/// One dimension from `start` in steps.
static Value extract(Lowering &lowering, const Tensor &self, int64_t dim,
                     ExprAttr start, SizesRef sizes, ExprAttr step) {
  OpBuilder &builder = lowering.builder;
  // A slice of nothing may begin behind the end, which MLIR does not allow.
  if (llvm::any_of(sizes, [](ExprAttr size) { return size.isInt(0); }))
    return lowering.empty(sizes, self.dtype).value;
  SmallVector<OpFoldResult> offsets(self.rank(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(self.rank(), builder.getIndexAttr(1));
  offsets[dim] = lowering.size(start);
  strides[dim] = lowering.size(step);
  return tensor::ExtractSliceOp::create(
      builder, lowering.loc, lowering.getType(sizes, self.dtype), self.value,
      offsets, lowering.getMixed(sizes), strides);
}

struct ConvertSlice : AtenConversion<SliceTensorOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(SliceTensorOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    int64_t dim = *wrapDim(op.getDim(), self.rank());
    if (!op.getStep().isInt() || op.getStep().getValue() < 1)
      return rewriter.notifyMatchFailure(op, "step is not a positive number");
    ExprAttr start = getSliceStart(op, op.getStart(), self.sizes[dim]);
    Lowering lowering(rewriter, op.getLoc());
    SizesRef sizes = op.getType().getSizes();
    if (SizesRef(self.sizes) == sizes && start.isInt(0))
      return replace(rewriter, op, self);
    rewriter.replaceOp(
        op, extract(lowering, self, dim, start, sizes, op.getStep()));
    return success();
  }
};

/// Each part is a slice.
struct ConvertSplit : AtenConversion<SplitWithSizesOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(SplitWithSizesOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    FailureOr<int64_t> dim = wrapDim(op.getDim(), self.rank());
    Sizes lengths = op.getSplitSizes();
    if (failed(dim) || lengths.size() != op->getNumResults())
      return rewriter.notifyMatchFailure(op, "parts do not match the results");
    Lowering lowering(rewriter, op.getLoc());
    ExprAttr one = ep::makeInt(op->getContext(), 1);
    ExprAttr start = ep::makeInt(op->getContext(), 0);
    SmallVector<Value> parts;
    for (auto [result, length] : llvm::zip(op->getResults(), lengths)) {
      parts.push_back(
          extract(lowering, self, *dim, start, getSizes(result), one));
      start = ep::add(start, length);
    }
    rewriter.replaceOp(op, parts);
    return success();
  }
};

struct ConvertSelect : AtenConversion<SelectIntOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(SelectIntOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    int64_t dim = *wrapDim(op.getDim(), self.rank());
    ExprAttr index = op.getIndex();
    Lowering lowering(rewriter, op.getLoc());
    if (!index.isInt())
      return replace(
          rewriter, op,
          selectAt(lowering, self, dim, index, op.getType().getSizes()));
    if (index.getValue() < 0)
      index = ep::add(self.sizes[dim], index);
    ExprAttr one = ep::makeInt(op->getContext(), 1);
    Tensor slice = self;
    slice.sizes[dim] = one;
    slice.value = extract(lowering, self, dim, index, slice.sizes, one);
    FailureOr<Tensor> result = lowering.view(slice, op.getType().getSizes());
    if (failed(result))
      return rewriter.notifyMatchFailure(op, "sizes do not match");
    return replace(rewriter, op, *result);
  }

  /// An index that is known when the program runs is checked then.
  static Tensor selectAt(Lowering &lowering, const Tensor &self, int64_t dim,
                         ExprAttr index, SizesRef sizes) {
    return lowering.generate(
        sizes, self.dtype, [&](OpBuilder &b, Location l, ValueRange indices) {
          SmallVector<Value> at(indices);
          at.insert(at.begin() + dim,
                    Indices{b, l}.wrap(lowering.sizeValue(index),
                                       lowering.sizeValue(self.sizes[dim])));
          return Lowering::read(b, l, self, at);
        });
  }
};

struct ConvertCat : AtenConversion<CatOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(CatOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    ep::TensorType type = op.getType();
    Lowering lowering(rewriter, op.getLoc());
    SmallVector<Value> parts;
    for (auto [original, converted] :
         llvm::zip(op.getTensors(), adaptor.getTensors())) {
      Tensor part = Lowering::get(original, converted);
      if (part.rank() == 1 && part.sizes[0].isInt(0) && type.getRank() != 1)
        continue;
      parts.push_back(lowering.cast(part, type.getElementType()).value);
    }
    FailureOr<int64_t> dim = wrapDim(op.getDim(), type.getRank());
    if (parts.empty() || failed(dim))
      return rewriter.notifyMatchFailure(op, "nothing to concatenate");
    Value result = parts[0];
    if (parts.size() > 1)
      result = tensor::ConcatOp::create(
          rewriter, op.getLoc(),
          lowering.getType(type.getSizes(), type.getElementType()),
          static_cast<uint64_t>(*dim), parts);
    rewriter.replaceOp(op, result);
    return success();
  }
};
} // namespace

void kiln::populateViewToLinalg(TypeConverter &converter,
                                RewritePatternSet &patterns) {
  patterns.add<ConvertReshape<ViewOp>, ConvertReshape<UnsqueezeOp>,
               ConvertReshape<SqueezeDimOp>, ConvertReshape<SqueezeDimsOp>,
               ConvertCopy<CloneOp>, ConvertCopy<PrivateToCopyOp>,
               ConvertCopy<AliasOp>, ConvertPermute, ConvertExpand,
               ConvertSlice, ConvertSplit, ConvertSelect, ConvertCat>(
      converter, patterns.getContext());
}

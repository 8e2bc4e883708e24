// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// slice_scatter and select_scatter: a tensor with a part written, which a plan
// of memory may do in place.
#include "Lowering.h"
#include "kiln/Dialect/Aten/Indexing.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

/// `self` with `source` from `start` on along `dim`.
static Value insert(Lowering &lowering, const Tensor &self,
                    const Tensor &source, int64_t dim, ExprAttr start,
                    ExprAttr step) {
  OpBuilder &builder = lowering.builder;
  // Nothing may be written behind the end, which MLIR does not allow.
  if (llvm::any_of(source.sizes, [](ExprAttr size) { return size.isInt(0); }))
    return self.value;
  SmallVector<OpFoldResult> offsets(self.rank(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(self.rank(), builder.getIndexAttr(1));
  offsets[dim] = lowering.size(start);
  strides[dim] = lowering.size(step);
  return tensor::InsertSliceOp::create(
      builder, lowering.loc, source.value, self.value, offsets,
      lowering.getMixed(source.sizes), strides);
}

namespace {
struct ConvertSliceScatter : AtenConversion<SliceScatterOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(SliceScatterOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    Tensor source = Lowering::get(op.getSrc(), adaptor.getSrc());
    FailureOr<int64_t> dim = wrapDim(op.getDim(), self.rank());
    if (failed(dim) || self.rank() != source.rank())
      return rewriter.notifyMatchFailure(op, "dimension out of range");
    if (!op.getStep().isInt() || op.getStep().getValue() < 1)
      return rewriter.notifyMatchFailure(op, "step is not a positive number");
    ExprAttr start = getSliceStart(op, op.getStart(), self.sizes[*dim]);
    Sizes wanted = self.sizes;
    SmallVector<ExprAttr> bounds = {op.getStart(), op.getEnd()};
    wanted[*dim] =
        sliceSize(self.sizes[*dim], bounds[0], bounds[1], op.getStep(),
                  getFactsFor(op, {self.sizes[*dim], bounds[0], bounds[1]}));
    Lowering lowering(rewriter, op.getLoc());
    source = lowering.cast(source, self.dtype);
    if (SizesRef(source.sizes) != SizesRef(wanted))
      source = lowering.pointwise(
          wanted, self.dtype, source,
          [](OpBuilder &, Location, ValueRange args) { return args[0]; });
    rewriter.replaceOp(
        op, insert(lowering, self, source, *dim, start, op.getStep()));
    return success();
  }
};

struct ConvertSelectScatter : AtenConversion<SelectScatterOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(SelectScatterOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    FailureOr<int64_t> dim = wrapDim(op.getDim(), self.rank());
    ExprAttr index = op.getIndex();
    if (failed(dim) || !index.isInt())
      return rewriter.notifyMatchFailure(op, "index is symbolic");
    if (index.getValue() < 0)
      index = ep::add(self.sizes[*dim], index);
    ExprAttr one = ep::makeInt(op->getContext(), 1);
    Sizes sizes = self.sizes;
    sizes[*dim] = one;
    Lowering lowering(rewriter, op.getLoc());
    FailureOr<Tensor> source = lowering.view(
        lowering.cast(Lowering::get(op.getSrc(), adaptor.getSrc()), self.dtype),
        sizes);
    if (failed(source))
      return rewriter.notifyMatchFailure(op, "sizes do not match");
    rewriter.replaceOp(op, insert(lowering, self, *source, *dim, index, one));
    return success();
  }
};
} // namespace

void kiln::populateInsertToLinalg(TypeConverter &converter,
                                  RewritePatternSet &patterns) {
  patterns.add<ConvertSliceScatter, ConvertSelectScatter>(
      converter, patterns.getContext());
}

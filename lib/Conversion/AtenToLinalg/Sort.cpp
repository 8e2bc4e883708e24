// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sort and topk.
#include "Places.h"
#include "kiln/Dialect/Aten/Reduction.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

std::pair<Tensor, Tensor> kiln::makeSort(Lowering &lowering, const Tensor &self,
                                         int64_t dim, bool descending) {
  Type i64 = lowering.builder.getI64Type();
  if (self.rank() == 0)
    return {self, lowering.filled(self.sizes, i64, lowering.constant(i64, 0))};
  Tensor values = lowering.empty(self.sizes, self.dtype);
  Tensor indices = lowering.empty(self.sizes, i64);
  auto sort = tx::SortOp::create(
      lowering.builder, lowering.loc,
      TypeRange{values.value.getType(), indices.value.getType()}, self.value,
      ValueRange{values.value, indices.value}, dim, descending,
      isUnsigned(self.dtype));
  values.value = sort.getValues();
  indices.value = sort.getIndices();
  return {values, indices};
}

/// The first elements along one dimension.
static Value takeFirst(Lowering &lowering, const Tensor &tensor,
                       SizesRef sizes) {
  if (SizesRef(tensor.sizes) == sizes)
    return tensor.value;
  SmallVector<OpFoldResult> zeros(tensor.rank(),
                                  lowering.builder.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(tensor.rank(),
                                 lowering.builder.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(
      lowering.builder, lowering.loc, lowering.getType(sizes, tensor.dtype),
      tensor.value, zeros, lowering.getMixed(sizes), ones);
}

namespace {
struct ConvertSort : AtenConversion<aten::SortOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(aten::SortOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    FailureOr<int64_t> dim = wrapDim(op.getDim(), self.rank());
    if (failed(dim))
      return rewriter.notifyMatchFailure(op, "dimension out of range");
    Lowering lowering(rewriter, op.getLoc());
    auto [values, indices] = makeSort(lowering, self, *dim, op.getDescending());
    rewriter.replaceOp(op, {values.value, indices.value});
    return success();
  }
};

/// The first elements of all in order.
struct ConvertTopk : AtenConversion<TopkOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(TopkOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    FailureOr<int64_t> dim = wrapDim(op.getDim(), self.rank());
    if (failed(dim))
      return rewriter.notifyMatchFailure(op, "dimension out of range");
    Lowering lowering(rewriter, op.getLoc());
    auto [values, indices] = makeSort(lowering, self, *dim, op.getLargest());
    SizesRef sizes = op.getType().getSizes();
    rewriter.replaceOp(op, {takeFirst(lowering, values, sizes),
                            takeFirst(lowering, indices, sizes)});
    return success();
  }
};
} // namespace

void kiln::populateSortToTX(TypeConverter &converter,
                            RewritePatternSet &patterns) {
  patterns.add<ConvertSort, ConvertTopk>(converter, patterns.getContext());
}

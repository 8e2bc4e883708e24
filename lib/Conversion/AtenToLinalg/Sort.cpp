// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sort.
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
} // namespace

void kiln::populateSortToTX(TypeConverter &converter,
                            RewritePatternSet &patterns) {
  patterns.add<ConvertSort>(converter, patterns.getContext());
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// constant_pad_nd: elements in front and behind, or fewer of them where a
// number is negative. Pairs count from the last dimension.
#include "Lowering.h"
#include "kiln/Dialect/Aten/Pooling.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

/// Takes away what negative numbers say, and makes them 0. Null where nothing
/// would be left.
static Tensor crop(Lowering &lowering, const Tensor &self, Sizes &low,
                   Sizes &high) {
  OpBuilder &builder = lowering.builder;
  ExprAttr zero = ep::makeInt(lowering.getContext(), 0);
  SmallVector<OpFoldResult> offsets(self.rank(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(self.rank(), builder.getIndexAttr(1));
  Sizes sizes = self.sizes;
  bool isCropped = false;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    for (ExprAttr *pad : {&low[i], &high[i]}) {
      if (pad->getValue() >= 0)
        continue;
      size = ep::add(size, *pad);
      if (pad == &low[i])
        offsets[i] = builder.getIndexAttr(-pad->getValue());
      *pad = zero;
      isCropped = true;
    }
    if (size.isInt() && size.getValue() <= 0)
      return {};
  }
  if (!isCropped)
    return self;
  Value value = tensor::ExtractSliceOp::create(
      builder, lowering.loc, lowering.getType(sizes, self.dtype), self.value,
      offsets, lowering.getMixed(sizes), strides);
  return {value, sizes, self.dtype};
}

namespace {
struct ConvertConstantPad : AtenConversion<ConstantPadNdOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(ConstantPadNdOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    Sizes pads = op.getPad();
    ExprAttr zero = ep::makeInt(op->getContext(), 0);
    Sizes low(self.rank(), zero), high(self.rank(), zero);
    if (!getInts(pads) || static_cast<int64_t>(pads.size()) > 2 * self.rank())
      return rewriter.notifyMatchFailure(op, "symbolic padding");
    for (size_t i = 0; i + 1 < pads.size(); i += 2) {
      low[self.rank() - 1 - i / 2] = pads[i];
      high[self.rank() - 1 - i / 2] = pads[i + 1];
    }
    Value scalar = makeScalar(rewriter, op.getLoc(), op.getValue(), self.dtype);
    if (!scalar)
      return rewriter.notifyMatchFailure(op, "complex or symbolic value");
    Lowering lowering(rewriter, op.getLoc());
    Tensor cropped = crop(lowering, self, low, high);
    SizesRef sizes = op.getType().getSizes();
    return replace(rewriter, op,
                   cropped ? lowering.pad(cropped, low, high, scalar)
                           : lowering.filled(sizes, self.dtype, scalar));
  }
};
} // namespace

void kiln::populatePaddingToLinalg(TypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<ConvertConstantPad>(converter, patterns.getContext());
}

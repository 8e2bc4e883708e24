// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// constant_pad_nd: elements in front and behind, or fewer of them where a
// number is negative, which may show only when the program runs. Pairs count
// from the last dimension.
#include "Lowering.h"
#include "kiln/Dialect/Aten/Pooling.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

namespace {
struct ConvertConstantPad : AtenConversion<ConstantPadNdOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(ConstantPadNdOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    Sizes pads = op.getPad();
    ExprAttr zero = ep::makeInt(op->getContext(), 0);
    Sizes low(self.rank(), zero), high(self.rank(), zero);
    if (static_cast<int64_t>(pads.size()) > 2 * self.rank())
      return rewriter.notifyMatchFailure(op, "pads more than there is");
    for (size_t i = 0; i + 1 < pads.size(); i += 2) {
      low[self.rank() - 1 - i / 2] = pads[i];
      high[self.rank() - 1 - i / 2] = pads[i + 1];
    }
    Value scalar = makeScalar(rewriter, op.getLoc(), op.getValue(), self.dtype);
    if (!scalar)
      return rewriter.notifyMatchFailure(op, "complex or symbolic value");
    Lowering lowering(rewriter, op.getLoc());
    Tensor cropped = lowering.crop(self, low, high);
    SizesRef sizes = op.getType().getSizes();
    if (!cropped)
      return replace(rewriter, op, lowering.filled(sizes, self.dtype, scalar));
    Tensor padded = lowering.pad(cropped, low, high, scalar);
    // The same sizes may be written in another way.
    if (SizesRef(padded.sizes) != sizes)
      padded = lowering.pointwise(
          sizes, self.dtype, padded,
          [](OpBuilder &, Location, ValueRange args) { return args[0]; },
          rewriter.getMultiDimIdentityMap(self.rank()));
    return replace(rewriter, op, padded);
  }
};
} // namespace

void kiln::populatePaddingToLinalg(TypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<ConvertConstantPad>(converter, patterns.getContext());
}

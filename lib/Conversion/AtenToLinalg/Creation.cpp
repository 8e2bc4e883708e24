// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors of one value.
#include "kiln/Dialect/Aten/Creation.h"
#include "Lowering.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

static Attribute getValue(FullOp op) { return op.getFillValue(); }
static Attribute getValue(FullLikeOp op) { return op.getFillValue(); }
static Attribute getValue(FillScalarOp op) { return op.getValue(); }
static Attribute getValue(ScalarTensorOp op) { return op.getS(); }

namespace {
template <typename OpT>
struct ConvertFilled : AtenConversion<OpT> {
  using AtenConversion<OpT>::AtenConversion;
  LogicalResult convert(OpT op, typename OpT::Adaptor,
                        ConversionPatternRewriter &rewriter) const override {
    ep::TensorType type = op.getType();
    Lowering lowering(rewriter, op.getLoc());
    Value scalar =
        makeScalar(rewriter, op.getLoc(), getValue(op), type.getElementType());
    if (!scalar)
      return rewriter.notifyMatchFailure(op, "complex or symbolic float value");
    return replace(
        rewriter, op,
        lowering.filled(type.getSizes(), type.getElementType(), scalar));
  }
};
} // namespace

void kiln::populateCreationToLinalg(TypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<ConvertFilled<FullOp>, ConvertFilled<FullLikeOp>,
               ConvertFilled<FillScalarOp>, ConvertFilled<ScalarTensorOp>>(
      converter, patterns.getContext());
}

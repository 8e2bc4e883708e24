// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors of one value, and of evenly spaced ones.
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

/// start + i * step, computed in int64 or double.
struct ConvertArange : AtenConversion<ArangeStartStepOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(ArangeStartStepOp op, Adaptor,
                        Rewriter &rewriter) const override {
    Type dtype = op.getType().getElementType();
    Type wide = isFloat(dtype) ? Type(rewriter.getF64Type())
                               : Type(rewriter.getI64Type());
    Lowering lowering(rewriter, op.getLoc());
    Value start = makeScalar(rewriter, op.getLoc(), op.getStart(), wide);
    Value step = makeScalar(rewriter, op.getLoc(), op.getStep(), wide);
    if (!start || !step)
      return rewriter.notifyMatchFailure(op, "complex or symbolic float value");
    return replace(
        rewriter, op,
        lowering.generate(op.getType().getSizes(), dtype,
                          [&](OpBuilder &b, Location l, ValueRange indices) {
                            Type i64 = b.getI64Type();
                            Value i = arith::IndexCastOp::create(b, l, i64,
                                                                 indices[0]);
                            i = castScalar(b, l, i, i64, wide);
                            i = makeMul(b, l, wide, i, step);
                            i = makeAdd(b, l, wide, start, i);
                            return castScalar(b, l, i, wide, dtype);
                          }));
  }
};

/// Zeros, so that every run gives the same.
template <typename OpT>
struct ConvertEmpty : AtenConversion<OpT> {
  using AtenConversion<OpT>::AtenConversion;
  LogicalResult convert(OpT op, typename OpT::Adaptor,
                        ConversionPatternRewriter &rewriter) const override {
    ep::TensorType type = op.getType();
    Lowering lowering(rewriter, op.getLoc());
    return replace(
        rewriter, op,
        lowering.filled(type.getSizes(), type.getElementType(),
                        lowering.constant(type.getElementType(), 0)));
  }
};

/// `src` in the sizes and the dtype of `self`.
struct ConvertCopyInto : AtenConversion<CopyOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(CopyOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    ep::TensorType type = op.getType();
    if (cast<ep::TensorType>(op.getSrc().getType()).getDevice() !=
        type.getDevice())
      return rewriter.notifyMatchFailure(op, "changes the device");
    Tensor source = Lowering::get(op.getSrc(), adaptor.getSrc());
    Lowering lowering(rewriter, op.getLoc());
    auto body = [&](OpBuilder &b, Location l, ValueRange args) {
      return castScalar(b, l, args[0], source.dtype, type.getElementType());
    };
    return replace(rewriter, op,
                   lowering.pointwise(type.getSizes(), type.getElementType(),
                                      source, body));
  }
};
} // namespace

void kiln::populateCreationToLinalg(TypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<ConvertFilled<FullOp>, ConvertFilled<FullLikeOp>,
               ConvertFilled<FillScalarOp>, ConvertFilled<ScalarTensorOp>,
               ConvertArange, ConvertEmpty<EmptyMemoryFormatOp>,
               ConvertEmpty<EmptyStridedOp>, ConvertCopyInto>(
      converter, patterns.getContext());
}

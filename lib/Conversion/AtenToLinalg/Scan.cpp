// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cumsum, cumprod, cummax and cummin, and masked_scatter, which counts by a
// scan.
#include "Places.h"
#include "Reduction.h"
#include "kiln/Dialect/Aten/Indexing.h"
#include "kiln/Dialect/Aten/Reduction.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

static Tensor makeScan(Lowering &lowering, const Tensor &input, int64_t dim,
                       tx::CombineKind kind) {
  Tensor result = lowering.empty(input.sizes, input.dtype);
  result.value = tx::ScanOp::create(
      lowering.builder, lowering.loc, result.value.getType(), kind, input.value,
      result.value, dim, isUnsigned(input.dtype) || isBool(input.dtype));
  return result;
}

Tensor kiln::makeRunningSum(Lowering &lowering, const Tensor &input,
                            int64_t dim) {
  return makeScan(lowering, input, dim, tx::CombineKind::Add);
}

/// For each element the place of the last one that is its running extreme.
static Tensor findExtremes(Lowering &lowering, const Tensor &self,
                           const Tensor &extremes, int64_t dim) {
  Type i64 = lowering.builder.getI64Type();
  Tensor met = lowering.pointwise(
      self.sizes, i64, {self, extremes},
      [&](OpBuilder &b, Location l, ValueRange args) -> Value {
        // A NaN stays, and later ones are met, too.
        Value isMet = isExtreme(b, l, self.dtype, args[0], args[1]);
        Value place = arith::IndexCastOp::create(
            b, l, i64, linalg::IndexOp::create(b, l, dim));
        return arith::SelectOp::create(b, l, isMet, place,
                                       makeIntConstant(b, l, i64, -1));
      });
  return makeScan(lowering, met, dim, tx::CombineKind::Max);
}

namespace {
struct ConvertCumsum : AtenConversion<CumsumOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(CumsumOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Lowering lowering(rewriter, op.getLoc());
    Type dtype = op.getType().getElementType();
    Tensor self =
        lowering.cast(Lowering::get(op.getSelf(), adaptor.getSelf()), dtype);
    FailureOr<int64_t> dim = wrapDim(op.getDim(), self.rank());
    if (failed(dim))
      return rewriter.notifyMatchFailure(op, "dimension out of range");
    if (self.rank() == 0)
      return replace(rewriter, op, self);
    return replace(rewriter, op, makeRunningSum(lowering, self, *dim));
  }
};

/// cumprod, which has one result, or cummax or cummin.
struct ConvertScan : ConversionPattern {
  ConvertScan(const TypeConverter &converter, StringRef name,
              tx::CombineKind kind, MLIRContext *context)
      : ConversionPattern(converter, name, /*benefit=*/1, context), kind(kind) {
  }

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const final {
    Type dtype =
        cast<ep::TensorType>(op->getResult(0).getType()).getElementType();
    Lowering lowering(rewriter, op->getLoc());
    Tensor self = Lowering::get(op->getOperand(0), operands[0]);
    FailureOr<int64_t> dim = wrapDim(AtenOp(op).getInt("dim"), self.rank());
    if (isa<ComplexType>(self.dtype) || failed(dim))
      return rewriter.notifyMatchFailure(op, "is complex, or has no such "
                                             "dimension");
    self = lowering.cast(self, dtype);
    Tensor scanned =
        self.rank() == 0 ? self : makeScan(lowering, self, *dim, kind);
    SmallVector<Value> results = {scanned.value};
    if (op->getNumResults() == 2)
      results.push_back(getPlaces(lowering, self, scanned, *dim).value);
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  static Tensor getPlaces(Lowering &lowering, const Tensor &self,
                          const Tensor &extremes, int64_t dim) {
    Type i64 = lowering.builder.getI64Type();
    return self.rank() == 0
               ? lowering.filled(self.sizes, i64, lowering.constant(i64, 0))
               : findExtremes(lowering, self, extremes, dim);
  }

  tx::CombineKind kind;
};

/// The k-th element of self that the mask names becomes element k of source.
struct ConvertMaskedScatter : AtenConversion<MaskedScatterOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(MaskedScatterOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Lowering lowering(rewriter, op.getLoc());
    SizesRef sizes = op.getType().getSizes();
    Type dtype = op.getType().getElementType();
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    Tensor mask = Lowering::get(op.getMask(), adaptor.getMask());
    Tensor source = Lowering::get(op.getSource(), adaptor.getSource());
    if (!isBool(mask.dtype))
      return rewriter.notifyMatchFailure(op, "the mask is not of bools");
    // Number of the last element of the source that was taken, from 1 on.
    Tensor ones = lowering.pointwise(
        sizes, rewriter.getI64Type(), mask,
        [&](OpBuilder &b, Location l, ValueRange args) {
          return castScalar(b, l, args[0], mask.dtype, b.getI64Type());
        });
    FailureOr<Tensor> flat = lowering.view(ones, count(ones));
    FailureOr<Tensor> from = lowering.view(source, count(source));
    if (failed(flat) || failed(from))
      return rewriter.notifyMatchFailure(op, "sizes do not match");
    FailureOr<Tensor> numbers =
        lowering.view(makeRunningSum(lowering, *flat, 0), sizes);
    if (failed(numbers))
      return rewriter.notifyMatchFailure(op, "sizes do not match");
    return replace(rewriter, op,
                   select(lowering, self, mask, *numbers, *from, sizes, dtype));
  }

  static Sizes count(const Tensor &tensor) {
    return {ep::product(tensor.dtype.getContext(), tensor.sizes)};
  }

  static Tensor select(Lowering &lowering, const Tensor &self,
                       const Tensor &mask, const Tensor &numbers,
                       const Tensor &source, SizesRef sizes, Type dtype) {
    // One more element, so that an element that is not taken has a place.
    MLIRContext *context = lowering.getContext();
    Sizes none = {ep::makeInt(context, 0)}, one = {ep::makeInt(context, 1)};
    Tensor padded =
        lowering.pad(source, none, one, lowering.constant(source.dtype, 0));
    Value last = lowering.sizeValue(source.sizes[0]);
    Value beyond = lowering.sizeValue(padded.sizes[0]);
    Type compute = getComputeType(dtype);
    return lowering.pointwise(
        sizes, dtype, {self, mask, numbers},
        [&](OpBuilder &b, Location l, ValueRange args) {
          Value taken =
              arith::IndexCastOp::create(b, l, b.getIndexType(), args[2]);
          Value first = arith::ConstantIndexOp::create(b, l, 1);
          taken = arith::SubIOp::create(b, l, taken, first);
          // The mask may name more elements than there are: an error.
          Value tooMany = arith::CmpIOp::create(b, l, arith::CmpIPredicate::eq,
                                                taken, last);
          taken = arith::SelectOp::create(b, l, tooMany, beyond, taken);
          taken = arith::SelectOp::create(b, l, args[1], taken, last);
          // Half floats are chosen as f32: no target chooses them itself.
          Value value = tensor::ExtractOp::create(b, l, padded.value, taken);
          value = castScalar(b, l, value, source.dtype, compute);
          Value other = castScalar(b, l, args[0], self.dtype, compute);
          value = arith::SelectOp::create(b, l, args[1], value, other);
          return castScalar(b, l, value, compute, dtype);
        });
  }
};
} // namespace

void kiln::populateScanToTX(TypeConverter &converter,
                            RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<ConvertCumsum, ConvertMaskedScatter>(converter, context);
  patterns.add<ConvertScan>(converter, "aten.cumprod.default",
                            tx::CombineKind::Mul, context);
  patterns.add<ConvertScan>(converter, "aten.cummax.default",
                            tx::CombineKind::Max, context);
  patterns.add<ConvertScan>(converter, "aten.cummin.default",
                            tx::CombineKind::Min, context);
}

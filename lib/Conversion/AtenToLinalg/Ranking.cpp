// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// var, and where the largest or smallest element is: max.dim, min.dim, argmax,
// argmin.
#include "Reduction.h"
#include "kiln/Dialect/Aten/Reduction.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

static Attribute getCorrection(VarCorrectionOp op) {
  Attribute correction = op.getCorrection();
  return correction ? correction
                    : Builder(op->getContext()).getI64IntegerAttr(1);
}
static Attribute getCorrection(VarDimOp op) {
  return Builder(op->getContext()).getI64IntegerAttr(op.getUnbiased());
}

namespace {
/// In f64: the mean of the squared deviations from the mean.
template <typename OpT>
struct ConvertVar : AtenConversion<OpT> {
  using AtenConversion<OpT>::AtenConversion;
  LogicalResult convert(OpT op, typename OpT::Adaptor adaptor,
                        ConversionPatternRewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    auto dims = getReducedDims(AtenOp(op.getOperation()), self.rank());
    if (failed(dims))
      return rewriter.notifyMatchFailure(op, "dimensions out of range");
    Attribute correction = getCorrection(op);
    if (!isa<IntegerAttr, FloatAttr>(correction))
      return rewriter.notifyMatchFailure(op, "symbolic correction");
    Lowering lowering(rewriter, op.getLoc());
    Type f64 = rewriter.getF64Type();
    ExprAttr count = getCount(self.sizes, *dims, op->getContext());
    Tensor mean =
        divideByCount(lowering, lowering.sumDims(self, *dims, f64), count);
    Tensor squares = sumSquares(lowering, self, mean, *dims);
    Tensor var = lowering.pointwise(
        squares.sizes, f64, squares,
        [&](OpBuilder &b, Location l, ValueRange args) {
          Value divisor = makeSub(b, l, f64, makeScalar(b, l, count, f64),
                                  makeScalar(b, l, correction, f64));
          divisor = makeMax(b, l, f64, divisor, makeConstant(b, l, f64, 0));
          return arith::DivFOp::create(b, l, args[0], divisor).getResult();
        });
    SmallVector<Value> results;
    if (failed(replaceReduced(rewriter, op, 0, lowering, var, results)))
      return failure();
    rewriter.replaceOp(op, results);
    return success();
  }

  static Tensor sumSquares(Lowering &lowering, const Tensor &self,
                           const Tensor &mean, ArrayRef<int64_t> dims) {
    AffineMap row = lowering.mapWithout(self.rank(), dims);
    Type f64 = mean.dtype;
    return lowering.reduce(
        mean.sizes, f64, lowering.constant(f64, 0), {self, mean},
        {lowering.builder.getMultiDimIdentityMap(self.rank()), row}, row,
        [&](OpBuilder &b, Location l, ValueRange args) {
          Value x = castScalar(b, l, args[0], self.dtype, f64);
          Value rest = makeSub(b, l, f64, x, args[1]);
          return makeAdd(b, l, f64, args[2], makeMul(b, l, f64, rest, rest));
        });
  }
};
} // namespace

Value kiln::isPreferred(OpBuilder &b, Location l, Type dtype, Value x, Value y,
                        bool isMax) {
  if (!isFloat(dtype)) {
    bool zeroExtends = isUnsigned(dtype) || isBool(dtype);
    auto greater =
        zeroExtends ? arith::CmpIPredicate::ugt : arith::CmpIPredicate::sgt;
    return arith::CmpIOp::create(b, l, greater, isMax ? x : y, isMax ? y : x);
  }
  Value better = arith::CmpFOp::create(b, l, arith::CmpFPredicate::OGT,
                                       isMax ? x : y, isMax ? y : x);
  Value isNan = arith::CmpFOp::create(b, l, arith::CmpFPredicate::UNO, x, x);
  Value isNumber = arith::CmpFOp::create(b, l, arith::CmpFPredicate::ORD, y, y);
  Value first = arith::AndIOp::create(b, l, isNan, isNumber);
  return arith::OrIOp::create(b, l, better, first);
}

Value kiln::isExtreme(OpBuilder &b, Location l, Type dtype, Value x,
                      Value extreme) {
  if (!isFloat(dtype))
    return arith::CmpIOp::create(b, l, arith::CmpIPredicate::eq, x, extreme);
  Value isEqual =
      arith::CmpFOp::create(b, l, arith::CmpFPredicate::OEQ, x, extreme);
  Value isNan = arith::CmpFOp::create(b, l, arith::CmpFPredicate::UNO, x, x);
  return arith::OrIOp::create(b, l, isNan, isEqual);
}

/// Along `dim` of `self` the first place that has the extreme value, or that of
/// a NaN where there is one: a minimum of places, which vectors take.
static Tensor findFirst(Lowering &lowering, const Tensor &self,
                        const Tensor &extremes, int64_t dim) {
  OpBuilder &builder = lowering.builder;
  Type i64 = builder.getI64Type();
  AffineMap row = lowering.mapWithout(self.rank(), dim);
  Value beyond = makeHighest(builder, lowering.loc, i64);
  return lowering.reduce(
      extremes.sizes, i64, beyond, {self, extremes},
      {builder.getMultiDimIdentityMap(self.rank()), row}, row,
      [&](OpBuilder &b, Location l, ValueRange args) -> Value {
        Value x = castScalar(b, l, args[0], self.dtype, extremes.dtype);
        Value isFound = isExtreme(b, l, extremes.dtype, x, args[1]);
        Value place = arith::IndexCastOp::create(
            b, l, i64, linalg::IndexOp::create(b, l, dim));
        place = arith::SelectOp::create(b, l, isFound, place, beyond);
        return arith::MinSIOp::create(b, l, args[2], place);
      });
}

namespace {
/// argmax and argmin have the place only, max.dim and min.dim both. Without a
/// dimension the place is that in the flattened tensor.
template <typename OpT, bool IsMax>
struct ConvertExtreme : AtenConversion<OpT> {
  using AtenConversion<OpT>::AtenConversion;
  LogicalResult convert(OpT op, typename OpT::Adaptor adaptor,
                        ConversionPatternRewriter &rewriter) const override {
    AtenOp generic(op.getOperation());
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    Lowering lowering(rewriter, op.getLoc());
    int64_t dim = 0;
    if (self.rank() == 0 || !generic.hasValue("dim")) {
      FailureOr<Tensor> flat = lowering.view(
          self, ep::product(op->getContext(), ArrayRef(self.sizes)));
      if (failed(flat))
        return rewriter.notifyMatchFailure(op, "does not flatten");
      self = *flat;
    } else {
      auto dims = getReducedDims(generic, self.rank());
      if (failed(dims))
        return rewriter.notifyMatchFailure(op, "dimension out of range");
      dim = dims->front();
    }
    Tensor values = reduceToExtreme(lowering, self, {dim}, IsMax);
    Tensor places = findFirst(lowering, self, values, dim);
    SmallVector<Value> results;
    bool hasValues = op->getNumResults() == 2;
    if ((hasValues &&
         failed(replaceReduced(rewriter, op, 0, lowering, values, results))) ||
        failed(
            replaceReduced(rewriter, op, hasValues, lowering, places, results)))
      return failure();
    rewriter.replaceOp(op, results);
    return success();
  }
};
} // namespace

void kiln::populateRankingToLinalg(TypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<ConvertVar<VarCorrectionOp>, ConvertVar<VarDimOp>,
               ConvertExtreme<ArgmaxOp, true>, ConvertExtreme<ArgminOp, false>,
               ConvertExtreme<MaxDimOp, true>, ConvertExtreme<MinDimOp, false>>(
      converter, patterns.getContext());
}

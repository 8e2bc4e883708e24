// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sum, mean, prod, amax, amin, any: accumulated in order, half floats in f32,
// products and means in f64.
#include "Reduction.h"
#include "kiln/Dialect/Aten/Reduction.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

LogicalResult kiln::replaceReduced(ConversionPatternRewriter &rewriter,
                                   Operation *op, unsigned result,
                                   Lowering &lowering, const Tensor &reduced,
                                   SmallVector<Value> &results) {
  auto type = cast<ep::TensorType>(op->getResult(result).getType());
  FailureOr<Tensor> viewed = lowering.view(
      lowering.round(reduced, type.getElementType()), type.getSizes());
  if (failed(viewed))
    return rewriter.notifyMatchFailure(op, "sizes do not match");
  results.push_back(viewed->value);
  return success();
}

static LogicalResult replaceOnly(ConversionPatternRewriter &rewriter,
                                 Operation *op, Lowering &lowering,
                                 const Tensor &reduced) {
  SmallVector<Value> results;
  if (failed(replaceReduced(rewriter, op, 0, lowering, reduced, results)))
    return failure();
  rewriter.replaceOp(op, results);
  return success();
}

FailureOr<SmallVector<int64_t>> kiln::getReducedDims(AtenOp op, int64_t rank) {
  std::optional<unsigned> index = op.getSchema().findArgument("dim");
  if (!index || !op.hasValue("dim"))
    return llvm::to_vector(llvm::seq<int64_t>(0, rank));
  bool isList = op.getSchema().getArguments()[*index].type.list;
  SmallVector<int64_t> dims =
      isList ? op.integers(*index) : SmallVector<int64_t>{op.integer(*index)};
  // An empty list is all of them elsewhere, none of them for any.
  bool emptyIsAll = op->getName().getStringRef() != "aten.any.dims";
  if (rank == 0 && succeeded(wrapDims(dims, rank, emptyIsAll)))
    return SmallVector<int64_t>();
  return wrapDims(dims, rank, emptyIsAll);
}

Tensor kiln::divideByCount(Lowering &lowering, const Tensor &sum,
                           ep::ExprAttr count) {
  return lowering.pointwise(
      sum.sizes, sum.dtype, sum,
      [&](OpBuilder &b, Location l, ValueRange arguments) {
        Value divisor = makeScalar(b, l, count, sum.dtype);
        return arith::DivFOp::create(b, l, arguments[0], divisor).getResult();
      });
}

ep::ExprAttr kiln::getCount(ArrayRef<ep::ExprAttr> sizes,
                            ArrayRef<int64_t> dims, MLIRContext *context) {
  Sizes counted;
  for (int64_t dim : dims)
    counted.push_back(sizes[dim]);
  return ep::product(context, counted);
}

Tensor kiln::reduceToExtreme(Lowering &lowering, const Tensor &self,
                             ArrayRef<int64_t> dims, bool isMax) {
  OpBuilder &builder = lowering.builder;
  Type dtype = getComputeType(self.dtype);
  Value identity = isMax ? makeLowest(builder, lowering.loc, dtype)
                         : makeHighest(builder, lowering.loc, dtype);
  return lowering.reduceDims(
      self, dims, dtype, identity,
      [&](OpBuilder &b, Location l, ValueRange arguments) {
        Value next = castScalar(b, l, arguments[0], self.dtype, dtype);
        return isMax ? makeMax(b, l, dtype, next, arguments[1])
                     : makeMin(b, l, dtype, next, arguments[1]);
      });
}

namespace {
template <typename OpT, bool IsMean>
struct ConvertSum : AtenConversion<OpT> {
  using AtenConversion<OpT>::AtenConversion;
  LogicalResult convert(OpT op, typename OpT::Adaptor adaptor,
                        ConversionPatternRewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    auto dims = getReducedDims(AtenOp(op.getOperation()), self.rank());
    if (failed(dims))
      return rewriter.notifyMatchFailure(op, "dimensions out of range");
    // A mean is rounded once, behind the division.
    Type dtype = IsMean ? Type(rewriter.getF64Type())
                        : getComputeType(op.getType().getElementType());
    Lowering lowering(rewriter, op.getLoc());
    Tensor sum = lowering.sumDims(self, *dims, dtype);
    if (IsMean)
      sum = divideByCount(lowering, sum,
                          getCount(self.sizes, *dims, op->getContext()));
    return replaceOnly(rewriter, op, lowering, sum);
  }
};

/// The elements are brought to the result's dtype first.
template <typename OpT>
struct ConvertProd : AtenConversion<OpT> {
  using AtenConversion<OpT>::AtenConversion;
  LogicalResult convert(OpT op, typename OpT::Adaptor adaptor,
                        ConversionPatternRewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    auto dims = getReducedDims(AtenOp(op.getOperation()), self.rank());
    if (failed(dims))
      return rewriter.notifyMatchFailure(op, "dimensions out of range");
    Type dtype = op.getType().getElementType();
    Type computed = isFloat(dtype) ? Type(rewriter.getF64Type()) : dtype;
    Lowering lowering(rewriter, op.getLoc());
    Tensor product = lowering.reduceDims(
        self, *dims, computed, lowering.constant(computed, 1),
        [&](OpBuilder &b, Location l, ValueRange arguments) {
          Value next = castScalar(b, l, arguments[0], self.dtype, dtype);
          next = castScalar(b, l, next, dtype, computed);
          return makeMul(b, l, computed, arguments[1], next);
        });
    return replaceOnly(rewriter, op, lowering, product);
  }
};

template <typename OpT>
struct ConvertAny : AtenConversion<OpT> {
  using AtenConversion<OpT>::AtenConversion;
  LogicalResult convert(OpT op, typename OpT::Adaptor adaptor,
                        ConversionPatternRewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    auto dims = getReducedDims(AtenOp(op.getOperation()), self.rank());
    if (failed(dims))
      return rewriter.notifyMatchFailure(op, "dimensions out of range");
    Type i1 = rewriter.getI1Type();
    Lowering lowering(rewriter, op.getLoc());
    Tensor result = dims->empty() ? lowering.cast(self, i1)
                                  : lowering.sumDims(self, *dims, i1);
    return replaceOnly(rewriter, op, lowering, result);
  }
};

template <typename OpT, bool IsMax>
struct ConvertExtremum : AtenConversion<OpT> {
  using AtenConversion<OpT>::AtenConversion;
  LogicalResult convert(OpT op, typename OpT::Adaptor adaptor,
                        ConversionPatternRewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    auto dims = getReducedDims(AtenOp(op.getOperation()), self.rank());
    if (failed(dims))
      return rewriter.notifyMatchFailure(op, "dimensions out of range");
    Lowering lowering(rewriter, op.getLoc());
    return replaceOnly(rewriter, op, lowering,
                       reduceToExtreme(lowering, self, *dims, IsMax));
  }
};
} // namespace

void kiln::populateReductionToLinalg(TypeConverter &converter,
                                     RewritePatternSet &patterns) {
  patterns.add<ConvertSum<SumDimIntListOp, false>, ConvertSum<MeanOp, true>,
               ConvertSum<MeanDimOp, true>, ConvertProd<ProdOp>,
               ConvertProd<ProdDimIntOp>, ConvertAny<AnyOp>,
               ConvertAny<AnyDimOp>, ConvertAny<AnyDimsOp>,
               ConvertExtremum<AmaxOp, true>, ConvertExtremum<AminOp, false>>(
      converter, patterns.getContext());
}

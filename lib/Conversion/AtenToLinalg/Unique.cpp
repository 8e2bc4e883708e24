// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// _unique2 and unique_consecutive. An element is first of its kind where it
// differs from the one before it; the kinds are numbered by a running sum.
// Phase core keeps both, and they have no typed views.
#include "Places.h"
#include "Scatter.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

/// Is element i the first, or another one than that before it? NaN is.
static Tensor markFirsts(Lowering &lowering, const Tensor &values) {
  Type i1 = lowering.builder.getI1Type();
  return lowering.generate(
      values.sizes, i1,
      [&](OpBuilder &b, Location l, ValueRange indices) -> Value {
        Value zero = arith::ConstantIndexOp::create(b, l, 0);
        Value one = arith::ConstantIndexOp::create(b, l, 1);
        Value isStart = arith::CmpIOp::create(b, l, arith::CmpIPredicate::eq,
                                              indices[0], zero);
        Value before = arith::SubIOp::create(b, l, indices[0], one);
        before = arith::SelectOp::create(b, l, isStart, zero, before);
        Value x = Lowering::read(b, l, values, indices[0]);
        Value y = Lowering::read(b, l, values, before);
        Value differs;
        if (isFloat(values.dtype))
          differs =
              arith::CmpFOp::create(b, l, arith::CmpFPredicate::UNE, x, y);
        else
          differs = arith::CmpIOp::create(b, l, arith::CmpIPredicate::ne, x, y);
        return arith::OrIOp::create(b, l, isStart, differs);
      });
}

/// How many elements there are from each place to the next one or the end.
static Tensor makeCounts(Lowering &lowering, const Tensor &places,
                         ExprAttr total) {
  Type i64 = lowering.builder.getI64Type();
  Value kinds = lowering.sizeValue(places.sizes[0]);
  Value end = lowering.sizeValue(total);
  return lowering.generate(
      {places.sizes[0]}, i64,
      [&](OpBuilder &b, Location l, ValueRange indices) -> Value {
        Value zero = arith::ConstantIndexOp::create(b, l, 0);
        Value one = arith::ConstantIndexOp::create(b, l, 1);
        Value next = arith::AddIOp::create(b, l, indices[0], one);
        Value isLast =
            arith::CmpIOp::create(b, l, arith::CmpIPredicate::eq, next, kinds);
        next = arith::SelectOp::create(b, l, isLast, indices[0], next);
        Value from = Lowering::read(b, l, places, {indices[0], zero});
        Value to = Lowering::read(b, l, places, {next, zero});
        Value last = arith::IndexCastOp::create(b, l, i64, end);
        to = arith::SelectOp::create(b, l, isLast, last, to);
        return arith::SubIOp::create(b, l, to, from);
      });
}

/// The number of its kind for each element of the original order.
static Tensor makeInverse(Lowering &lowering, const Tensor &firsts,
                          const Tensor &order) {
  Type i64 = lowering.builder.getI64Type();
  Tensor numbers =
      makeRunningSum(lowering, lowering.cast(firsts, i64), /*dim=*/0);
  numbers = lowering.pointwise(
      numbers.sizes, i64, numbers,
      [&](OpBuilder &b, Location l, ValueRange args) -> Value {
        Value one = makeIntConstant(b, l, i64, 1);
        return arith::SubIOp::create(b, l, args[0], one);
      });
  if (!order)
    return numbers;
  Tensor zeros = lowering.filled(numbers.sizes, i64, lowering.constant(i64, 0));
  ScatterPlaces places = {{order}, {0}, {}};
  return makeScatter(lowering, tx::CombineKind::Assign, numbers, places, zeros);
}

/// The elements at the places in the first column.
static Tensor takeFirsts(Lowering &lowering, const Tensor &values,
                         const Tensor &places) {
  AffineMap column = AffineMap::get(1, 0,
                                    {lowering.builder.getAffineDimExpr(0),
                                     lowering.builder.getAffineConstantExpr(0)},
                                    lowering.getContext());
  return lowering.pointwise(
      {places.sizes[0]}, values.dtype, places,
      [&](OpBuilder &b, Location l, ValueRange args) {
        Value at = arith::IndexCastOp::create(b, l, b.getIndexType(), args[0]);
        return Lowering::read(b, l, values, at);
      },
      column);
}

/// What is not asked for has no elements.
static Value makeEmpty(Lowering &lowering, Value result) {
  return lowering.empty(getSizes(result), getDtype(result)).value;
}

namespace {
struct ConvertUnique : ConversionPattern {
  ConvertUnique(const TypeConverter &converter, StringRef name,
                MLIRContext *context)
      : ConversionPattern(converter, name, /*benefit=*/1, context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    AtenOp aten(op);
    bool isSorted = aten.getSchema().getName() == "aten._unique2.default";
    if (hasComplex(op) || hasNumber(op))
      return rewriter.notifyMatchFailure(op, "complex tensors or numbers");
    if (!isSorted && aten.hasValue("dim"))
      return rewriter.notifyMatchFailure(op, "slices along a dimension");
    Lowering lowering(rewriter, op->getLoc());
    Tensor self = Lowering::get(op->getOperand(0), operands[0]);
    ExprAttr total = ep::product(op->getContext(), self.sizes);
    FailureOr<Tensor> flat = lowering.view(self, {total});
    if (failed(flat))
      return rewriter.notifyMatchFailure(op, "sizes do not match");
    Tensor values = *flat, order;
    if (isSorted)
      std::tie(values, order) =
          makeSort(lowering, *flat, /*dim=*/0, /*descending=*/false);
    Tensor firsts = markFirsts(lowering, values);
    ExprAttr kinds = getSizes(op->getResult(0))[0];
    bindCount(lowering, op, firsts, kinds);
    Tensor places = makePlaces(lowering, firsts, kinds, -1);
    Value inverse = makeEmpty(lowering, op->getResult(1));
    if (aten.getBool("return_inverse")) {
      FailureOr<Tensor> shaped =
          lowering.view(makeInverse(lowering, firsts, order), self.sizes);
      if (failed(shaped))
        return rewriter.notifyMatchFailure(op, "sizes do not match");
      inverse = shaped->value;
    }
    Value counts = aten.getBool("return_counts")
                       ? makeCounts(lowering, places, total).value
                       : makeEmpty(lowering, op->getResult(2));
    rewriter.replaceOp(
        op, {takeFirsts(lowering, values, places).value, inverse, counts});
    return success();
  }
};
} // namespace

void kiln::populateUniqueToTX(TypeConverter &converter,
                              RewritePatternSet &patterns) {
  for (StringRef name :
       {"aten._unique2.default", "aten.unique_consecutive.default"})
    patterns.add<ConvertUnique>(converter, name, patterns.getContext());
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nonzero, nonzero_static, and a mask as an index: how many elements there are
// is read first, which is the size.
#include "Bindings.h"
#include "Places.h"
#include "kiln/Dialect/Aten/Indexing.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

Tensor kiln::makeMask(Lowering &lowering, const Tensor &self) {
  Type i1 = lowering.builder.getI1Type();
  if (isBool(self.dtype))
    return self;
  return lowering.pointwise(
      self.sizes, i1, self, [&](OpBuilder &b, Location l, ValueRange args) {
        Value zero = makeConstant(b, l, self.dtype, 0);
        if (isFloat(self.dtype))
          return arith::CmpFOp::create(b, l, arith::CmpFPredicate::UNE, args[0],
                                       zero)
              .getResult();
        return arith::CmpIOp::create(b, l, arith::CmpIPredicate::ne, args[0],
                                     zero)
            .getResult();
      });
}

/// Reads how many elements of `mask` are true, which is the size `count`.
static void bindCount(Lowering &lowering, Operation *op, const Tensor &mask,
                      ep::ExprAttr count) {
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, mask.rank()));
  Tensor number = lowering.sumDims(mask, dims, lowering.builder.getI64Type());
  bindNumber(lowering.builder, op, number.value, count);
}

Tensor kiln::makePlaces(Lowering &lowering, const Tensor &mask,
                        ep::ExprAttr count, int64_t fill) {
  Type i64 = lowering.builder.getI64Type();
  Sizes sizes = {count, ep::makeInt(lowering.getContext(), mask.rank())};
  Tensor places = lowering.filled(
      sizes, i64, makeIntConstant(lowering.builder, lowering.loc, i64, fill));
  places.value =
      tx::CompactOp::create(lowering.builder, lowering.loc,
                            places.value.getType(), mask.value, places.value);
  return places;
}

namespace {
struct ConvertNonzero : AtenConversion<NonzeroOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(NonzeroOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    ep::ExprAttr count = op.getType().getSizes()[0];
    Lowering lowering(rewriter, op.getLoc());
    bool isEmpty = llvm::any_of(aten::getSizes(op.getSelf()),
                                [](auto size) { return size.isInt(0); });
    if (isEmpty && count.isInt(0))
      return replace(rewriter, op,
                     lowering.empty(op.getType().getSizes(),
                                    op.getType().getElementType()));
    Tensor mask =
        makeMask(lowering, Lowering::get(op.getSelf(), adaptor.getSelf()));
    bindCount(lowering, op, mask, count);
    return replace(rewriter, op, makePlaces(lowering, mask, count, -1));
  }
};

/// nonzero with a given size: places beyond it are dropped. Phase core
/// keeps it, and it has no typed view.
struct ConvertNonzeroStatic : ConversionPattern {
  ConvertNonzeroStatic(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, "aten.nonzero_static.default",
                          /*benefit=*/1, context) {}
  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (hasComplex(op) || hasNumber(op))
      return rewriter.notifyMatchFailure(op, "complex tensors or numbers");
    AtenOp aten(op);
    Lowering lowering(rewriter, op->getLoc());
    Tensor self = Lowering::get(op->getOperand(0), operands[0]);
    auto type = cast<ep::TensorType>(op->getResult(0).getType());
    return replace(rewriter, op,
                   makePlaces(lowering, makeMask(lowering, self),
                              type.getSizes()[0], aten.getInt("fill_value")));
  }
};

/// A mask as the only index: one dimension stands in the result where self has
/// those of the mask.
struct ConvertMaskedIndex : AtenConversion<IndexTensorOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(IndexTensorOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    int64_t first = 0;
    Value original = findOnlyMask(op, first);
    if (!original)
      return rewriter.notifyMatchFailure(op, "not one mask alone");
    SmallVector<Value> converted = adaptor.getIndices();
    Tensor mask = Lowering::get(original, converted[first]);
    Lowering lowering(rewriter, op.getLoc());
    SizesRef sizes = op.getType().getSizes();
    bindCount(lowering, op, mask, sizes[first]);
    Tensor places = makePlaces(lowering, mask, sizes[first], -1);
    SmallVector<Tensor> columns(mask.rank(), places);
    SmallVector<AffineMap> maps;
    for (int64_t dim = 0; dim < mask.rank(); ++dim)
      maps.push_back(AffineMap::get(sizes.size(), 0,
                                    {rewriter.getAffineDimExpr(first),
                                     rewriter.getAffineConstantExpr(dim)},
                                    op->getContext()));
    auto body = [&](OpBuilder &b, Location l, ValueRange args) {
      SmallVector<Value> at;
      for (int64_t dim = 0; dim < first; ++dim)
        at.push_back(linalg::IndexOp::create(b, l, dim));
      for (Value index : args)
        at.push_back(arith::IndexCastOp::create(b, l, b.getIndexType(), index));
      for (int64_t dim = first + 1, e = sizes.size(); dim < e; ++dim)
        at.push_back(linalg::IndexOp::create(b, l, dim));
      return Lowering::read(b, l, self, at);
    };
    return replace(rewriter, op,
                   lowering.pointwise(sizes, self.dtype, columns, body, maps));
  }
};
} // namespace

void kiln::populateNonzeroToTX(TypeConverter &converter,
                               RewritePatternSet &patterns) {
  patterns.add<ConvertNonzero, ConvertNonzeroStatic, ConvertMaskedIndex>(
      converter, patterns.getContext());
}

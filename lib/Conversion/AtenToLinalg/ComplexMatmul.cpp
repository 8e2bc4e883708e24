// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of complex matrices, one part of each element at a time.
#include "Complex.h"
#include "kiln/Dialect/Aten/Matmul.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

/// [batch…, m, k] by [batch…, k, n], in f64.
static Tensor multiply(Lowering &lowering, const Tensor &a, const Tensor &b) {
  unsigned batch = a.rank() - 3, part = batch + 2, k = batch + 3;
  MLIRContext *context = lowering.getContext();
  auto getMap = [&](unsigned first, unsigned second, AffineExpr last) {
    SmallVector<AffineExpr> results;
    for (unsigned i = 0; i < batch; ++i)
      results.push_back(getAffineDimExpr(i, context));
    results.append({getAffineDimExpr(first, context),
                    getAffineDimExpr(second, context), last});
    return AffineMap::get(batch + 4, 0, results, context);
  };
  AffineExpr re = getAffineConstantExpr(0, context);
  AffineExpr im = getAffineConstantExpr(1, context);
  Sizes sizes(ArrayRef(a.sizes).drop_back(2));
  sizes.append({b.sizes[batch + 1], a.sizes.back()});
  Type f64 = lowering.builder.getF64Type();
  return lowering.reduce(
      sizes, f64, lowering.constant(f64, 0), {a, a, b, b},
      {getMap(batch, k, re), getMap(batch, k, im), getMap(k, batch + 1, re),
       getMap(k, batch + 1, im)},
      getMap(batch, batch + 1, getAffineDimExpr(part, context)),
      [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        Formulas formulas{builder, loc};
        auto read = [&](unsigned i, Type dtype) {
          return toReal(formulas, arguments[i], dtype);
        };
        Complex x = {read(0, a.dtype), read(1, a.dtype)};
        Complex y = {read(2, b.dtype), read(3, b.dtype)};
        Value product = choosePart(formulas, part, x * y, f64);
        return arith::AddFOp::create(builder, loc, arguments[4], product)
            .getResult();
      });
}

static bool isPairOfComplex(Value a, Value b) {
  auto isOne = [](Value value) {
    auto type = dyn_cast<ep::TensorType>(value.getType());
    return type && isComplex(type.getElementType());
  };
  return isOne(a) && isOne(b);
}

namespace {
template <typename OpT>
struct ConvertComplexProduct : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    if (!isPairOfComplex(op.getSelf(), op.getMat2()))
      return rewriter.notifyMatchFailure(op, "matrices are not complex");
    Lowering lowering(rewriter, op.getLoc());
    Tensor product =
        multiply(lowering, getParts(op.getSelf(), adaptor.getSelf()),
                 getParts(op.getMat2(), adaptor.getMat2()));
    return replace(
        rewriter, op,
        lowering.cast(product, getPartType(op.getType().getElementType())));
  }
};

/// beta * self + alpha * (mat1 @ mat2)
struct ConvertComplexAddmm : OpConversionPattern<AddmmOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(AddmmOp op, AddmmOp::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    if (!isPairOfComplex(op.getMat1(), op.getMat2()) ||
        !isPairOfComplex(op.getSelf(), op.getSelf()))
      return rewriter.notifyMatchFailure(op, "matrices are not complex");
    if (!isKnownNumber(op.getAlpha()) || !isKnownNumber(op.getBeta()))
      return rewriter.notifyMatchFailure(op, "symbolic factors");
    Lowering lowering(rewriter, op.getLoc());
    Tensor self = getParts(op.getSelf(), adaptor.getSelf());
    Tensor product =
        multiply(lowering, getParts(op.getMat1(), adaptor.getMat1()),
                 getParts(op.getMat2(), adaptor.getMat2()));
    ep::TensorType type = op.getType();
    Type part = getPartType(type.getElementType());
    SizesRef sizes = type.getSizes();
    SmallVector<AffineMap> maps =
        getPartMaps(lowering, sizes, sizes, sizes.size() + 1);
    maps.append(getPartMaps(
        lowering, cast<ep::TensorType>(op.getSelf().getType()).getSizes(),
        sizes, sizes.size() + 1));
    auto body = [&](OpBuilder &b, Location l, ValueRange args) {
      Formulas formulas{b, l};
      auto read = [&](unsigned i, Type dtype) {
        return toReal(formulas, args[i], dtype);
      };
      Complex x = {read(0, product.dtype), read(1, product.dtype)};
      Complex y = {read(2, self.dtype), read(3, self.dtype)};
      Complex value = toComplex(formulas, op.getAlpha(), part) * x +
                      toComplex(formulas, op.getBeta(), part) * y;
      return choosePart(formulas, sizes.size(), value, part);
    };
    return replace(rewriter, op,
                   lowering.pointwise(withParts(sizes, getContext()), part,
                                      {product, product, self, self}, body,
                                      maps));
  }
};
} // namespace

void kiln::populateComplexMatmulToLinalg(TypeConverter &converter,
                                         RewritePatternSet &patterns) {
  patterns.add<ConvertComplexProduct<MmOp>, ConvertComplexProduct<BmmOp>,
               ConvertComplexAddmm>(converter, patterns.getContext());
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mm, bmm, addmm as loops; half floats are accumulated in f32.
#include "kiln/Dialect/Aten/Matmul.h"
#include "Lowering.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

/// [batch…, m, k] by [batch…, k, n], in the compute dtype of `a`.
static Tensor multiply(Lowering &lowering, const Tensor &a, const Tensor &b) {
  unsigned batch = a.rank() - 2, m = batch, n = batch + 1, k = batch + 2;
  auto withBatch = [&](int64_t first, int64_t second) {
    auto dims = llvm::to_vector(llvm::seq<int64_t>(0, batch));
    dims.append({first, second});
    return lowering.loopMap(batch + 3, dims);
  };
  Type dtype = getComputeType(a.dtype);
  Sizes sizes(ArrayRef(a.sizes).drop_back());
  sizes.push_back(b.sizes.back());
  return lowering.reduce(
      sizes, dtype, lowering.constant(dtype, 0), {a, b},
      {withBatch(m, k), withBatch(k, n)}, withBatch(m, n),
      [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        Value x = castScalar(builder, loc, arguments[0], a.dtype, dtype);
        Value y = castScalar(builder, loc, arguments[1], b.dtype, dtype);
        Value product = makeMul(builder, loc, dtype, x, y);
        return makeAdd(builder, loc, dtype, arguments[2], product);
      });
}

namespace {
template <typename OpT>
struct ConvertProduct : AtenConversion<OpT> {
  using AtenConversion<OpT>::AtenConversion;
  LogicalResult convert(OpT op, typename OpT::Adaptor adaptor,
                        ConversionPatternRewriter &rewriter) const override {
    Lowering lowering(rewriter, op.getLoc());
    Tensor product =
        multiply(lowering, Lowering::get(op.getSelf(), adaptor.getSelf()),
                 Lowering::get(op.getMat2(), adaptor.getMat2()));
    return replace(rewriter, op,
                   lowering.round(product, op.getType().getElementType()));
  }
};

/// beta * self + alpha * (mat1 @ mat2)
struct ConvertAddmm : AtenConversion<AddmmOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(AddmmOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Lowering lowering(rewriter, op.getLoc());
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    Tensor product =
        multiply(lowering, Lowering::get(op.getMat1(), adaptor.getMat1()),
                 Lowering::get(op.getMat2(), adaptor.getMat2()));
    ep::TensorType type = op.getType();
    auto scale = [&](OpBuilder &b, Location l, Value value, Attribute factor) {
      auto integer = dyn_cast<IntegerAttr>(factor);
      if (integer && integer.getInt() == 1)
        return value;
      return makeMul(b, l, product.dtype, value,
                     makeScalar(b, l, factor, product.dtype));
    };
    if (isa<ep::ExprAttr>(op.getAlpha()) || isa<ep::ExprAttr>(op.getBeta()))
      return rewriter.notifyMatchFailure(op, "symbolic factors");
    auto body = [&](OpBuilder &b, Location l, ValueRange arguments) {
      Value sum = scale(b, l, arguments[0], op.getAlpha());
      Value added = castComputed(b, l, arguments[1], self.dtype, product.dtype);
      added = scale(b, l, added, op.getBeta());
      sum = makeAdd(b, l, product.dtype, sum, added);
      return castComputed(b, l, sum, product.dtype, type.getElementType());
    };
    return replace(rewriter, op,
                   lowering.pointwise(type.getSizes(), type.getElementType(),
                                      {product, self}, body));
  }
};
} // namespace

void kiln::populateMatmulToLinalg(TypeConverter &converter,
                                  RewritePatternSet &patterns) {
  patterns.add<ConvertProduct<MmOp>, ConvertProduct<BmmOp>, ConvertAddmm>(
      converter, patterns.getContext());
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// index_put. Index tensors are broadcast to one shape; their part of the values
// lies where they do when they stand side by side, else in front.
#include "Scatter.h"
#include "kiln/Dialect/Aten/Indexing.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using tx::CombineKind;

/// The indices of the true elements of `mask`, of which there are `count`; -1
/// where there are fewer.
static void appendMask(Lowering &lowering, const Tensor &mask,
                       ep::ExprAttr count, SmallVector<Tensor> &indices) {
  Type i64 = lowering.builder.getI64Type();
  MLIRContext *context = lowering.getContext();
  ep::ExprAttr rank = ep::makeInt(context, mask.rank());
  Tensor places =
      lowering.filled({count, rank}, i64, lowering.constant(i64, -1));
  places.value =
      tx::CompactOp::create(lowering.builder, lowering.loc,
                            places.value.getType(), mask.value, places.value);
  for (int64_t dim = 0; dim < mask.rank(); ++dim) {
    AffineMap column =
        AffineMap::get(1, 0,
                       {lowering.builder.getAffineDimExpr(0),
                        lowering.builder.getAffineConstantExpr(dim)},
                       context);
    indices.push_back(lowering.pointwise(
        {count}, i64, places,
        [](OpBuilder &, Location, ValueRange args) { return args[0]; },
        column));
  }
}

/// `index` as i64 over `sizes`; a negative one counts from the end.
static Tensor normalize(Lowering &lowering, const Tensor &index, SizesRef sizes,
                        ep::ExprAttr extent) {
  Type i64 = lowering.builder.getI64Type();
  Value size = lowering.sizeValue(extent);
  return lowering.pointwise(
      sizes, i64, index, [&](OpBuilder &b, Location l, ValueRange args) {
        Value value = castScalar(b, l, args[0], index.dtype, i64);
        Value zero = makeIntConstant(b, l, i64, 0);
        Value isNegative =
            arith::CmpIOp::create(b, l, arith::CmpIPredicate::slt, value, zero);
        Value wide = arith::IndexCastOp::create(b, l, i64, size);
        Value fromEnd = arith::AddIOp::create(b, l, value, wide);
        return arith::SelectOp::create(b, l, isNegative, fromEnd, value)
            .getResult();
      });
}

namespace {
struct ConvertIndexPut : AtenConversion<IndexPutOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(IndexPutOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Lowering lowering(rewriter, op.getLoc());
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    Tensor values = Lowering::get(op.getValues(), adaptor.getValues());
    SmallVector<Tensor> list;
    for (auto [original, converted] :
         llvm::zip(op.getIndices(), adaptor.getIndices()))
      list.push_back(Lowering::get(original, converted));
    auto isMask = [](const Tensor &tensor) {
      return tensor && isBool(tensor.dtype);
    };
    if (llvm::any_of(list, [](const Tensor &tensor) {
          return tensor && tensor.dtype.isInteger(8);
        }))
      return rewriter.notifyMatchFailure(op, "indices are bytes");
    int64_t masks = llvm::count_if(list, isMask);
    int64_t tensors =
        llvm::count_if(list, [](const Tensor &t) { return bool(t); });
    if (tensors == 0 || (masks > 0 && tensors > 1))
      return rewriter.notifyMatchFailure(
          op, "no index, or a mask beside other indices");
    if (masks == 0)
      return put(op, lowering, self, values, list, rewriter);
    return putMasked(op, lowering, self, values, list, rewriter);
  }

  /// The only index is a mask.
  static LogicalResult putMasked(IndexPutOp op, Lowering &lowering,
                                 const Tensor &self, const Tensor &values,
                                 ArrayRef<Tensor> list, Rewriter &rewriter) {
    const Tensor *found =
        llvm::find_if(list, [](const Tensor &tensor) { return bool(tensor); });
    int64_t first = found - list.begin(), rank = found->rank();
    // The values have one dimension where self has those of the mask.
    int64_t after = self.rank() - first - rank;
    int64_t place = values.rank() - after - 1;
    if (rank == 0 || after < 0)
      return rewriter.notifyMatchFailure(op, "a mask that has no place");
    if (place >= 0 && !values.sizes[place].isInt(1)) {
      SmallVector<Tensor> indices(first);
      appendMask(lowering, *found, values.sizes[place], indices);
      return put(op, lowering, self, values, indices, rewriter);
    }
    return replace(rewriter, op,
                   select(op, lowering, self, values, *found, first));
  }

  /// Each element that the mask names gets the same values.
  static Tensor select(IndexPutOp op, Lowering &lowering, const Tensor &self,
                       const Tensor &values, const Tensor &mask,
                       int64_t first) {
    OpBuilder &builder = lowering.builder;
    auto dims = llvm::to_vector(llvm::seq(first, first + mask.rank()));
    int64_t after = self.rank() - first - mask.rank();
    SmallVector<AffineExpr> reads;
    for (int64_t i = 0; i < values.rank(); ++i) {
      int64_t fromEnd = values.rank() - 1 - i;
      int64_t dim = fromEnd < after ? self.rank() - 1 - fromEnd
                                    : first - (fromEnd - after);
      bool isSingle = values.sizes[i].isInt(1) || fromEnd == after;
      reads.push_back(isSingle ? builder.getAffineConstantExpr(0)
                               : builder.getAffineDimExpr(dim));
    }
    Type dtype = self.dtype, compute = getComputeType(dtype);
    return lowering.pointwise(
        self.sizes, dtype, {self, mask, values},
        [&](OpBuilder &b, Location l, ValueRange args) {
          Value value = castScalar(b, l, args[2], values.dtype, compute);
          Value old = castScalar(b, l, args[0], dtype, compute);
          if (op.getAccumulate())
            value = makeAdd(b, l, compute, old, value);
          value = arith::SelectOp::create(b, l, args[1], value, old);
          return castScalar(b, l, value, compute, dtype);
        },
        {builder.getMultiDimIdentityMap(self.rank()),
         lowering.loopMap(self.rank(), dims),
         AffineMap::get(self.rank(), 0, reads, lowering.getContext())});
  }

  /// All indices are integers.
  static LogicalResult put(IndexPutOp op, Lowering &lowering,
                           const Tensor &self, const Tensor &values,
                           ArrayRef<Tensor> list, Rewriter &rewriter) {
    SmallVector<SizesRef> shapes;
    SmallVector<int64_t> dims, whole;
    for (int64_t dim = 0; dim < self.rank(); ++dim) {
      if (dim < static_cast<int64_t>(list.size()) && list[dim]) {
        dims.push_back(dim);
        shapes.push_back(list[dim].sizes);
      } else {
        whole.push_back(dim);
      }
    }
    FailureOr<Sizes> shape = broadcastSizes(shapes);
    if (failed(shape) || list.size() > static_cast<size_t>(self.rank()))
      return rewriter.notifyMatchFailure(op, "indices do not broadcast");
    ScatterPlaces places;
    places.dims = dims;
    Sizes sizes = *shape;
    for (int64_t dim : whole) {
      places.window.push_back(sizes.size());
      sizes.push_back(self.sizes[dim]);
    }
    for (int64_t dim : dims)
      places.indices.push_back(
          normalize(lowering, list[dim], *shape, self.sizes[dim]));
    bool isAdjacent =
        dims.back() - dims.front() + 1 == static_cast<int64_t>(dims.size());
    Tensor updates = arrange(lowering, values, sizes, shape->size(),
                             isAdjacent ? dims.front() : 0, self.dtype);
    CombineKind kind =
        op.getAccumulate() ? CombineKind::Add : CombineKind::Assign;
    return replace(rewriter, op,
                   makeScatter(lowering, kind, updates, places, self));
  }

  /// The values at the places that `map` gives, whose sizes are asserted to be
  /// those of the loops and have other types.
  static Tensor readAll(Lowering &lowering, const Tensor &values,
                        SizesRef sizes, AffineMap map, Type dtype) {
    return lowering.generate(
        sizes, dtype, [&](OpBuilder &b, Location l, ValueRange loops) {
          SmallVector<Value> at;
          for (AffineExpr expr : map.getResults())
            if (auto dim = dyn_cast<AffineDimExpr>(expr))
              at.push_back(loops[dim.getPosition()]);
            else
              at.push_back(arith::ConstantIndexOp::create(b, l, 0));
          return castScalar(b, l, Lowering::read(b, l, values, at),
                            values.dtype, dtype);
        });
  }

  /// The values, with the part of the indices first: it has `rank` dimensions
  /// and stands behind `before` others.
  static Tensor arrange(Lowering &lowering, const Tensor &values,
                        SizesRef sizes, int64_t rank, int64_t before,
                        Type dtype) {
    OpBuilder &builder = lowering.builder;
    int64_t loops = sizes.size();
    SmallVector<AffineExpr> reads;
    bool isKnown = true;
    for (int64_t i = 0; i < values.rank(); ++i) {
      int64_t dim = loops - values.rank() + i; // of the full values
      int64_t loop = dim < before          ? rank + dim
                     : dim < before + rank ? dim - before
                                           : dim;
      bool isSingle = values.sizes[i].isInt(1) && !sizes[loop].isInt(1);
      reads.push_back(isSingle ? builder.getAffineConstantExpr(0)
                               : builder.getAffineDimExpr(loop));
      if (isSingle || values.sizes[i] == sizes[loop])
        continue;
      isKnown = false;
      ep::AssertOp::create(
          builder, lowering.loc,
          ep::makeExpr(ep::ExprKind::Eq, {values.sizes[i], sizes[loop]}),
          "index_put: the values have another size");
    }
    AffineMap map = AffineMap::get(loops, 0, reads, lowering.getContext());
    if (!isKnown)
      return readAll(lowering, values, sizes, map, dtype);
    return lowering.pointwise(
        sizes, dtype, values,
        [&](OpBuilder &b, Location l, ValueRange args) {
          return castScalar(b, l, args[0], values.dtype, dtype);
        },
        map);
  }
};
} // namespace

void kiln::populateIndexPutToTX(TypeConverter &converter,
                                RewritePatternSet &patterns) {
  patterns.add<ConvertIndexPut>(converter, patterns.getContext());
}

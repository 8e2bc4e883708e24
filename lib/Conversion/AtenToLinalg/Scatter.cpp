// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// scatter.src, scatter.value, scatter_add, scatter_reduce and the gradient of
// embedding.
#include "Scatter.h"
#include "kiln/Dialect/Aten/Indexing.h"
#include "kiln/Dialect/Aten/View.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using tx::CombineKind;

Tensor kiln::makeScatter(Lowering &lowering, CombineKind kind,
                         const Tensor &updates, const ScatterPlaces &places,
                         const Tensor &init) {
  bool isSum = kind == CombineKind::Add || kind == CombineKind::Mul;
  if (isSum && isBool(init.dtype))
    kind = kind == CombineKind::Add ? CombineKind::Max : CombineKind::Min;
  Type dtype = isSum ? getComputeType(init.dtype) : init.dtype;
  Tensor from = lowering.cast(updates, dtype);
  Tensor result = lowering.cast(init, dtype);
  SmallVector<Value> indices = llvm::map_to_vector(
      places.indices, [](const Tensor &tensor) { return tensor.value; });
  result.value = tx::ScatterOp::create(
      lowering.builder, lowering.loc, result.value.getType(), kind, from.value,
      result.value, indices, places.dims, places.window, isUnsigned(dtype));
  return lowering.cast(result, init.dtype);
}

namespace {
/// The operands of a scatter along one dimension: nothing has rank 0.
struct Along {
  Tensor self, index;
  ScatterPlaces places;
  Sizes sizes;        ///< of the updates, as they are scattered
  int64_t rowDim = 0; ///< of the updates, which comes first there
};
} // namespace

/// A tensor without dimensions as one of one element.
static Tensor atLeast1D(Lowering &lowering, const Tensor &tensor) {
  if (tensor.rank() > 0)
    return tensor;
  return *lowering.view(tensor, {ep::makeInt(lowering.getContext(), 1)});
}

/// One place for each row: what `index` repeats along all dimensions but `dim`;
/// nothing where elements of a row may have different ones.
static std::optional<Tensor> findRowPlaces(Lowering &lowering,
                                           ConversionPatternRewriter &rewriter,
                                           Value index, int64_t dim) {
  auto expand = index.getDefiningOp<ExpandOp>();
  SizesRef sizes = getSizes(index);
  if (!expand || sizes.size() < 2)
    return std::nullopt;
  Sizes once(getSizes(expand.getSelf())),
      wanted(sizes.size(), ep::makeInt(lowering.getContext(), 1));
  wanted[dim] = sizes[dim];
  if (once != wanted)
    return std::nullopt;
  Tensor places = Lowering::get(expand.getSelf(),
                                rewriter.getRemappedValue(expand.getSelf()));
  return *lowering.view(places, sizes[dim]);
}

/// Dimension `dim` comes first.
template <typename T>
static void moveToFront(T &list, int64_t dim) {
  std::rotate(list.begin(), list.begin() + dim, list.begin() + dim + 1);
}

template <typename OpT>
static FailureOr<Along> getAlong(Lowering &lowering, OpT op,
                                 typename OpT::Adaptor adaptor,
                                 ConversionPatternRewriter &rewriter) {
  Along along;
  along.self =
      atLeast1D(lowering, Lowering::get(op.getSelf(), adaptor.getSelf()));
  along.index =
      atLeast1D(lowering, Lowering::get(op.getIndex(), adaptor.getIndex()));
  FailureOr<int64_t> wrapped = wrapDim(op.getDim(), along.self.rank());
  if (failed(wrapped) || along.self.rank() != along.index.rank())
    return failure();
  std::optional<Tensor> rows =
      findRowPlaces(lowering, rewriter, op.getIndex(), *wrapped);
  along.places.indices.push_back(rows.value_or(along.index));
  along.places.dims.push_back(*wrapped);
  along.sizes = along.index.sizes;
  along.rowDim = rows ? *wrapped : 0;
  moveToFront(along.sizes, along.rowDim);
  for (int64_t i = 0; i < along.self.rank(); ++i)
    if (i != (rows ? 0 : *wrapped))
      along.places.window.push_back(i);
  return along;
}

static Tensor bringRowsFirst(Lowering &lowering, const Tensor &updates,
                             const Along &along) {
  if (along.rowDim == 0)
    return updates;
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, updates.rank()));
  moveToFront(order, along.rowDim);
  AffineMap map = mlir::inversePermutation(
      AffineMap::getPermutationMap(order, lowering.getContext()));
  return lowering.pointwise(
      along.sizes, updates.dtype, updates,
      [](OpBuilder &, Location, ValueRange args) -> Value { return args[0]; },
      map);
}

/// The part of `source` at the places of the index tensor.
static FailureOr<Tensor> getUpdates(Lowering &lowering, const Tensor &source,
                                    const Along &along) {
  Tensor updates = atLeast1D(lowering, source);
  if (updates.rank() != along.index.rank())
    return failure();
  if (updates.sizes == along.index.sizes)
    return bringRowsFirst(lowering, updates, along);
  SmallVector<OpFoldResult> zeros(updates.rank(),
                                  lowering.builder.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(updates.rank(),
                                 lowering.builder.getIndexAttr(1));
  updates.sizes = along.index.sizes;
  updates.value = tensor::ExtractSliceOp::create(
      lowering.builder, lowering.loc,
      lowering.getType(updates.sizes, updates.dtype), updates.value, zeros,
      lowering.getMixed(updates.sizes), ones);
  return bringRowsFirst(lowering, updates, along);
}

static LogicalResult replaceScattered(ConversionPatternRewriter &rewriter,
                                      Operation *op, Lowering &lowering,
                                      const Tensor &result, SizesRef sizes) {
  return replace(rewriter, op, *lowering.view(result, sizes));
}

namespace {
template <typename OpT, CombineKind kind>
struct ConvertScatter : AtenConversion<OpT> {
  using AtenConversion<OpT>::AtenConversion;
  LogicalResult convert(OpT op, typename OpT::Adaptor adaptor,
                        ConversionPatternRewriter &rewriter) const override {
    Lowering lowering(rewriter, op.getLoc());
    FailureOr<Along> along = getAlong(lowering, op, adaptor, rewriter);
    if (failed(along))
      return rewriter.notifyMatchFailure(op, "ranks do not match");
    FailureOr<Tensor> updates = getUpdates(
        lowering, Lowering::get(op.getSrc(), adaptor.getSrc()), *along);
    if (failed(updates))
      return rewriter.notifyMatchFailure(op, "ranks do not match");
    return replaceScattered(
        rewriter, op, lowering,
        makeScatter(lowering, kind, *updates, along->places, along->self),
        op.getType().getSizes());
  }
};

struct ConvertScatterValue : AtenConversion<ScatterValueOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(ScatterValueOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Lowering lowering(rewriter, op.getLoc());
    FailureOr<Along> along = getAlong(lowering, op, adaptor, rewriter);
    Type dtype = op.getType().getElementType();
    Value scalar = makeScalar(rewriter, op.getLoc(), op.getValue(), dtype);
    if (failed(along) || !scalar)
      return rewriter.notifyMatchFailure(
          op, "ranks do not match, or the value is a symbolic float");
    Tensor updates = lowering.filled(along->sizes, dtype, scalar);
    return replaceScattered(rewriter, op, lowering,
                            makeScatter(lowering, CombineKind::Assign, updates,
                                        along->places, along->self),
                            op.getType().getSizes());
  }
};

/// The neutral element of a reduction: 0, 1, or the lowest or highest value.
Value makeIdentity(Lowering &lowering, CombineKind kind, Type dtype) {
  switch (kind) {
  case CombineKind::Max:
    return makeLowest(lowering.builder, lowering.loc, dtype);
  case CombineKind::Min:
    return makeHighest(lowering.builder, lowering.loc, dtype);
  default:
    return lowering.constant(dtype, kind == CombineKind::Mul);
  }
}

struct ConvertScatterReduce : AtenConversion<ScatterReduceTwoOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(ScatterReduceTwoOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    auto kind = llvm::StringSwitch<std::optional<CombineKind>>(op.getReduce())
                    .Cases({"sum", "mean"}, CombineKind::Add)
                    .Case("prod", CombineKind::Mul)
                    .Case("amax", CombineKind::Max)
                    .Case("amin", CombineKind::Min)
                    .Default(std::nullopt);
    Lowering lowering(rewriter, op.getLoc());
    FailureOr<Along> along = getAlong(lowering, op, adaptor, rewriter);
    if (!kind || failed(along))
      return rewriter.notifyMatchFailure(
          op, "unknown reduction, or ranks do not match");
    FailureOr<Tensor> updates = getUpdates(
        lowering, Lowering::get(op.getSrc(), adaptor.getSrc()), *along);
    if (failed(updates))
      return rewriter.notifyMatchFailure(op, "ranks do not match");
    Type dtype = getComputeType(along->self.dtype);
    Tensor init = lowering.cast(along->self, dtype);
    if (!op.getIncludeSelf()) {
      Tensor identity = lowering.filled(along->sizes, dtype,
                                        makeIdentity(lowering, *kind, dtype));
      init = makeScatter(lowering, CombineKind::Assign, identity, along->places,
                         init);
    }
    Tensor result = makeScatter(lowering, *kind, *updates, along->places, init);
    if (op.getReduce() == "mean")
      result = divideByCount(lowering, result, *along, op.getIncludeSelf());
    return replaceScattered(rewriter, op, lowering,
                            lowering.cast(result, along->self.dtype),
                            op.getType().getSizes());
  }

  /// Integers are rounded down.
  static Tensor divideByCount(Lowering &lowering, const Tensor &sum,
                              const Along &along, bool includeSelf) {
    Type i64 = lowering.builder.getI64Type();
    Tensor ones = lowering.filled(along.sizes, i64, lowering.constant(i64, 1));
    Tensor start =
        lowering.filled(sum.sizes, i64, lowering.constant(i64, includeSelf));
    Tensor counts =
        makeScatter(lowering, CombineKind::Add, ones, along.places, start);
    return lowering.pointwise(
        sum.sizes, sum.dtype, {sum, counts},
        [&](OpBuilder &b, Location l, ValueRange args) -> Value {
          Value one = makeIntConstant(b, l, i64, 1);
          Value count = arith::MaxSIOp::create(b, l, args[1], one);
          if (isFloat(sum.dtype))
            return arith::DivFOp::create(
                b, l, args[0], castScalar(b, l, count, i64, sum.dtype));
          Value wide = castScalar(b, l, args[0], sum.dtype, i64);
          return castScalar(b, l,
                            arith::FloorDivSIOp::create(b, l, wide, count), i64,
                            sum.dtype);
        });
  }
};

/// Row `indices[p]` of the result is the sum of the rows `p` of the gradient.
struct ConvertEmbeddingBackward : AtenConversion<EmbeddingDenseBackwardOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(EmbeddingDenseBackwardOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    if (op.getScaleGradByFreq())
      return rewriter.notifyMatchFailure(op, "gradients scaled by frequency");
    Lowering lowering(rewriter, op.getLoc());
    Tensor gradient =
        Lowering::get(op.getGradOutput(), adaptor.getGradOutput());
    Tensor indices = Lowering::get(op.getIndices(), adaptor.getIndices());
    Type dtype = op.getType().getElementType();
    Type compute = getComputeType(dtype);
    Value padding = lowering.sizeValue(op.getPaddingIdx());
    auto loops = llvm::to_vector(llvm::seq<int64_t>(0, indices.rank()));
    Tensor updates = lowering.pointwise(
        gradient.sizes, compute, {gradient, indices},
        [&](OpBuilder &b, Location l, ValueRange args) {
          Value number =
              arith::IndexCastOp::create(b, l, b.getIndexType(), args[1]);
          Value isPadding = arith::CmpIOp::create(
              b, l, arith::CmpIPredicate::eq, number, padding);
          Value row = castScalar(b, l, args[0], gradient.dtype, compute);
          return arith::SelectOp::create(b, l, isPadding,
                                         makeConstant(b, l, compute, 0), row)
              .getResult();
        },
        {rewriter.getMultiDimIdentityMap(gradient.rank()),
         lowering.loopMap(gradient.rank(), loops)});
    Tensor zeros = lowering.filled(op.getType().getSizes(), dtype,
                                   lowering.constant(dtype, 0));
    ScatterPlaces places = {{indices}, {0}, {indices.rank()}};
    return replace(
        rewriter, op,
        makeScatter(lowering, CombineKind::Add, updates, places, zeros));
  }
};
} // namespace

void kiln::populateScatterToTX(TypeConverter &converter,
                               RewritePatternSet &patterns) {
  patterns
      .add<ConvertScatter<ScatterSrcOp, CombineKind::Assign>,
           ConvertScatter<ScatterAddOp, CombineKind::Add>, ConvertScatterValue,
           ConvertScatterReduce, ConvertEmbeddingBackward>(
          converter, patterns.getContext());
}

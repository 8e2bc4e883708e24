// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adaptive averages, maxima, and the gradient of averages. Output o of n covers
// the inputs from floor(o * size / n) to ceil((o + 1) * size / n); input i is
// covered by the outputs that the same formula gives the other way round. The
// loops have the largest extent, and skip the elements that a window does not
// have, dimension by dimension. Where sizes divide, all ranges are windows of
// one size.
#include "Indices.h"
#include "Pool.h"
#include "Reduction.h"
#include "kiln/Dialect/Aten/Pooling.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

namespace {
/// From `count` places to ranges of `size` places.
struct Stretch {
  Lowering *lowering;
  ExprAttr count, size;

  /// No range is longer.
  ExprAttr longest() const {
    return ep::add(ep::ceilDiv(size, count), ep::makeInt(size.getContext(), 1));
  }
  /// Begin and end of the range of `place`.
  std::pair<Value, Value> range(Indices index, Value place) const {
    Value n = lowering->sizeValue(count), m = lowering->sizeValue(size);
    Value begin = index.div(index.mul(place, m), n);
    Value scaled = index.mul(index.add(place, index.number(1)), m);
    Value up = index.add(scaled, index.sub(n, index.number(1)));
    return {begin, index.div(up, n)};
  }
};
} // namespace

/// The outer indices of `from` at those of the loops. Only their product must
/// be the same as in `sizes`.
static SmallVector<Value> getOuter(Lowering &lowering, Indices index,
                                   const Tensor &from, SizesRef sizes,
                                   unsigned outer) {
  SmallVector<Value> at;
  for (unsigned i = 0; i < outer; ++i)
    at.push_back(linalg::IndexOp::create(index.builder, index.loc, i));
  if (ArrayRef(from.sizes).take_front(outer) == sizes.take_front(outer))
    return at;
  Value linear = index.number(0);
  for (auto [i, size] : llvm::zip(at, sizes))
    linear = index.add(index.mul(linear, lowering.sizeValue(size)), i);
  for (unsigned i = outer; i-- > 0;) {
    Value size = lowering.sizeValue(from.sizes[i]);
    at[i] = i == 0 ? linear : index.rem(linear, size);
    if (i != 0)
      linear = index.div(linear, size);
  }
  return at;
}

namespace {
/// A place in the range of an element.
struct Place {
  SmallVector<Value> outer, inner; ///< indices; inside also where it is none
  Value exists;
};

/// Loops over the ranges that belong to the elements of `sizes` along `dims`,
/// some of the last dimensions; along other ones of these an element has its
/// own place.
class Ranges {
public:
  Ranges(Lowering &lowering, const Tensor &from, SizesRef sizes,
         unsigned spatial, ArrayRef<unsigned> dims)
      : lowering(lowering), from(from), sizes(sizes), dims(dims),
        outer(sizes.size() - spatial) {
    for (unsigned dim : dims) {
      stretches.push_back({&lowering, sizes[dim], from.sizes[dim]});
      extents.push_back(stretches.back().longest());
    }
    for (unsigned i = 0; i < sizes.size() + dims.size(); ++i)
      (i < sizes.size() ? results : windows).push_back(i);
  }

  SizesRef getSizes() const { return sizes; }
  /// An operand without data that says how far the loops go.
  Tensor getWindow(Type dtype) const { return lowering.empty(extents, dtype); }
  AffineMap getWindowMap() const {
    return lowering.loopMap(results.size() + windows.size(), windows);
  }
  AffineMap getResultMap() const {
    return lowering.loopMap(results.size() + windows.size(), results);
  }

  Place find(OpBuilder &b, Location l) const {
    Indices index{b, l};
    Place place;
    place.outer = getOuter(lowering, index, from, sizes, outer);
    for (unsigned dim = outer; dim < sizes.size(); ++dim)
      place.inner.push_back(linalg::IndexOp::create(b, l, dim));
    for (auto [dim, window, stretch] : llvm::zip(dims, windows, stretches)) {
      Value &position = place.inner[dim - outer];
      auto [begin, end] = stretch.range(index, position);
      Value at = index.add(begin, linalg::IndexOp::create(b, l, window));
      Value isInside = index.compare(Indices::Predicate::slt, at, end);
      place.exists =
          place.exists ? index.both(place.exists, isInside) : isInside;
      position = index.min(at, index.sub(end, index.number(1)));
    }
    return place;
  }
  Value read(OpBuilder &b, Location l, const Place &place) const {
    SmallVector<Value> at = place.outer;
    llvm::append_range(at, place.inner);
    return Lowering::read(b, l, from, at);
  }

private:
  Lowering &lowering;
  const Tensor &from;
  SizesRef sizes;
  SmallVector<unsigned> dims;
  unsigned outer;
  SmallVector<Stretch> stretches;
  Sizes extents;
  SmallVector<int64_t> results, windows;
};
} // namespace

/// The last `spatial` of `sizes`.
static SmallVector<unsigned> getSpatial(SizesRef sizes, unsigned spatial) {
  return llvm::to_vector(
      llvm::seq<unsigned>(sizes.size() - spatial, sizes.size()));
}

/// A value in its range, where it is, and what came before it.
using Combine = llvm::function_ref<Value(OpBuilder &, Location, Value,
                                         const Place &, Value)>;

/// The values of each range, as `dtype`, put together.
static Tensor reduceRanges(Lowering &lowering, const Ranges &ranges, Type dtype,
                           Value identity, Combine combine) {
  return lowering.reduce(
      ranges.getSizes(), dtype, identity, ranges.getWindow(dtype),
      ranges.getWindowMap(), ranges.getResultMap(),
      [&](OpBuilder &b, Location l, ValueRange args) {
        Place place = ranges.find(b, l);
        Value value = ranges.read(b, l, place);
        value = castScalar(b, l, value, value.getType(), dtype);
        return combine(b, l, value, place, args[1]);
      });
}

/// `sum` and `value`, unless that is not in the range.
static Value addInside(OpBuilder &b, Location l, Value value,
                       const Place &place, Value sum) {
  Value none = makeConstant(b, l, sum.getType(), 0);
  value = arith::SelectOp::create(b, l, place.exists, value, none);
  return makeAdd(b, l, sum.getType(), sum, value);
}

/// The same over one dimension after the other: of the sum of the extents in
/// place of their product, and along the last dimension but one of neighbours.
static Tensor reduceInTurn(Lowering &lowering, Tensor from, SizesRef sizes,
                           unsigned spatial, Type dtype, Value identity,
                           Combine combine) {
  for (unsigned dim : getSpatial(sizes, spatial)) {
    if (from.sizes[dim] == sizes[dim])
      continue;
    Sizes next(sizes);
    llvm::copy(ArrayRef(from.sizes).drop_front(dim + 1),
               next.begin() + dim + 1);
    from = reduceRanges(lowering, {lowering, from, next, spatial, dim}, dtype,
                        identity, combine);
  }
  return from;
}

/// `value` divided by the number of places in the ranges of `place`.
static Value divideByArea(OpBuilder &b, Location l, Value value, Type dtype,
                          ArrayRef<Stretch> stretches, ArrayRef<Value> place) {
  Indices index{b, l};
  Value area;
  for (auto [stretch, at] : llvm::zip(stretches, place)) {
    auto [begin, end] = stretch.range(index, at);
    Value extent = index.sub(end, begin);
    area = area ? index.mul(area, extent) : extent;
  }
  Value divisor = castScalar(b, l, index.toI64(area), b.getI64Type(), dtype);
  return arith::DivFOp::create(b, l, value, divisor);
}

/// Ranges of `inner` for each place of `outer`, over the last dimensions.
static SmallVector<Stretch> getStretches(Lowering &lowering, SizesRef outer,
                                         SizesRef inner, unsigned spatial) {
  SmallVector<Stretch> stretches;
  for (auto [count, size] :
       llvm::zip(outer.take_back(spatial), inner.take_back(spatial)))
    stretches.push_back({&lowering, count, size});
  return stretches;
}

/// Of the dimensions that are pooled.
static bool hasNothing(SizesRef sizes, unsigned spatial) {
  return llvm::any_of(sizes.take_back(spatial),
                      [](ExprAttr size) { return size.isInt(0); });
}

/// The windows that the ranges are where all have one length; else nothing.
static std::optional<Pool> getWindows(Lowering &lowering, const Tensor &from,
                                      SizesRef sizes, unsigned spatial) {
  Pool::Geometry geometry = {{}, {}, {0}, {1}};
  for (auto [count, size] : llvm::zip(
           sizes.take_back(spatial), ArrayRef(from.sizes).take_back(spatial))) {
    if (!count.isInt() || !size.isInt() ||
        size.getValue() % count.getValue() != 0)
      return std::nullopt;
    geometry.kernel.push_back(size.getValue() / count.getValue());
  }
  return Pool(lowering, spatial, geometry, sizes);
}

namespace {
template <typename OpT, unsigned Spatial>
struct ConvertAdaptiveAverage : AtenConversion<OpT> {
  using AtenConversion<OpT>::AtenConversion;
  LogicalResult convert(OpT op, typename OpT::Adaptor adaptor,
                        ConversionPatternRewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    SizesRef sizes = op.getType().getSizes();
    if (!isFloat(self.dtype) || self.rank() <= static_cast<int64_t>(Spatial) ||
        hasNothing(self.sizes, Spatial) || hasNothing(sizes, Spatial))
      return rewriter.notifyMatchFailure(op, "there is nothing to average");
    Lowering lowering(rewriter, op.getLoc());
    auto windows = getWindows(lowering, self, sizes, Spatial);
    // What lies between two dimensions is not rounded.
    Type wide = rewriter.getF64Type();
    Tensor sum = windows ? sumWindows(*windows, self)
                         : reduceInTurn(lowering, self, sizes, Spatial, wide,
                                        lowering.constant(wide, 0), addInside);
    SmallVector<Stretch> stretches =
        getStretches(lowering, sizes, self.sizes, Spatial);
    Tensor average = lowering.pointwise(
        sizes, self.dtype, sum, [&](OpBuilder &b, Location l, ValueRange args) {
          SmallVector<Value> place;
          for (unsigned i = 0; i < Spatial; ++i)
            place.push_back(
                linalg::IndexOp::create(b, l, sizes.size() - Spatial + i));
          Value value =
              divideByArea(b, l, args[0], sum.dtype, stretches, place);
          return castComputed(b, l, value, sum.dtype, self.dtype);
        });
    return replace(rewriter, op, average);
  }
};

struct ConvertAdaptiveBackward
    : AtenConversion<PrivateAdaptiveAvgPool2dBackwardOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(PrivateAdaptiveAvgPool2dBackwardOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor grad = Lowering::get(op.getGradOutput(), adaptor.getGradOutput());
    SizesRef sizes = op.getType().getSizes();
    if (!isFloat(grad.dtype) || grad.rank() < 3 || hasNothing(grad.sizes, 2) ||
        hasNothing(sizes, 2))
      return rewriter.notifyMatchFailure(op, "there is nothing to average");
    Lowering lowering(rewriter, op.getLoc());
    SmallVector<Stretch> stretches =
        getStretches(lowering, grad.sizes, sizes, 2);
    Type dtype = getComputeType(grad.dtype);
    Ranges ranges(lowering, grad, sizes, 2, getSpatial(sizes, 2));
    Tensor result = reduceRanges(
        lowering, ranges, dtype, lowering.constant(dtype, 0),
        [&](OpBuilder &b, Location l, Value value, const Place &place,
            Value sum) {
          value = divideByArea(b, l, value, dtype, stretches, place.inner);
          return addInside(b, l, value, place, sum);
        });
    return replace(rewriter, op, lowering.cast(result, grad.dtype));
  }
};
} // namespace

/// What is not in a range any more is its last element again.
static Tensor takeMaximaInTurn(Lowering &lowering, const Tensor &from,
                               SizesRef sizes, unsigned spatial) {
  return reduceInTurn(
      lowering, from, sizes, spatial, from.dtype,
      makeLowest(lowering.builder, lowering.loc, from.dtype),
      [&](OpBuilder &b, Location l, Value value, const Place &, Value max) {
        return makeMax(b, l, from.dtype, max, value);
      });
}

namespace {
/// The maximum of each range, and where in its plane it is first.
struct ConvertAdaptiveMax : ConversionPattern {
  ConvertAdaptiveMax(const TypeConverter &converter, MLIRContext *context,
                     StringRef name, unsigned spatial)
      : ConversionPattern(converter, name, /*benefit=*/1, context),
        spatial(spatial) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    Tensor self = Lowering::get(op->getOperand(0), operands[0]);
    SizesRef sizes = getSizes(op->getResult(0));
    if (self.rank() <= static_cast<int64_t>(spatial) ||
        hasNothing(self.sizes, spatial) || hasNothing(sizes, spatial))
      return rewriter.notifyMatchFailure(op, "there is nothing to compare");
    Location loc = op->getLoc();
    Lowering lowering(rewriter, loc);
    if (auto windows = getWindows(lowering, self, sizes, spatial)) {
      auto [max, places] =
          takeMaxima(*windows, self, !op->getResult(1).use_empty());
      rewriter.replaceOp(op, {max.value, places.value});
      return success();
    }
    Type i64 = rewriter.getI64Type();
    if (op->getResult(1).use_empty()) {
      Tensor max = takeMaximaInTurn(lowering, self, sizes, spatial);
      rewriter.replaceOp(op, {max.value, lowering.empty(sizes, i64).value});
      return success();
    }
    Ranges ranges(lowering, self, sizes, spatial, getSpatial(sizes, spatial));
    Tensor values = lowering.filled(sizes, self.dtype,
                                    makeLowest(rewriter, loc, self.dtype));
    Tensor places =
        lowering.filled(sizes, i64, makeIntConstant(rewriter, loc, i64, -1));
    AffineMap map = ranges.getResultMap();
    SmallVector<utils::IteratorType> loops(map.getNumDims(),
                                           utils::IteratorType::reduction);
    std::fill_n(loops.begin(), sizes.size(), utils::IteratorType::parallel);
    auto generic = linalg::GenericOp::create(
        rewriter, loc,
        TypeRange{values.value.getType(), places.value.getType()},
        ranges.getWindow(self.dtype).value,
        ValueRange{values.value, places.value},
        ArrayRef<AffineMap>{ranges.getWindowMap(), map, map}, loops,
        [&](OpBuilder &b, Location l, ValueRange args) {
          Place place = ranges.find(b, l);
          Value value = ranges.read(b, l, place);
          Indices index{b, l};
          Value flat = index.number(0);
          for (auto [at, size] :
               llvm::zip(place.inner, ArrayRef(self.sizes).take_back(spatial)))
            flat = index.add(index.mul(flat, lowering.sizeValue(size)), at);
          Value isBetter = isPreferred(b, l, self.dtype, value, args[1], true);
          Value isFirst = index.compare(Indices::Predicate::slt, args[2],
                                        makeIntConstant(b, l, i64, 0));
          Value takes = index.both(
              place.exists, arith::OrIOp::create(b, l, isBetter, isFirst));
          linalg::YieldOp::create(
              b, l,
              ValueRange{index.select(takes, value, args[1]),
                         index.select(takes, index.toI64(flat), args[2])});
        });
    rewriter.replaceOp(op, generic.getResults());
    return success();
  }

private:
  unsigned spatial;
};
} // namespace

void kiln::populateAdaptivePoolingToLinalg(TypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns.add<ConvertAdaptiveAverage<AdaptiveAvgPool1dOp, 1>,
               ConvertAdaptiveAverage<PrivateAdaptiveAvgPool2dOp, 2>,
               ConvertAdaptiveAverage<PrivateAdaptiveAvgPool3dOp, 3>,
               ConvertAdaptiveBackward>(converter, patterns.getContext());
  patterns.add<ConvertAdaptiveMax>(converter, patterns.getContext(),
                                   "aten.adaptive_max_pool2d.default", 2);
  patterns.add<ConvertAdaptiveMax>(converter, patterns.getContext(),
                                   "aten.adaptive_max_pool3d.default", 3);
}

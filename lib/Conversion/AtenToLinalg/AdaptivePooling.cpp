// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adaptive averages, maxima, and the gradient of averages. Output o of n covers
// the inputs from floor(o * size / n) to ceil((o + 1) * size / n); input i is
// covered by the outputs that the same formula gives the other way round. The
// loops have the largest extent, and skip the elements that a window does not
// have. Where sizes divide, all ranges are windows of one size.
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

/// Loops over the ranges that belong to the last dimensions of `sizes`.
class Ranges {
public:
  Ranges(Lowering &lowering, const Tensor &from, SizesRef sizes,
         unsigned spatial)
      : lowering(lowering), from(from), sizes(sizes), spatial(spatial),
        outer(sizes.size() - spatial) {
    for (unsigned i = 0; i < spatial; ++i) {
      stretches.push_back({&lowering, sizes[outer + i], from.sizes[outer + i]});
      extents.push_back(stretches.back().longest());
    }
    for (unsigned i = 0; i < outer + 2 * spatial; ++i)
      (i < outer + spatial ? results : windows).push_back(i);
  }

  /// An operand without data that says how far the loops go.
  Tensor getWindow(Type dtype) const { return lowering.empty(extents, dtype); }
  AffineMap getWindowMap() const {
    return lowering.loopMap(outer + 2 * spatial, windows);
  }
  AffineMap getResultMap() const {
    return lowering.loopMap(outer + 2 * spatial, results);
  }

  Place find(OpBuilder &b, Location l) const {
    Indices index{b, l};
    Place place;
    place.outer = getOuter(lowering, index, from, sizes, outer);
    for (auto [i, stretch] : llvm::enumerate(stretches)) {
      auto [begin, end] =
          stretch.range(index, linalg::IndexOp::create(b, l, outer + i));
      Value k = linalg::IndexOp::create(b, l, outer + spatial + i);
      Value at = index.add(begin, k);
      Value isInside = index.compare(Indices::Predicate::slt, at, end);
      place.exists =
          place.exists ? index.both(place.exists, isInside) : isInside;
      place.inner.push_back(index.min(at, index.sub(end, index.number(1))));
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
  unsigned spatial, outer;
  SmallVector<Stretch> stretches;
  Sizes extents;
  SmallVector<int64_t> results, windows;
};
} // namespace

/// The sum over the range of each element of `sizes` of `weigh(value, place)`,
/// where place is that of the value.
static Tensor sumRanges(
    Lowering &lowering, const Tensor &from, SizesRef sizes, unsigned spatial,
    llvm::function_ref<Value(OpBuilder &, Location, Value, ArrayRef<Value>)>
        weigh) {
  Type dtype = getComputeType(from.dtype);
  Ranges ranges(lowering, from, sizes, spatial);
  return lowering.reduce(
      sizes, dtype, lowering.constant(dtype, 0), ranges.getWindow(dtype),
      ranges.getWindowMap(), ranges.getResultMap(),
      [&](OpBuilder &b, Location l, ValueRange args) {
        Place place = ranges.find(b, l);
        Value value =
            castScalar(b, l, ranges.read(b, l, place), from.dtype, dtype);
        value = weigh(b, l, value, place.inner);
        Value none = makeConstant(b, l, dtype, 0);
        value = arith::SelectOp::create(b, l, place.exists, value, none);
        return makeAdd(b, l, dtype, args[1], value);
      });
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
    Tensor sum = windows ? sumWindows(*windows, self)
                         : sumRanges(lowering, self, sizes, Spatial,
                                     [](OpBuilder &, Location, Value value,
                                        ArrayRef<Value>) { return value; });
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
          return castScalar(b, l, value, sum.dtype, self.dtype);
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
    Tensor result = sumRanges(
        lowering, grad, sizes, 2,
        [&](OpBuilder &b, Location l, Value value, ArrayRef<Value> place) {
          return divideByArea(b, l, value, dtype, stretches, place);
        });
    return replace(rewriter, op, lowering.cast(result, grad.dtype));
  }
};
} // namespace

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
    Ranges ranges(lowering, self, sizes, spatial);
    Type i64 = rewriter.getI64Type();
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

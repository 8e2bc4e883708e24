// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From windows back to elements: gradients of pooling, and col2im.
// Each element gathers from the windows that cover it, one for each element k
// of a window: that at (i + padding - k * dilation) / stride.
#include "Pool.h"
#include "kiln/Dialect/Aten/Convolution.h"
#include "kiln/Dialect/Aten/Pooling.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

namespace {
/// The window that covers an element with its element k.
struct Cover {
  SmallVector<Value> place; ///< inside also where there is none
  Value exists;
};

/// Computes the part of an element that comes from one window that covers it.
using Take = llvm::function_ref<Value(OpBuilder &, Location, ArrayRef<Value>,
                                      ArrayRef<Value>)>;
} // namespace

/// `windows` are the extents of the windows' dimensions.
static Cover findCover(const Pool &pool, OpBuilder &b, Location l,
                       SizesRef windows) {
  Indices index{b, l};
  Cover cover;
  for (unsigned i = 0; i < pool.spatial; ++i) {
    Value at = linalg::IndexOp::create(b, l, pool.outer + i);
    Value k = linalg::IndexOp::create(b, l, pool.outer + pool.spatial + i);
    Value reach = index.sub(index.add(at, index.number(pool.g.padding[i])),
                            index.mul(k, pool.g.dilation[i]));
    Value isAhead =
        index.compare(Indices::Predicate::sge, reach, index.number(0));
    reach = index.max(reach, index.number(0));
    Value stride = index.number(pool.g.stride[i]);
    Value place = index.div(reach, stride);
    Value onStep = index.compare(Indices::Predicate::eq,
                                 index.rem(reach, stride), index.number(0));
    Value extent = pool.lowering.sizeValue(windows[i]);
    Value exists =
        index.both(index.both(isAhead, onStep), index.isInside(place, extent));
    cover.exists = cover.exists ? index.both(cover.exists, exists) : exists;
    Value last = index.sub(extent, index.number(1));
    cover.place.push_back(index.min(place, last));
  }
  return cover;
}

/// The sum over the covering windows of `take(outer and place, k)`.
static Tensor gatherFromWindows(const Pool &pool, SizesRef windows, Type dtype,
                                Take take) {
  Lowering &lowering = pool.lowering;
  Type computed = getComputeType(dtype);
  Tensor sum = lowering.reduce(
      pool.result, computed, lowering.constant(computed, 0),
      pool.getWindow(computed), pool.getWindowMap(), pool.getResultMap(),
      [&](OpBuilder &b, Location l, ValueRange args) {
        Cover cover = findCover(pool, b, l, windows);
        SmallVector<Value> at, k;
        for (unsigned i = 0; i < pool.outer; ++i)
          at.push_back(linalg::IndexOp::create(b, l, i));
        llvm::append_range(at, cover.place);
        for (unsigned i = 0; i < pool.spatial; ++i)
          k.push_back(
              linalg::IndexOp::create(b, l, pool.outer + pool.spatial + i));
        Value taken = castScalar(b, l, take(b, l, at, k), dtype, computed);
        Value none = makeConstant(b, l, computed, 0);
        taken = arith::SelectOp::create(b, l, cover.exists, taken, none);
        return makeAdd(b, l, computed, args[1], taken);
      });
  return lowering.cast(sum, dtype);
}

/// Reads that are not used need a window, too.
static bool isEmpty(SizesRef sizes) {
  return llvm::any_of(sizes, [](ep::ExprAttr size) { return size.isInt(0); });
}

namespace {
struct ConvertAvgPoolBackward : AtenConversion<AvgPool2dBackwardOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(AvgPool2dBackwardOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor grad = Lowering::get(op.getGradOutput(), adaptor.getGradOutput());
    SizesRef sizes = op.getType().getSizes();
    if (grad.rank() < 3 || isEmpty(grad.sizes))
      return rewriter.notifyMatchFailure(op, "there are no windows");
    Lowering lowering(rewriter, op.getLoc());
    Pool pool(lowering, 2,
              {op.getKernelSize(), op.getStride(), op.getPadding(), {1}},
              sizes);
    Pool::Averaging averaging = {op.getCeilMode(), op.getCountIncludePad(),
                                 op.getDivisorOverride()};
    Type computed = getComputeType(grad.dtype);
    Tensor result = gatherFromWindows(
        pool, ArrayRef(grad.sizes).take_back(2), grad.dtype,
        [&](OpBuilder &b, Location l, ArrayRef<Value> at, ArrayRef<Value>) {
          Value count =
              pool.getCount(b, l, averaging, sizes, at.take_back(2), computed);
          Value value = castScalar(b, l, Lowering::read(b, l, grad, at),
                                   grad.dtype, computed);
          value = arith::DivFOp::create(b, l, value, count);
          return castScalar(b, l, value, computed, grad.dtype);
        });
    return replace(rewriter, op, result);
  }
};

/// From the windows whose maximum an element was.
struct ConvertMaxPoolBackward : AtenConversion<MaxPool2dWithIndicesBackwardOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(MaxPool2dWithIndicesBackwardOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor grad = Lowering::get(op.getGradOutput(), adaptor.getGradOutput());
    Tensor indices = Lowering::get(op.getIndices(), adaptor.getIndices());
    SizesRef sizes = op.getType().getSizes();
    if (grad.rank() < 3 || isEmpty(grad.sizes))
      return rewriter.notifyMatchFailure(op, "there are no windows");
    Lowering lowering(rewriter, op.getLoc());
    Pool pool(
        lowering, 2,
        {op.getKernelSize(), op.getStride(), op.getPadding(), op.getDilation()},
        sizes);
    Tensor result = gatherFromWindows(
        pool, ArrayRef(grad.sizes).take_back(2), grad.dtype,
        [&](OpBuilder &b, Location l, ArrayRef<Value> at, ArrayRef<Value>) {
          Indices index{b, l};
          Value row = linalg::IndexOp::create(b, l, pool.outer);
          Value column = linalg::IndexOp::create(b, l, pool.outer + 1);
          Value flat = index.add(
              index.mul(row, lowering.sizeValue(sizes.back())), column);
          Value isMax = index.compare(Indices::Predicate::eq, index.toI64(flat),
                                      Lowering::read(b, l, indices, at));
          return arith::SelectOp::create(b, l, isMax,
                                         Lowering::read(b, l, grad, at),
                                         makeConstant(b, l, grad.dtype, 0))
              .getResult();
        });
    return replace(rewriter, op, result);
  }
};

/// [n, channels * kernel, windows] or without n.
struct ConvertCol2im : AtenConversion<Col2imOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(Col2imOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    SizesRef sizes = op.getType().getSizes();
    if (self.rank() < 2 || self.rank() + 1 != op.getType().getRank() ||
        isEmpty(self.sizes))
      return rewriter.notifyMatchFailure(op, "there are no windows");
    Lowering lowering(rewriter, op.getLoc());
    Pool pool(
        lowering, 2,
        {op.getKernelSize(), op.getStride(), op.getPadding(), op.getDilation()},
        sizes);
    Sizes windows;
    for (unsigned i = 0; i < 2; ++i) {
      auto number = [&](int64_t v) { return ep::makeInt(op->getContext(), v); };
      windows.push_back(
          windowCount(sizes[pool.outer + i],
                      {number(pool.g.kernel[i]), number(pool.g.stride[i]),
                       number(pool.g.padding[i]), number(pool.g.dilation[i])}));
    }
    Tensor result = gatherFromWindows(
        pool, windows, self.dtype,
        [&](OpBuilder &b, Location l, ArrayRef<Value> at, ArrayRef<Value> k) {
          Indices index{b, l};
          ArrayRef<Value> place = at.take_back(2);
          SmallVector<Value> from(at.drop_back(2));
          Value row = from.back();
          for (unsigned i = 0; i < 2; ++i)
            row = index.add(index.mul(row, pool.g.kernel[i]), k[i]);
          from.back() = row;
          from.push_back(index.add(
              index.mul(place[0], lowering.sizeValue(windows[1])), place[1]));
          return Lowering::read(b, l, self, from);
        });
    return replace(rewriter, op, result);
  }
};
} // namespace

void kiln::populatePoolingGradientsToLinalg(TypeConverter &converter,
                                            RewritePatternSet &patterns) {
  patterns.add<ConvertAvgPoolBackward, ConvertMaxPoolBackward, ConvertCol2im>(
      converter, patterns.getContext());
}

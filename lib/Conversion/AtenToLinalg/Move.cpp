// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results whose elements are elements of the operand at computed places: flip,
// diagonal, repeat, as_strided, reflection and replication padding.
#include "Complex.h"
#include "Indices.h"
#include "kiln/Dialect/Aten/Pooling.h"
#include "kiln/Dialect/Aten/View.h"
#include "kiln/Dialect/Aten/ViewMap.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

namespace {
struct ConvertFlip : AtenConversion<FlipOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(FlipOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    auto dims = wrapDims(op.getDims(), self.rank(), /*emptyIsAll=*/false);
    if (failed(dims))
      return rewriter.notifyMatchFailure(op, "dimensions out of range");
    Lowering lowering(rewriter, op.getLoc());
    if (self.rank() == 0)
      return replace(rewriter, op, self);
    auto body = [&](OpBuilder &b, Location l, ValueRange indices) {
      Indices index{b, l};
      SmallVector<Value> at(indices);
      for (int64_t dim : *dims)
        at[dim] = index.sub(
            index.sub(lowering.sizeValue(self.sizes[dim]), index.number(1)),
            at[dim]);
      return Lowering::read(b, l, self, at);
    };
    return replace(rewriter, op,
                   lowering.generate(self.sizes, self.dtype, body));
  }
};

/// Each element from where the view's map says, with both parts of a complex
/// one.
struct ConvertDiagonal : ConversionPattern {
  ConvertDiagonal(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, DiagonalOp::getOperationName(),
                          /*benefit=*/1, context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const final {
    FailureOr<ViewMap> map = getViewMap(AtenOp(op));
    if (failed(map))
      return rewriter.notifyMatchFailure(op, "dimensions out of range");
    auto type = cast<ep::TensorType>(op->getResult(0).getType());
    bool hasParts = isComplex(type.getElementType());
    Tensor self = getParts(op->getOperand(0), operands[0]);
    Lowering lowering(rewriter, op->getLoc());
    auto body = [&](OpBuilder &b, Location l, ValueRange loops) {
      SmallVector<Value> at = locate(lowering, *map, loops, Indices{b, l});
      if (hasParts)
        at.push_back(loops.back());
      return Lowering::read(b, l, self, at);
    };
    Sizes sizes = hasParts ? withParts(type.getSizes(), getContext())
                           : Sizes(type.getSizes());
    return replace(rewriter, op, lowering.generate(sizes, self.dtype, body));
  }

  /// Where the tensor has the element at `loops` of the view.
  static SmallVector<Value> locate(Lowering &lowering, const ViewMap &map,
                                   ValueRange loops, Indices index) {
    SmallVector<Value> at;
    for (ExprAttr start : map.start)
      at.push_back(start.isInt(0) ? Value() : lowering.sizeValue(start));
    for (auto [dim, loop] : llvm::zip_first(map.dims, loops)) {
      Value by =
          dim.step ? index.mul(loop, lowering.sizeValue(dim.step)) : loop;
      for (int64_t along : dim.along)
        at[along] = at[along] ? index.add(by, at[along]) : by;
    }
    return at;
  }
};

struct ConvertRepeat : AtenConversion<RepeatOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(RepeatOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    Sizes counts = op.getRepeats();
    int64_t added = static_cast<int64_t>(counts.size()) - self.rank();
    if (added < 0)
      return rewriter.notifyMatchFailure(op, "fewer counts than dimensions");
    Lowering lowering(rewriter, op.getLoc());
    auto body = [&](OpBuilder &b, Location l, ValueRange indices) {
      Indices index{b, l};
      SmallVector<Value> at;
      for (int64_t i = 0; i < self.rank(); ++i)
        at.push_back(counts[added + i].isInt(1)
                         ? indices[added + i]
                         : index.rem(indices[added + i],
                                     lowering.sizeValue(self.sizes[i])));
      return Lowering::read(b, l, self, at);
    };
    return replace(
        rewriter, op,
        lowering.generate(op.getType().getSizes(), self.dtype, body));
  }
};
} // namespace

/// The dimensions of a dense tensor from the outermost in memory on; nothing
/// where it has gaps or overlaps.
static std::optional<SmallVector<int64_t>> getMemoryOrder(ep::TensorType type) {
  // Where a size may be 0 its strides are no products of sizes.
  if (type.isContiguous())
    return llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  Sizes strides = type.getStridesOrDefault();
  ExprAttr expected = ep::makeInt(type.getContext(), 1);
  SmallVector<int64_t> order;
  while (order.size() < strides.size()) {
    std::optional<int64_t> next;
    for (auto [i, stride] : llvm::enumerate(strides))
      if (stride == expected && !llvm::is_contained(order, i) &&
          (!next || type.getSizes()[i].isInt(1)))
        next = i;
    if (!next)
      return std::nullopt;
    order.insert(order.begin(), *next);
    expected = ep::mul(expected, type.getSizes()[*next]);
  }
  return order;
}

namespace {
/// Of a tensor that fills its storage.
struct ConvertAsStrided : AtenConversion<AsStridedOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(AsStridedOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    auto order = getMemoryOrder(cast<ep::TensorType>(op.getSelf().getType()));
    if (!order)
      return rewriter.notifyMatchFailure(op, "operand is not dense");
    Lowering lowering(rewriter, op.getLoc());
    Sizes strides = op.getStride();
    auto body = [&](OpBuilder &b, Location l, ValueRange indices) {
      Indices index{b, l};
      Value linear = op.getStorageOffset()
                         ? lowering.sizeValue(op.getStorageOffset())
                         : index.number(0);
      for (auto [i, stride] : llvm::zip(indices, strides))
        linear = index.add(linear, index.mul(i, lowering.sizeValue(stride)));
      SmallVector<Value> at(self.rank());
      for (int64_t dim : llvm::reverse(*order)) {
        Value size = lowering.sizeValue(self.sizes[dim]);
        at[dim] = dim == order->front() ? linear : index.rem(linear, size);
        linear = index.div(linear, size);
      }
      return Lowering::read(b, l, self, at);
    };
    return replace(
        rewriter, op,
        lowering.generate(op.getType().getSizes(), self.dtype, body));
  }
};

/// Reflection at the first and the last element, or repetition of those.
template <typename OpT, bool IsReflection>
struct ConvertPad : AtenConversion<OpT> {
  using AtenConversion<OpT>::AtenConversion;
  LogicalResult convert(OpT op, typename OpT::Adaptor adaptor,
                        ConversionPatternRewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    Sizes padding = op.getPadding();
    if (static_cast<int64_t>(padding.size()) > 2 * self.rank())
      return rewriter.notifyMatchFailure(op, "pads more than there is");
    Lowering lowering(rewriter, op.getLoc());
    auto body = [&](OpBuilder &b, Location l, ValueRange indices) {
      Indices index{b, l};
      SmallVector<Value> at(indices);
      for (size_t pair = 0; pair < padding.size() / 2; ++pair) {
        int64_t dim = self.rank() - 1 - pair;
        Value last =
            index.sub(lowering.sizeValue(self.sizes[dim]), index.number(1));
        Value low = lowering.sizeValue(padding[2 * pair]);
        Value moved = index.sub(at[dim], low);
        if (IsReflection) {
          // |x|, then the same at the other end.
          moved = index.max(moved, index.sub(index.number(0), moved));
          Value beyond = index.sub(last, moved);
          beyond = index.max(beyond, index.sub(moved, last));
          at[dim] = index.sub(last, beyond);
        } else {
          at[dim] = index.clamp(moved, last);
        }
      }
      return Lowering::read(b, l, self, at);
    };
    return replace(
        rewriter, op,
        lowering.generate(op.getType().getSizes(), self.dtype, body));
  }
};
} // namespace

void kiln::populateMoveToLinalg(TypeConverter &converter,
                                RewritePatternSet &patterns) {
  patterns.add<ConvertFlip, ConvertDiagonal, ConvertRepeat, ConvertAsStrided,
               ConvertPad<ReflectionPad1dOp, true>,
               ConvertPad<ReflectionPad2dOp, true>,
               ConvertPad<ReflectionPad3dOp, true>,
               ConvertPad<ReplicationPad2dOp, false>,
               ConvertPad<ReplicationPad3dOp, false>>(converter,
                                                      patterns.getContext());
}

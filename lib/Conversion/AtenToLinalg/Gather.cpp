// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gather, index, index_select: reads at indices that are data. An index out of
// range is an error when the program runs.
#include "Indices.h"
#include "kiln/Dialect/Aten/Indexing.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

/// A tensor without dimensions as one of one element.
static FailureOr<Tensor> atLeast1d(Lowering &lowering, const Tensor &tensor) {
  if (tensor.rank() > 0)
    return tensor;
  return lowering.view(tensor, ep::makeInt(lowering.getContext(), 1));
}

static bool isIndex(Type dtype) {
  return dtype.isSignlessInteger(32) || dtype.isSignlessInteger(64);
}

namespace {
/// The result has the sizes of the index.
struct ConvertGather : AtenConversion<GatherOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(GatherOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Lowering lowering(rewriter, op.getLoc());
    Tensor index = Lowering::get(op.getIndex(), adaptor.getIndex());
    // Without elements PyTorch asks nothing of them.
    if (llvm::any_of(index.sizes, [](ExprAttr size) { return size.isInt(0); }))
      return replace(rewriter, op,
                     lowering.empty(op.getType().getSizes(),
                                    op.getType().getElementType()));
    auto self =
        atLeast1d(lowering, Lowering::get(op.getSelf(), adaptor.getSelf()));
    FailureOr<int64_t> dim =
        wrapDim(op.getDim(), failed(self) ? 0 : self->rank());
    if (failed(self) || failed(dim) || !isIndex(index.dtype))
      return rewriter.notifyMatchFailure(op, "dimension or index out of range");
    auto body = [&](OpBuilder &b, Location l, ValueRange args) {
      SmallVector<Value> at;
      for (int64_t i = 0; i < self->rank(); ++i)
        at.push_back(i == *dim ? Indices{b, l}.fromData(args[0])
                               : linalg::IndexOp::create(b, l, i).getResult());
      return Lowering::read(b, l, *self, at);
    };
    return replace(
        rewriter, op,
        lowering.pointwise(op.getType().getSizes(), self->dtype, index, body));
  }
};

struct ConvertIndexSelect : AtenConversion<IndexSelectOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(IndexSelectOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Lowering lowering(rewriter, op.getLoc());
    auto self =
        atLeast1d(lowering, Lowering::get(op.getSelf(), adaptor.getSelf()));
    auto index =
        atLeast1d(lowering, Lowering::get(op.getIndex(), adaptor.getIndex()));
    if (failed(self) || failed(index) || !isIndex(index->dtype))
      return rewriter.notifyMatchFailure(op, "index is no tensor of ints");
    FailureOr<int64_t> dim = wrapDim(op.getDim(), self->rank());
    if (failed(dim))
      return rewriter.notifyMatchFailure(op, "dimension out of range");
    Sizes sizes = self->sizes;
    sizes[*dim] = index->sizes[0];
    auto body = [&](OpBuilder &b, Location l, ValueRange args) {
      SmallVector<Value> at;
      for (int64_t i = 0; i < self->rank(); ++i)
        at.push_back(i == *dim ? Indices{b, l}.fromData(args[0])
                               : linalg::IndexOp::create(b, l, i).getResult());
      return Lowering::read(b, l, *self, at);
    };
    Tensor selected = lowering.pointwise(sizes, self->dtype, *index, body,
                                         lowering.loopMap(self->rank(), *dim));
    FailureOr<Tensor> result = lowering.view(selected, op.getType().getSizes());
    if (failed(result))
      return rewriter.notifyMatchFailure(op, "sizes do not match");
    return replace(rewriter, op, *result);
  }
};

/// The dimensions of the broadcast indices stand where the first index is, or
/// in front where other dimensions lie between indices.
struct ConvertIndex : AtenConversion<IndexTensorOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(IndexTensorOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor self = Lowering::get(op.getSelf(), adaptor.getSelf());
    SmallVector<Tensor> indices;
    SmallVector<int64_t> dims;
    SmallVector<SizesRef> sizes;
    SmallVector<Value> originals = op.getIndices();
    SmallVector<Value> converted = adaptor.getIndices();
    for (auto [i, original] : llvm::enumerate(originals)) {
      if (!original)
        continue;
      indices.push_back(Lowering::get(original, converted[i]));
      dims.push_back(i);
      sizes.push_back(getSizes(original));
    }
    auto isInts = [](const Tensor &index) { return isIndex(index.dtype); };
    if (!llvm::all_of(indices, isInts))
      return rewriter.notifyMatchFailure(op, "an index is a mask");
    FailureOr<Sizes> common = broadcastSizes(sizes);
    if (failed(common) || indices.empty() || dims.back() >= self.rank())
      return rewriter.notifyMatchFailure(op, "indices do not broadcast");
    int64_t count = common->size();
    bool isBlock =
        dims.back() - dims.front() + 1 == static_cast<int64_t>(dims.size());
    int64_t first = isBlock ? dims.front() : 0;
    Lowering lowering(rewriter, op.getLoc());
    SizesRef result = op.getType().getSizes();
    SmallVector<AffineMap> maps;
    for (const Tensor &index : indices)
      maps.push_back(
          getIndexMap(lowering, index.sizes, *common, first, result.size()));
    auto body = [&](OpBuilder &b, Location l, ValueRange args) {
      Indices index{b, l};
      SmallVector<Value> at(self.rank());
      for (auto [dim, value] : llvm::zip(dims, args))
        at[dim] = index.wrap(index.fromData(value),
                             lowering.sizeValue(self.sizes[dim]));
      int64_t loop = 0;
      for (Value &position : at) {
        if (position)
          continue;
        if (loop == first)
          loop += count;
        position = linalg::IndexOp::create(b, l, loop++);
      }
      return Lowering::read(b, l, self, at);
    };
    return replace(rewriter, op,
                   lowering.pointwise(result, self.dtype, indices, body, maps));
  }

  /// An index broadcasts to the loops from `first` on.
  static AffineMap getIndexMap(Lowering &lowering, SizesRef sizes,
                               SizesRef common, int64_t first, int64_t loops) {
    AffineMap map = lowering.broadcastMap(sizes, common);
    return AffineMap::get(loops, 0, map.shiftDims(first).getResults(),
                          lowering.getContext());
  }
};
} // namespace

void kiln::populateGatherToLinalg(TypeConverter &converter,
                                  RewritePatternSet &patterns) {
  patterns.add<ConvertGather, ConvertIndexSelect, ConvertIndex>(
      converter, patterns.getContext());
}

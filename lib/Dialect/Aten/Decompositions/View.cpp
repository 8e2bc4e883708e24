// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views: reshapes -> view, transposes -> permute, splits -> slice.
#include "kiln/Dialect/Aten/View.h"
#include "kiln/Dialect/Aten/Decomposition.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

namespace {
/// The result's type says the new sizes.
template <typename OpT>
struct DecomposeReshape : Decomposition<OpT> {
  using Decomposition<OpT>::Decomposition;
  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, createView(rewriter, getDecomposedLoc(op),
                                      op.getSelf(), op.getType()));
    return success();
  }
};

struct DecomposeExpandAs : Decomposition<ExpandAsOp> {
  using Decomposition::Decomposition;
  LogicalResult matchAndRewrite(ExpandAsOp op,
                                PatternRewriter &rewriter) const override {
    auto expand = ExpandOp::create(rewriter, getDecomposedLoc(op), op.getType(),
                                   op.getSelf(), op.getType().getSizes());
    rewriter.replaceOp(op, expand->getResult(0));
    return success();
  }
};

/// Exchanges two dimensions, or reverses all.
template <typename OpT>
struct DecomposeTranspose : Decomposition<OpT> {
  using Decomposition<OpT>::Decomposition;
  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    int64_t rank = getSizes(op.getSelf()).size();
    auto dims = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    if (failed(permute(op, dims)))
      return rewriter.notifyMatchFailure(op, "dimension out of range");
    auto result =
        PermuteOp::create(rewriter, getDecomposedLoc(op), op.getType(),
                          op.getSelf(), ArrayRef<int64_t>(dims));
    rewriter.replaceOp(op, result->getResult(0));
    return success();
  }

  static LogicalResult permute(TransposeIntOp op,
                               SmallVectorImpl<int64_t> &dims) {
    FailureOr<int64_t> a = wrapDim(op.getDim0(), dims.size());
    FailureOr<int64_t> b = wrapDim(op.getDim1(), dims.size());
    if (failed(a) || failed(b))
      return failure();
    if (!dims.empty())
      std::swap(dims[*a], dims[*b]);
    return success();
  }
  static LogicalResult permute(TOp, SmallVectorImpl<int64_t> &dims) {
    std::reverse(dims.begin(), dims.end());
    return success();
  }
  static LogicalResult permute(NumpyTOp, SmallVectorImpl<int64_t> &dims) {
    std::reverse(dims.begin(), dims.end());
    return success();
  }
};

struct DecomposeSqueeze : Decomposition<SqueezeOp> {
  using Decomposition::Decomposition;
  LogicalResult matchAndRewrite(SqueezeOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<int64_t> dims;
    for (auto [i, size] : llvm::enumerate(getSizes(op.getSelf())))
      if (size.isInt(1))
        dims.push_back(i);
    auto squeeze =
        SqueezeDimsOp::create(rewriter, getDecomposedLoc(op), op.getType(),
                              op.getSelf(), ArrayRef<int64_t>(dims));
    rewriter.replaceOp(op, squeeze->getResult(0));
    return success();
  }
};

/// Each part is a slice; the types of the results say how long they are.
template <typename OpT>
struct DecomposeSplit : Decomposition<OpT> {
  using Decomposition<OpT>::Decomposition;
  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    FailureOr<int64_t> dim =
        wrapDim(op.getDim(), getSizes(op.getSelf()).size());
    if (failed(dim))
      return rewriter.notifyMatchFailure(op, "dimension out of range");
    SmallVector<Value> parts;
    ExprAttr start = ep::makeInt(op->getContext(), 0);
    for (Value result : op->getResults()) {
      ExprAttr end = ep::add(start, getSizes(result)[*dim]);
      parts.push_back(SliceTensorOp::create(rewriter, getDecomposedLoc(op),
                                            result.getType(), op.getSelf(),
                                            *dim, start, end)
                          ->getResult(0));
      start = end;
    }
    rewriter.replaceOp(op, parts);
    return success();
  }
};

/// A cat of tensors with one more dimension.
struct DecomposeStack : Decomposition<StackOp> {
  using Decomposition::Decomposition;
  LogicalResult matchAndRewrite(StackOp op,
                                PatternRewriter &rewriter) const override {
    FailureOr<int64_t> dim =
        wrapDim(op.getDim(), op.getType().getSizes().size());
    if (failed(dim))
      return rewriter.notifyMatchFailure(op, "dimension out of range");
    Location loc = getDecomposedLoc(op);
    SmallVector<Value> parts;
    for (Value tensor : op.getTensors()) {
      ep::TensorType type = getTensorType(tensor);
      Sizes sizes(type.getSizes());
      sizes.insert(sizes.begin() + *dim, ep::makeInt(op->getContext(), 1));
      parts.push_back(UnsqueezeOp::create(rewriter, loc, type.withSizes(sizes),
                                          tensor, *dim)
                          ->getResult(0));
    }
    auto cat =
        CatOp::create(rewriter, loc, op.getType(), ArrayRef(parts), *dim);
    rewriter.replaceOp(op, cat->getResult(0));
    return success();
  }
};
} // namespace

void aten::populateViewDecompositions(RewritePatternSet &patterns,
                                      const KeepSet &keep) {
  addDecompositions<
      DecomposeReshape<FlattenUsingIntsOp>, DecomposeReshape<ReshapeOp>,
      DecomposeReshape<UnflattenIntOp>, DecomposeReshape<ViewAsOp>,
      DecomposeReshape<PrivateUnsafeViewOp>, DecomposeExpandAs,
      DecomposeTranspose<TransposeIntOp>, DecomposeTranspose<TOp>,
      DecomposeTranspose<NumpyTOp>, DecomposeSqueeze,
      DecomposeSplit<SplitTensorOp>, DecomposeSplit<ChunkOp>, DecomposeStack>(
      patterns, keep);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// zeros, ones and their like -> full; casts and copies -> _to_copy, clone.
#include "kiln/Dialect/Aten/Creation.h"
#include "kiln/Dialect/Aten/Decomposition.h"
#include "kiln/Dialect/Aten/Sizes.h"
#include "kiln/Dialect/Aten/View.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

namespace {
template <typename OpT, int Value>
struct DecomposeFilled : Decomposition<OpT> {
  using Decomposition<OpT>::Decomposition;
  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    ep::TensorType type = op.getType();
    Attribute device = type.getDevice();
    auto full =
        FullOp::create(rewriter, getDecomposedLoc(op), type, type.getSizes(),
                       Value, type.getElementType(), std::nullopt, device);
    rewriter.replaceOp(op, full->getResult(0));
    return success();
  }
};

template <typename OpT>
struct DecomposeCast : Decomposition<OpT> {
  using Decomposition<OpT>::Decomposition;
  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    ep::TensorType from = getTensorType(op.getSelf());
    ep::TensorType type = op.getType();
    if (from.getDevice() != type.getDevice())
      return rewriter.notifyMatchFailure(op, "changes the device");
    Location loc = getDecomposedLoc(op);
    replaceWith(rewriter, op,
                createCast(rewriter, loc, op.getSelf(), type.getElementType()));
    return success();
  }
};

/// Copies whose result is as good as the input in a functional program.
template <typename OpT>
struct DecomposeAlias : Decomposition<OpT> {
  using Decomposition<OpT>::Decomposition;
  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    replaceWith(rewriter, op, op.getSelf());
    return success();
  }
};

/// The type of the tensor says the same. Sizes that it writes in another way
/// are compared when the program runs.
struct DecomposeAssertMetadata : Decomposition<PrivateAssertTensorMetadataOp> {
  using Decomposition::Decomposition;
  LogicalResult matchAndRewrite(PrivateAssertTensorMetadataOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getDtype() && op.getDtype() != getDtype(op.getA()))
      return rewriter.notifyMatchFailure(op, "the dtype is another one");
    SmallVector<ep::ExprAttr> wanted = op.getSize();
    SizesRef sizes = getSizes(op.getA());
    if (!wanted.empty() && wanted.size() != sizes.size())
      return rewriter.notifyMatchFailure(op, "the rank is another one");
    for (auto [size, want] : llvm::zip(sizes.take_front(wanted.size()), wanted))
      if (size != want)
        ep::AssertOp::create(rewriter, op->getLoc(),
                             ep::makeExpr(ep::ExprKind::Eq, {size, want}),
                             "a tensor has other sizes than are asserted");
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void aten::populateCreationDecompositions(RewritePatternSet &patterns,
                                          const KeepSet &keep) {
  addDecompositions<DecomposeAssertMetadata, DecomposeFilled<ZerosOp, 0>,
                    DecomposeFilled<OnesOp, 1>, DecomposeFilled<ZerosLikeOp, 0>,
                    DecomposeFilled<OnesLikeOp, 1>, DecomposeCast<ToDtypeOp>,
                    DecomposeCast<TypeAsOp>, DecomposeAlias<LiftFreshCopyOp>,
                    DecomposeAlias<DetachOp>, DecomposeAlias<ContiguousOp>>(
      patterns, keep);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// linear, matmul -> mm, addmm, bmm.
#include "kiln/Dialect/Aten/Matmul.h"
#include "Decomposition.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

namespace {
/// linear(x, w, b) = addmm(b, x, permute(w)), with views around it where x is
/// not a matrix.
struct DecomposeLinear : Decomposition<LinearOp> {
  using Decomposition::Decomposition;
  LogicalResult matchAndRewrite(LinearOp op,
                                PatternRewriter &rewriter) const override {
    SizesRef sizes = getSizes(op.getInput());
    if (getSizes(op.getWeight()).size() != 2 || sizes.empty())
      return rewriter.notifyMatchFailure(op, "weight is not a matrix");
    Location loc = getDecomposedLoc(op);
    Value weight = createPermute(rewriter, loc, op.getWeight(), {1, 0});
    ExprAttr rows = ep::product(op->getContext(), sizes.drop_back());
    Value input = op.getInput();
    if (sizes.size() != 2)
      input = createView(rewriter, loc, input, {rows, sizes.back()});
    ep::TensorType type = op.getType();
    ep::TensorType matrix =
        sizes.size() == 2 ? type
                          : type.withSizes({rows, type.getSizes().back()});
    Operation *product =
        op.getBias()
            ? AddmmOp::create(rewriter, loc, matrix, op.getBias(), input,
                              weight)
            : MmOp::create(rewriter, loc, matrix, input, weight).getOperation();
    rewriter.replaceOp(op,
                       createView(rewriter, loc, product->getResult(0), type));
    return success();
  }
};

/// Two matrices are mm, a stack by a matrix is a folded mm, all else is bmm
/// over the broadcast batch; vectors are matrices of one row or column.
struct DecomposeMatmul : Decomposition<MatmulOp> {
  using Decomposition::Decomposition;
  LogicalResult matchAndRewrite(MatmulOp op,
                                PatternRewriter &rewriter) const override {
    Value a = op.getSelf(), b = op.getOther();
    if (getSizes(a).empty() || getSizes(b).empty())
      return rewriter.notifyMatchFailure(op, "an operand is no matrix");
    Location loc = getDecomposedLoc(op);
    ExprAttr one = ep::makeInt(op->getContext(), 1);
    if (getSizes(a).size() == 1)
      a = createView(rewriter, loc, a, {one, getSizes(a)[0]});
    if (getSizes(b).size() == 1)
      b = createView(rewriter, loc, b, {getSizes(b)[0], one});
    SizesRef sizesA = getSizes(a), sizesB = getSizes(b);
    FailureOr<Sizes> batch =
        broadcastSizes({sizesA.drop_back(2), sizesB.drop_back(2)});
    if (failed(batch))
      return rewriter.notifyMatchFailure(op, "batches do not broadcast");
    ep::TensorType type = op.getType();
    ExprAttr rows = sizesA[sizesA.size() - 2], columns = sizesB.back();
    Value product;
    if (sizesB.size() == 2) {
      ExprAttr folded = ep::product(op->getContext(), sizesA.drop_back());
      a = createView(rewriter, loc, a, {folded, sizesA.back()});
      product =
          MmOp::create(rewriter, loc, type.withSizes({folded, columns}), a, b)
              ->getResult(0);
    } else {
      ExprAttr count = ep::product(op->getContext(), *batch);
      a = foldBatch(rewriter, loc, a, *batch, count);
      b = foldBatch(rewriter, loc, b, *batch, count);
      product = BmmOp::create(rewriter, loc,
                              type.withSizes({count, rows, columns}), a, b)
                    ->getResult(0);
    }
    rewriter.replaceOp(op, createView(rewriter, loc, product, type));
    return success();
  }

  static Value foldBatch(OpBuilder &builder, Location loc, Value value,
                         SizesRef batch, ExprAttr count) {
    SizesRef matrix = getSizes(value).take_back(2);
    Sizes sizes(batch.begin(), batch.end());
    llvm::append_range(sizes, matrix);
    Sizes folded = {count, matrix[0], matrix[1]};
    value = createExpand(builder, loc, value, sizes);
    return createView(builder, loc, value, folded);
  }
};
} // namespace

void aten::populateMatmulDecompositions(RewritePatternSet &patterns,
                                        const KeepSet &keep) {
  addDecompositions<DecomposeLinear, DecomposeMatmul>(patterns, keep);
}

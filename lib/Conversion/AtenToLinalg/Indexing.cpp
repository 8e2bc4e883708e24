// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads at indices that are data.
#include "kiln/Dialect/Aten/Indexing.h"
#include "Lowering.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

namespace {
/// Row `indices[…]` of the weight; indices are not negative.
struct ConvertEmbedding : AtenConversion<EmbeddingOp> {
  using AtenConversion::AtenConversion;
  LogicalResult convert(EmbeddingOp op, Adaptor adaptor,
                        Rewriter &rewriter) const override {
    Tensor indices = Lowering::get(op.getIndices(), adaptor.getIndices());
    Tensor weight = Lowering::get(op.getWeight(), adaptor.getWeight());
    Lowering lowering(rewriter, op.getLoc());
    auto dims = llvm::to_vector(llvm::seq<int64_t>(0, indices.rank()));
    return replace(
        rewriter, op,
        lowering.pointwise(
            op.getType().getSizes(), weight.dtype, indices,
            [&](OpBuilder &b, Location l, ValueRange args) {
              Value row =
                  arith::IndexCastOp::create(b, l, b.getIndexType(), args[0]);
              Value column = linalg::IndexOp::create(b, l, indices.rank());
              return tensor::ExtractOp::create(b, l, weight.value,
                                               ValueRange{row, column})
                  .getResult();
            },
            lowering.loopMap(indices.rank() + 1, dims)));
  }
};
} // namespace

void kiln::populateIndexingToLinalg(TypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<ConvertEmbedding>(converter, patterns.getContext());
}

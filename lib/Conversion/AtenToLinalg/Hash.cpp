// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// hash_tensor: the exclusive or of the bits of elements, floats as f64. Phase
// core keeps it, and it has no typed view.
#include "Reduction.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

namespace {
struct ConvertHash : ConversionPattern {
  ConvertHash(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, "aten.hash_tensor.default", /*benefit=*/1,
                          context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    AtenOp aten(op);
    if (hasComplex(op) || hasNumber(op) || aten.getInt("mode") != 0)
      return rewriter.notifyMatchFailure(op, "no mode or no tensor to hash");
    Tensor self = Lowering::get(op->getOperand(0), operands[0]);
    auto dims = getReducedDims(aten, self.rank());
    if (failed(dims))
      return rewriter.notifyMatchFailure(op, "dimensions out of range");
    Lowering lowering(rewriter, op->getLoc());
    Type i64 = rewriter.getI64Type();
    Tensor hash = lowering.reduceDims(
        self, *dims, i64, lowering.constant(i64, 0),
        [&](OpBuilder &b, Location l, ValueRange args) -> Value {
          return arith::XOrIOp::create(b, l, args[1],
                                       getBits(b, l, args[0], self.dtype));
        });
    SmallVector<Value> results;
    hash.dtype = getDtype(op->getResult(0));
    if (failed(replaceReduced(rewriter, op, 0, lowering, hash, results)))
      return failure();
    rewriter.replaceOp(op, results);
    return success();
  }

  static Value getBits(OpBuilder &b, Location l, Value value, Type dtype) {
    Type i64 = b.getI64Type();
    if (!isFloat(dtype))
      return castScalar(b, l, value, dtype, i64);
    Value wide = castScalar(b, l, value, dtype, b.getF64Type());
    return arith::BitcastOp::create(b, l, i64, wide);
  }
};
} // namespace

void kiln::populateHashToLinalg(TypeConverter &converter,
                                RewritePatternSet &patterns) {
  patterns.add<ConvertHash>(converter, patterns.getContext());
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointwise functions that are formulas of core ones. As in PyTorch, f16 and
// bf16 are computed in f32.
#include "kiln/Dialect/Aten/Pointwise.h"
#include "Decomposition.h"
#include "kiln/Dialect/Aten/Arithmetic.h"
#include "kiln/Dialect/Aten/Comparison.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

/// The dtype that PyTorch computes in.
static Type getComputeType(Type type) {
  bool isHalf = isa<FloatType>(type) && type.getIntOrFloatBitWidth() < 32;
  return isHalf ? Type(Float32Type::get(type.getContext())) : type;
}

namespace {
/// x * sigmoid(x)
struct DecomposeSilu : Decomposition<SiluOp> {
  using Decomposition::Decomposition;
  LogicalResult matchAndRewrite(SiluOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = getDecomposedLoc(op);
    Type dtype = op.getType().getElementType();
    Value x = createCast(rewriter, loc, op.getSelf(), getComputeType(dtype));
    Value gate = SigmoidOp::create(rewriter, loc, x.getType(), x)->getResult(0);
    Value product =
        MulTensorOp::create(rewriter, loc, x.getType(), x, gate)->getResult(0);
    replaceWith(rewriter, op, createCast(rewriter, loc, product, dtype));
    return success();
  }
};

/// clamp(x + 3, 0, 6) / 6, and that times x.
template <typename OpT, bool TimesX>
struct DecomposeHardGate : Decomposition<OpT> {
  using Decomposition<OpT>::Decomposition;
  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    Location loc = getDecomposedLoc(op);
    Type dtype = op.getType().getElementType();
    Value x = createCast(rewriter, loc, op.getSelf(), getComputeType(dtype));
    Type type = x.getType();
    Value three = createNumber(rewriter, loc, rewriter.getI64IntegerAttr(3));
    Value six = createNumber(rewriter, loc, rewriter.getI64IntegerAttr(6));
    Value value =
        AddTensorOp::create(rewriter, loc, type, x, three)->getResult(0);
    value = ClampOp::create(rewriter, loc, type, value, 0, 6)->getResult(0);
    if (TimesX)
      value = MulTensorOp::create(rewriter, loc, type, x, value)->getResult(0);
    value = DivTensorOp::create(rewriter, loc, type, value, six)->getResult(0);
    replaceWith(rewriter, op, createCast(rewriter, loc, value, dtype));
    return success();
  }
};

struct DecomposeSquare : Decomposition<SquareOp> {
  using Decomposition::Decomposition;
  LogicalResult matchAndRewrite(SquareOp op,
                                PatternRewriter &rewriter) const override {
    auto power = PowTensorScalarOp::create(rewriter, getDecomposedLoc(op),
                                           op.getType(), op.getSelf(), 2);
    rewriter.replaceOp(op, power->getResult(0));
    return success();
  }
};

/// other - alpha * self
struct DecomposeRsub : Decomposition<RsubScalarOp> {
  using Decomposition::Decomposition;
  LogicalResult matchAndRewrite(RsubScalarOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = getDecomposedLoc(op);
    Value other = createNumber(rewriter, loc, op.getOther());
    if (!other)
      return rewriter.notifyMatchFailure(op, "complex scalar");
    auto difference = SubTensorOp::create(rewriter, loc, op.getType(), other,
                                          op.getSelf(), op.getAlpha());
    rewriter.replaceOp(op, difference->getResult(0));
    return success();
  }
};
} // namespace

void aten::populatePointwiseDecompositions(RewritePatternSet &patterns,
                                           const KeepSet &keep) {
  addDecompositions<DecomposeSilu, DecomposeHardGate<HardsigmoidOp, false>,
                    DecomposeHardGate<HardswishOp, true>, DecomposeSquare,
                    DecomposeRsub>(patterns, keep);
}

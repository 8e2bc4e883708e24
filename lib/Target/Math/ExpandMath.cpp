// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass over the functions in this folder.
#include "ClampedFloats.h"
#include "ExpandDivision.h"
#include "ExpandPhilox.h"
#include "FloatBuilder.h"
#include "IntPower.h"
#include "SmallFloats.h"
#include "kiln/Support/PassCount.h"
#include "kiln/Target/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace kiln;

namespace kiln {
#define GEN_PASS_DEF_EXPANDMATHPASS
#include "kiln/Target/Passes.h.inc"
} // namespace kiln

Value kiln::expandRsqrt(FloatBuilder &b, Value x) {
  Value root = math::SqrtOp::create(b.getBuilder(), b.getLoc(), x);
  return b.div(b.number(1), root);
}

/// a * b + c rounded once: the product of two f32 is exact in f64. For f64
/// without hardware the product is rounded too.
static Value expandFma(FloatBuilder &b, Value x, Value y, Value z) {
  if (b.isDouble())
    return b.add(b.mul(x, y), z);
  OpBuilder &builder = b.getBuilder();
  FloatBuilder wide(builder, b.getLoc(), builder.getF64Type(), {});
  auto widen = [&](Value v) -> Value {
    return arith::ExtFOp::create(builder, b.getLoc(), builder.getF64Type(), v);
  };
  Value sum = wide.add(wide.mul(widen(x), widen(y)), widen(z));
  return arith::TruncFOp::create(builder, b.getLoc(), b.getType(), sum);
}

namespace {
using Unary = Value (*)(FloatBuilder &, Value);
using Binary = Value (*)(FloatBuilder &, Value, Value);
using Ternary = Value (*)(FloatBuilder &, Value, Value, Value);

inline Value call(Unary f, FloatBuilder &b, ValueRange x) { return f(b, x[0]); }
inline Value call(Binary f, FloatBuilder &b, ValueRange x) {
  return f(b, x[0], x[1]);
}
inline Value call(Ternary f, FloatBuilder &b, ValueRange x) {
  return f(b, x[0], x[1], x[2]);
}

/// Replaces `Op` by the formula that `expand` writes; smaller floats go through
/// f32.
template <typename Op, auto expand>
struct ExpandFunction : OpRewritePattern<Op> {
  ExpandFunction(MLIRContext *context, FloatFacts facts)
      : OpRewritePattern<Op>(context), facts(facts) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<FloatType>(op.getType());
    if (!type || type.getWidth() > 64)
      return rewriter.notifyMatchFailure(op, "is not on floats up to f64");
    Location loc = op.getLoc();
    bool isSmall = type.getWidth() < 32;
    FloatType computed = isSmall ? rewriter.getF32Type() : type;
    SmallVector<Value> operands(op->getOperands());
    if (isSmall)
      for (Value &operand : operands)
        operand = arith::ExtFOp::create(rewriter, loc, computed, operand);
    FloatBuilder builder(rewriter, loc, computed, facts);
    Value result = call(+expand, builder, operands);
    if (isSmall)
      result = arith::TruncFOp::create(rewriter, loc, type, result);
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  FloatFacts facts;
};

/// 1 + e^x, as sigmoids have it, where nothing else uses e^x: no power of two
/// needs two steps there.
struct ExpandOnePlusExp : OpRewritePattern<math::ExpOp> {
  ExpandOnePlusExp(MLIRContext *context, FloatFacts facts)
      : OpRewritePattern(context, /*benefit=*/2), facts(facts) {}

  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<FloatType>(op.getType());
    if (!type || (!type.isF32() && !type.isF64()))
      return rewriter.notifyMatchFailure(op, "is not on f32 or f64");
    auto sum = op->hasOneUse() ? dyn_cast<arith::AddFOp>(*op->user_begin())
                               : arith::AddFOp();
    if (!sum || !matchPattern(sum.getLhs() == op ? sum.getRhs() : sum.getLhs(),
                              m_OneFloat()))
      return rewriter.notifyMatchFailure(op, "is not just added to one");
    FloatBuilder builder(rewriter, sum.getLoc(), type, facts);
    if (builder.hasScale())
      return rewriter.notifyMatchFailure(op, "an instruction scales at once");
    rewriter.setInsertionPoint(sum);
    rewriter.replaceOp(sum, expandOnePlusExp(builder, op.getOperand()));
    rewriter.eraseOp(op);
    return success();
  }

private:
  FloatFacts facts;
};

/// On smaller floats the operations that stay are done in f32 too.
template <typename Op>
struct WidenSmall : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<FloatType>(op.getType());
    if (!type || type.getWidth() >= 32)
      return rewriter.notifyMatchFailure(op, "is not on a small float");
    Location loc = op.getLoc();
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(
          arith::ExtFOp::create(rewriter, loc, rewriter.getF32Type(), operand));
    Value result = Op::create(rewriter, loc, rewriter.getF32Type(), operands,
                              op->getAttrs());
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, type, result);
    return success();
  }
};

/// PyTorch does not say which of two zeros is the larger one; to tell them
/// apart takes three of six instructions.
template <typename Op>
struct IgnoreSignOfZero : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    constexpr auto flag = arith::FastMathFlags::nsz;
    if (bitEnumContainsAll(op.getFastmath(), flag))
      return rewriter.notifyMatchFailure(op, "ignores it");
    rewriter.modifyOpInPlace(op,
                             [&] { op.setFastmath(op.getFastmath() | flag); });
    return success();
  }
};

struct ExpandMath : kiln::impl::ExpandMathPassBase<ExpandMath> {
  using ExpandMathPassBase::ExpandMathPassBase;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    FloatFacts facts = {hasFma, tableSize};
    patterns.add<ExpandFunction<math::ExpOp, expandExp>,
                 ExpandFunction<math::Exp2Op, expandExp2>,
                 ExpandFunction<math::ExpM1Op, expandExpm1>,
                 ExpandFunction<math::TanhOp, expandTanh>,
                 ExpandFunction<math::LogOp, expandLog>,
                 ExpandFunction<math::Log2Op, expandLog2>,
                 ExpandFunction<math::Log10Op, expandLog10>,
                 ExpandFunction<math::Log1pOp, expandLog1p>,
                 ExpandFunction<math::ErfOp, expandErf>,
                 ExpandFunction<math::SinOp, expandSin>,
                 ExpandFunction<math::CosOp, expandCos>,
                 ExpandFunction<math::TanOp, expandTan>,
                 ExpandFunction<math::AsinOp, expandAsin>,
                 ExpandFunction<math::AcosOp, expandAcos>,
                 ExpandFunction<math::AtanOp, expandAtan>,
                 ExpandFunction<math::Atan2Op, expandAtan2>,
                 ExpandFunction<math::SinhOp, expandSinh>,
                 ExpandFunction<math::CoshOp, expandCosh>,
                 ExpandFunction<math::AsinhOp, expandAsinh>,
                 ExpandFunction<math::AcoshOp, expandAcosh>,
                 ExpandFunction<math::AtanhOp, expandAtanh>,
                 ExpandFunction<math::RsqrtOp, expandRsqrt>,
                 ExpandFunction<math::PowFOp, expandPow>,
                 ExpandFunction<arith::RemFOp, expandRemainder>>(context,
                                                                 facts);
    patterns.add<ExpandOnePlusExp>(context, facts);
    patterns.add<WidenSmall<math::SqrtOp>, WidenSmall<math::FloorOp>,
                 WidenSmall<math::CeilOp>, WidenSmall<math::TruncOp>,
                 WidenSmall<math::RoundOp>, WidenSmall<math::RoundEvenOp>,
                 WidenSmall<math::AbsFOp>, WidenSmall<math::CopySignOp>,
                 WidenSmall<math::FmaOp>>(context);
    if (hasFma)
      populateDivisionPatterns(patterns);
    else
      patterns.add<ExpandFunction<math::FmaOp, expandFma>>(context, facts);
    patterns.add<IgnoreSignOfZero<arith::MaximumFOp>,
                 IgnoreSignOfZero<arith::MinimumFOp>>(context);
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    populateClampedFloatPatterns(patterns);
    populateIntPowerPatterns(patterns);
    populatePhiloxPatterns(patterns);
    populateSmallFloatPatterns(patterns, hasF16, hasBf16, roundsBf16);
    ReplacementCounter counter;
    GreedyRewriteConfig config;
    config.setListener(&counter);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
    count(getOperation(), *this, numReplaced, counter.number,
          "operations replaced");
  }
};
} // namespace

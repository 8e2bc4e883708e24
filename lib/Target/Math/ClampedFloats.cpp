// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ClampedFloats.h"
#include "kiln/Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kiln;

/// The constant f32 that `value` is.
static std::optional<double> getNumber(Value value) {
  APFloat number(0.0);
  if (!value.getType().isF32() ||
      !matchPattern(value, m_ConstantFloat(&number)))
    return std::nullopt;
  return number.convertToFloat();
}

namespace {
/// A float that is no number, or one of [least, most].
struct Clamped {
  Value inner;
  double least, most;
};
} // namespace

static std::optional<Clamped> matchClamped(Value value) {
  auto below = value.getDefiningOp<arith::MinimumFOp>();
  auto above =
      below ? below.getLhs().getDefiningOp<arith::MaximumFOp>() : nullptr;
  if (!above)
    return std::nullopt;
  std::optional<double> least = getNumber(above.getRhs());
  std::optional<double> most = getNumber(below.getRhs());
  if (!least || !most || !(*least <= *most))
    return std::nullopt;
  return Clamped{above.getLhs(), *least, *most};
}

/// Has `value` no fraction?
static bool isWhole(Value value) {
  if (std::optional<double> number = getNumber(value))
    return *number == std::trunc(*number);
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<math::RoundEvenOp>(op))
    return true;
  return isa_and_nonnull<arith::AddFOp>(op) &&
         llvm::all_of(op->getOperands(), isWhole);
}

namespace {
/// A clamped float is at least, or less than, all that is outside of its
/// limits, unless it is no number.
struct CompareClamped : OpRewritePattern<arith::CmpFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::CmpFOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<Clamped> value = matchClamped(op.getLhs());
    std::optional<double> bound = getNumber(op.getRhs());
    if (!value || !bound)
      return rewriter.notifyMatchFailure(op, "compares no clamped number");
    bool isTrue = (op.getPredicate() == arith::CmpFPredicate::OGE &&
                   value->least >= *bound) ||
                  (op.getPredicate() == arith::CmpFPredicate::OLT &&
                   value->most < *bound);
    if (!isTrue)
      return rewriter.notifyMatchFailure(op, "may be either");
    rewriter.replaceOpWithNewOp<arith::CmpFOp>(op, arith::CmpFPredicate::ORD,
                                               op.getLhs(), op.getLhs());
    return success();
  }
};

/// Twice the same question is once.
struct AndSame : OpRewritePattern<arith::AndIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::AndIOp op,
                                PatternRewriter &rewriter) const override {
    auto isOrdered = [](Value value) {
      auto compared = value.getDefiningOp<arith::CmpFOp>();
      return compared && compared.getLhs() == compared.getRhs() &&
                     compared.getPredicate() == arith::CmpFPredicate::ORD
                 ? compared.getLhs()
                 : Value();
    };
    Value asked = isOrdered(op.getLhs());
    if (!asked || asked != isOrdered(op.getRhs()))
      return rewriter.notifyMatchFailure(op, "asks two questions");
    rewriter.replaceOp(op, op.getLhs());
    return success();
  }
};

/// The float of an integer of 8 bits that is made of a whole float within its
/// range: that float, or what the integer is where there is no number.
struct SkipInteger : OpRewritePattern<arith::SIToFPOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::SIToFPOp op,
                                PatternRewriter &rewriter) const override {
    auto narrow = op.getIn().getDefiningOp<arith::TruncIOp>();
    auto integer =
        narrow ? narrow.getIn().getDefiningOp<arith::FPToSIOp>() : nullptr;
    auto chosen =
        integer ? integer.getIn().getDefiningOp<arith::SelectOp>() : nullptr;
    if (!chosen || !op.getType().isF32() || !narrow.getType().isInteger(8))
      return rewriter.notifyMatchFailure(op, "no float that was a float");
    auto ordered = chosen.getCondition().getDefiningOp<arith::CmpFOp>();
    Value number = chosen.getTrueValue();
    std::optional<Clamped> value = matchClamped(number);
    std::optional<double> other = getNumber(chosen.getFalseValue());
    if (!value || !other || !ordered ||
        ordered.getPredicate() != arith::CmpFPredicate::ORD ||
        ordered.getLhs() != number || ordered.getRhs() != number)
      return rewriter.notifyMatchFailure(op, "may be beyond the integers");
    bool isWholeByte = value->least >= -128 && value->most <= 127 &&
                       std::trunc(value->least) == value->least &&
                       std::trunc(value->most) == value->most &&
                       isWhole(value->inner);
    // The low byte of the least integer.
    if (!isWholeByte || *other != -2147483648.0)
      return rewriter.notifyMatchFailure(op, "may have a fraction");
    Value zero = arith::ConstantOp::create(rewriter, op.getLoc(),
                                           rewriter.getZeroAttr(op.getType()));
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, chosen.getCondition(),
                                                 number, zero);
    return success();
  }
};
} // namespace

void kiln::populateClampedFloatPatterns(RewritePatternSet &patterns) {
  patterns.add<CompareClamped, AndSame, SkipInteger>(patterns.getContext());
}

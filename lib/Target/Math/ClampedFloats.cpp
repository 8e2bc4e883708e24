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

/// Whole numbers of which few sums stay exact in f32.
static bool isSmallWhole(double number) {
  constexpr double kMost = 1 << 16;
  return std::abs(number) <= kMost && number == std::trunc(number);
}

namespace {
/// `rounded`, made whole, plus a constant.
struct Shifted {
  Value rounded;
  double addend = 0;
};
} // namespace

static std::optional<Shifted> matchShifted(Value value) {
  double addend = 0;
  if (auto add = value.getDefiningOp<arith::AddFOp>()) {
    std::optional<double> number = getNumber(add.getRhs());
    if (!number || !isSmallWhole(*number))
      return std::nullopt;
    value = add.getLhs();
    addend = *number;
  }
  auto round = value.getDefiningOp<math::RoundEvenOp>();
  if (!round)
    return std::nullopt;
  return Shifted{round.getOperand(), addend};
}

/// A whole number between two, as RoundLast leaves it.
static std::optional<Clamped> matchWhole(Value value) {
  std::optional<Shifted> sum = matchShifted(value);
  std::optional<Clamped> clamped =
      sum ? matchClamped(sum->rounded) : std::nullopt;
  if (!clamped || !isSmallWhole(clamped->least) || !isSmallWhole(clamped->most))
    return std::nullopt;
  return Clamped{clamped->inner, clamped->least + sum->addend,
                 clamped->most + sum->addend};
}

static bool isOrdered(Value condition, Value value) {
  auto compared = condition.getDefiningOp<arith::CmpFOp>();
  return compared && compared.getPredicate() == arith::CmpFPredicate::ORD &&
         compared.getLhs() == value && compared.getRhs() == value;
}

/// The whole number of 8 bits that `op` makes an integer, where it is a number;
/// else the integer is 0, the low byte of the least one.
static arith::SelectOp matchByte(Operation *op) {
  auto narrow = dyn_cast_if_present<arith::TruncIOp>(op);
  auto integer =
      narrow ? narrow.getIn().getDefiningOp<arith::FPToSIOp>() : nullptr;
  auto chosen =
      integer ? integer.getIn().getDefiningOp<arith::SelectOp>() : nullptr;
  if (!chosen || !narrow.getType().isInteger(8))
    return nullptr;
  Value number = chosen.getTrueValue();
  std::optional<Clamped> range = matchWhole(number);
  if (!range || range->least < -128 || range->most > 255 ||
      !isOrdered(chosen.getCondition(), matchShifted(number)->rounded) ||
      getNumber(chosen.getFalseValue()) != -2147483648.0)
    return nullptr;
  return chosen;
}

static Value makeNumber(PatternRewriter &rewriter, Location loc, double value) {
  return arith::ConstantOp::create(rewriter, loc,
                                   rewriter.getF32FloatAttr(value));
}

namespace {
/// Of a rounded number that is moved and clamped between whole ones: what is
/// clamped first can be rounded as its bits (see ByteOfBits).
struct RoundLast : OpRewritePattern<arith::MinimumFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::MinimumFOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<Clamped> clamped = matchClamped(op);
    std::optional<Shifted> sum =
        clamped ? matchShifted(clamped->inner) : std::nullopt;
    if (!sum || !isSmallWhole(clamped->least) || !isSmallWhole(clamped->most))
      return rewriter.notifyMatchFailure(op, "clamps no rounded number");
    Location loc = op.getLoc();
    auto limit = [&](double bound) {
      return makeNumber(rewriter, loc, bound - sum->addend);
    };
    Value result = arith::MaximumFOp::create(rewriter, loc, sum->rounded,
                                             limit(clamped->least));
    result =
        arith::MinimumFOp::create(rewriter, loc, result, limit(clamped->most));
    result = math::RoundEvenOp::create(rewriter, loc, result);
    if (sum->addend != 0)
      result = arith::AddFOp::create(rewriter, loc, result,
                                     makeNumber(rewriter, loc, sum->addend));
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// A clamped float is at least, or less than, all that is outside of its
/// limits, unless it is no number.
struct CompareClamped : OpRewritePattern<arith::CmpFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::CmpFOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<Clamped> value = matchClamped(op.getLhs());
    if (!value)
      value = matchWhole(op.getLhs());
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

/// What is rounded and moved is a number where it was one before.
struct AskSooner : OpRewritePattern<arith::CmpFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::CmpFOp op,
                                PatternRewriter &rewriter) const override {
    if (!isOrdered(op, op.getLhs()) || !matchWhole(op.getLhs()))
      return rewriter.notifyMatchFailure(op, "asks of no whole number");
    Value sooner = matchShifted(op.getLhs())->rounded;
    rewriter.replaceOpWithNewOp<arith::CmpFOp>(op, arith::CmpFPredicate::ORD,
                                               sooner, sooner);
    return success();
  }
};

/// Twice the same question is once.
struct AndSame : OpRewritePattern<arith::AndIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::AndIOp op,
                                PatternRewriter &rewriter) const override {
    auto asked = op.getLhs().getDefiningOp<arith::CmpFOp>();
    if (!asked || !isOrdered(asked, asked.getLhs()) ||
        !isOrdered(op.getRhs(), asked.getLhs()))
      return rewriter.notifyMatchFailure(op, "asks two questions");
    rewriter.replaceOp(op, op.getLhs());
    return success();
  }
};

/// The float of an integer of 8 bits that is made of a whole float within its
/// range: that float, or what the integer is where there is no number.
template <typename Op>
struct SkipInteger : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    arith::SelectOp chosen = matchByte(op.getIn().getDefiningOp());
    if (!chosen || !op.getType().isF32())
      return rewriter.notifyMatchFailure(op, "no float that was a float");
    std::optional<Clamped> range = matchWhole(chosen.getTrueValue());
    bool hasSign = std::is_same_v<Op, arith::SIToFPOp>;
    if (hasSign ? range->most > 127 : range->least < 0)
      return rewriter.notifyMatchFailure(op, "may be read with another sign");
    rewriter.replaceOpWithNewOp<arith::SelectOp>(
        op, chosen.getCondition(), chosen.getTrueValue(),
        makeNumber(rewriter, op.getLoc(), 0));
    return success();
  }
};

/// Dequantising takes away what quantising added last.
struct SkipZeroPoint : OpRewritePattern<arith::SubFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::SubFOp op,
                                PatternRewriter &rewriter) const override {
    auto chosen = op.getLhs().getDefiningOp<arith::SelectOp>();
    if (!chosen || !matchWhole(chosen.getTrueValue()) ||
        getNumber(chosen.getFalseValue()) != 0)
      return rewriter.notifyMatchFailure(op, "no whole number");
    auto number = chosen.getTrueValue().getDefiningOp<arith::AddFOp>();
    std::optional<double> addend = getNumber(op.getRhs());
    if (!number || !addend || getNumber(number.getRhs()) != *addend)
      return rewriter.notifyMatchFailure(op, "takes something else away");
    rewriter.replaceOpWithNewOp<arith::SelectOp>(
        op, chosen.getCondition(), number.getLhs(),
        makeNumber(rewriter, op.getLoc(), -*addend));
    return success();
  }
};

/// A float between 2^23 and 2^24 has no fraction: to add one and a half of 2^23
/// rounds, halves to even, and leaves the integer in the low bits.
struct ByteOfBits : OpRewritePattern<arith::TruncIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::TruncIOp op,
                                PatternRewriter &rewriter) const override {
    constexpr double kMagic = 3 << 22;
    arith::SelectOp chosen = matchByte(op);
    if (!chosen)
      return rewriter.notifyMatchFailure(op, "no whole number of 8 bits");
    if (llvm::any_of(op->getUsers(),
                     llvm::IsaPred<arith::SIToFPOp, arith::UIToFPOp>))
      return rewriter.notifyMatchFailure(op, "is a float again");
    Location loc = op.getLoc();
    Shifted sum = *matchShifted(chosen.getTrueValue());
    Value bits = arith::AddFOp::create(rewriter, loc, sum.rounded,
                                       makeNumber(rewriter, loc, kMagic));
    // Where there is no number, the addend's byte is taken away beforehand.
    bits =
        arith::SelectOp::create(rewriter, loc, chosen.getCondition(), bits,
                                makeNumber(rewriter, loc, kMagic - sum.addend));
    bits = arith::BitcastOp::create(rewriter, loc, rewriter.getI32Type(), bits);
    Value byte = arith::TruncIOp::create(rewriter, loc, op.getType(), bits);
    Value addend = arith::ConstantOp::create(
        rewriter, loc,
        rewriter.getI8IntegerAttr(static_cast<int8_t>(int64_t(sum.addend))));
    rewriter.replaceOpWithNewOp<arith::AddIOp>(op, byte, addend);
    return success();
  }
};
} // namespace

void kiln::populateClampedFloatPatterns(RewritePatternSet &patterns) {
  patterns.add<RoundLast, CompareClamped, AskSooner, AndSame,
               SkipInteger<arith::SIToFPOp>, SkipInteger<arith::UIToFPOp>,
               SkipZeroPoint, ByteOfBits>(patterns.getContext());
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Powers of integers, by squaring: products wrap, and a negative exponent gives
// 0 except to 1 and -1.
#include "IntPower.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace kiln;

/// (exponent, square, result) until the exponent is 0.
static Value squareAndMultiply(OpBuilder &b, Location loc, Value base,
                               Value exponent, Value one, Value zero) {
  Type type = base.getType();
  SmallVector<Type> types(3, type);
  auto loop = scf::WhileOp::create(
      b, loc, types, ValueRange{exponent, base, one},
      [&](OpBuilder &in, Location l, ValueRange args) {
        Value more = arith::CmpIOp::create(in, l, arith::CmpIPredicate::ne,
                                           args[0], zero);
        scf::ConditionOp::create(in, l, more, args);
      },
      [&](OpBuilder &in, Location l, ValueRange args) {
        Value bit = arith::AndIOp::create(in, l, args[0], one);
        Value isOdd =
            arith::CmpIOp::create(in, l, arith::CmpIPredicate::ne, bit, zero);
        Value product = arith::MulIOp::create(in, l, args[2], args[1]);
        Value result = arith::SelectOp::create(in, l, isOdd, product, args[2]);
        Value square = arith::MulIOp::create(in, l, args[1], args[1]);
        Value rest = arith::ShRUIOp::create(in, l, args[0], one);
        scf::YieldOp::create(in, l, ValueRange{rest, square, result});
      });
  return loop.getResult(2);
}

namespace {
struct ExpandIntPower : OpRewritePattern<math::IPowIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::IPowIOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!type.isInteger())
      return rewriter.notifyMatchFailure(op, "is not on integers");
    Location loc = op.getLoc();
    auto number = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(rewriter, loc,
                                       rewriter.getIntegerAttr(type, value));
    };
    auto select = [&](Value condition, Value a, Value b) -> Value {
      return arith::SelectOp::create(rewriter, loc, condition, a, b);
    };
    Value zero = number(0), one = number(1), minus = number(-1);
    Value base = op.getLhs(), exponent = op.getRhs();
    auto equals = [&](Value a, Value b) -> Value {
      return arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, a,
                                   b);
    };
    Value isNegative = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::slt, exponent, zero);
    Value power = squareAndMultiply(
        rewriter, loc, base, select(isNegative, zero, exponent), one, zero);
    Value bit = arith::AndIOp::create(rewriter, loc, exponent, one);
    Value sign = select(equals(bit, one), minus, one);
    Value inverse =
        select(equals(base, one), one, select(equals(base, minus), sign, zero));
    rewriter.replaceOp(op, select(isNegative, inverse, power));
    return success();
  }
};
} // namespace

void kiln::populateIntPowerPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandIntPower>(patterns.getContext());
}

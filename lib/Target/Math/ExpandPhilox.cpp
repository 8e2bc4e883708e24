// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Philox 4x32 with 10 rounds (Salmon and others, "Parallel random numbers: as
// easy as 1, 2, 3"). Words are kept in the low halves of i64.
#include "ExpandPhilox.h"
#include "kiln/Dialect/TX/TX.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;

namespace {
struct Words {
  OpBuilder &builder;
  Location loc;

  Value number(int64_t value) {
    return arith::ConstantIntOp::create(builder, loc, value, 64);
  }
  Value low(Value value) {
    return arith::AndIOp::create(builder, loc, value, number(0xFFFFFFFF));
  }
  Value high(Value value) {
    return arith::ShRUIOp::create(builder, loc, value, number(32));
  }
  Value times(Value a, int64_t b) {
    return arith::MulIOp::create(builder, loc, a, number(b));
  }
  Value mix(Value a, Value b, Value c) {
    Value both = arith::XOrIOp::create(builder, loc, a, b);
    return arith::XOrIOp::create(builder, loc, both, c);
  }
  Value join(Value high, Value low) {
    Value upper = arith::ShLIOp::create(builder, loc, high, number(32));
    return arith::OrIOp::create(builder, loc, upper, low);
  }
};

struct ExpandPhilox : OpRewritePattern<tx::PhiloxOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tx::PhiloxOp op,
                                PatternRewriter &rewriter) const override {
    // Two multipliers and two Weyl increments.
    constexpr int64_t multiplierA = 0xD2511F53, multiplierB = 0xCD9E8D57;
    constexpr int64_t weylA = 0x9E3779B9, weylB = 0xBB67AE85;
    Location loc = op.getLoc();
    Words w{rewriter, loc};
    Value block =
        arith::ShRUIOp::create(rewriter, loc, op.getPlace(), w.number(1));
    Value c[] = {w.low(block), w.high(block), w.number(0), w.number(0)};
    Value keyA = w.low(op.getSeed()), keyB = w.high(op.getSeed());
    for (int round = 0; round < 10; ++round) {
      Value a = w.times(c[0], multiplierA), b = w.times(c[2], multiplierB);
      c[0] = w.mix(w.high(b), c[1], keyA);
      c[1] = w.low(b);
      c[2] = w.mix(w.high(a), c[3], keyB);
      c[3] = w.low(a);
      keyA = w.low(arith::AddIOp::create(rewriter, loc, keyA, w.number(weylA)));
      keyB = w.low(arith::AddIOp::create(rewriter, loc, keyB, w.number(weylB)));
    }
    Value half =
        arith::AndIOp::create(rewriter, loc, op.getPlace(), w.number(1));
    Value isFirst = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::eq, half, w.number(0));
    rewriter.replaceOpWithNewOp<arith::SelectOp>(
        op, isFirst, w.join(c[0], c[1]), w.join(c[2], c[3]));
    return success();
  }
};
} // namespace

void kiln::populatePhiloxPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandPhilox>(patterns.getContext());
}

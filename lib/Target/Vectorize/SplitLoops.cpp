// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops whose positions bend: the larger or smaller one of two positions that
// are linear in the item is one of them up to some item, and the other one from
// there on.
#include "Slopes.h"
#include "kiln/Support/PassCount.h"
#include "kiln/Target/Loops.h"
#include "kiln/Target/Passes.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace kiln;

namespace kiln {
#define GEN_PASS_DEF_SPLITLOOPSPASS
#include "kiln/Target/Passes.h.inc"
} // namespace kiln

namespace {
/// The choice between two positions that cross at some item.
struct Bend {
  Operation *op;
  int64_t slope; ///< of the first one less the second one
};

struct SplitLoops : kiln::impl::SplitLoopsPassBase<SplitLoops> {
  void runOnOperation() override {
    uint64_t splits = 0;
    for (scf::ForOp loop : findDivisibleLoops(getOperation()))
      splits += split(loop, kBends);
    count(getOperation(), *this, numSplit, splits, "loops in two");
  }

  /// The bends of one loop that are taken out at most.
  static constexpr unsigned kBends = 2;

  static std::optional<Bend> findBend(scf::ForOp loop) {
    std::optional<Bend> bend;
    loop.getBody()->walk([&](Operation *op) {
      if (!isa<arith::MaxSIOp, arith::MinSIOp>(op) ||
          !op->getResult(0).getType().isIndex())
        return WalkResult::advance();
      std::optional<int64_t> a = findSlope(loop, op->getOperand(0));
      std::optional<int64_t> b = findSlope(loop, op->getOperand(1));
      if (!a || !b || *a == *b)
        return WalkResult::advance();
      bend = {op, *a - *b};
      return WalkResult::interrupt();
    });
    return bend;
  }

  /// Of fewer items no part would fill vectors.
  static constexpr int64_t kShort = 32;

  /// Splits `loop` where it bends, and then its parts; how often.
  static uint64_t split(scf::ForOp loop, unsigned bends) {
    std::optional<Bend> bend = findBend(loop);
    std::optional<int64_t> most = countMost(loop);
    if (!bend || bends == 0 || (most && *most < kShort))
      return 0;
    OpBuilder builder(loop);
    Location loc = loop.getLoc();
    auto atZero = [&](unsigned operand) {
      return findReachAtZero(builder, loop, bend->op->getOperand(operand))
          ->least;
    };
    Value least =
        builder.createOrFold<arith::SubIOp>(loc, atZero(1), atZero(0));
    Value item = findItem(builder, loc, bend->slope, least);
    item = arith::MaxSIOp::create(builder, loc, item, loop.getLowerBound());
    item = arith::MinSIOp::create(builder, loc, item, loop.getUpperBound());
    // The first operand is the larger one before that item if it falls.
    bool isFirst = isa<arith::MaxSIOp>(bend->op) == (bend->slope < 0);
    IRMapping mapping;
    auto before = cast<scf::ForOp>(builder.clone(*loop, mapping));
    before.setUpperBound(item);
    loop.setLowerBound(item);
    Operation *copy = mapping.lookup(bend->op);
    copy->replaceAllUsesWith(ValueRange(copy->getOperand(isFirst ? 0 : 1)));
    bend->op->replaceAllUsesWith(
        ValueRange(bend->op->getOperand(isFirst ? 1 : 0)));
    copy->erase();
    bend->op->erase();
    return 1 + split(before, bends - 1) + split(loop, bends - 1);
  }
};
} // namespace

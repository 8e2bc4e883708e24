// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that ask of each item whether what it reads lies inside of an array:
// all but those near its edges do not have to.
#include "Slopes.h"
#include "kiln/Support/PassCount.h"
#include "kiln/Target/Loops.h"
#include "kiln/Target/Passes.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace kiln;

namespace kiln {
#define GEN_PASS_DEF_PEELEDGESPASS
#include "kiln/Target/Passes.h.inc"
} // namespace kiln

/// Longer bodies are not written three times.
static constexpr unsigned kMaxOps = 128;
/// So few items at an edge are not worth vectors, and so few inside not a loop.
static constexpr int64_t kFew = 8, kShort = 32;

/// Is a position that moves with the item asked to lie in [0, bound)?
static bool asksForInside(scf::ForOp loop, arith::CmpIOp compare) {
  if (compare.getPredicate() != arith::CmpIPredicate::ult ||
      !compare.getLhs().getType().isIndex() ||
      !(loop.isDefinedOutsideOfLoop(compare.getRhs()) ||
        getConstantIntValue(compare.getRhs())))
    return false;
  std::optional<int64_t> slope =
      findSlope(loop, compare.getLhs(), /*inLoops=*/true);
  return slope && *slope > 0;
}

/// The comparisons of the items of `loop` with edges; none in a long body, or
/// where an item asks once: it is hardly faster without.
static SmallVector<arith::CmpIOp> findComparisons(scf::ForOp loop) {
  SmallVector<arith::CmpIOp> found;
  unsigned ops = 0;
  bool asksOften = false;
  loop.getBody()->walk([&](Operation *op) {
    ++ops;
    auto compare = dyn_cast<arith::CmpIOp>(op);
    if (!compare || !asksForInside(loop, compare))
      return;
    asksOften |= !found.empty() || compare->getParentOp() != loop;
    found.push_back(compare);
  });
  return asksOften && ops <= kMaxOps ? found : SmallVector<arith::CmpIOp>();
}

/// `a` - `b`, where both are known.
static std::optional<int64_t> subtract(std::optional<int64_t> a,
                                       std::optional<int64_t> b) {
  return a && b ? std::optional<int64_t>(*a - *b) : std::nullopt;
}

/// Writes `true` in the place of a comparison, and what follows from it.
static void makeTrue(Value condition) {
  for (Operation *user : llvm::make_early_inc_range(condition.getUsers())) {
    if (auto choice = dyn_cast<arith::SelectOp>(user);
        choice && choice.getCondition() == condition) {
      choice.replaceAllUsesWith(choice.getTrueValue());
      choice.erase();
    } else if (auto both = dyn_cast<arith::AndIOp>(user)) {
      both.replaceAllUsesWith(both.getLhs() == condition ? both.getRhs()
                                                         : both.getLhs());
      both.erase();
    }
  }
  if (!condition.use_empty()) {
    OpBuilder builder(condition.getDefiningOp());
    condition.replaceAllUsesWith(arith::ConstantIntOp::create(
        builder, condition.getLoc(), builder.getI1Type(), 1));
  }
  condition.getDefiningOp()->erase();
}

namespace {
/// The items [first, end).
struct Items {
  Value first, end;
};
} // namespace

/// The items of `loop` for which all `comparisons` hold, written in front of
/// it.
static std::optional<Items> findInside(OpBuilder &builder, scf::ForOp loop,
                                       ArrayRef<arith::CmpIOp> comparisons) {
  Location loc = loop.getLoc();
  std::optional<Items> items;
  for (arith::CmpIOp compare : comparisons) {
    int64_t slope = *findSlope(loop, compare.getLhs(), /*inLoops=*/true);
    std::optional<Reach> reach =
        findReachAtZero(builder, loop, compare.getLhs());
    if (!reach)
      return std::nullopt;
    auto findFirst = [&](Value limit, Value position) {
      return findItem(
          builder, loc, slope,
          builder.createOrFold<arith::SubIOp>(loc, limit, position));
    };
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value bound = findReachAtZero(builder, loop, compare.getRhs())->least;
    Value first = findFirst(zero, reach->least);
    Value end = findFirst(bound, reach->largest);
    if (items)
      items = {builder.createOrFold<arith::MaxSIOp>(loc, items->first, first),
               builder.createOrFold<arith::MinSIOp>(loc, items->end, end)};
    else
      items = {first, end};
  }
  return items;
}

namespace {
struct PeelEdges : kiln::impl::PeelEdgesPassBase<PeelEdges> {
  void runOnOperation() override {
    uint64_t peeled = 0;
    for (scf::ForOp loop : findDivisibleLoops(getOperation()))
      peeled += peel(loop);
    count(getOperation(), *this, numPeeled, peeled, "loops without edges");
  }

  /// A copy of `loop` over the items [from, to), of which there are `most`.
  static void addEdge(OpBuilder &builder, scf::ForOp loop, Value from, Value to,
                      std::optional<int64_t> most) {
    if (most && *most <= 0)
      return;
    auto edge = cast<scf::ForOp>(builder.clone(*loop));
    edge.setLowerBound(from);
    edge.setUpperBound(to);
    if (most && *most <= kFew)
      edge->removeAttr(kLanesAttr);
  }

  static bool peel(scf::ForOp loop) {
    SmallVector<arith::CmpIOp> comparisons = findComparisons(loop);
    Value from = loop.getLowerBound(), to = loop.getUpperBound();
    std::optional<int64_t> all = countMost(loop);
    if (comparisons.empty() || (all && *all < kShort))
      return false;
    OpBuilder builder(loop);
    Location loc = loop.getLoc();
    std::optional<Items> items = findInside(builder, loop, comparisons);
    if (!items)
      return false;
    auto [first, end] = *items;
    std::optional<int64_t> inside =
        subtract(getConstantIntValue(end), getConstantIntValue(first));
    if (inside && *inside < kShort)
      return false;
    std::optional<int64_t> before =
        subtract(getConstantIntValue(first), findLeast(from));
    std::optional<int64_t> behind =
        subtract(findMost(to), getConstantIntValue(end));
    first = arith::MaxSIOp::create(builder, loc, first, from);
    first = arith::MinSIOp::create(builder, loc, first, to);
    end = arith::MaxSIOp::create(builder, loc, end, first);
    end = arith::MinSIOp::create(builder, loc, end, to);
    addEdge(builder, loop, from, first, before);
    builder.setInsertionPointAfter(loop);
    addEdge(builder, loop, end, to, behind);
    loop.setLowerBound(first);
    loop.setUpperBound(end);
    for (arith::CmpIOp compare : comparisons)
      makeTrue(compare);
    return true;
  }
};
} // namespace

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/Passes.h"
#include "kiln/Dialect/Aten/Shape.h"
#include "kiln/Dialect/EP/Facts.h"
#include "kiln/Support/PassCount.h"

namespace kiln::aten {
#define GEN_PASS_DEF_ATENCHECKSIZES
#include "kiln/Dialect/Aten/Passes.h.inc"
} // namespace kiln::aten

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

/// Does the expression name a number that a run computes?
static bool readsData(ExprAttr expr) {
  bool found = false;
  ep::walkSymbols(expr, [&](ExprAttr symbol) {
    found |=
        symbol.getName().starts_with("u") || symbol.getName().starts_with("z");
  });
  return found;
}

/// Sizes and numbers of `from` that are not those of `to` as they are written.
/// Those that data tell are bound where they are passed.
static void addEqualTypes(TypeRange from, TypeRange to,
                          SmallVectorImpl<ExprAttr> &conditions) {
  auto add = [&](ExprAttr have, ExprAttr want) {
    if (have != want && !readsData(have) && !readsData(want))
      conditions.push_back(ep::makeExpr(ep::ExprKind::Eq, {have, want}));
  };
  for (auto [a, b] : llvm::zip(from, to)) {
    auto number = dyn_cast<ep::NumberType>(a),
         other = dyn_cast<ep::NumberType>(b);
    if (number && other && ep::getSort(number.getValue()) != ep::Sort::Bool)
      add(number.getValue(), other.getValue());
    auto have = dyn_cast<ep::TensorType>(a), want = dyn_cast<ep::TensorType>(b);
    if (!have || !want || have.getRank() != want.getRank())
      continue;
    for (auto [size, wanted] : llvm::zip(have.getSizes(), want.getSizes()))
      add(size, wanted);
  }
}

/// The operands that `op` passes to its graphs, or back from one.
static void addPassed(Operation &op, SmallVectorImpl<ExprAttr> &conditions) {
  if (auto cond = dyn_cast<ep::CondOp>(op))
    for (Region &region : cond->getRegions())
      addEqualTypes(cond.getInputs().getTypes(), region.getArgumentTypes(),
                    conditions);
  if (auto loop = dyn_cast<ep::WhileLoopOp>(op)) {
    for (Region &region : loop->getRegions())
      addEqualTypes(loop.getOperandTypes(), region.getArgumentTypes(),
                    conditions);
    addEqualTypes(loop.getCarried().getTypes(), loop.getResultTypes(),
                  conditions);
  }
  if (!isa<ep::YieldOp>(op))
    return;
  Operation *parent = op.getParentOp();
  if (isa<ep::CondOp>(parent))
    addEqualTypes(op.getOperandTypes(), parent->getResultTypes(), conditions);
  if (auto loop = dyn_cast<ep::WhileLoopOp>(parent);
      loop && op.getParentRegion() == &loop.getBody())
    addEqualTypes(op.getOperandTypes(), loop.getCarried().getTypes(),
                  conditions);
  if (auto scan = dyn_cast<ep::ScanOp>(parent))
    addEqualTypes(op.getOperands().take_front(scan.getInit().size()).getTypes(),
                  scan.getInit().getTypes(), conditions);
}

namespace {
struct AtenCheckSizes : aten::impl::AtenCheckSizesBase<AtenCheckSizes> {
  void runOnOperation() override {
    ep::Knowledge knowledge(getOperation());
    for (auto graph : getOperation().getBody().getOps<ep::GraphOp>())
      checkBlock(graph.getBody().front(), knowledge);
    count(getOperation(), *this, numChecks, std::exchange(checks, 0),
          "conditions asserted");
  }

  void checkBlock(Block &block, ep::Knowledge knowledge) {
    Operation *lastEarly = nullptr; // of the checks at the beginning
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (auto assertion = dyn_cast<ep::AssertOp>(op)) {
        knowledge.learn(assertion.getCondition());
        continue;
      }
      SmallVector<ExprAttr> conditions;
      if (auto aten = dyn_cast<AtenOp>(op))
        collectRequirements(aten, conditions);
      addPassed(op, conditions);
      for (ExprAttr condition : conditions)
        check(op, condition, lastEarly, knowledge);
      for (Region &region : op.getRegions())
        checkBlock(region.front(), knowledge);
    }
  }

  /// A condition without data is checked before anything of the graph runs.
  void check(Operation &op, ExprAttr condition, Operation *&lastEarly,
             ep::Knowledge &knowledge) {
    if (knowledge.proves(condition))
      return;
    OpBuilder builder(&op);
    bool isEarly = !readsData(condition);
    if (isEarly && lastEarly)
      builder.setInsertionPointAfter(lastEarly);
    else if (isEarly)
      builder.setInsertionPointToStart(op.getBlock());
    auto assertion =
        ep::AssertOp::create(builder, op.getLoc(), condition,
                             "the sizes are not those that the program was "
                             "exported with");
    if (isEarly)
      lastEarly = assertion;
    knowledge.learn(condition);
    ++checks;
  }

  uint64_t checks = 0;
};
} // namespace

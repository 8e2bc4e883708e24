// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Tangents.h"
#include "kiln/Dialect/Aten/Creation.h"
#include "kiln/Dialect/Aten/Decompositions.h"
#include "kiln/Dialect/Aten/Passes.h"
#include "kiln/Dialect/EP/EP.h"
#include "kiln/Support/Origin.h"
#include "kiln/Support/PassCount.h"
#include "mlir/Rewrite/PatternApplicator.h"

namespace kiln::aten {
#define GEN_PASS_DEF_ATENINLINEJVP
#include "kiln/Dialect/Aten/Passes.h.inc"
} // namespace kiln::aten

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

namespace {
/// Notes the replacement of an operation.
struct ReplacementListener : RewriterBase::Listener {
  explicit ReplacementListener(Operation *of) : of(of) {}
  void notifyOperationReplaced(Operation *op, ValueRange values) override {
    if (op == of)
      by = llvm::to_vector(values);
  }
  Operation *of;
  SmallVector<Value> by;
};

/// The differentiation of one `ep.jvp`.
class Differentiation {
public:
  Differentiation(ep::JvpOp jvp, const FrozenRewritePatternSet &decompositions)
      : jvp(jvp), decompositions(decompositions), builder(jvp) {}

  /// Replaces the op by its body and the tangents.
  LogicalResult run();

private:
  LogicalResult differentiate(Operation *op);
  LogicalResult differentiateMap(ep::MapOp map);
  ep::JvpOp makeRound(ep::MapOp map, Block &round);
  FailureOr<SmallVector<Value>> differentiateParts(AtenOp op);
  void yieldTangents();

  ep::JvpOp jvp;
  const FrozenRewritePatternSet &decompositions;
  OpBuilder builder;
  llvm::DenseMap<Value, Value> tangents;
};
} // namespace

/// The tangents of a composite operator by those of its parts, which a copy of
/// it is decomposed to; nothing where it has none.
FailureOr<SmallVector<Value>> Differentiation::differentiateParts(AtenOp op) {
  Operation *next = op->getNextNode();
  builder.setInsertionPoint(next);
  Operation *copy = builder.clone(*op.getOperation());
  ReplacementListener listener(copy);
  PatternRewriter rewriter(op.getContext());
  rewriter.setListener(&listener);
  rewriter.setInsertionPoint(copy);
  PatternApplicator applicator(decompositions);
  applicator.applyDefaultCostModel();
  if (failed(applicator.matchAndRewrite(copy, rewriter))) {
    copy->erase();
    return SmallVector<Value>();
  }
  SmallVector<Operation *> parts;
  for (Operation *part = op->getNextNode(); part != next;
       part = part->getNextNode())
    parts.push_back(part);
  for (Operation *part : parts)
    if (failed(differentiate(part)))
      return failure();
  return llvm::map_to_vector(
      listener.by, [&](Value value) { return tangents.lookup(value); });
}

/// The body of `map` under jvp, in a round of slices, the tangents of those
/// that have one, and the same of what all rounds share.
ep::JvpOp Differentiation::makeRound(ep::MapOp map, Block &round) {
  SmallVector<Value> primals, along, others, duals, constants;
  auto addArguments = [&](ValueRange outside, ArrayRef<BlockArgument> inside) {
    SmallVector<BlockArgument> dual;
    for (auto [value, argument] : llvm::zip(outside, inside)) {
      Value added = round.addArgument(argument.getType(), argument.getLoc());
      bool isDual = tangents.contains(value);
      (isDual ? primals : others).push_back(added);
      (isDual ? duals : constants).push_back(argument);
      if (isDual)
        dual.push_back(argument);
    }
    for (BlockArgument argument : dual)
      along.push_back(round.addArgument(argument.getType(), argument.getLoc()));
  };
  Block &body = map.getBody().front();
  ArrayRef<BlockArgument> arguments = body.getArguments();
  addArguments(map.getXs(), arguments.take_front(map.getXs().size()));
  addArguments(map.getAdditional(), arguments.drop_front(map.getXs().size()));
  SmallVector<Type> types(body.getTerminator()->getOperandTypes());
  llvm::append_range(types,
                     llvm::make_filter_range(SmallVector<Type>(types),
                                             ep::JvpOp::isDifferentiable));
  auto inner =
      ep::JvpOp::create(builder, map.getLoc(), types, primals, along, others);
  inner.getBody().takeBody(map.getBody());
  for (Value argument : llvm::concat<Value>(duals, constants))
    argument.replaceAllUsesWith(
        body.addArgument(argument.getType(), argument.getLoc()));
  body.eraseArguments(0, duals.size() + constants.size());
  return inner;
}

/// Rounds do not depend on each other: the derivative of a map is a map of the
/// derivatives.
LogicalResult Differentiation::differentiateMap(ep::MapOp map) {
  auto withTangents = [&](ValueRange values) {
    SmallVector<Value> result(values);
    for (Value value : values)
      if (Value tangent = tangents.lookup(value))
        result.push_back(tangent);
    return result;
  };
  SmallVector<Type> types(map.getResultTypes());
  for (Type type : map.getResultTypes())
    if (ep::JvpOp::isDifferentiable(type))
      types.push_back(type);
  builder.setInsertionPoint(map);
  auto made =
      ep::MapOp::create(builder, map.getLoc(), types, withTangents(map.getXs()),
                        withTangents(map.getAdditional()));
  builder.setInsertionPointToEnd(&made.getBody().emplaceBlock());
  ep::JvpOp inner = makeRound(map, made.getBody().front());
  ep::YieldOp::create(builder, map.getLoc(), inner.getResults());
  unsigned next = map.getNumResults();
  for (Value result : made.getResults().take_front(map.getNumResults()))
    if (ep::JvpOp::isDifferentiable(result.getType()))
      tangents.try_emplace(result, made.getResult(next++));
  map.replaceAllUsesWith(made.getResults().take_front(map.getNumResults()));
  map.erase();
  return Differentiation(inner, decompositions).run();
}

/// Gives tangents to the results of an operation.
LogicalResult Differentiation::differentiate(Operation *op) {
  bool writes = false;
  op->walk([&](AtenOp inner) { writes |= inner.getSchema().isMutating(); });
  if (writes)
    return refuse(op, "writes a tensor inside jvp");
  bool isDual = llvm::any_of(op->getOperands(), [&](Value operand) {
    return tangents.contains(operand);
  });
  if (!isDual ||
      llvm::none_of(op->getResultTypes(), ep::JvpOp::isDifferentiable))
    return success();
  if (auto map = dyn_cast<ep::MapOp>(op))
    return differentiateMap(map);
  SmallVector<Value> derived;
  if (auto aten = dyn_cast<AtenOp>(op)) {
    builder.setInsertionPointAfter(op);
    derived = deriveTangents(builder, aten, tangents);
    if (derived.empty()) {
      FailureOr<SmallVector<Value>> ofParts = differentiateParts(aten);
      if (failed(ofParts))
        return failure();
      derived = std::move(*ofParts);
    }
  }
  if (llvm::is_contained(derived, Value()) ||
      TypeRange(derived) != op->getResultTypes())
    return refuse(op, "has no formula for the tangent of its result under jvp");
  for (auto [result, tangent] : llvm::zip(op->getResults(), derived))
    tangents.try_emplace(result, tangent);
  return success();
}

/// After what the body yields comes the tangent of each that can have one.
void Differentiation::yieldTangents() {
  Operation *yield = jvp.getBody().front().getTerminator();
  builder.setInsertionPoint(yield);
  SmallVector<Value> results(yield->getOperands());
  for (Value value : yield->getOperands()) {
    if (!ep::JvpOp::isDifferentiable(value.getType()))
      continue;
    Value &tangent = tangents[value];
    if (!tangent)
      tangent =
          ZerosLikeOp::create(builder, jvp.getLoc(), value.getType(), value)
              ->getResult(0);
    results.push_back(tangent);
  }
  yield->setOperands(results);
}

LogicalResult Differentiation::run() {
  Block &body = jvp.getBody().front();
  SmallVector<Operation *> ops = llvm::map_to_vector(
      body.without_terminator(), [](Operation &op) { return &op; });
  SmallVector<Value> inputs(jvp.getPrimals());
  llvm::append_range(inputs, jvp.getAdditional());
  llvm::append_range(inputs, jvp.getTangents());
  for (auto [i, tangent] : llvm::enumerate(jvp.getTangents()))
    tangents[body.getArgument(i)] =
        body.addArgument(tangent.getType(), tangent.getLoc());
  for (Operation *op : ops)
    if (failed(differentiate(op)))
      return failure();
  yieldTangents();
  ep::inlineBody(jvp, jvp.getBody(), inputs);
  return success();
}

namespace {
struct AtenInlineJvp : aten::impl::AtenInlineJvpBase<AtenInlineJvp> {
  void runOnOperation() override {
    // Innermost first: the tangents of one are differentiated by the next.
    SmallVector<ep::JvpOp> jvps;
    getOperation().walk([&](ep::JvpOp jvp) { jvps.push_back(jvp); });
    if (jvps.empty())
      return;
    RewritePatternSet patterns(&getContext());
    populateDecompositions(patterns, /*keep=*/{});
    FrozenRewritePatternSet decompositions(std::move(patterns));
    for (ep::JvpOp jvp : jvps)
      if (failed(Differentiation(jvp, decompositions).run()))
        return signalPassFailure();
    count(getOperation(), *this, numDerivatives, jvps.size(),
          "derivatives inlined");
  }
};
} // namespace

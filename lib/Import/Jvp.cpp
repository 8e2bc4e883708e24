// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of torch.func.jvp: forward-mode differentiation. The archive has them
// as functions of functorch that open a level, make a dual of a tensor and its
// tangent, take duals apart and close the level, around operators that know
// nothing of tangents. Here a dual is an alias of its primal that has a
// tangent, of the primal's type, in a table; an operator is imported as it
// stands, and what it makes of a dual gets a tangent by the formulas of
// Tangents.h, or by those of its parts.
#include "ProgramImporter.h"
#include "Tangents.h"
#include "kiln/Dialect/Aten/Aten.h"
#include "kiln/Dialect/Aten/Decompositions.h"
#include "kiln/Dialect/EP/Expr.h"
#include "mlir/Rewrite/PatternApplicator.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

/// The name of a function of jvp without its namespace, else nothing. Beside
/// the calls of Python the archive has those of the operators behind them.
static StringRef getFunction(const Node &node) {
  StringRef name = node.target;
  if (name.consume_front("torch.ops.aten."))
    name.consume_back(".default");
  else if (!name.consume_front("torch._functorch.predispatch."))
    return "";
  return llvm::is_contained({"_jvp_increment_nesting", "_enter_dual_level",
                             "_make_dual", "_unpack_dual", "_unwrap_for_grad",
                             "_exit_dual_level", "_jvp_decrement_nesting"},
                            name)
             ? name
             : "";
}

//===----------------------------------------------------------------------===//
// Operators in a level
//===----------------------------------------------------------------------===//

/// Can a tensor of this type have a tangent?
static bool isDifferentiable(Type type) {
  auto tensor = dyn_cast<ep::TensorType>(type);
  return tensor && isa<FloatType, ComplexType>(tensor.getElementType());
}

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
} // namespace

/// The tangents of a composite operator by those of its parts, which a copy of
/// it is decomposed to; nothing where it has none, or no formula for one.
llvm::Expected<SmallVector<Value>>
ProgramImporter::differentiateParts(aten::AtenOp op) {
  if (!decompositions) {
    RewritePatternSet patterns(context);
    aten::populateDecompositions(patterns, /*keep=*/{});
    decompositions.emplace(std::move(patterns));
  }
  Operation *last = &builder.getInsertionBlock()->back();
  Operation *copy = builder.clone(*op.getOperation());
  ReplacementListener listener(copy);
  PatternRewriter rewriter(context);
  rewriter.setListener(&listener);
  rewriter.setInsertionPoint(copy);
  PatternApplicator applicator(*decompositions);
  applicator.applyDefaultCostModel();
  if (failed(applicator.matchAndRewrite(copy, rewriter))) {
    copy->erase();
    return SmallVector<Value>();
  }
  SmallVector<Operation *> parts;
  for (Operation *part = last->getNextNode(); part; part = part->getNextNode())
    parts.push_back(part);
  for (Operation *part : parts)
    if (llvm::Error error = differentiate(part))
      return error;
  return llvm::map_to_vector(
      listener.by, [&](Value value) { return tangents->lookup(value); });
}

/// Gives tangents to the results of an operation on duals.
llvm::Error ProgramImporter::differentiate(Operation *op) {
  bool writes = false;
  op->walk(
      [&](aten::AtenOp inner) { writes |= inner.getSchema().isMutating(); });
  if (writes)
    return fail(ImportError::Operator, "writes a tensor inside jvp");
  bool hasDual = llvm::any_of(op->getOperands(), [&](Value operand) {
    return tangents->contains(operand);
  });
  if (!hasDual || llvm::none_of(op->getResultTypes(), isDifferentiable))
    return llvm::Error::success();
  SmallVector<Value> derived;
  if (auto aten = dyn_cast<aten::AtenOp>(op)) {
    derived = deriveTangents(builder, aten, *tangents);
    if (derived.empty()) {
      llvm::Expected<SmallVector<Value>> ofParts = differentiateParts(aten);
      if (!ofParts)
        return ofParts.takeError();
      derived = std::move(*ofParts);
    }
  }
  if (llvm::is_contained(derived, Value()) ||
      TypeRange(derived) != op->getResultTypes())
    return fail(ImportError::Operator,
                "has no formula for the tangent of its result under jvp");
  for (auto [result, tangent] : llvm::zip(op->getResults(), derived))
    tangents->try_emplace(result, tangent);
  return llvm::Error::success();
}

llvm::Error ProgramImporter::importNode(const Node &node) {
  if (!getFunction(node).empty())
    return importJvp(node);
  if (!tangents)
    return importOperator(node);
  Block *block = builder.getInsertionBlock();
  Operation *last = block->empty() ? nullptr : &block->back();
  if (llvm::Error error = importOperator(node))
    return error;
  SmallVector<Operation *> added;
  for (Operation *op = last ? last->getNextNode() : &*block->begin();
       op && !block->empty(); op = op->getNextNode())
    added.push_back(op);
  for (Operation *op : added)
    if (llvm::Error error = differentiate(op))
      return error;
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Functions of functorch
//===----------------------------------------------------------------------===//

/// The arguments and results of a function on duals, as values.
llvm::Error ProgramImporter::importDual(const Node &node, StringRef function) {
  bool makes = function == "_make_dual",
       unwraps = function == "_unwrap_for_grad";
  SmallVector<Value> inputs;
  for (unsigned i = 0; i < (makes ? 2 : 1); ++i) {
    llvm::Expected<Value> value = readValue(node, i);
    if (!value)
      return value.takeError();
    inputs.push_back(*value);
  }
  llvm::Expected<ep::ExprAttr> level = readNumber(node, inputs.size());
  if (!level)
    return level.takeError();
  SmallVector<Type> types;
  SmallVector<StringRef> names;
  if (llvm::Error error = readResults(node, types, names))
    return error;
  auto type = dyn_cast<ep::TensorType>(inputs[0].getType());
  if (!type || !isa<FloatType>(type.getElementType()) ||
      !llvm::all_equal(ValueRange(inputs).getTypes()))
    return fail(ImportError::Operator,
                "wants a tensor of floats, and a tangent of its type");
  // Unwrapping counts the levels of functorch, which are no levels of duals.
  if ((!unwraps && !level->isInt(0)) ||
      types != SmallVector<Type>(function == "_unpack_dual" ? 2 : 1, type))
    return fail(ImportError::Operator, "does not fit the open level of jvp");
  auto build = [&](StringRef name) {
    return aten::buildAtenOp(
               builder, makeNodeLoc(context, node), aten::requireSchema(name),
               ArrayRef<aten::ArgumentValue>(inputs[0]), Type(type))
        ->getResult(0);
  };
  if (unwraps)
    return define(names[0], inputs[0]);
  SmallVector<Value> results = {build("aten.alias.default")};
  if (makes) {
    tangents->try_emplace(results[0], inputs[1]);
  } else {
    Value tangent = tangents->lookup(inputs[0]);
    results.push_back(tangent ? tangent : build("aten.zeros_like.default"));
  }
  return defineAll(names, results);
}

llvm::Error ProgramImporter::importJvp(const Node &node) {
  StringRef function = getFunction(node);
  if (function == "_jvp_increment_nesting") {
    if (tangents)
      return fail(ImportError::Operator, "jvp inside jvp is not supported");
    tangents.emplace();
    return llvm::Error::success();
  }
  if (!tangents)
    return fail(ImportError::Operator, "stands outside of jvp");
  if (function == "_jvp_decrement_nesting")
    tangents.reset();
  else if (function != "_enter_dual_level" && function != "_exit_dual_level")
    return importDual(node, function);
  return llvm::Error::success();
}

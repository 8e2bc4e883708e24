// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of torch.func.jvp: forward-mode differentiation. The archive has them
// as functions of functorch that open a level, make a dual of a tensor and its
// tangent, take duals apart and close the level, around operators that know
// nothing of tangents, just as the body of `ep.jvp` does. A call inside of
// another is an op inside of another; duals of all of them have the level 0 of
// autograd, which only the outermost enters and leaves.
#include "ProgramImporter.h"

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

bool pt2::isJvp(const Node &node) { return !getFunction(node).empty(); }

/// One call: its inputs and outputs.
struct ProgramImporter::Jvp {
  Jvp(OpBuilder &builder, Location loc) : body(builder, loc) {}

  /// A name for what the body yields at a position, or for the tangent of it.
  struct Output {
    StringRef name;
    unsigned position;
    bool isTangent;
  };

  /// The position of `value` among the results.
  unsigned yield(Value value) {
    auto *found = llvm::find(results, value);
    if (found != results.end())
      return found - results.begin();
    results.push_back(value);
    return results.size() - 1;
  }

  DetachedBody body;
  SmallVector<Value> primals, tangents, results;
  SmallVector<Output> outputs;
};

/// (primal, tangent, level) -> the dual, an argument of the body
llvm::Error ProgramImporter::makeDual(const Node &node, Jvp &jvp) {
  llvm::Expected<Value> primal = readValue(node, 0);
  if (!primal)
    return primal.takeError();
  llvm::Expected<Value> tangent = readValue(node, 1);
  if (!tangent)
    return tangent.takeError();
  Call call;
  if (llvm::Error error = readDual(node, primal->getType(), 2, 1, call))
    return error;
  Region &body = jvp.body.get();
  if (tangent->getType() != primal->getType() ||
      primal->getParentRegion() == &body || tangent->getParentRegion() == &body)
    return fail(ImportError::Operator,
                "wants a tensor from outside of jvp and a tangent of its type");
  for (auto [i, pair] : llvm::enumerate(llvm::zip(jvp.primals, jvp.tangents)))
    if (pair == std::tie(*primal, *tangent))
      return define(call.names[0], body.getArgument(i));
  jvp.primals.push_back(*primal);
  jvp.tangents.push_back(*tangent);
  return define(call.names[0], body.addArgument(primal->getType(),
                                                makeNodeLoc(context, node)));
}

/// (dual, level) -> primal and tangent
llvm::Error ProgramImporter::unpackDual(const Node &node, Jvp &jvp) {
  llvm::Expected<Value> dual = readValue(node, 0);
  if (!dual)
    return dual.takeError();
  Call call;
  if (llvm::Error error = readDual(node, dual->getType(), 1, 2, call))
    return error;
  unsigned position = jvp.yield(*dual);
  jvp.outputs.push_back({call.names[0], position, false});
  jvp.outputs.push_back({call.names[1], position, true});
  return llvm::Error::success();
}

/// (what was unpacked, or a tensor that is no dual, level) -> the same outside
llvm::Error ProgramImporter::unwrapDual(const Node &node, Jvp &jvp) {
  llvm::Expected<const Argument *> argument = getPositional(node, 0);
  if (!argument)
    return argument.takeError();
  llvm::Expected<ep::ExprAttr> level = readNumber(node, 1);
  if (!level)
    return level.takeError();
  Call call;
  if (llvm::Error error = readResults(node, call.types, call.names))
    return error;
  if (call.names.size() != 1 || !level->isInt(functorchLevel))
    return fail(ImportError::Operator, "does not fit the open level of jvp");
  auto *unpacked = llvm::find_if(jvp.outputs, [&](const Jvp::Output &output) {
    return output.name == nameOf(**argument);
  });
  if (unpacked != jvp.outputs.end()) {
    jvp.outputs.push_back(
        {call.names[0], unpacked->position, unpacked->isTangent});
    return llvm::Error::success();
  }
  llvm::Expected<Value> value = readValue(**argument);
  if (!value)
    return value.takeError();
  jvp.outputs.push_back({call.names[0], jvp.yield(*value), false});
  return llvm::Error::success();
}

/// Reads the level and the results of a function on duals of a type.
llvm::Error ProgramImporter::readDual(const Node &node, Type type,
                                      unsigned levelPosition, unsigned results,
                                      Call &call) {
  llvm::Expected<ep::ExprAttr> level = readNumber(node, levelPosition);
  if (!level)
    return level.takeError();
  if (llvm::Error error = readResults(node, call.types, call.names))
    return error;
  auto tensor = dyn_cast<ep::TensorType>(type);
  if (!tensor || !isa<FloatType>(tensor.getElementType()))
    return fail(ImportError::Operator, "wants a tensor of floats");
  if (!level->isInt(0) || call.types != SmallVector<Type>(results, type))
    return fail(ImportError::Operator, "does not fit the open level of jvp");
  return llvm::Error::success();
}

llvm::Error ProgramImporter::finishJvp(Location loc, Jvp &jvp) {
  ep::YieldOp::create(builder, loc, jvp.results);
  SmallVector<Value> captured = jvp.body.isolate(loc);
  SmallVector<Type> types = llvm::to_vector(TypeRange(jvp.results));
  SmallVector<unsigned> tangents(types.size());
  for (auto [i, result] : llvm::enumerate(jvp.results)) {
    tangents[i] = types.size();
    if (ep::JvpOp::isDifferentiable(result.getType()))
      types.push_back(result.getType());
  }
  builder.restoreInsertionPoint(jvp.body.outside);
  auto op = ep::JvpOp::create(builder, loc, types, jvp.primals, jvp.tangents,
                              captured);
  op.getBody().takeBody(jvp.body.get());
  for (const Jvp::Output &output : jvp.outputs)
    if (llvm::Error error =
            define(output.name,
                   op.getResult(output.isTangent ? tangents[output.position]
                                                 : output.position)))
      return error;
  return llvm::Error::success();
}

/// Imports the call that the first node begins; the number of its nodes.
llvm::Expected<size_t> ProgramImporter::importJvp(llvm::ArrayRef<Node> nodes) {
  if (getFunction(nodes[0]) != "_jvp_increment_nesting")
    return fail(ImportError::Operator, "stands outside of jvp");
  if (llvm::Error error = openLevel())
    return error;
  Location loc = makeNodeLoc(context, nodes[0]);
  Jvp jvp(builder, loc);
  llvm::StringMap<Value> outer = values;
  size_t i = 1;
  while (i < nodes.size() &&
         getFunction(nodes[i]) != "_jvp_decrement_nesting") {
    currentNode = &nodes[i];
    StringRef function = getFunction(nodes[i]);
    llvm::Error error = llvm::Error::success();
    size_t read = 1;
    if (function == "_make_dual")
      error = makeDual(nodes[i], jvp);
    else if (function == "_unpack_dual")
      error = unpackDual(nodes[i], jvp);
    else if (function == "_unwrap_for_grad")
      error = unwrapDual(nodes[i], jvp);
    else if (function != "_enter_dual_level" && function != "_exit_dual_level")
      error = importNext(nodes.drop_front(i)).moveInto(read);
    if (error)
      return error;
    i += read;
  }
  currentNode = &nodes[0];
  if (i == nodes.size())
    return fail(ImportError::Operator, "opens a level of jvp that stays open");
  --functorchLevel;
  // Values of the level have no name outside.
  values = std::move(outer);
  if (llvm::Error error = finishJvp(loc, jvp))
    return error;
  return i + 1;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The module call graph against the signature of the graph.
#include "VerifySignature.h"
#include "kiln/Dialect/EP/NamedTuples.h"
#include "kiln/Dialect/EP/Prepare.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

/// Values of the caller: not state, mutations, gradients and tokens.
static int64_t countInputs(GraphOp graph) {
  int64_t count = 0;
  for (unsigned i = 0, e = graph.getNumArguments(); i < e; ++i) {
    InputAttr input = graph.getInput(i);
    count += input && (input.getKind() == InputKind::UserInput ||
                       input.getKind() == InputKind::ConstantInput);
  }
  return count;
}
static int64_t countOutputs(GraphOp graph) {
  int64_t count = 0;
  for (unsigned i = 0, e = graph.getNumResults(); i < e; ++i) {
    OutputAttr output = graph.getOutput(i);
    count += output && (output.getKind() == OutputKind::UserOutput ||
                        output.getKind() == OutputKind::ConstantOutput ||
                        output.getKind() == OutputKind::Loss);
  }
  return count;
}

/// The trees of a call against the names that it has.
static LogicalResult verifyTrees(ModuleCallOp call) {
  if (call.getInTree().has_value() != call.getOutTree().has_value())
    return call.emitOpError("has one tree without the other");
  if (call.getFqn().empty() && !call.getInTree())
    return call.emitOpError("is the program's but has no trees");
  auto check = [&](std::optional<ArrayAttr> names, std::optional<TreeAttr> tree,
                   StringRef what) -> LogicalResult {
    if (!names)
      return success();
    if (!tree)
      return call.emitOpError("names ") << what << " but has no trees";
    if (tree->getNumLeaves() == static_cast<int64_t>(names->size()))
      return success();
    return call.emitOpError("names ")
           << names->size() << " " << what << " but its tree has "
           << tree->getNumLeaves() << " leaves";
  };
  if (failed(check(call.getInputs(), call.getInTree(), "inputs")))
    return failure();
  return check(call.getOutputs(), call.getOutTree(), "outputs");
}

static LogicalResult verifyNamedTuples(ModuleCallOp call) {
  Attribute types = call->getAttr(kNamedTuplesAttrName);
  auto hasNames = [](NamedAttribute type) {
    auto fields = dyn_cast<ArrayAttr>(type.getValue());
    return fields && llvm::all_of(fields, llvm::IsaPred<StringAttr>);
  };
  if (!types || (isa<DictionaryAttr>(types) &&
                 llvm::all_of(cast<DictionaryAttr>(types), hasNames)))
    return success();
  return call.emitOpError("has named tuples without lists of names");
}

/// Python calls with a tuple and a dict.
static LogicalResult verifyInTree(ModuleCallOp call) {
  auto isNode = [](TreeAttr tree, StringRef type) {
    return !tree.isLeaf() && tree.getTypeName().getValue() == type;
  };
  std::optional<TreeAttr> tree = call.getInTree();
  if (!tree ||
      (isNode(*tree, "builtins.tuple") && tree->getChildren().size() == 2 &&
       isNode(tree->getChildren()[0], "builtins.tuple") &&
       isNode(tree->getChildren()[1], "builtins.dict")))
    return success();
  return call.emitOpError(
      "has an input tree that is no tuple of a tuple (args) and a dict "
      "(kwargs)");
}

/// The trees of the program's own call against the graph's signature.
static LogicalResult verifyRoot(ModuleCallOp call, GraphOp graph) {
  auto check = [&](int64_t leaves, int64_t values,
                   StringRef what) -> LogicalResult {
    if (leaves == values)
      return success();
    return call.emitOpError("has ") << leaves << " leaves for " << values << " "
                                    << what << " of the graph";
  };
  if (failed(check(call.getInTree()->getNumLeaves(), countInputs(graph),
                   "inputs")))
    return failure();
  return check(call.getOutTree()->getNumLeaves(), countOutputs(graph),
               "outputs");
}

LogicalResult ep::verifyModuleCalls(ProgramOp program) {
  // One walk: a program has as many calls as modules.
  llvm::DenseSet<StringRef> seen;
  GraphOp graph;
  ModuleCallOp root;
  for (Operation &op : program.getBody().front()) {
    if (auto found = dyn_cast<GraphOp>(op); found && !isPrepare(found))
      graph = found;
    auto call = dyn_cast<ModuleCallOp>(op);
    if (!call)
      continue;
    if (failed(verifyTrees(call)) || failed(verifyNamedTuples(call)))
      return failure();
    if (!seen.insert(call.getFqn()).second)
      return call.emitOpError("is the second one of '") << call.getFqn() << "'";
    if (call.getFqn().empty() && seen.size() > 1)
      return call.emitOpError("is the program's but not the first one");
    if (failed(verifyInTree(call)))
      return failure();
    if (call.getFqn().empty())
      root = call;
  }
  return graph && root && root.getInTree() ? verifyRoot(root, graph)
                                           : success();
}

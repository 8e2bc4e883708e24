// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphs inside nodes, each with names of its own.
#include "ProgramImporter.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

llvm::Expected<const Argument *>
ProgramImporter::getPositional(const Node &node, unsigned index) {
  if (index >= node.inputs.size())
    return fail(ImportError::Operator,
                "wants more than " + Twine(node.inputs.size()) + " arguments");
  return &node.inputs[index].arg;
}

llvm::Expected<Value> ProgramImporter::readValue(const Node &node,
                                                 unsigned index) {
  llvm::Expected<const Argument *> argument = getPositional(node, index);
  if (!argument)
    return argument.takeError();
  return readValue(**argument);
}

llvm::Expected<const Graph *>
ProgramImporter::readSubgraph(const Argument &argument) {
  if (argument.kind != "as_graph")
    return fail(ImportError::Operator,
                "wants a graph where it has " + argument.kind);
  std::unique_ptr<GraphArgument> &read = subgraphs[argument.value];
  if (read)
    return &read->graph;
  auto subgraph = std::make_unique<GraphArgument>();
  llvm::json::Path::Root root("as_graph");
  if (!fromJSON(*argument.value, *subgraph, root))
    return fail(ImportError::Schema, llvm::toString(root.getError()));
  read = std::move(subgraph);
  return &read->graph;
}

llvm::Error ProgramImporter::importSubgraph(const Argument &argument,
                                            Region &region) {
  llvm::Expected<const Graph *> inner = readSubgraph(argument);
  if (!inner)
    return inner.takeError();
  OpBuilder::InsertionGuard guard(builder);
  GraphScope outer = std::move(static_cast<GraphScope &>(*this));
  static_cast<GraphScope &>(*this) = GraphScope();
  auto restore = llvm::make_scope_exit(
      [&] { static_cast<GraphScope &>(*this) = std::move(outer); });
  if (llvm::Error error = enterGraph(**inner))
    return error;
  Location loc = region.getParentOp()->getLoc();
  Block &block = region.emplaceBlock();
  for (const Argument &input : graph->inputs) {
    llvm::Expected<Type> type = readInputType(input);
    if (!type)
      return type.takeError();
    block.addArgument(*type, loc);
  }
  if (llvm::Error error = importBody(block))
    return error;
  SmallVector<Value> results;
  for (const Argument &output : graph->outputs)
    if (llvm::Error error = readOperands(output, results))
      return error;
  ep::YieldOp::create(builder, loc, results);
  return llvm::Error::success();
}

llvm::Error ProgramImporter::readOperands(const Argument &argument,
                                          SmallVectorImpl<Value> &operands) {
  const json::Array *items = argument.value->getAsArray();
  if (!items) {
    llvm::Expected<Value> value = readValue(argument);
    if (!value)
      return value.takeError();
    operands.push_back(*value);
    return llvm::Error::success();
  }
  // as_tensors -> as_tensor; the items of some lists are unions themselves.
  StringRef kind = argument.kind.drop_back();
  for (const json::Value &item : *items) {
    std::optional<Union> element;
    if (kind == "as_optional_tensor")
      element = asUnion(&item);
    llvm::Expected<Value> value =
        readValue(element.value_or(Argument{kind, &item}));
    if (!value)
      return value.takeError();
    operands.push_back(*value);
  }
  return llvm::Error::success();
}

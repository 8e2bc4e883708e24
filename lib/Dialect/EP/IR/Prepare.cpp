// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/EP/Prepare.h"
#include "VerifySignature.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

GraphOp ep::getPrepare(ProgramOp program) {
  for (auto graph : program.getBody().getOps<GraphOp>())
    if (isPrepare(graph))
      return graph;
  return {};
}

LogicalResult ep::verifyMadeFrom(ConstantOp op, SymbolTableCollection &tables) {
  Attribute attribute = op->getAttr(kMadeFromAttrName);
  if (!attribute)
    return success();
  auto sources = dyn_cast<ArrayAttr>(attribute);
  if (!sources || !llvm::all_of(sources, llvm::IsaPred<StringAttr>))
    return op.emitOpError("ep.made_from is no list of names");
  for (auto source : sources.getAsRange<StringAttr>()) {
    Operation *state = tables.lookupNearestSymbolFrom(op, source);
    if (!isa_and_nonnull<ParameterOp, BufferOp, ConstantOp>(state))
      return op.emitOpError("is made from ")
             << source << ", which is not in the state";
    if (getMadeFrom(state))
      return op.emitOpError("is made from ")
             << source << ", which is made itself";
  }
  return success();
}

/// From state to constants, each once.
LogicalResult ep::verifyPrepare(GraphOp graph) {
  for (unsigned i = 0, e = graph.getNumArguments(); i < e; ++i) {
    InputKind kind = graph.getInput(i).getKind();
    if (kind != InputKind::Parameter && kind != InputKind::Buffer &&
        kind != InputKind::ConstantTensor)
      return graph.emitOpError("makes constants, but input ")
             << i << " is a " << stringifyInputKind(kind);
  }
  llvm::DenseSet<StringAttr> made;
  for (unsigned i = 0, e = graph.getNumResults(); i < e; ++i) {
    OutputAttr output = graph.getOutput(i);
    if (output.getKind() != OutputKind::UserOutput)
      return graph.emitOpError("makes constants, but output ")
             << i << " is a " << stringifyOutputKind(output.getKind());
    auto constant = dyn_cast_or_null<ConstantOp>(
        SymbolTable::lookupSymbolIn(graph.getProgram(), output.getTarget()));
    ArrayAttr sources = constant ? getMadeFrom(constant) : ArrayAttr();
    if (!sources || sources.empty())
      return graph.emitOpError("makes ")
             << output.getTarget()
             << ", which is no constant that is made from state";
    if (constant.getType() != graph.getResultTypes()[i])
      return graph.emitOpError("makes ")
             << output.getTarget() << " of type " << graph.getResultTypes()[i]
             << ", but it has " << constant.getType();
    if (!made.insert(output.getTarget()).second)
      return graph.emitOpError("makes ") << output.getTarget() << " twice";
  }
  return success();
}

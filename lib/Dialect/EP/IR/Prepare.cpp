// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/EP/Prepare.h"
#include "VerifySignature.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

/// The graph of `program` that makes constants with or without bytes.
static GraphOp findMaker(ProgramOp program, bool ofFolded) {
  for (auto graph : program.getBody().getOps<GraphOp>())
    if (isPrepare(graph) && isFold(graph) == ofFolded)
      return graph;
  return {};
}

GraphOp ep::getPrepare(ProgramOp program) {
  return findMaker(program, /*ofFolded=*/false);
}

GraphOp ep::getFold(ProgramOp program) {
  return findMaker(program, /*ofFolded=*/true);
}

GraphOp ep::addPrepare(OpBuilder &builder, SymbolTable &symbols, Location loc,
                       TypeRange inputs, TypeRange outputs, bool isFold) {
  auto prepare = GraphOp::create(builder, loc, isFold ? "fold" : "prepare",
                                 builder.getFunctionType(inputs, outputs));
  prepare->setAttr(kPrepareAttrName, builder.getUnitAttr());
  if (isFold)
    prepare->setAttr(kFoldAttrName, builder.getUnitAttr());
  symbols.insert(prepare);
  return prepare;
}

GraphOp ep::getOrAddPrepare(OpBuilder &builder, SymbolTable &symbols,
                            GraphOp graph) {
  if (GraphOp known = getPrepare(graph.getProgram()))
    return known;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfter(graph);
  GraphOp prepare = addPrepare(builder, symbols, graph.getLoc(), {}, {});
  builder.setInsertionPointToEnd(&prepare.getBody().front());
  ReturnOp::create(builder, graph.getLoc(), ValueRange());
  return prepare;
}

void ep::addPrepareOutput(GraphOp prepare, ConstantOp constant, Value value) {
  Operation *end = prepare.getBody().front().getTerminator();
  unsigned number = prepare.getNumResults();
  end->insertOperands(number, value);
  (void)prepare.insertResult(number, constant.getType(), DictionaryAttr());
  prepare.setOutput(
      number, OutputAttr::get(prepare.getContext(), OutputKind::UserOutput,
                              constant.getSymNameAttr(), Attribute()));
}

static StringRef getStorageName(Operation *state) {
  return state->getAttrOfType<FlatSymbolRefAttr>("storage").getValue();
}

// State that shares memory with a written entry is written, too.
SmallVector<unsigned> ep::getUnwrittenState(GraphOp graph) {
  ProgramOp program = graph.getProgram();
  auto lookup = [&](StringAttr name) {
    return SymbolTable::lookupSymbolIn(program, name);
  };
  llvm::DenseSet<StringRef> written;
  for (unsigned i = 0, e = graph.getNumResults(); i < e; ++i) {
    OutputAttr output = graph.getOutput(i);
    if (output.getKind() == OutputKind::BufferMutation ||
        output.getKind() == OutputKind::ParameterMutation)
      written.insert(getStorageName(lookup(output.getTarget())));
  }
  SmallVector<unsigned> unwritten;
  for (unsigned i = 0, e = graph.getNumArguments(); i < e; ++i) {
    InputAttr input = graph.getInput(i);
    if (input.getKind() != InputKind::Parameter &&
        input.getKind() != InputKind::Buffer &&
        input.getKind() != InputKind::ConstantTensor)
      continue;
    Operation *state = lookup(input.getTarget());
    if (!written.contains(getStorageName(state)) && !getMadeFrom(state))
      unwritten.push_back(i);
  }
  return unwritten;
}

ConstantOp ep::addMadeConstant(OpBuilder &builder, SymbolTable &symbols,
                               Location loc, StringRef name, TensorType type,
                               ArrayRef<char> bytes,
                               ArrayRef<Attribute> sources) {
  // No more than the alignment that every reader of bytecode has.
  constexpr size_t kAlignment = 16;
  int64_t count = bytes.size();
  ElementsAttr data = DenseResourceElementsAttr::get(
      RankedTensorType::get({count}, builder.getI8Type()), name,
      HeapAsmResourceBlob::allocateAndCopyWithAlign(bytes, kAlignment));
  auto storage =
      StorageOp::create(builder, loc, ("storage." + name).str(), count,
                        StringAttr(), count ? data : ElementsAttr());
  symbols.insert(storage);
  return addMadeConstant(builder, symbols, loc, name, type, storage, sources);
}

ConstantOp ep::addMadeConstant(OpBuilder &builder, SymbolTable &symbols,
                               Location loc, StringRef name, TensorType type,
                               StorageOp storage, ArrayRef<Attribute> sources) {
  auto constant = ConstantOp::create(
      builder, loc, builder.getStringAttr(name), TypeAttr::get(type),
      FlatSymbolRefAttr::get(storage), builder.getI64IntegerAttr(0));
  constant->setAttr(kMadeFromAttrName, builder.getArrayAttr(sources));
  symbols.insert(constant);
  return constant;
}

/// The bytes of a row-major tensor of known sizes.
static int64_t getDenseBytes(ep::TensorType type) {
  int64_t bytes = getElementBytes(type.getElementType());
  for (ExprAttr size : type.getSizes())
    bytes *= size.getValue();
  return bytes;
}

ConstantOp ep::addFoldedConstant(OpBuilder &builder, SymbolTable &symbols,
                                 Location loc, StringRef name, TensorType type,
                                 ArrayRef<Attribute> sources) {
  auto storage =
      StorageOp::create(builder, loc, ("storage." + name).str(),
                        getDenseBytes(type), StringAttr(), ElementsAttr());
  storage->setAttr(kFoldAttrName, builder.getUnitAttr());
  symbols.insert(storage);
  return addMadeConstant(builder, symbols, loc, name, type, storage, sources);
}

BlockArgument ep::getOrAddInput(GraphOp graph, Type type, InputAttr input,
                                Location loc) {
  unsigned count = graph.getNumArguments();
  for (unsigned i = 0; i < count; ++i)
    if (graph.getInput(i) == input)
      return graph.getArgument(i);
  (void)graph.insertArgument(count, type, DictionaryAttr(), loc);
  graph.setInput(count, input);
  return graph.getArgument(count);
}

/// All of its storage, which nothing else fills.
static LogicalResult verifyFolded(ConstantOp op, StorageOp storage) {
  auto type = cast<ep::TensorType>(op.getType());
  if (!isFold(storage))
    return success();
  if (ArrayAttr sources = getMadeFrom(op); !sources || sources.empty())
    return op.emitOpError("is folded, but not made from state");
  if (!type.isContiguous() || op.getOffset() != 0 ||
      getDenseBytes(type) != static_cast<int64_t>(storage.getBytes()))
    return op.emitOpError("is folded, but not all of its storage");
  return success();
}

LogicalResult ep::verifyMadeFrom(ConstantOp op, SymbolTableCollection &tables) {
  if (failed(verifyFolded(op, tables.lookupNearestSymbolFrom<StorageOp>(
                                  op, op.getStorageAttr()))))
    return failure();
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
    // An unknown storage is reported where the constant names it.
    auto storage = dyn_cast_or_null<StorageOp>(SymbolTable::lookupSymbolIn(
        graph.getProgram(), constant.getStorageAttr()));
    if (storage && isFold(storage) != isFold(graph))
      return graph.emitOpError("makes ")
             << output.getTarget() << ", whose bytes a package "
             << (isFold(storage) ? "does not have" : "has");
    if (!made.insert(output.getTarget()).second)
      return graph.emitOpError("makes ") << output.getTarget() << " twice";
  }
  return success();
}

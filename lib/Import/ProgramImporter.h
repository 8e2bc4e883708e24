// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds one `ep.program` from the JSON of one model. The importer's parts live
// in a file each and share this class.
#ifndef KILN_LIB_IMPORT_PROGRAMIMPORTER_H
#define KILN_LIB_IMPORT_PROGRAMIMPORTER_H

#include "Archive.h"
#include "DetachedBody.h"
#include "GuardPaths.h"
#include "Schema.h"
#include "Weight.h"
#include "kiln/Dialect/Aten/Aten.h"
#include "kiln/Dialect/Aten/Builder.h"
#include "kiln/Dialect/EP/EP.h"
#include "kiln/Import/ImportPt2.h"
#include "kiln/Pickle/Pickle.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace kiln::pt2 {

class Keywords;

/// An argument that an operator writes, or an element of it: a base, or a view
/// of one by sizes, strides and offset, or by dimension, start and end.
struct WrittenView {
  std::optional<int64_t> base; ///< nothing for None
  SmallVector<ep::ExprAttr> size, stride, offset, slice;
};

/// The names of one graph; a subgraph has its own.
struct GraphScope {
  const Graph *graph = nullptr;
  /// Values by name, and numbers that are expressions only.
  llvm::StringMap<Value> values;
  llvm::StringMap<ep::ExprAttr> numbers;
  /// The names that the nodes define, all of them.
  llvm::StringSet<> nodeNames;
  /// Those of them whose arithmetic on sizes has not been read yet.
  llvm::StringSet<> pendingNumbers;
};

/// A number that a node computes, and its value by the file.
struct NumberClaim {
  const Node *node;
  StringRef name;
  ep::ExprAttr claimed, computed;
  ep::AssertOp assertion; ///< that they are the same
};

class ProgramImporter : private GraphScope {
public:
  ProgramImporter(Archive &archive, const ExportedProgram &program,
                  StringRef model, const ImportOptions &options,
                  ep::ProgramOp op)
      : archive(archive), program(program), model(model), options(options),
        op(op), context(op.getContext()),
        builder(OpBuilder::atBlockEnd(&op.getBody().front())) {
    graph = &program.graph;
  }

  llvm::Error run();

private:
  llvm::Error readOpSchemas();
  /// The schema of a custom operator; null where nobody tells it.
  const aten::Schema *findOpSchema(StringRef name) const;

  Archive &archive;
  const ExportedProgram &program;
  StringRef model;
  const ImportOptions &options;
  ep::ProgramOp op;
  MLIRContext *context;
  OpBuilder builder;
  /// The parsed texts of sizes: the same few stand at every tensor.
  llvm::StringMap<ep::ExprAttr> exprs;
  /// The storages by the name of their record, and their symbols.
  llvm::StringMap<StringAttr> storages;
  llvm::StringSet<> storageNames;
  bool hasData = false;                 ///< of the weights, any
  llvm::DenseSet<ep::ExprAttr> offsets; ///< see noteOffset
  /// The replacements of symbols, see defineSymbol.
  llvm::DenseMap<ep::ExprAttr, ep::ExprAttr> definitions;
  /// The subgraphs by their place in the document.
  llvm::DenseMap<const json::Value *, std::unique_ptr<GraphArgument>> subgraphs;
  std::vector<NumberClaim> claims; ///< that are not equal as they are written
  int64_t functorchLevel = 0;      ///< calls of vmap and jvp that are open
  llvm::StringMap<std::unique_ptr<aten::Schema>> opSchemas; ///< by operator
  /// The node that is being read, for errors.
  const Node *currentNode = nullptr;

  // ImportPt2.cpp
  /// `file: models/<model>.json: kind: node: reason`.
  llvm::Error fail(ImportError::Kind kind, const Twine &reason,
                   StringRef hint = {}) const;
  llvm::Error fail(const Twine &reason) const {
    return fail(ImportError::Graph, reason);
  }
  /// The same of another record.
  llvm::Error failIn(ImportError::Kind kind, StringRef entry,
                     const Twine &reason, StringRef hint = {}) const;

  // Symbols.cpp
  llvm::Error importSymbols();
  llvm::Error collectSymbols(const Graph &graph,
                             llvm::function_ref<void(ep::ExprAttr)> note);
  void checkHints();
  llvm::Error checkUnbacked();
  llvm::Error importGuards();
  llvm::Error importGuard(StringRef guard);

  // SizeArithmetic.cpp
  /// Asserts that the number by the file is the one the node computes.
  llvm::Error importNumber(const Node &node, Location loc);
  llvm::Expected<ep::ExprAttr> computeNumber(const Node &node);
  llvm::Expected<ep::ExprAttr> computeOfTensor(const Node &node);
  /// Drops the assertions that ranges and guards prove. One that they disprove
  /// is an error.
  llvm::Error checkClaims();
  llvm::Error failClaim(const NumberClaim &claim);

  // GuardPaths.cpp
  llvm::Expected<GuardText> substitutePaths(StringRef guard);

  // State.cpp
  llvm::Error importState();
  llvm::Error checkPlace(const Union &spec, Weight &weight);
  llvm::Error importInputState(const Union &spec, const Argument &input,
                               const Weight &weight);
  llvm::Error importWeight(const Weight &weight, uint64_t size, StringRef kind);
  llvm::Expected<uint64_t> checkPayload(const Weight &weight);
  llvm::Expected<StringAttr> importStorage(const Weight &weight, uint64_t size);

  // Weights.cpp
  llvm::Error readWeights(bool constants, std::vector<Weight> &weights);
  /// Appends the weights of a payload: one, or the parts of one.
  llvm::Error readPayload(StringRef record, StringRef name,
                          const Payload &payload, bool constants,
                          std::vector<Weight> &weights);
  llvm::Error readPickledPayload(const Weight &payload,
                                 std::vector<Weight> &weights);
  llvm::Error readPickledDict(StringRef record, bool constants,
                              std::vector<Weight> &weights);
  llvm::Expected<std::vector<pickle::SavedTensor>>
  readPickle(StringRef record, std::string &prefix);
  llvm::Expected<Weight> readSaved(const pickle::SavedTensor &tensor,
                                   StringRef prefix);
  llvm::Error failMissing(ArrayRef<Weight> weights, StringRef kind,
                          StringRef target);

  // Slices.cpp
  /// Gives a slice the bounds that are meant, and a size where it is a symbol
  /// of its own.
  llvm::Error resolveSlice(const Node &node,
                           MutableArrayRef<aten::NamedArgument> arguments);
  bool isBound(ep::ExprAttr symbol) const;
  /// Remembers the symbol that is the offset of a slice in its storage, which
  /// is all that PyTorch knows of it. No value has it.
  void noteOffset(const Node &node);
  /// Is it the condition that such an offset is not negative? That holds.
  bool isAboutOffset(ep::ExprAttr condition) const;
  /// From here on `symbol` is `value`.
  void defineSymbol(ep::ExprAttr symbol, ep::ExprAttr value);

  // Types.cpp
  llvm::Expected<ep::ExprAttr> parseExpr(StringRef text);
  llvm::Expected<ep::ExprAttr> readExpr(const Union &value);
  llvm::Expected<SmallVector<ep::ExprAttr>>
  readExprs(llvm::ArrayRef<SymInt> values);
  llvm::Expected<ep::TensorType> readType(const TensorMeta &meta);
  llvm::Expected<ep::TensorType> makeType(Type dtype,
                                          ArrayRef<ep::ExprAttr> sizes,
                                          ArrayRef<ep::ExprAttr> strides,
                                          StringAttr device);
  llvm::Expected<Type> readDtype(int64_t scalarType);
  llvm::Expected<ep::Layout> readLayout(int64_t number);

  // Signature.cpp
  llvm::Error checkSignatureSize();
  llvm::Error readSignature(SmallVectorImpl<ep::InputAttr> &inputs,
                            SmallVectorImpl<ep::OutputAttr> &outputs);
  llvm::Error checkName(const Union &spec, const Argument &argument);

  // Graph.cpp
  llvm::Error importGraph();
  /// Makes `entered` the graph whose names are read.
  llvm::Error enterGraph(const Graph &entered);
  llvm::Error collectNodeNames();
  llvm::Error failUndefined(StringRef name);
  llvm::Expected<Type> readInputType(const Argument &input);
  /// Gives a value its name, which must be new.
  llvm::Error define(StringRef name, Value value);
  /// The same for each that has a name.
  llvm::Error defineAll(ArrayRef<StringRef> names, ValueRange results);
  llvm::Expected<Value> readValue(const Argument &argument);
  /// Imports the nodes of the graph; the block has its inputs.
  llvm::Error importBody(Block &block);
  llvm::Error importNodes(llvm::ArrayRef<Node> nodes);
  /// Imports the first node, or the call of vmap or jvp that it begins; the
  /// number of its nodes.
  llvm::Expected<size_t> importNext(llvm::ArrayRef<Node> nodes);
  llvm::Error importOperator(const Node &node);
  llvm::Error importAssert(const Node &node, Location loc);
  llvm::Error importRange(const Node &node, Location loc);

  // Subgraphs.cpp
  llvm::Expected<const Graph *> readSubgraph(const Argument &argument);
  llvm::Error importSubgraph(const Argument &argument, Region &region);
  llvm::Expected<const Argument *> getPositional(const Node &node,
                                                 unsigned index);
  llvm::Expected<Value> readValue(const Node &node, unsigned index);
  /// The values of a list, or the one of a single argument.
  llvm::Error readOperands(const Argument &argument,
                           SmallVectorImpl<Value> &operands);

  // HigherOrder.cpp
  llvm::Error importHigherOrder(const Node &node, Location loc);
  llvm::Error importCond(const Node &node, Location loc);
  llvm::Error importWhileLoop(const Node &node, Location loc);
  llvm::Error importScan(const Node &node, Location loc);
  llvm::Error importAssociativeScan(const Node &node, Location loc);
  llvm::Error importMap(const Node &node, Location loc);
  llvm::Error importGradMode(const Node &node, Location loc);
  llvm::Error importAutocast(const Node &node, Location loc);
  llvm::Error importInvoke(const Node &node, Location loc);
  llvm::Error importOnce(const Node &node, Location loc);
  /// The operands of a node, a list for each argument that has some, and the
  /// types and names of its results.
  struct Call {
    SmallVector<SmallVector<Value>> operands;
    SmallVector<Type> types;
    SmallVector<StringRef> names;
  };
  /// Reads the arguments at the positions `lists`, and then those from `rest`
  /// on as one list.
  llvm::Expected<Call> readCall(const Node &node, ArrayRef<unsigned> lists,
                                std::optional<unsigned> rest = std::nullopt);
  /// Fills the regions of `op` with the graphs at `positions`, and names its
  /// results.
  llvm::Error finishSubgraphs(const Node &node, Operation *op,
                              ArrayRef<unsigned> positions,
                              ArrayRef<StringRef> names);
  template <typename AttrT>
  llvm::Expected<AttrT> readSetting(const Node &node, unsigned position,
                                    bool optional = false);

  // StackedLoop.cpp
  llvm::Error importStackedLoop(const Node &node, Location loc);
  llvm::Expected<Value> countRounds(const Node &node, const Call &call,
                                    Location loc);
  llvm::Error importStackedRound(const Node &node, ep::ScanOp scan);

  // Vmap.cpp
  struct Vmap;
  llvm::Expected<size_t> importVmap(llvm::ArrayRef<Node> nodes);
  llvm::Expected<Value> readBatched(const Node &node, unsigned levelPosition);
  llvm::Expected<ep::TensorType> moveDim(ep::TensorType type, int64_t from,
                                         int64_t to);
  llvm::Error addBatchDim(const Node &node, Vmap &vmap);
  llvm::Error removeBatchDim(const Node &node, Vmap &vmap);
  llvm::Error finishVmap(Location loc, Vmap &vmap);
  llvm::Error openLevel();
  llvm::Expected<ep::ExprAttr> readNumber(const Node &node, unsigned position);
  Value buildMoveDim(Location loc, Value value, int64_t from, int64_t to,
                     ep::TensorType type);

  // Jvp.cpp
  struct Jvp;
  llvm::Expected<size_t> importJvp(llvm::ArrayRef<Node> nodes);
  llvm::Error makeDual(const Node &node, Jvp &jvp);
  llvm::Error unpackDual(const Node &node, Jvp &jvp);
  llvm::Error unwrapDual(const Node &node, Jvp &jvp);
  llvm::Error readDual(const Node &node, Type type, unsigned levelPosition,
                       unsigned results, Call &call);
  llvm::Error finishJvp(Location loc, Jvp &jvp);

  // Effects.cpp
  llvm::Error importWithEffects(const Node &node, Location loc);
  llvm::Error importAutoFunctionalized(const Node &node, Location loc);
  llvm::Expected<StringRef> readCallee(const Node &node, unsigned position);
  Operation *buildOperator(Location loc, StringRef name,
                           const aten::Schema *schema,
                           const SmallVector<aten::NamedArgument> &arguments,
                           TypeRange types);
  /// An argument that an operator writes.
  struct Written {
    StringRef name;
    bool isList = false;
    std::vector<WrittenView> views;
  };
  llvm::Error takeWritten(Keywords &keywords, size_t bases,
                          SmallVectorImpl<Written> &written);
  llvm::Error takeWrittenBySchema(Keywords &keywords,
                                  const aten::Schema *schema,
                                  SmallVectorImpl<Value> &bases,
                                  SmallVectorImpl<Written> &written);
  llvm::Expected<WrittenView> takeView(Keywords &keywords, const Twine &name,
                                       size_t bases);
  llvm::Expected<SmallVector<ep::ExprAttr>> takeNumbers(Keywords &keywords,
                                                        const Twine &name);
  llvm::Expected<Value> buildView(Location loc, const WrittenView &view,
                                  ValueRange bases);

  // Arguments.cpp
  llvm::Error importAtenNode(const Node &node, Location loc);
  /// The schema of an operator; null for one of a custom namespace.
  llvm::Expected<const aten::Schema *> findSchema(StringRef target);
  llvm::Expected<SmallVector<aten::NamedArgument>>
  readArguments(StringRef target, const aten::Schema *schema,
                llvm::ArrayRef<NamedArgument> inputs);
  llvm::Error readResults(const Node &node, SmallVectorImpl<Type> &types,
                          SmallVectorImpl<StringRef> &names);
  llvm::Expected<aten::ArgumentValue>
  readArgument(const Argument &argument, const aten::SchemaArgument *schema);
  bool usesDoubles(const Node &node) const;
  Value buildComplexNumber(mlir::DenseF64ArrayAttr parts);
  llvm::Expected<Value> readTensor(const json::Value &argument);
  llvm::Expected<aten::ArgumentValue> readTensors(const json::Value &list);
  llvm::Expected<Attribute> readAttribute(const Argument &argument);
  llvm::Expected<Attribute> readList(StringRef kind, const json::Array &items);

  // Modules.cpp
  llvm::Error checkInputTree(ep::TreeAttr tree);
  llvm::Error checkNames(StringRef fqn, llvm::ArrayRef<StringRef> names);
  llvm::Error importModuleCalls();
  void addNamedTuples(ep::ModuleCallOp call);
};

/// Parses PyTorch's TreeSpec text into a tree.
llvm::Expected<ep::TreeAttr> parseTreeSpec(MLIRContext *context,
                                           StringRef text);

/// The name of a value that an argument uses or a result defines, if any.
StringRef nameOf(const Argument &argument);

/// Is the argument a literal: no value that a graph computes or is given?
bool isConstantArgument(const Argument &argument);

/// Is the expression a symbol (`u0`, `zuf1`) that an operator computes?
bool isUnbacked(ep::ExprAttr expr);

/// Is it arithmetic on sizes?
bool isSizeArithmetic(StringRef target);

/// Is it an operator that takes or writes a slice?
bool isSlice(StringRef target);

/// Does the node begin a call of vmap?
bool isVmap(const Node &node);

/// Is the node a part of a call of jvp?
bool isJvp(const Node &node);

/// An int, float or bool attribute, or an expression, as an expression; else
/// null.
ep::ExprAttr toNumber(Attribute attribute);

/// A float of the file; nothing where the value is none.
std::optional<double> readFloat(const json::Value &value);

/// The reason of an import error, to be a part of another one.
std::string takeReason(llvm::Error error);

/// The location of a node, from its metadata.
Location makeNodeLoc(MLIRContext *context, const Node &node);

} // namespace kiln::pt2

#endif // KILN_LIB_IMPORT_PROGRAMIMPORTER_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds one `ep.program` from the JSON of one model. The importer's parts live
// in a file each and share this class.
#ifndef KILN_LIB_IMPORT_PROGRAMIMPORTER_H
#define KILN_LIB_IMPORT_PROGRAMIMPORTER_H

#include "Archive.h"
#include "Schema.h"
#include "Weight.h"
#include "kiln/Dialect/Aten/Builder.h"
#include "kiln/Dialect/EP/EP.h"
#include "kiln/Import/ImportPt2.h"
#include "kiln/Pickle/Pickle.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace kiln::pt2 {

class ProgramImporter {
public:
  ProgramImporter(Archive &archive, const ExportedProgram &program,
                  StringRef model, const ImportOptions &options,
                  ep::ProgramOp op)
      : archive(archive), program(program), model(model), options(options),
        op(op), context(op.getContext()),
        builder(OpBuilder::atBlockEnd(&op.getBody().front())) {}

  llvm::Error run();

private:
  Archive &archive;
  const ExportedProgram &program;
  StringRef model;
  const ImportOptions &options;
  ep::ProgramOp op;
  MLIRContext *context;
  OpBuilder builder;
  /// Values of the graph by name, and numbers that are expressions only.
  llvm::StringMap<Value> values;
  llvm::StringMap<ep::ExprAttr> numbers;
  /// What size texts mean: the same few stand at every tensor.
  llvm::StringMap<ep::ExprAttr> exprs;
  /// The storages by the name of their record, and their symbols.
  llvm::StringMap<StringAttr> storages;
  llvm::StringSet<> storageNames;
  bool hasData = false; ///< of the weights, any
  /// The names that the nodes of the graph define, all of them.
  llvm::StringSet<> nodeNames;
  /// The node that is being read, for errors.
  const Node *currentNode = nullptr;

  // ImportPt2.cpp
  /// `file: models/<model>.json: kind: node: reason`.
  llvm::Error fail(ImportError::Kind kind, const Twine &reason) const;
  llvm::Error fail(const Twine &reason) const {
    return fail(ImportError::Graph, reason);
  }
  /// The same of another record.
  llvm::Error failIn(ImportError::Kind kind, StringRef entry,
                     const Twine &reason) const;

  // Symbols.cpp
  llvm::Error importSymbols();
  void checkHints(const std::map<StringRef, RangeConstraint> &ranges);
  llvm::Error checkUnbacked();
  llvm::Error importGuards();
  llvm::Expected<std::string> substitutePaths(StringRef guard);

  // State.cpp
  llvm::Error importState();
  llvm::Error importInputState(const Union &spec, const Argument &input,
                               const Weight &weight);
  llvm::Error importWeight(const Weight &weight, uint64_t size, StringRef kind);
  llvm::Expected<uint64_t> checkPayload(const Weight &weight);
  llvm::Expected<StringAttr> importStorage(const Weight &weight, uint64_t size);

  // Weights.cpp
  llvm::Error readWeights(bool constants, std::vector<Weight> &weights);
  llvm::Expected<Weight> readPayload(StringRef record, StringRef name,
                                     const Payload &payload, bool constants);
  llvm::Error readPickledPayload(Weight &weight);
  llvm::Error readPickledDict(StringRef record, bool constants,
                              std::vector<Weight> &weights);
  llvm::Expected<std::vector<pickle::SavedTensor>>
  readPickle(StringRef record, std::string &prefix);
  llvm::Expected<Weight> readSaved(const pickle::SavedTensor &tensor,
                                   StringRef prefix);
  llvm::Error failMissing(StringRef kind, StringRef target);

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

  // Graph.cpp
  llvm::Error importGraph();
  llvm::Error checkSignatureSize();
  llvm::Error collectNodeNames();
  llvm::Error failUndefined(StringRef name);
  llvm::Error readSignature(SmallVectorImpl<ep::InputAttr> &inputs,
                            SmallVectorImpl<ep::OutputAttr> &outputs);
  llvm::Expected<Type> readInputType(const Argument &input);
  llvm::Error checkName(const Union &spec, const Argument &argument);
  /// Gives a value its name, which must be new.
  llvm::Error define(StringRef name, Value value);
  llvm::Expected<Value> readOutput(const Argument &output);
  llvm::Error importNode(const Node &node);
  llvm::Error importAssert(const Node &node, Location loc);

  // Arguments.cpp
  llvm::Error importAtenNode(const Node &node, Location loc);
  llvm::Error readResults(const Node &node, SmallVectorImpl<Type> &types,
                          SmallVectorImpl<StringRef> &names);
  llvm::Expected<aten::ArgumentValue>
  readArgument(const Argument &argument, const aten::SchemaArgument *schema);
  llvm::Expected<Value> readTensor(const json::Value &argument);
  llvm::Expected<aten::ArgumentValue> readTensors(const json::Value &list);
  llvm::Expected<Attribute> readAttribute(const Argument &argument);
  llvm::Expected<Attribute> readList(StringRef kind, const json::Array &items);

  // Modules.cpp
  llvm::Error checkInputTree(ep::TreeAttr tree);
  llvm::Error importModuleCalls();
};

/// Parses PyTorch's TreeSpec text into a tree.
llvm::Expected<ep::TreeAttr> parseTreeSpec(MLIRContext *context,
                                           StringRef text);

/// A float of the file; nothing where the value is none.
std::optional<double> readFloat(const json::Value &value);

/// The reason of an import error, to be a part of another one.
std::string takeReason(llvm::Error error);

/// The location of a node, from its metadata.
Location makeNodeLoc(MLIRContext *context, const Node &node);

} // namespace kiln::pt2

#endif // KILN_LIB_IMPORT_PROGRAMIMPORTER_H

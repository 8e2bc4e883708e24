// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds one `ep.program` from the JSON of one model. The importer's parts live
// in a file each and share this class.
#ifndef KILN_LIB_IMPORT_PROGRAMIMPORTER_H
#define KILN_LIB_IMPORT_PROGRAMIMPORTER_H

#include "Archive.h"
#include "Schema.h"
#include "kiln/Dialect/Aten/Builder.h"
#include "kiln/Dialect/EP/EP.h"
#include "kiln/Import/ImportPt2.h"
#include "llvm/ADT/StringMap.h"

namespace kiln::pt2 {

class ProgramImporter {
public:
  ProgramImporter(const Archive &archive, const ExportedProgram &program,
                  StringRef model, const ImportOptions &options,
                  ep::ProgramOp op)
      : archive(archive), program(program), model(model), options(options),
        op(op), context(op.getContext()),
        builder(OpBuilder::atBlockEnd(&op.getBody().front())) {}

  llvm::Error run();

private:
  const Archive &archive;
  const ExportedProgram &program;
  StringRef model;
  const ImportOptions &options;
  ep::ProgramOp op;
  MLIRContext *context;
  OpBuilder builder;
  /// Values of the graph by name, and numbers that are expressions only.
  llvm::StringMap<Value> values;
  llvm::StringMap<ep::ExprAttr> numbers;
  /// The node that is being read, for errors.
  const Node *currentNode = nullptr;

  /// `file: models/<model>.json: <node>: message`.
  llvm::Error fail(const Twine &message) const;

  // Symbols.cpp
  llvm::Error importSymbols();
  llvm::Error importGuards();
  llvm::Expected<std::string> substitutePaths(StringRef guard);

  // State.cpp
  llvm::Error importState();
  llvm::Error importPayloads(StringRef folder, StringRef configName);
  llvm::Error importPayload(StringRef folder, StringRef fqn,
                            const Payload &payload, bool isConstant,
                            llvm::StringMap<StringAttr> &storages);
  llvm::Expected<StringAttr> importStorage(StringRef folder,
                                           const Payload &payload,
                                           llvm::StringMap<StringAttr> &known);

  // Types.cpp
  llvm::Expected<ep::ExprAttr> readExpr(const Union &value);
  llvm::Expected<SmallVector<ep::ExprAttr>>
  readExprs(llvm::ArrayRef<SymInt> values);
  llvm::Expected<ep::TensorType> readType(const TensorMeta &meta);
  llvm::Expected<Type> readDtype(int64_t scalarType);

  // Graph.cpp
  llvm::Error importGraph();
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
  llvm::Expected<Value> readTensor(const llvm::json::Value &argument);
  llvm::Expected<aten::ArgumentValue>
  readTensors(const llvm::json::Value &list);
  llvm::Expected<Attribute> readAttribute(const Argument &argument);
  llvm::Expected<Attribute> readList(StringRef kind,
                                     const llvm::json::Array &items);

  // Modules.cpp
  llvm::Error importModuleCalls();
};

/// Parses PyTorch's TreeSpec text into a tree.
llvm::Expected<ep::TreeAttr> parseTreeSpec(MLIRContext *context,
                                           StringRef text);

/// The location of a node, from its metadata.
Location makeNodeLoc(MLIRContext *context, const Node &node);

} // namespace kiln::pt2

#endif // KILN_LIB_IMPORT_PROGRAMIMPORTER_H

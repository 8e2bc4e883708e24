// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Import/ImportPt2.h"
#include "ProgramImporter.h"
#include "Subclasses.h"
#include "kiln/Dialect/Aten/Aten.h"
#include "kiln/Dialect/Aten/Libraries.h"
#include "kiln/Support/Origin.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

llvm::Error ProgramImporter::failIn(ImportError::Kind kind, StringRef entry,
                                    const Twine &reason, StringRef hint) const {
  return makeImportError(kind, archive.getPath(), entry, reason, hint);
}

llvm::Error ProgramImporter::fail(ImportError::Kind kind, const Twine &reason,
                                  StringRef hint) const {
  std::string record = archive.getProgramRecord(model);
  if (!currentNode)
    return failIn(kind, record, reason, hint);
  Origin origin = getOrigin(makeNodeLoc(context, *currentNode));
  return makeImportError(kind, archive.getPath(), record,
                         origin.str() + ": " + reason, hint, origin.text);
}

/// The schemas that the user tells.
llvm::Error ProgramImporter::readOpSchemas() {
  for (const std::string &text : options.opSchemas) {
    auto schema = aten::Schema::parse(text);
    if (!schema)
      return fail(ImportError::Operator,
                  "schema '" + text + "' of an operator: " +
                      llvm::toString(schema.takeError()));
    for (const aten::SchemaArgument &result : (*schema)->getResults())
      if (!result.alias.empty())
        return fail(ImportError::Operator,
                    "schema '" + text +
                        "' of an operator: results that alias arguments are "
                        "not supported");
    StringRef name = (*schema)->getName();
    opSchemas.try_emplace(name).first->second.swap(*schema);
  }
  return llvm::Error::success();
}

const aten::Schema *ProgramImporter::findOpSchema(StringRef name) const {
  auto found = opSchemas.find(name);
  return found == opSchemas.end() ? nullptr : found->second.get();
}

llvm::Error ProgramImporter::run() {
  if (llvm::Error error = readOpSchemas())
    return error;
  if (llvm::Error error = importSymbols())
    return error;
  if (llvm::Error error = importState())
    return error;
  if (llvm::Error error = importGraph())
    return error;
  if (llvm::Error error = checkUnbacked())
    return error;
  if (llvm::Error error = importGuards())
    return error;
  if (llvm::Error error = checkClaims())
    return error;
  return importModuleCalls();
}

static llvm::Error checkVersion(const Archive &archive, StringRef entry,
                                const ExportedProgram &program) {
  // 5 and 7 differ in fields that 8 leaves optional.
  if (program.major == 5 || program.major == 7 || program.major == 8)
    return llvm::Error::success();
  return makeImportError(
      ImportError::Schema, archive.getPath(), entry,
      "unsupported major version " + llvm::Twine(program.major) + "." +
          llvm::Twine(program.minor) + "; expected 5, 7 or 8");
}

/// The subject of a failed verification.
static ImportError::Kind getKind(const Diagnostic &diagnostic) {
  std::string text = diagnostic.str();
  StringRef rest = text;
  if (!rest.consume_front("'"))
    return ImportError::Graph;
  StringRef name = rest.split('\'').first;
  if (name == "ep.graph" || name == "ep.module_call")
    return ImportError::Signature;
  if (name == "ep.symbol" || name == "ep.constraint" || name == "ep.guard")
    return ImportError::Symbols;
  return name.starts_with("ep.") ? ImportError::Graph : ImportError::Operator;
}

/// The first thing that the verifiers say of the module.
static llvm::Error verifyModule(const Archive &archive, ModuleOp module) {
  std::optional<ImportError> first;
  ScopedDiagnosticHandler handler(
      module.getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return failure();
        Origin origin = getOrigin(diagnostic.getLocation());
        std::string where = origin.str();
        if (!where.empty())
          where += ": ";
        shorten(diagnostic);
        if (!first)
          first.emplace(getKind(diagnostic), archive.getPath().str(),
                        archive.getProgramRecord(archive.getModels().front()),
                        where + diagnostic.str(), /*hint=*/"",
                        origin.text.str());
        return success();
      });
  if (succeeded(verify(module)))
    return llvm::Error::success();
  if (first)
    return llvm::make_error<ImportError>(*first);
  return makeImportError(ImportError::Graph, archive.getPath(), "",
                         "the imported program does not verify");
}

static llvm::Error importModel(Archive &archive, StringRef model,
                               const ImportOptions &options, ModuleOp module) {
  std::string entry = archive.getProgramRecord(model);
  llvm::Expected<JSONRecord> record = archive.readJSON(entry);
  if (!record)
    return record.takeError();
  ExportedProgram program;
  llvm::json::Path::Root root("the program");
  bool isRead = fromJSON(record->getRoot(), program, root);
  if (llvm::Error error = program.major ? checkVersion(archive, entry, program)
                                        : llvm::Error::success()) {
    llvm::consumeError(root.getError());
    return error;
  }
  if (!isRead)
    return makeImportError(ImportError::Schema, archive.getPath(), entry,
                           llvm::toString(root.getError()));
  std::string text;
  json::Document inputs = unwrapSubclasses(program, text);
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  Location loc =
      FileLineColLoc::get(module.getContext(), archive.getPath(), 0, 0);
  auto op = ep::ProgramOp::create(builder, loc, model);
  op.setArchive(archive.getPath());
  op.setTorchVersion(program.torchVersion);
  op.setSchemaVersion(ArrayRef<int64_t>{program.major, program.minor});
  return ProgramImporter(archive, program, model, options, op).run();
}

llvm::Expected<OwningOpRef<ModuleOp>>
kiln::importPt2(MLIRContext *context, StringRef path,
                const ImportOptions &options) {
  context->loadDialect<ep::EPDialect, aten::AtenDialect, aten::PrimsDialect,
                       aten::QuantizedDialect, aten::CollectiveDialect,
                       aten::TorchNNDialect, aten::TorchAODialect,
                       aten::TorchVisionDialect, aten::TransformersDialect>();
  llvm::Expected<Archive> archive = Archive::open(path);
  if (!archive)
    return archive.takeError();
  OwningOpRef<ModuleOp> module =
      ModuleOp::create(FileLineColLoc::get(context, path, 0, 0));
  bool found = false;
  for (const std::string &model : archive->getModels()) {
    if (!options.model.empty() && options.model != model)
      continue;
    found = true;
    if (llvm::Error error = importModel(*archive, model, options, *module))
      return error;
  }
  if (!found)
    return makeImportError(ImportError::Archive, path, "",
                           "holds no program '" + options.model + "'");
  if (llvm::Error error = archive->checkOthers())
    return error;
  if (llvm::Error error = verifyModule(*archive, *module))
    return error;
  return module;
}

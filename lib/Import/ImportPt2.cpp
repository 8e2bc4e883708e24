// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Import/ImportPt2.h"
#include "ProgramImporter.h"
#include "kiln/Dialect/Aten/Aten.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

llvm::Error ProgramImporter::run() {
  if (llvm::Error error = importSymbols())
    return error;
  if (llvm::Error error = importState())
    return error;
  if (llvm::Error error = importGraph())
    return error;
  if (llvm::Error error = importGuards())
    return error;
  return importModuleCalls();
}

static llvm::Error importModel(const Archive &archive, StringRef model,
                               const ImportOptions &options, ModuleOp module) {
  std::string entry = ("models/" + model + ".json").str();
  llvm::Expected<llvm::json::Value> json = archive.readJSON(entry);
  if (!json)
    return json.takeError();
  ExportedProgram program;
  llvm::json::Path::Root root(entry);
  if (!fromJSON(*json, program, root))
    return makeImportError(archive.getPath(), archive.getRecordName(entry),
                           llvm::toString(root.getError()));
  if (program.major != 8)
    return makeImportError(archive.getPath(), archive.getRecordName(entry),
                           "schema version " + llvm::Twine(program.major) +
                               "." + llvm::Twine(program.minor) +
                               " is not supported; expected 8");
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
                       aten::QuantizedDialect, aten::CollectiveDialect>();
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
    return makeImportError(path, "",
                           "holds no program '" + options.model + "'");
  if (failed(verify(*module)))
    return makeImportError(path, "", "the imported program does not verify");
  return module;
}

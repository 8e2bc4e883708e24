// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PythonLines.h"
#include "kiln/Dialect/EP/EP.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace kiln;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// `name` beside `base`, or itself where it is absolute.
static std::string getSibling(StringRef base, StringRef name) {
  SmallString<128> result;
  if (path::is_relative(name))
    result = path::parent_path(base);
  path::append(result, name);
  return result.str().str();
}

/// The existing file of that name; empty where there is none.
static std::string findFile(StringRef name, Operation *op, StringRef irFile,
                            StringRef root) {
  std::vector<std::string> places = {getSibling(irFile, name)};
  if (auto program = op->getParentOfType<ep::ProgramOp>())
    if (std::optional<StringRef> archive = program.getArchive())
      places.push_back(getSibling(getSibling(irFile, *archive), name));
  if (!root.empty())
    places.push_back(getSibling((root + "/.").str(), name));
  auto found = llvm::find_if(
      places, [](const std::string &place) { return fs::exists(place); });
  return found == places.end() ? "" : *found;
}

/// The operation whose name stands at `position`; null where none does.
static Operation *findOperation(const AsmParserState &state,
                                llvm::SMLoc position) {
  for (const AsmParserState::OperationDefinition &def : state.getOpDefs())
    if (def.loc.Start.getPointer() <= position.getPointer() &&
        position.getPointer() <= def.loc.End.getPointer())
      return def.op;
  return nullptr;
}

std::vector<llvm::lsp::Location>
server::findPythonLines(StringRef text, llvm::lsp::Position position,
                        StringRef irFile, StringRef root,
                        const DialectRegistry &dialects) {
  MLIRContext context(dialects, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  // Errors are reported by the server.
  ScopedDiagnosticHandler silence(&context, [](Diagnostic &) {});
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, irFile),
                             llvm::SMLoc());
  AsmParserState state;
  Block block;
  std::vector<llvm::lsp::Location> lines;
  if (failed(parseAsmSourceFile(sources, &block, &context, &state)))
    return lines;
  Operation *op = findOperation(state, position.getAsSMLoc(sources));
  if (!op)
    return lines;
  op->getLoc()->walk([&](mlir::Location part) {
    // An operation without a location has that of its text.
    auto line = dyn_cast<FileLineColLoc>(part);
    if (!line || line.getLine() == 0 || line.getFilename() == irFile)
      return WalkResult::advance();
    std::string file = findFile(line.getFilename(), op, irFile, root);
    if (auto uri = llvm::lsp::URIForFile::fromFile(file))
      lines.emplace_back(*uri, llvm::lsp::Position(line.getLine() - 1));
    else
      llvm::consumeError(uri.takeError());
    return WalkResult::advance();
  });
  return lines;
}

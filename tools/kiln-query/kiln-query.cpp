// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds operations of Kiln's dialects by MLIR's matchers.
#include "kiln/InitAllDialects.h"
#include "kiln/Support/BoundedParser.h"
#include "kiln/Support/Diagnostics.h"
#include "kiln/Support/InputFile.h"
#include "kiln/Support/Tool.h"
#include "kiln/Support/Version.h"
#include "mlir/IR/Matchers.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Query/Matcher/Registry.h"
#include "mlir/Query/Matcher/SliceMatchers.h"
#include "mlir/Query/Query.h"
#include "mlir/Query/QuerySession.h"
#include "llvm/LineEditor/LineEditor.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

namespace cl = llvm::cl;
namespace matchers = mlir::query::matcher;
using namespace kiln;
using mlir::query::QuerySession;

static cl::OptionCategory category("kiln-query");
static cl::opt<std::string> input(cl::Positional, cl::cat(category),
                                  cl::desc("<program.mlir>"), cl::Required);
static cl::list<std::string>
    commands("c", cl::cat(category), cl::value_desc("command"),
             cl::desc("Run this command; several may be given. Without any, "
                      "commands are read line by line"));
static cl::opt<bool> allowUnregistered(
    "allow-unregistered-dialect", cl::cat(category),
    cl::desc("Read operations of dialects that are not known"));

/// The matchers that mlir-query has.
static void registerMatchers(matchers::Registry &registry) {
  using matchers::DynMatcher;
  registry.registerMatcher("allOf", matchers::internal::allOf);
  registry.registerMatcher("anyOf", matchers::internal::anyOf);
  registry.registerMatcher("getAllDefinitions",
                           matchers::m_GetAllDefinitions<DynMatcher>);
  registry.registerMatcher("getDefinitions",
                           matchers::m_GetDefinitions<DynMatcher>);
  registry.registerMatcher(
      "getDefinitionsByPredicate",
      matchers::m_GetDefinitionsByPredicate<DynMatcher, DynMatcher>);
  registry.registerMatcher(
      "getUsersByPredicate",
      matchers::m_GetUsersByPredicate<DynMatcher, DynMatcher>);
  registry.registerMatcher(
      "hasOpAttrName",
      static_cast<mlir::detail::AttrOpMatcher (*)(mlir::StringRef)>(
          mlir::m_Attr));
  registry.registerMatcher(
      "hasOpName",
      static_cast<mlir::detail::NameOpMatcher (*)(mlir::StringRef)>(
          mlir::m_Op));
  registry.registerMatcher(
      "isConstantOp",
      static_cast<mlir::detail::constant_op_matcher (*)()>(mlir::m_Constant));
}

static llvm::LogicalResult runCommand(StringRef command,
                                      QuerySession &session) {
  auto result =
      mlir::query::parse(command, session)->run(llvm::outs(), session);
  llvm::outs().flush();
  return result;
}

/// Those of the flags, else those that are typed, of which one may be wrong.
static llvm::LogicalResult runCommands(QuerySession &session) {
  for (const std::string &command : commands)
    if (failed(runCommand(command, session)))
      return mlir::failure();
  if (!commands.empty())
    return mlir::success();
  llvm::LineEditor editor("kiln-query");
  editor.setListCompleter([&](StringRef line, size_t position) {
    return mlir::query::complete(line, position, session);
  });
  while (!session.terminate) {
    std::optional<std::string> line = editor.readLine();
    if (!line)
      break;
    (void)runCommand(*line, session);
  }
  return mlir::success();
}

static llvm::Error run(MLIRContext &context, llvm::SourceMgr &sources) {
  auto buffer = readInputFile(input);
  if (!buffer)
    return buffer.takeError();
  auto module = parseVerified(
      llvm::MemoryBuffer::getMemBuffer((*buffer)->getMemBufferRef(), false),
      &context);
  if (!module)
    return module.takeError();
  unsigned id = sources.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  matchers::Registry registry;
  registerMatchers(registry);
  QuerySession session(**module, sources, id, registry);
  // A command says itself what is wrong with it.
  return failed(runCommands(session)) ? llvm::make_error<DiagnosedError>()
                                      : llvm::Error::success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  initTool("kiln-query");
  cl::SetVersionPrinter(printVersion);
  cl::HideUnrelatedOptions(category);
  registerDiagnosticFlags();
  mlir::DialectRegistry dialects;
  mlir::registerAllDialects(dialects);
  mlir::registerAllExtensions(dialects);
  kiln::registerAllDialects(dialects);
  shortenDiagnostics(dialects);
  cl::ParseCommandLineOptions(argc, argv,
                              "Kiln: operations of IR, found by matchers\n");
  MLIRContext context(dialects);
  context.allowUnregisteredDialects(allowUnregistered);
  llvm::SourceMgr sources;
  mlir::SourceMgrDiagnosticHandler handler(sources, &context);
  if (llvm::Error error = run(context, sources)) {
    printError(llvm::errs(), std::move(error), "kiln-query: ");
    return 1;
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's language server with Kiln's dialects, for editors. It runs as it is in
// a process of its own; what Kiln adds is written into its replies.
#include "Filter.h"
#include "Pumps.h"
#include "ServerProcess.h"
#include "kiln/InitAllDialects.h"
#include "kiln/Support/Diagnostics.h"
#include "kiln/Support/Tool.h"
#include "kiln/Support/Version.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/LSP/Logging.h"
#include <thread>

namespace cl = llvm::cl;
using namespace kiln;
using namespace kiln::server;
using llvm::lsp::JSONStreamStyle;
using Level = llvm::lsp::Logger::Level;

namespace {
/// The flags of MLIR's server, which declares them once it runs. They are
/// parsed before: it has a title of its own for --help.
struct Flags {
  cl::OptionCategory category{"kiln-lsp-server"};
  cl::opt<JSONStreamStyle> style{
      "input-style", cl::cat(category), cl::desc("How messages come"),
      cl::values(clEnumValN(JSONStreamStyle::Standard, "standard",
                            "As the protocol says (default)"),
                 clEnumValN(JSONStreamStyle::Delimited, "delimited",
                            "Between lines of `// -----`, with comments")),
      cl::init(JSONStreamStyle::Standard)};
  cl::opt<bool> isTest{
      "lit-test", cl::cat(category),
      cl::desc("--input-style=delimited --pretty --log=verbose, for tests")};
  cl::opt<Level> log{
      "log", cl::cat(category), cl::desc("What is logged on standard error"),
      cl::values(clEnumValN(Level::Error, "error", "Errors"),
                 clEnumValN(Level::Info, "info", "Messages, too (default)"),
                 clEnumValN(Level::Debug, "verbose", "All")),
      cl::init(Level::Info)};
  cl::opt<bool> pretty{"pretty", cl::cat(category),
                       cl::desc("Write JSON on several lines")};

  JSONStreamStyle getStyle() const {
    return isTest ? JSONStreamStyle::Delimited : style;
  }
  void remove() {
    for (cl::Option *flag :
         std::initializer_list<cl::Option *>{&style, &isTest, &log, &pretty})
      flag->removeArgument();
  }
};
} // namespace

int main(int argc, char **argv) {
  kiln::initTool("kiln-lsp-server");
  cl::SetVersionPrinter(kiln::printVersion);
  Flags flags;
  registerDiagnosticFlags();
  cl::HideUnrelatedOptions(flags.category);
  cl::ParseCommandLineOptions(argc, argv,
                              "Kiln: a language server of IR, for editors\n");
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  kiln::registerAllDialects(registry);
  shortenDiagnostics(registry);
  llvm::Expected<ServerProcess> server = startServer([&] {
    flags.remove();
    return failed(mlir::MlirLspServerMain(argc, argv, registry));
  });
  if (!server) {
    llvm::errs() << "kiln-lsp-server: " << llvm::toString(server.takeError())
                 << "\n";
    return 1;
  }
  JSONStreamStyle style = flags.getStyle();
  // Sessions that are recorded for tests name no files.
  if (style == JSONStreamStyle::Delimited)
    llvm::lsp::URIForFile::registerSupportedScheme("test");
  Filter filter(registry);
  std::thread requests([&] {
    pumpRequests(
        stdin, server->input, style,
        [&](const llvm::json::Object &message) { filter.follow(message); });
  });
  pumpReplies(server->output, [&](llvm::json::Object &message) {
    return filter.augment(message);
  });
  int status = waitFor(*server);
  llvm::outs().flush();
  // The editor may send nothing any more, and not end its messages either.
  std::_Exit(status);
}

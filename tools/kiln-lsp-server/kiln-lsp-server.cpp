// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's language server with Kiln's dialects, for editors. It runs as it is in
// a process of its own; what Kiln adds is written into its replies.
#include "Filter.h"
#include "Pumps.h"
#include "ServerProcess.h"
#include "kiln/InitAllDialects.h"
#include "kiln/Support/Tool.h"
#include "kiln/Support/Version.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/Support/CommandLine.h"
#include <thread>

using namespace kiln;
using namespace kiln::server;
using llvm::lsp::JSONStreamStyle;

/// How the flags of MLIR's server say that messages come.
static JSONStreamStyle getStyle(int argc, char **argv) {
  bool isDelimited =
      llvm::any_of(ArrayRef(argv, argc).drop_front(), [](StringRef flag) {
        flag = flag.ltrim('-');
        return flag == "lit-test" || flag == "input-style=delimited";
      });
  return isDelimited ? JSONStreamStyle::Delimited : JSONStreamStyle::Standard;
}

int main(int argc, char **argv) {
  kiln::initTool("kiln-lsp-server");
  kiln::hideFlagsOfLLVM();
  llvm::cl::SetVersionPrinter(kiln::printVersion);
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  kiln::registerAllDialects(registry);
  llvm::Expected<ServerProcess> server = startServer(
      [&] { return failed(mlir::MlirLspServerMain(argc, argv, registry)); });
  if (!server) {
    llvm::errs() << "kiln-lsp-server: " << llvm::toString(server.takeError())
                 << "\n";
    return 1;
  }
  JSONStreamStyle style = getStyle(argc, argv);
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

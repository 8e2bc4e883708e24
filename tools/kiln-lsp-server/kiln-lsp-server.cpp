// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's language server with Kiln's dialects, for editors.
#include "kiln/InitAllDialects.h"
#include "kiln/Support/Tool.h"
#include "kiln/Support/Version.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/Support/CommandLine.h"

int main(int argc, char **argv) {
  kiln::initTool("kiln-lsp-server");
  kiln::hideFlagsOfLLVM();
  llvm::cl::SetVersionPrinter(kiln::printVersion);
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  kiln::registerAllDialects(registry);
  return failed(mlir::MlirLspServerMain(argc, argv, registry));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's reducer with Kiln's dialects, passes and a reduction of graphs that
// keeps their signatures consistent.
#include "ReduceGraphs.h"
#include "kiln/InitAllDialects.h"
#include "kiln/InitAllPasses.h"
#include "kiln/Support/Tool.h"
#include "kiln/Support/Version.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  kiln::initTool("kiln-reduce");
  llvm::cl::SetVersionPrinter(kiln::printVersion);
  kiln::hideFlagsOfLLVM();
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  if (!kiln::asksForHelp(argc, argv))
    mlir::registerAllPasses();
  kiln::registerAllDialects(registry);
  kiln::registerAllPasses();
  kiln::reduce::registerReduceGraphs();
  mlir::MLIRContext context(registry);
  return failed(mlir::mlirReduceMain(argc, argv, context));
}

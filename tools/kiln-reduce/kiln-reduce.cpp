// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's reductions with Kiln's dialects, passes and a reduction of graphs that
// keeps their signatures consistent.
#include "ReduceGraphs.h"
#include "kiln/InitAllDialects.h"
#include "kiln/InitAllPasses.h"
#include "kiln/Support/BoundedParser.h"
#include "kiln/Support/Diagnostics.h"
#include "kiln/Support/Tool.h"
#include "kiln/Support/Version.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Reducer/Passes.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

namespace cl = llvm::cl;
using namespace kiln;

static cl::OptionCategory category("kiln-reduce");
static cl::opt<std::string> input(cl::Positional, cl::cat(category),
                                  cl::desc("<program.mlir>"), cl::Required);
static cl::opt<std::string> output("o", cl::cat(category), cl::init("-"),
                                   cl::value_desc("file"),
                                   cl::desc("Output; - is standard output"));
static cl::opt<bool> allowUnregistered(
    "allow-unregistered-dialect", cl::cat(category),
    cl::desc("Read operations of dialects that are not known"));

static llvm::Error runPasses(MLIRContext &context,
                             const mlir::PassPipelineCLParser &passes) {
  auto module = readVerified(input, &context);
  if (!module)
    return module.takeError();
  mlir::PassManager manager(&context);
  auto complain = [&](const llvm::Twine &message) {
    return mlir::emitError(mlir::UnknownLoc::get(&context), message);
  };
  if (failed(passes.addToPipeline(manager, complain)) ||
      failed(manager.run(**module)))
    return llvm::make_error<DiagnosedError>();
  return writeIRFile(output, **module, /*locations=*/false);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  initTool("kiln-reduce");
  cl::SetVersionPrinter(printVersion);
  cl::HideUnrelatedOptions(category);
  registerDiagnosticFlags();
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  if (!asksForHelp(argc, argv))
    mlir::registerAllPasses();
  mlir::registerReducerPasses();
  kiln::registerAllDialects(registry);
  kiln::registerAllPasses();
  reduce::registerReduceGraphs();
  shortenDiagnostics(registry);
  mlir::PassPipelineCLParser passes("", "How to reduce");
  cl::ParseCommandLineOptions(
      argc, argv, "Kiln: the smallest program that a test finds wrong\n");
  MLIRContext context(registry);
  context.allowUnregisteredDialects(allowUnregistered);
  llvm::SourceMgr sources;
  mlir::SourceMgrDiagnosticHandler handler(sources, &context);
  if (llvm::Error error = runPasses(context, passes)) {
    printError(llvm::errs(), std::move(error), "kiln-reduce: ");
    return 1;
  }
  return 0;
}

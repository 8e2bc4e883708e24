// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads an archive of torch.export and writes it as IR: text, or bytecode when
// the output ends in .mlirbc.
#include "kiln/Import/ImportPt2.h"
#include "kiln/Support/Diagnostics.h"
#include "kiln/Support/Tool.h"
#include "kiln/Support/Version.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

namespace cl = llvm::cl;

static cl::OptionCategory category("kiln-translate");
static cl::opt<bool> importPt2("import-pt2", cl::cat(category),
                               cl::desc("Read a .pt2 archive of torch.export"));
static cl::opt<std::string> input(cl::Positional, cl::cat(category),
                                  cl::desc("<archive>"), cl::Required);
static cl::opt<std::string> output("o", cl::cat(category), cl::init("-"),
                                   cl::value_desc("file"),
                                   cl::desc("Output; - is standard output"));
static cl::opt<std::string> model("model", cl::cat(category),
                                  cl::desc("Read only this program"));
static cl::opt<bool>
    embedWeights("embed-weights", cl::cat(category),
                 cl::desc("Copy the weights into the IR instead of naming "
                          "their records of the archive"));
static cl::opt<bool> allowUnknownGuards(
    "allow-unknown-guards", cl::cat(category),
    cl::desc("Warn of guards that are not understood, and leave them out"));

static cl::opt<bool>
    noLocations("no-locations", cl::cat(category),
                cl::desc("Write IR without the Python lines of its ops"));

static mlir::LogicalResult write(mlir::ModuleOp module) {
  if (llvm::Error error = kiln::writeIRFile(output, module, !noLocations)) {
    llvm::errs() << llvm::toString(std::move(error)) << "\n";
    return mlir::failure();
  }
  return mlir::success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  kiln::initTool("kiln-translate");
  cl::HideUnrelatedOptions(category);
  kiln::registerDiagnosticFlags();
  cl::SetVersionPrinter(kiln::printVersion);
  cl::ParseCommandLineOptions(argc, argv,
                              "Kiln: from exported programs to IR\n");
  if (!importPt2) {
    llvm::errs() << "kiln-translate: name the translation: --import-pt2\n";
    return 1;
  }
  mlir::MLIRContext context;
  kiln::DiagnosticPrinter printer(&context, input, llvm::errs());
  kiln::ImportOptions options;
  options.model = model;
  options.embedWeights = embedWeights;
  options.allowUnknownGuards = allowUnknownGuards;
  auto module = kiln::importPt2(&context, input, options);
  if (!module) {
    kiln::printError(llvm::errs(), module.takeError());
    return 1;
  }
  return mlir::failed(write(module->get()));
}

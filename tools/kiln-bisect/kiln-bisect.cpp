// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names the first pass of a pipeline after which a test finds the IR
// interesting (wrong numbers, a message, a crash of what comes later).
#include "Snapshots.h"
#include "kiln/InitAllDialects.h"
#include "kiln/InitAllPasses.h"
#include "kiln/Support/Tool.h"
#include "kiln/Support/Version.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Reducer/Tester.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

namespace cl = llvm::cl;
using namespace kiln;
using namespace kiln::bisect;

static cl::OptionCategory category("kiln-bisect");
static cl::opt<std::string> input(cl::Positional, cl::cat(category),
                                  cl::desc("<program.mlir>"), cl::Required);
static cl::opt<std::string> pipeline("pass-pipeline", cl::cat(category),
                                     cl::Required, cl::desc("The passes"));
static cl::opt<std::string>
    test("test", cl::cat(category), cl::Required, cl::value_desc("script"),
         cl::desc("Ends with a status other than 0 where the file that is its "
                  "last argument is wrong"));
static cl::list<std::string> testArgs("test-arg", cl::cat(category),
                                      cl::desc("First arguments of the test"));
static cl::list<std::string> plugins("load-pass-plugin", cl::cat(category),
                                     cl::value_desc("file.so"),
                                     cl::desc("Load passes"));
static cl::opt<std::string>
    output("o", cl::cat(category), cl::value_desc("file"),
           cl::desc("Write the IR that the pass was given"));

static llvm::Error fail(const llvm::Twine &message) {
  return llvm::createStringError(message);
}

/// Runs the passes; the first snapshot is the input.
static llvm::Expected<std::vector<Snapshot>> runPasses(MLIRContext &context) {
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(input, &context);
  if (!module)
    return fail(input + ": cannot be parsed");
  std::vector<Snapshot> snapshots;
  snapshots.push_back({"", module->clone()});
  mlir::PassManager manager(&context);
  auto parsed = mlir::parsePassPipeline(pipeline);
  if (failed(parsed))
    return fail("--pass-pipeline: cannot be parsed");
  static_cast<mlir::OpPassManager &>(manager) = std::move(*parsed);
  manager.addInstrumentation(std::make_unique<SnapshotTaker>(snapshots));
  // Passes behind the one that is looked for may fail by its fault.
  if (failed(manager.run(*module)))
    llvm::errs() << "kiln-bisect: the pipeline fails; the passes before are "
                    "searched\n";
  return snapshots;
}

static llvm::Error bisectPasses(MLIRContext &context) {
  for (const std::string &path : plugins) {
    auto plugin = mlir::PassPlugin::load(path);
    if (!plugin)
      return plugin.takeError();
    plugin->registerPassRegistryCallbacks();
  }
  auto snapshots = runPasses(context);
  if (!snapshots)
    return snapshots.takeError();
  mlir::Tester tester(test, testArgs);
  auto isWrong = [&](mlir::ModuleOp module) {
    return tester.isInteresting(module).first ==
           mlir::Tester::Interestingness::True;
  };
  if (isWrong(*snapshots->front().module))
    return fail("the test finds the input wrong, before any pass");
  if (!isWrong(*snapshots->back().module))
    return fail("the test finds nothing wrong after the last pass");
  size_t first = findFirst(*snapshots, isWrong);
  llvm::outs() << "first wrong after: " << (*snapshots)[first].pass << " (pass "
               << first << " of " << snapshots->size() - 1 << ")\n";
  if (output.empty())
    return llvm::Error::success();
  return writeIRFile(output, *(*snapshots)[first - 1].module,
                     /*locations=*/true);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  initTool("kiln-bisect");
  cl::HideUnrelatedOptions(category);
  cl::SetVersionPrinter(printVersion);
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  kiln::registerAllDialects(registry);
  kiln::registerAllPasses();
  cl::ParseCommandLineOptions(argc, argv, "Kiln: the pass that is wrong\n");
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  if (llvm::Error error = bisectPasses(context)) {
    llvm::errs() << "kiln-bisect: " << llvm::toString(std::move(error)) << "\n";
    return 1;
  }
  return 0;
}

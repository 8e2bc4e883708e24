// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names the first decision of a pipeline's passes (a fusion, an emitter, a
// schedule) with which a test finds the result interesting (wrong numbers, a
// message, a crash of what comes later); where it is so without any, the first
// pass after which it is.
#include "Decisions.h"
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
#include "mlir/Reducer/Tester.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

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

using IsWrong = llvm::function_ref<bool(mlir::ModuleOp)>;

static llvm::Error fail(const llvm::Twine &message) {
  return llvm::createStringError(message);
}

namespace {
/// What a run of the pipeline leaves.
struct Run {
  std::vector<Snapshot> snapshots; ///< the first is the input
  DecisionLimit::Taken last;
  bool succeeded;
};
} // namespace

/// Runs the passes with the first `limit` of their decisions.
static llvm::Expected<Run> runPasses(mlir::ModuleOp input, size_t limit) {
  Run run;
  run.snapshots.push_back({"", input.clone()});
  mlir::OwningOpRef<mlir::ModuleOp> module = input.clone();
  auto parsed = mlir::parsePassPipeline(pipeline);
  if (failed(parsed))
    return fail("--pass-pipeline: cannot be parsed");
  mlir::PassManager manager(input.getContext());
  static_cast<mlir::OpPassManager &>(manager) = std::move(*parsed);
  manager.addInstrumentation(std::make_unique<SnapshotTaker>(run.snapshots));
  DecisionLimit decisions(*input.getContext(), limit, run.snapshots);
  run.succeeded = succeeded(manager.run(*module));
  run.last = decisions.getLast();
  return run;
}

static llvm::Error writeBefore(const Run &run, size_t pass) {
  if (output.empty())
    return llvm::Error::success();
  return writeIRFile(output, *run.snapshots[pass - 1].module,
                     /*locations=*/true);
}

/// Names the first decision with which a run is wrong, as `all` is, and one
/// without any is not.
static llvm::Error bisectDecisions(mlir::ModuleOp input, Run all,
                                   IsWrong isWrong) {
  size_t right = 0, number = all.last.number;
  Run wrong = std::move(all);
  while (wrong.last.number - right > 1) {
    size_t middle = right + (wrong.last.number - right) / 2;
    auto run = runPasses(input, middle);
    if (!run)
      return run.takeError();
    // One that fails has no result to judge.
    if (run->succeeded && isWrong(*run->snapshots.back().module))
      wrong = std::move(*run);
    else
      right = middle;
  }
  size_t pass = wrong.last.pass;
  llvm::outs() << "first wrong with: " << wrong.last.text << "\ndecision "
               << wrong.last.number << " of " << number << ", of "
               << wrong.snapshots[pass].pass << " (pass " << pass << " of "
               << wrong.snapshots.size() - 1 << ")\n";
  return writeBefore(wrong, pass);
}

static llvm::Error bisectPasses(const Run &run, IsWrong isWrong) {
  // Passes behind the one that is looked for may fail by its fault.
  if (!run.succeeded)
    llvm::errs() << "kiln-bisect: the pipeline fails; the passes before are "
                    "searched\n";
  if (isWrong(*run.snapshots.front().module))
    return fail("the test finds the input wrong, before any pass");
  if (!isWrong(*run.snapshots.back().module))
    return fail("the test finds nothing wrong after the last pass");
  size_t first = findFirst(run.snapshots, isWrong);
  llvm::outs() << "first wrong after: " << run.snapshots[first].pass
               << " (pass " << first << " of " << run.snapshots.size() - 1
               << ")\n";
  return writeBefore(run, first);
}

static llvm::Error search(MLIRContext &context) {
  for (const std::string &path : plugins) {
    auto plugin = mlir::PassPlugin::load(path);
    if (!plugin)
      return plugin.takeError();
    plugin->registerPassRegistryCallbacks();
  }
  auto module = readVerified(input, &context);
  if (!module)
    return module.takeError();
  mlir::Tester tester(test, testArgs);
  auto isWrong = [&](mlir::ModuleOp module) {
    return tester.isInteresting(module).first ==
           mlir::Tester::Interestingness::True;
  };
  auto all = runPasses(**module, std::numeric_limits<size_t>::max());
  if (!all)
    return all.takeError();
  // Without them, is the result right?
  if (all->succeeded && all->last.number > 0) {
    auto none = runPasses(**module, 0);
    if (!none)
      return none.takeError();
    if (none->succeeded && !isWrong(*none->snapshots.back().module) &&
        isWrong(*all->snapshots.back().module))
      return bisectDecisions(**module, std::move(*all), isWrong);
  }
  return bisectPasses(*all, isWrong);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  initTool("kiln-bisect");
  cl::HideUnrelatedOptions(category);
  registerDiagnosticFlags();
  cl::SetVersionPrinter(printVersion);
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  kiln::registerAllDialects(registry);
  kiln::registerAllPasses();
  shortenDiagnostics(registry);
  cl::ParseCommandLineOptions(argc, argv,
                              "Kiln: the decision or pass that is wrong\n");
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  llvm::SourceMgr sources;
  mlir::SourceMgrDiagnosticHandler handler(sources, &context);
  if (llvm::Error error = search(context)) {
    printError(llvm::errs(), std::move(error), "kiln-bisect: ");
    return 1;
  }
  return 0;
}

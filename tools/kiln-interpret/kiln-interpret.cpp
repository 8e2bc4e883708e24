// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs recorded calls on a program without compiling it, by the reference
// evaluator. Its flags and its output are those of kiln-run.
#include "Against.h"
#include "Batch.h"
#include "Interpreter.h"
#include "kiln/Reference/Kernel.h"
#include "kiln/Support/Diagnostics.h"
#include "kiln/Support/Tool.h"
#include "kiln/Support/Version.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

namespace cl = llvm::cl;
using namespace kiln;

static cl::OptionCategory category("kiln-interpret");
static cl::opt<std::string> input(cl::Positional, cl::cat(category),
                                  cl::desc("<model.pt2 | program.mlir>"),
                                  cl::init("-"));
static cl::opt<std::string> inputs("inputs", cl::cat(category),
                                   cl::value_desc("file.npz"),
                                   cl::desc("Recorded inputs, callN.inI"));
static cl::opt<std::string>
    call("call", cl::cat(category), cl::value_desc("callN"),
         cl::desc("Run this call only; otherwise all, in order"));
static cl::opt<std::string>
    expected("expected", cl::cat(category), cl::value_desc("file.npz"),
             cl::desc("Judge the outputs by the error rule; exit with 1 when "
                      "one is wrong"));
enum class Judged { All, Outputs };
static cl::opt<Judged>
    judge("judge", cl::cat(category), cl::init(Judged::All),
          cl::desc("What is judged"),
          cl::values(clEnumValN(Judged::All, "all",
                                "Outputs, state and mutations (default)"),
                     clEnumValN(Judged::Outputs, "outputs", "Outputs alone")));
static cl::opt<std::string>
    outputs("outputs", cl::cat(category), cl::value_desc("file.npz"),
            cl::desc("Write callN.outK, callN.mutK, callN.state.NAME"));
static cl::opt<std::string>
    programName("program", cl::cat(category), cl::value_desc("name"),
                cl::desc("Which program of the input (default: the first)"));
static cl::opt<bool>
    keepState("keep-state", cl::cat(category),
              cl::desc("One state through all calls, not a fresh one each"));
static cl::opt<std::string>
    batch("batch", cl::cat(category), cl::value_desc("list"),
          cl::desc("Run every line of this file: program, inputs.npz, "
                   "expected.npz or -, separated by tabs; print JSON"));

static cl::opt<std::string>
    against("against", cl::cat(category), cl::value_desc("model.kiln"),
            cl::desc("Compare what the kernels of this package compute, call "
                     "by call; name the first that is wrong"));
static cl::opt<std::string>
    reproducer("reproducer", cl::cat(category), cl::init("reproducer"),
               cl::value_desc("folder"),
               cl::desc("With --against: where the wrong kernel is written, "
                        "with what it read"));

static int fail(llvm::StringRef message) {
  llvm::errs() << message << "\n";
  return 1;
}

static cl::opt<bool> noDecompositions(
    "no-decompositions", cl::cat(category),
    cl::desc("Evaluate operators as they are where there is a kernel, also "
             "those that have a decomposition"));

static cl::opt<bool>
    listKernels("list-kernels", cl::cat(category),
                cl::desc("Print the operators that the evaluator has a kernel "
                         "of, a line each, and end"));

static interpret::Kept getKept() {
  if (!against.empty())
    return interpret::Kept::None;
  return noDecompositions ? interpret::Kept::All
                          : interpret::Kept::Undecomposed;
}

static int run() {
  if (!against.empty() && noDecompositions)
    return fail("--no-decompositions: kernels are those of decomposed "
                "programs; it does not go with --against");
  auto interpreter =
      interpret::Interpreter::load(llvm::errs(), input, programName, getKept());
  if (!interpreter) {
    printError(llvm::errs(), interpreter.takeError());
    return 1;
  }
  auto print = [](const std::string &line) { llvm::outs() << line << "\n"; };
  if (!against.empty()) {
    bool wrong = false;
    rt::Status status = interpret::runAgainst(
        **interpreter, {against, inputs, call, reproducer}, print, wrong);
    return status.ok() ? wrong : fail(status.error().message);
  }
  rt::RecordedOptions options = {inputs, expected,  outputs,
                                 call,   keepState, judge == Judged::Outputs};
  bool wrong = false;
  rt::Status status = (*interpreter)->run(options, print, wrong);
  if (!status.ok())
    return fail(status.error().message);
  return wrong;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  initTool("kiln-interpret");
  cl::HideUnrelatedOptions(category);
  registerDiagnosticFlags();
  cl::SetVersionPrinter(printVersion);
  cl::ParseCommandLineOptions(argc, argv,
                              "Kiln: programs by the reference evaluator\n");
  if (listKernels) {
    auto names =
        llvm::to_vector(reference::KernelTable::get().getKernels().keys());
    llvm::sort(names);
    for (StringRef name : names)
      llvm::outs() << name << "\n";
    return 0;
  }
  if (batch.empty())
    return run();
  if (llvm::Error error = interpret::runBatch(batch, getKept(), llvm::outs()))
    return fail(llvm::toString(std::move(error)));
  return 0;
}

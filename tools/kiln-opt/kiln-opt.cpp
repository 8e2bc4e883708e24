// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every pass of Kiln and of upstream MLIR on IR files.
#include "kiln/InitAllDialects.h"
#include "kiln/InitAllPasses.h"
#include "kiln/Support/BoundedParser.h"
#include "kiln/Support/Diagnostics.h"
#include "kiln/Support/InputFile.h"
#include "kiln/Support/RemarkFile.h"
#include "kiln/Support/Tool.h"
#include "kiln/Support/Version.h"
#include "mlir/IR/Remarks.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/ToolUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

/// The driver parses on its own, and what it does with the IR recurses: each
/// part of the file is parsed before, only to know that it is within limits.
/// Other errors are the driver's to report.
static llvm::Error checkLimits(const llvm::MemoryBuffer &buffer,
                               const mlir::DialectRegistry &registry,
                               const mlir::MlirOptMainConfig &config) {
  llvm::Error failure = llvm::Error::success();
  auto check = [&](std::unique_ptr<llvm::MemoryBuffer> part,
                   llvm::raw_ostream &) {
    mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
    context.allowUnregisteredDialects(config.shouldAllowUnregisteredDialects());
    context.getDiagEngine().registerHandler(
        [](mlir::Diagnostic &) { return mlir::success(); });
    auto module = kiln::parseBounded(std::move(part), &context);
    if (!module)
      failure = llvm::joinErrors(std::move(failure), module.takeError());
    return mlir::success();
  };
  (void)mlir::splitAndProcessBuffer(
      llvm::MemoryBuffer::getMemBuffer(buffer.getMemBufferRef(), false), check,
      llvm::nulls(), config.inputSplitMarker());
  return failure;
}

namespace cl = llvm::cl;
static cl::OptionCategory passFlags("Passes");
static cl::OptionCategory printFlags("Printing of IR");
static cl::OptionCategory measureFlags("Times, counts and traces");
static cl::OptionCategory diagnosticFlags("Diagnostics and tests");
static cl::opt<std::string> remarksFile(
    "remarks-file", cl::cat(diagnosticFlags), cl::value_desc("file"),
    cl::desc("Write the remarks, or those of --remarks-filter, there, with "
             "Python lines, as YAML or, where it ends in .bitstream, as "
             "bitstream"));

static mlir::LogicalResult enableRemarks(mlir::MLIRContext &context,
                                         std::string filter) {
  auto streamer = kiln::openRemarkFile(remarksFile);
  if (!streamer) {
    llvm::errs() << "kiln-opt: --remarks-file: " << remarksFile
                 << ": cannot write the file\n";
    return mlir::failure();
  }
  mlir::remark::RemarkCategories categories;
  categories.passed = categories.missed = categories.analysis =
      categories.failed = filter.empty() ? ".*" : filter;
  return mlir::remark::enableOptimizationRemarks(
      context, std::move(streamer),
      std::make_unique<mlir::remark::RemarkEmittingPolicyAll>(), categories);
}

/// Each part of a file has a context of its own and would write the file anew.
static llvm::Error setUpRemarks(mlir::MlirOptMainConfig &config) {
  if (remarksFile.empty())
    return llvm::Error::success();
  if (!config.inputSplitMarker().empty())
    return llvm::createStringError("--remarks-file: not with "
                                   "--split-input-file");
  config.setPassPipelineSetupFn([config](mlir::PassManager &manager) {
    if (failed(
            enableRemarks(*manager.getContext(), config.getRemarksAllFilter())))
      return mlir::failure();
    return config.setupPassPipeline(manager);
  });
  return llvm::Error::success();
}

/// MLIR declares its flags without a category.
static void groupFlags() {
  static constexpr std::pair<llvm::StringLiteral, cl::OptionCategory *>
      kPrefixes[] = {
          {"kiln-", &passFlags},
          {"pass-pipeline", &passFlags},
          {"list-passes", &passFlags},
          {"load-", &passFlags},
          {"dump-pass-pipeline", &passFlags},
          {"mlir-print-op-on-diagnostic", &diagnosticFlags},
          {"mlir-print-stacktrace-on-diagnostic", &diagnosticFlags},
          {"mlir-print-debug-counter", &measureFlags},
          {"mlir-print", &printFlags},
          {"mlir-elide", &printFlags},
          {"mlir-pretty", &printFlags},
          {"mlir-use-nameloc", &printFlags},
          {"mlir-timing", &measureFlags},
          {"mlir-output-format", &measureFlags},
          {"mlir-pass-statistics", &measureFlags},
          {"mlir-debug-counter", &measureFlags},
          {"mlir-log", &measureFlags},
          {"log-", &measureFlags},
          {"profile-", &measureFlags},
          {"mlir-diagnostic", &diagnosticFlags},
          {"mlir-disable-diagnostic", &diagnosticFlags},
          {"mlir-generate-reproducer", &diagnosticFlags},
          {"mlir-pass-pipeline", &diagnosticFlags},
          {"run-reproducer", &diagnosticFlags},
          {"verify-", &diagnosticFlags},
      };
  for (auto &[name, flag] : cl::getRegisteredOptions()) {
    const auto *row = llvm::find_if(kPrefixes, [name = name](const auto &row) {
      return name.starts_with(row.first);
    });
    if (row != std::end(kPrefixes))
      flag->addCategory(*row->second);
  }
}

/// Runs the driver on a file that its parser can take.
static llvm::Error run(llvm::StringRef input, llvm::StringRef output,
                       mlir::DialectRegistry &registry,
                       mlir::MlirOptMainConfig &config, bool &failed) {
  if (llvm::Error error = setUpRemarks(config))
    return error;
  auto buffer = kiln::readInputFile(input);
  if (!buffer)
    return buffer.takeError();
  if (llvm::Error error = checkLimits(**buffer, registry, config))
    return llvm::createStringError(input + ": " +
                                   llvm::toString(std::move(error)));
  std::string text;
  llvm::raw_string_ostream os(text);
  failed =
      mlir::failed(mlir::MlirOptMain(os, std::move(*buffer), registry, config));
  // The output of --verify-diagnostics and the like is written, too.
  return failed && output != "-"
             ? llvm::Error::success()
             : kiln::writeOutputFile(
                   output, [&](llvm::raw_ostream &out) { out << text; });
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  kiln::initTool("kiln-opt");
  kiln::hideFlagsOfLLVM();
  remarksFile.setHiddenFlag(cl::NotHidden);
  mlir::DialectRegistry registry;
  if (!kiln::asksForHelp(argc, argv)) {
    mlir::registerAllDialects(registry);
    mlir::registerAllExtensions(registry);
    mlir::registerAllPasses();
  }
  kiln::registerAllDialects(registry);
  kiln::registerAllPasses();
  kiln::registerDiagnosticFlags();
  kiln::shortenDiagnostics(registry);
  llvm::cl::SetVersionPrinter(kiln::printVersion);
  mlir::registerCLIOptions("kiln-opt", registry);
  groupFlags();
  auto [input, output] = mlir::parseCLIOptions(
      argc, argv,
      "Kiln: every pass on IR files; --help-hidden has MLIR's passes, too\n");
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return mlir::asMainReturnCode(
        mlir::MlirOptMain(argc, argv, input, output, registry));
  bool failed = false;
  if (llvm::Error error = run(input, output, registry, config, failed)) {
    llvm::errs() << "kiln-opt: " << llvm::toString(std::move(error)) << "\n";
    return 1;
  }
  return failed;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles an exported program, or IR at any phase, to a package.
#include "Extensions.h"
#include "kiln-rt/archive/OutputFile.h"
#include "kiln/Compiler/CompilerSession.h"
#include "kiln/Support/Diagnostics.h"
#include "kiln/Support/RemarkFile.h"
#include "kiln/Support/Tool.h"
#include "kiln/Support/Version.h"
#include "kiln/Tune/Tune.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <chrono>

namespace cl = llvm::cl;
using namespace kiln;

static cl::OptionCategory category("kiln-compile");
static cl::opt<std::string> input(cl::Positional, cl::cat(category),
                                  cl::desc("<model.pt2 | program.mlir>"),
                                  cl::init("-"));
static cl::opt<std::string>
    output("o", cl::cat(category), cl::init(""), cl::value_desc("file"),
           cl::desc("Output; - is standard output (default of a "
                    "package: beside the input)"));
static cl::list<std::string> targetNames(
    "target", cl::cat(category), cl::value_desc("name"),
    cl::desc("cpu:x86-64-v3, cpu:native, cuda:sm_90, …; several "
             "may be given (default up to phase tensors: cpu:native)"));
static cl::list<std::string> cubins(
    "cubin", cl::cat(category), cl::CommaSeparated,
    cl::value_desc("architecture"),
    cl::desc("Code of these CUDA architectures (sm_90a) beside PTX, which "
             "drivers need not compile"));
static cl::opt<std::string>
    ptxas("ptxas", cl::cat(category), cl::init("ptxas"), cl::value_desc("file"),
          cl::desc("What makes cubins of PTX: a program of CUDA's toolkit "
                   "(default: the one in PATH)"));
static cl::list<std::string> metadata(
    "metadata", cl::cat(category), cl::value_desc("key=value"),
    cl::desc("What the package says of itself to its readers; several may be "
             "given"));
static cl::opt<std::string>
    compileTo("compile-to", cl::cat(category), cl::value_desc("phase"),
              cl::desc("Stop after this phase and write its IR"));
static cl::opt<std::string>
    compileFrom("compile-from", cl::cat(category), cl::value_desc("phase"),
                cl::desc("The input is IR after this phase"));
static cl::opt<bool>
    verbose("verbose", cl::cat(category),
            cl::desc("Say on one line what package was written; else only a "
                     "terminal is told, where -o does not name the package"));
static cl::opt<bool>
    noLocations("no-locations", cl::cat(category),
                cl::desc("Write IR without the Python lines of its ops"));
static cl::opt<std::string>
    emit("emit", cl::cat(category), cl::init("package"), cl::value_desc("kind"),
         cl::desc("package, mlir, llvm, asm, ptx or object"));
static cl::opt<bool>
    dryRun("dry-run", cl::cat(category),
           cl::desc("Print the table of operators, and what would be refused; "
                    "compile no kernel"));
static cl::opt<bool>
    lineTables("g", cl::cat(category),
               cl::desc("CPU code has line tables: perf and gdb show Python "
                        "lines"));
static cl::opt<bool> json("json", cl::cat(category),
                          cl::desc("With --dry-run: print JSON"));
static cl::opt<bool> allowUnknownGuards(
    "allow-unknown-guards", cl::cat(category),
    cl::desc("Warn of guards that are not understood, and leave them out"));
static cl::opt<double> tune(
    "tune", cl::cat(category), cl::init(0), cl::value_desc("seconds"),
    cl::desc("Measure ways to write the kernels on this machine, and write "
             "the best to the file of --schedules; compile with it where "
             "there is a package to write"));
static cl::list<std::string> opSchemas(
    "op-schema", cl::cat(category), cl::value_desc("schema"),
    cl::desc("Schema of a custom operator, which says what it writes: "
             "'ns::add_(Tensor(a!) self, Tensor x) -> ()'"));
static constexpr StringRef kRemarkKinds[] = {
    "kiln-attention",        "kiln-fold",   "kiln-fusion",
    "kiln-integer-products", "kiln-memory", "kiln-pack",
    "kiln-schedule",         "kiln-split",  "kiln-statistics",
    "kiln-vectorize",        "kiln-waits"};
static cl::list<std::string> remarks(
    "remarks", cl::cat(category), cl::CommaSeparated, cl::value_desc("kind"),
    cl::desc("Print remarks with Python lines: kiln-attention, "
             "kiln-fold, kiln-fusion, kiln-integer-products, kiln-memory, "
             "kiln-pack, kiln-schedule, kiln-split, kiln-statistics, "
             "kiln-vectorize, kiln-waits"));
static cl::opt<std::string>
    remarksFile("remarks-file", cl::cat(category), cl::value_desc("file"),
                cl::desc("Write the remarks there, as YAML or, where it ends "
                         "in .bitstream, as bitstream"));

/// The flags of the pipelines are the options that these declare.
static PipelineOptions pipelineFlags;

static void registerPipelineFlags() {
  for (StringRef name :
       {"decompositions", "fold-limit", "form", "keep", "require-known-ops",
        "round-operators", "schedules", "size-remarks", "without-emitters"}) {
    cl::Option *flag = pipelineFlags.find(name);
    flag->addCategory(category);
    cl::getRegisteredOptions()[name] = flag;
  }
}

/// LLVM has a flag of this name, which counts what its passes do.
static const bool hasFreedStats = [] {
  auto &options = cl::getRegisteredOptions();
  if (auto found = options.find("stats"); found != options.end())
    found->second->removeArgument();
  return true;
}();
static cl::opt<std::string>
    stats("stats", cl::cat(category), cl::value_desc("file.json"),
          cl::desc("Write figures: memory, kernels, instructions, seconds"));

namespace {
/// What the flags ask for. Their values are copied: LLD, which links in this
/// process, resets every option of LLVM's command line.
struct Request {
  std::string input, output, stats;
  bool isPackageTold = false, noLocations = false;
  double tune = 0;
  Phase from = Phase::Exported, to = Phase::Package;
  std::optional<EmitKind> emitKind;

  bool isPackage() const {
    return to == Phase::Package && !emitKind && !dryRun;
  }
};
} // namespace

static mlir::LogicalResult complain(const llvm::Twine &message) {
  llvm::errs() << "kiln-compile: " << message << "\n";
  return mlir::failure();
}

static mlir::LogicalResult parsePhaseFlag(StringRef flag, StringRef text,
                                          Phase &phase) {
  if (text.empty())
    return mlir::success();
  std::optional<Phase> parsed = parsePhase(text);
  if (!parsed)
    return complain("--" + flag + ": unknown phase '" + text +
                    "'; known: " + getPhaseNames());
  phase = *parsed;
  return mlir::success();
}

static mlir::LogicalResult parseEmit(Request &request) {
  if (emit == "package")
    return mlir::success();
  request.emitKind = llvm::StringSwitch<std::optional<EmitKind>>(emit)
                         .Case("mlir", EmitKind::Mlir)
                         .Case("llvm", EmitKind::Llvm)
                         .Case("asm", EmitKind::Asm)
                         .Case("ptx", EmitKind::Ptx)
                         .Case("object", EmitKind::Object)
                         .Default(std::nullopt);
  if (!request.emitKind)
    return complain("--emit: unknown kind '" + emit +
                    "'; known: package, mlir, llvm, asm, ptx, object");
  return mlir::success();
}

static mlir::LogicalResult parseMetadata(CompilerSession &session) {
  for (StringRef entry : metadata) {
    auto [key, value] = entry.split('=');
    if (key.empty() || key.size() == entry.size())
      return complain("--metadata: '" + entry + "' is not KEY=VALUE");
    if (!llvm::json::isUTF8(entry))
      return complain("--metadata: the value of '" + key + "' is not UTF-8");
    if (!session.metadata.try_emplace(key, value).second)
      return complain("--metadata: '" + key + "' is given twice");
  }
  return mlir::success();
}

/// One line on a terminal that is written over and over. The time left is what
/// the kernels behind the first took, for those to come.
static void showProgress(size_t done, size_t count) {
  static const auto first = std::chrono::steady_clock::now();
  llvm::errs() << "\rkernels: " << done << "/" << count;
  std::chrono::duration<double> taken =
      std::chrono::steady_clock::now() - first;
  if (done > 1)
    llvm::errs() << llvm::format(", %.0f s left  ",
                                 taken.count() / (done - 1) * (count - done));
  if (done == count)
    llvm::errs() << "\n";
}

/// Only what runs here can be measured.
static mlir::LogicalResult checkTune(const CompilerSession &session) {
  if (tune.getNumOccurrences() == 0)
    return mlir::success();
  if (!(tune > 0))
    return complain("--tune: give a number of seconds above 0");
  if (session.options.schedules.empty())
    return complain("--tune: name the file to write: --schedules=FILE.json");
  for (const auto &target : session.getTargets())
    if (std::string reason = checkTunable(target->getInfo()); !reason.empty())
      return complain("--tune: " + target->getName() +
                      " cannot be measured here: " + reason);
  return mlir::success();
}

/// The package of `model.pt2` is `model.kiln` beside it; standard input has
/// none.
static std::string getDefaultPackage(StringRef input) {
  if (input == "-")
    return "-";
  llvm::SmallString<128> path(input);
  llvm::sys::path::replace_extension(path, "kiln");
  return path.str().str();
}

/// What the flags say of how the session compiles.
static mlir::LogicalResult parseOptions(CompilerSession &session) {
  session.options.copyOptionValuesFrom(pipelineFlags);
  session.importing.allowUnknownGuards = allowUnknownGuards;
  session.importing.opSchemas.assign(opSchemas.begin(), opSchemas.end());
  if (llvm::sys::Process::StandardErrIsDisplayed())
    session.coding.progress = showProgress;
  return parseMetadata(session);
}

static mlir::LogicalResult parsePhases(Request &request,
                                       const CompilerSession &session) {
  if (failed(parsePhaseFlag("compile-to", compileTo, request.to)) ||
      failed(parsePhaseFlag("compile-from", compileFrom, request.from)) ||
      failed(parseEmit(request)))
    return mlir::failure();
  if (request.from > Phase::Host)
    return complain("--compile-from: phase '" + getPhaseName(request.from) +
                    "' is not IR; the last one that is: host");
  if (request.to < request.from)
    return complain("--compile-to comes before --compile-from");
  if (llvm::Error error =
          session.checkOptions(request.from, dryRun ? Phase::Host : request.to))
    return complain("--" + llvm::toString(std::move(error)));
  if (json && !dryRun)
    return complain("--json is read with --dry-run alone");
  if (request.to == Phase::Objects) {
    // Objects are no IR: the phase ends with the code of one target.
    request.to = Phase::Package;
    request.emitKind = EmitKind::Object;
  }
  return mlir::success();
}

static mlir::LogicalResult parseTargets(const Request &request,
                                        CompilerSession &session) {
  std::vector<std::string> names(targetNames.begin(), targetNames.end());
  // From `dispatches` on, IR says for which targets it is.
  if (request.isPackage() && names.empty() && request.from < Phase::Dispatches)
    names.push_back("cpu:native");
  for (const std::string &name : names)
    if (llvm::Error error = session.addTarget(name))
      return complain("--target: " + llvm::toString(std::move(error)));
  if (failed(checkTune(session)))
    return mlir::failure();
  size_t count = session.getTargets().size();
  if (request.to == Phase::Package && !dryRun && count == 0)
    return complain("name a target: --target=cpu:x86-64-v3, "
                    "--target=cpu:native, --target=cuda:sm_90");
  if (request.emitKind && count != 1)
    return complain("to write code, name exactly one target");
  return mlir::success();
}

static mlir::LogicalResult parseCubins(const Request &request,
                                       CompilerSession &session) {
  if (!cubins.empty() && !request.isPackage())
    return complain("--cubin: packages alone have cubins");
  if (cubins.empty() && ptxas.getNumOccurrences() > 0)
    return complain("--ptxas: name the architectures: --cubin=sm_90a");
  for (const std::string &architecture : cubins)
    if (llvm::Error error = session.addCubin(architecture))
      return complain("--cubin: " + llvm::toString(std::move(error)));
  session.coding.ptxas = ptxas;
  return mlir::success();
}

static mlir::LogicalResult parseRequest(Request &request,
                                        CompilerSession &session) {
  request.input = input;
  request.output = output.empty() ? "-" : output.getValue();
  request.stats = stats;
  request.tune = tune;
  request.noLocations = noLocations;
  if (failed(parseOptions(session)) || failed(parsePhases(request, session)))
    return mlir::failure();
  request.isPackageTold =
      verbose ||
      (output.empty() && llvm::sys::Process::StandardOutIsDisplayed());
  if (request.isPackage() && output.empty() && tune == 0)
    request.output = getDefaultPackage(request.input);
  if (failed(parseTargets(request, session)) ||
      failed(parseCubins(request, session)))
    return mlir::failure();
  if (request.isPackage() && request.output == "-" && tune == 0)
    return complain("name the package: -o model.kiln");
  return mlir::success();
}

static mlir::LogicalResult
writeOutput(const Request &request,
            llvm::function_ref<void(llvm::raw_ostream &)> write) {
  if (llvm::Error error = writeOutputFile(request.output, write))
    return complain(llvm::toString(std::move(error)));
  return mlir::success();
}

static mlir::LogicalResult writeIR(mlir::ModuleOp module,
                                   const Request &request) {
  if (llvm::Error error =
          writeIRFile(request.output, module, !request.noLocations))
    return complain(llvm::toString(std::move(error)));
  return mlir::success();
}

static mlir::LogicalResult emitCode(const Request &request,
                                    CompilerSession &session) {
  auto code = session.emitCode(*request.emitKind);
  if (failed(code))
    return mlir::failure();
  return writeOutput(request, [&](llvm::raw_ostream &os) { os << *code; });
}

/// The file for figures, opened before work begins; nothing without --stats.
static mlir::FailureOr<std::optional<rt::OutputFile>>
openStats(const Request &request) {
  std::optional<rt::OutputFile> stats;
  if (request.stats.empty())
    return std::move(stats);
  auto file = rt::OutputFile::create(request.stats);
  if (!file.ok())
    return complain(file.error().message);
  stats.emplace(*std::move(file));
  return std::move(stats);
}

static mlir::LogicalResult writeStats(std::optional<rt::OutputFile> &file,
                                      const CompilerSession &session) {
  if (!file)
    return mlir::success();
  std::string text;
  llvm::raw_string_ostream os(text);
  writeStatistics(os, session.getModule(), session.getTimes());
  rt::Status status = file->write(std::string_view(text));
  if (status.ok())
    status = file->finish();
  return status.ok() ? mlir::success() : complain(status.error().message);
}

static mlir::LogicalResult enableRemarks(mlir::MLIRContext &context) {
  if (remarks.empty())
    return remarksFile.empty() ? mlir::success()
                               : complain("--remarks-file: name the --remarks");
  for (const std::string &kind : remarks)
    if (!llvm::is_contained(kRemarkKinds, StringRef(kind)))
      return complain("--remarks: unknown kind '" + kind + "'; known: " +
                      llvm::join(llvm::ArrayRef(kRemarkKinds), ", "));
  std::string filter = llvm::join(remarks, "|");
  mlir::remark::RemarkCategories categories;
  categories.passed = categories.missed = categories.analysis = filter;
  std::unique_ptr<mlir::remark::detail::MLIRRemarkStreamerBase> streamer;
  if (!remarksFile.empty() && !(streamer = openRemarkFile(remarksFile)))
    return complain("--remarks-file: " + remarksFile +
                    ": cannot write the file");
  return mlir::remark::enableOptimizationRemarks(
      context, std::move(streamer),
      std::make_unique<mlir::remark::RemarkEmittingPolicyAll>(), categories,
      /*printAsEmitRemarks=*/remarksFile.empty());
}

/// Measures the kernels of a copy for each target, and writes the records.
static mlir::LogicalResult writeTuned(const Request &request,
                                      CompilerSession &session) {
  std::string path = session.options.schedules;
  session.options.schedules = "";
  auto copy = session.copyAt(Phase::Dispatches);
  if (failed(copy))
    return mlir::failure();
  session.options.schedules = path;
  TuneOptions tuning;
  tuning.seconds = request.tune / double(session.getTargets().size());
  tuning.without.assign(session.options.withoutEmitters.begin(),
                        session.options.withoutEmitters.end());
  llvm::json::Array records;
  for (const std::unique_ptr<Target> &target : session.getTargets()) {
    mlir::FailureOr<exec::VariantOp> variant = findVariant(**copy, *target);
    if (failed(variant))
      return mlir::failure();
    tuneSchedules(*variant, *target, tuning, records);
  }
  llvm::json::Value file =
      llvm::json::Object{{"schedules", std::move(records)}};
  if (llvm::Error error = writeOutputFile(path, [&](llvm::raw_ostream &os) {
        os << llvm::formatv("{0:2}\n", file);
      }))
    return complain(llvm::toString(std::move(error)));
  return mlir::success();
}

/// Lowers as far as compiling does before it writes code: what that refuses is
/// refused here, with the same words, and nothing else.
static mlir::LogicalResult runDry(const Request &request,
                                  CompilerSession &session) {
  mlir::OwningOpRef<mlir::ModuleOp> original = session.getModule().clone();
  mlir::LogicalResult result = session.runTo(Phase::Host);
  if (failed(writeOutput(request, [&](llvm::raw_ostream &os) {
        printOpCounts(os, countOps(*original, succeeded(result)), json);
      })))
    return mlir::failure();
  return result;
}

/// Says on one line what was written.
static void printPackage(const Request &request,
                         const CompilerSession &session) {
  if (!request.isPackageTold)
    return;
  size_t kernels = 0;
  session.getModule().walk([&](exec::KernelOp) { ++kernels; });
  uint64_t bytes = 0;
  (void)llvm::sys::fs::file_size(request.output, bytes);
  double seconds = 0;
  for (const PhaseTimes::Entry &entry : session.getTimes().get())
    seconds += entry.seconds;
  llvm::outs() << request.output << ": ";
  llvm::interleaveComma(
      session.getTargets(), llvm::outs(),
      [](const auto &target) { llvm::outs() << target->getName(); });
  llvm::outs() << "; " << kernels << " kernels, " << bytes << " bytes, "
               << llvm::format("%.1f", seconds) << " s\n";
}

/// Compiles what was read to what the flags ask for.
static mlir::LogicalResult compile(const Request &request,
                                   CompilerSession &session) {
  if (dryRun)
    return runDry(request, session);
  if (request.emitKind)
    return emitCode(request, session);
  if (request.to == Phase::Package) {
    if (failed(session.writePackage(request.output)))
      return mlir::failure();
    printPackage(request, session);
    return mlir::success();
  }
  if (failed(session.runTo(request.to)))
    return mlir::failure();
  return writeIR(session.getModule(), request);
}

static mlir::LogicalResult run(const Request &request, CompilerSession &session,
                               const Extensions &extensions) {
  mlir::DefaultTimingManager timing;
  mlir::applyDefaultTimingManagerCLOptions(timing);
  mlir::TimingScope scope = timing.getRootScope();
  session.hooks = extensions.getHooks(scope);
  if (extensions.areKernelsWatched())
    session.coding.setUp = session.hooks.setUp;
  if (failed(enableRemarks(session.getContext())))
    return mlir::failure();
  DiagnosticPrinter printer(&session.getContext(), request.input, llvm::errs());
  if (llvm::Error error = session.read(request.input, request.from)) {
    printError(llvm::errs(), std::move(error));
    return mlir::failure();
  }
  auto stats = openStats(request);
  if (failed(stats))
    return mlir::failure();
  if (request.tune > 0 && !dryRun) {
    if (failed(writeTuned(request, session)))
      return mlir::failure();
    if (request.output == "-")
      return mlir::success();
  }
  return mlir::failure(failed(compile(request, session)) ||
                       failed(writeStats(*stats, session)));
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  initTool("kiln-compile");
  static_cast<void>(hasFreedStats);
  registerPipelineFlags();
  cl::HideUnrelatedOptions({&category, &Extensions::getCategory()});
  registerDiagnosticFlags();
  Extensions::registerFlags();
  cl::SetVersionPrinter(printVersion);
  // A library of LLVM has an option of this name for its own test tool.
  if (cl::Option *other = cl::getRegisteredOptions().lookup("threads"))
    other->removeArgument();
  cl::opt<unsigned> threads(
      "threads", cl::cat(category), cl::init(0), cl::value_desc("N"),
      cl::desc("Threads that compile kernels; the package does not depend on "
               "it (default: one per processor)"));
  cl::ParseCommandLineOptions(argc, argv,
                              "Kiln: from exported programs to packages\n");
  Extensions extensions;
  if (failed(extensions.load()))
    return 1;
  CompilerSession session([&](mlir::DialectRegistry &registry) {
    extensions.addDialects(registry);
  });
  session.coding.threads = threads;
  session.coding.lineTables = lineTables;
  Request request;
  return failed(parseRequest(request, session)) ||
         failed(run(request, session, extensions));
}

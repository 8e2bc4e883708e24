// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles an exported program, or IR at any phase, to a package.
#include "Extensions.h"
#include "kiln-rt/archive/OutputFile.h"
#include "kiln/Compiler/Compiler.h"
#include "kiln/Compiler/Statistics.h"
#include "kiln/Package/Manifest.h"
#include "kiln/Support/Diagnostics.h"
#include "kiln/Support/Tool.h"
#include "kiln/Support/Version.h"
#include "kiln/Tune/Tune.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

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
static cl::opt<std::string>
    emit("emit", cl::cat(category), cl::init("package"), cl::value_desc("kind"),
         cl::desc("package, mlir, llvm, asm, ptx or object"));
static cl::opt<bool>
    dryRun("dry-run", cl::cat(category),
           cl::desc("Print the table of operators, and what would be refused; "
                    "compile no kernel"));
static cl::opt<bool> json("json", cl::cat(category),
                          cl::desc("With --dry-run: print JSON"));
static cl::list<std::string>
    keep("keep", cl::cat(category), cl::CommaSeparated,
         cl::value_desc("overload"),
         cl::desc("Overloads that are not decomposed"));
static cl::opt<std::string> decompositions(
    "decompositions", cl::cat(category), cl::init("default"),
    cl::value_desc("default|none|file"),
    cl::desc("What is decomposed: the default table, nothing, or the overloads "
             "that a file lists, one on a line"));
static cl::opt<std::string>
    form("form", cl::cat(category), cl::init("exported"),
         cl::value_desc("form"),
         cl::desc("Form of dropout and batch norm: exported, inference or "
                  "training"));
static cl::opt<bool> allowUnknownGuards(
    "allow-unknown-guards", cl::cat(category),
    cl::desc("Warn of guards that are not understood, and leave them out"));
static cl::opt<std::string>
    schedules("schedules", cl::cat(category), cl::value_desc("file.json"),
              cl::desc("How to write the kernels that the file names, as "
                       "'kiln-inspect --schedules --json' prints it"));
static cl::opt<double> tune(
    "tune", cl::cat(category), cl::init(0), cl::value_desc("seconds"),
    cl::desc("Measure ways to write the kernels on this machine, and write "
             "the best to the file of --schedules; compile with it where "
             "there is a package to write"));
static cl::opt<bool> requireKnownOps(
    "require-known-ops", cl::cat(category),
    cl::desc("Refuse custom operators, which routines of the user provide"));
static cl::list<std::string> opSchemas(
    "op-schema", cl::cat(category), cl::value_desc("schema"),
    cl::desc("Schema of a custom operator, which says what it writes: "
             "'ns::add_(Tensor(a!) self, Tensor x) -> ()'"));
static cl::opt<uint64_t> foldLimit(
    "fold-limit", cl::cat(category), cl::init(1 << 20), cl::value_desc("bytes"),
    cl::desc("Size of the largest value that is evaluated when compiling, "
             "where it depends on no call; 0 folds nothing"));
static cl::opt<bool> sizeRemarks(
    "size-remarks", cl::cat(category),
    cl::desc("Remark on sizes that phase core cannot prove, and count them"));
static constexpr StringRef kRemarkKinds[] = {
    "kiln-attention", "kiln-fold",     "kiln-fusion",   "kiln-memory",
    "kiln-pack",      "kiln-schedule", "kiln-vectorize"};
static cl::list<std::string> remarks(
    "remarks", cl::cat(category), cl::CommaSeparated, cl::value_desc("kind"),
    cl::desc("Print remarks with Python lines: kiln-attention, "
             "kiln-fold, kiln-fusion, kiln-memory, kiln-pack, kiln-schedule, "
             "kiln-vectorize"));

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
  std::string input, output, stats, schedules;
  bool isPackageNamed = false;
  double tune = 0;
  llvm::StringMap<std::string> metadata;
  Phase from = Phase::Exported, to = Phase::Package;
  std::vector<std::unique_ptr<Target>> targets;
  std::optional<EmitKind> emitKind;
  TargetOptions options;
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

static mlir::LogicalResult parseMetadata(Request &request) {
  for (StringRef entry : metadata) {
    auto [key, value] = entry.split('=');
    if (key.empty() || key.size() == entry.size())
      return complain("--metadata: '" + entry + "' is not KEY=VALUE");
    if (!llvm::json::isUTF8(entry))
      return complain("--metadata: the value of '" + key + "' is not UTF-8");
    if (!request.metadata.try_emplace(key, value).second)
      return complain("--metadata: '" + key + "' is given twice");
  }
  return mlir::success();
}

/// Adds entries to those that IR of an earlier run has, or puts them in their
/// place.
static void addMetadata(mlir::ModuleOp module, const Request &request) {
  if (request.metadata.empty())
    return;
  mlir::NamedAttrList entries(
      module->getAttrOfType<mlir::DictionaryAttr>(kMetadataAttr));
  for (const auto &entry : request.metadata)
    entries.set(entry.getKey(),
                mlir::StringAttr::get(module.getContext(), entry.getValue()));
  module->setAttr(kMetadataAttr, entries.getDictionary(module.getContext()));
}

/// One line on a terminal that is written over and over.
static void showProgress(size_t done, size_t count) {
  llvm::errs() << "\rkernels: " << done << "/" << count
               << (done == count ? "\n" : "");
}

/// Only what runs here can be measured.
static mlir::LogicalResult checkTune(const Request &request) {
  if (tune.getNumOccurrences() == 0)
    return mlir::success();
  if (!(tune > 0))
    return complain("--tune: give a number of seconds above 0");
  if (schedules.empty())
    return complain("--tune: name the file to write: --schedules=FILE.json");
  for (const auto &target : request.targets)
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

/// Which phases are made by each flag's word: one that nothing reads is an
/// error.
static mlir::LogicalResult checkRead(const Request &request) {
  struct Reader {
    const cl::Option &flag;
    Phase first, last;
  };
  const Reader readers[] = {
      {allowUnknownGuards, Phase::Exported, Phase::Exported},
      {opSchemas, Phase::Exported, Phase::Exported},
      {keep, Phase::Core, Phase::Core},
      {decompositions, Phase::Core, Phase::Core},
      {form, Phase::Core, Phase::Core},
      {sizeRemarks, Phase::Core, Phase::Core},
      {foldLimit, Phase::Tensors, Phase::Dispatches},
      {schedules, Phase::Dispatches, Phase::Host},
      {requireKnownOps, Phase::Host, Phase::Host}};
  Phase to = dryRun ? Phase::Host : request.to;
  for (const Reader &reader : readers)
    if (reader.flag.getNumOccurrences() > 0 &&
        (reader.last < request.from || to < reader.first))
      return complain("--" + reader.flag.ArgStr + " is read for phase " +
                      getPhaseName(reader.first) + ", but this compiles from " +
                      getPhaseName(request.from) + " to " + getPhaseName(to));
  if (json && !dryRun)
    return complain("--json is read with --dry-run alone");
  return mlir::success();
}

static mlir::LogicalResult parseRequest(Request &request) {
  if (llvm::sys::Process::StandardErrIsDisplayed())
    request.options.progress = showProgress;
  request.input = input;
  request.output = output.empty() ? "-" : output.getValue();
  request.stats = stats;
  request.schedules = schedules;
  request.tune = tune;
  if (failed(parsePhaseFlag("compile-to", compileTo, request.to)) ||
      failed(parsePhaseFlag("compile-from", compileFrom, request.from)) ||
      failed(parseEmit(request)) || failed(parseMetadata(request)))
    return mlir::failure();
  if (request.from > Phase::Host)
    return complain("--compile-from: phase '" + getPhaseName(request.from) +
                    "' is not IR");
  if (request.to < request.from)
    return complain("--compile-to comes before --compile-from");
  if (failed(checkRead(request)))
    return mlir::failure();
  if (request.to == Phase::Objects) {
    // Objects are no IR: the phase ends with the code of one target.
    request.to = Phase::Package;
    request.emitKind = EmitKind::Object;
  }
  bool isPackage = request.to == Phase::Package && !request.emitKind && !dryRun;
  request.isPackageNamed = !output.empty();
  if (isPackage && !request.isPackageNamed && tune == 0)
    request.output = getDefaultPackage(request.input);
  std::vector<std::string> names(targetNames.begin(), targetNames.end());
  // From `dispatches` on, IR says for which targets it is.
  if (isPackage && names.empty() && request.from < Phase::Dispatches)
    names.push_back("cpu:native");
  for (const std::string &name : names) {
    std::string error;
    auto target = parseTarget(name, error);
    if (failed(target))
      return complain("--target: " + error);
    auto isSame = [&](const auto &other) {
      return other->getName() == (*target)->getName();
    };
    if (llvm::any_of(request.targets, isSame))
      return complain("--target: " + (*target)->getName() + " is named twice");
    request.targets.push_back(std::move(*target));
  }
  if (failed(checkTune(request)))
    return mlir::failure();
  bool needsTarget = request.to == Phase::Package && !dryRun;
  if (needsTarget && request.targets.empty())
    return complain("name a target: --target=cpu:x86-64-v3, "
                    "--target=cpu:native, --target=cuda:sm_90");
  if (request.emitKind && request.targets.size() != 1)
    return complain("to write code, name exactly one target");
  if (isPackage && request.output == "-" && tune == 0)
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
  auto isWritten = mlir::success();
  auto write = [&](llvm::raw_ostream &os) {
    if (StringRef(request.output).ends_with(".mlirbc"))
      isWritten = mlir::writeBytecodeToFile(module, os);
    else
      module.print(os, mlir::OpPrintingFlags().enableDebugInfo());
  };
  return mlir::failure(failed(writeOutput(request, write)) ||
                       failed(isWritten));
}

static mlir::LogicalResult emitCode(mlir::ModuleOp module,
                                    const Request &request) {
  const Target &target = *request.targets.front();
  mlir::FailureOr<exec::VariantOp> variant = findVariant(module, target);
  if (failed(variant))
    return mlir::failure();
  auto text =
      target.emit(getKernels(*variant), *request.emitKind, request.options);
  if (failed(text))
    return mlir::failure();
  return writeOutput(request, [&](llvm::raw_ostream &os) { os << *text; });
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
                                      mlir::ModuleOp module,
                                      const PhaseTimes &times) {
  if (!file)
    return mlir::success();
  std::string text;
  llvm::raw_string_ostream os(text);
  writeStatistics(os, module, times);
  rt::Status status = file->write(std::string_view(text));
  if (status.ok())
    status = file->finish();
  return status.ok() ? mlir::success() : complain(status.error().message);
}

/// Brings the module to `to`, one phase after the other.
static mlir::LogicalResult lowerByPhase(mlir::ModuleOp module,
                                        const Request &request, Phase to,
                                        const PipelineOptions &options,
                                        const PhaseHooks &hooks,
                                        PhaseTimes &times) {
  for (Phase phase = request.from; phase < to;) {
    auto next = static_cast<Phase>(static_cast<int>(phase) + 1);
    if (failed(lower(module, phase, next, options, hooks)))
      return mlir::failure();
    times.finish(getPhaseName(next));
    phase = next;
  }
  return mlir::success();
}

static mlir::LogicalResult enableRemarks(mlir::MLIRContext &context) {
  if (remarks.empty())
    return mlir::success();
  for (const std::string &kind : remarks)
    if (!llvm::is_contained(kRemarkKinds, StringRef(kind)))
      return complain("--remarks: unknown kind '" + kind + "'; known: " +
                      llvm::join(llvm::ArrayRef(kRemarkKinds), ", "));
  std::string filter = llvm::join(remarks, "|");
  mlir::remark::RemarkCategories categories;
  categories.missed = categories.analysis = filter;
  return mlir::remark::enableOptimizationRemarks(
      context, nullptr,
      std::make_unique<mlir::remark::RemarkEmittingPolicyAll>(), categories,
      /*printAsEmitRemarks=*/true);
}

static void setPipelineOptions(PipelineOptions &options,
                               const Request &request) {
  options.keep = std::vector<std::string>(keep.begin(), keep.end());
  options.decompositions = decompositions.getValue();
  options.form = form.getValue();
  options.sizeRemarks = sizeRemarks.getValue();
  constexpr uint64_t kMax = std::numeric_limits<int64_t>::max();
  options.schedules = request.schedules;
  options.requireKnownOps = requireKnownOps.getValue();
  options.foldLimit =
      static_cast<int64_t>(std::min(foldLimit.getValue(), kMax));
  std::vector<std::string> names;
  for (const std::unique_ptr<Target> &target : request.targets)
    names.push_back(target->getName().str());
  options.targets = names;
}

/// Measures the kernels of a copy for each target, and writes the records.
static mlir::LogicalResult writeTuned(mlir::ModuleOp module,
                                      const Request &request,
                                      PipelineOptions &options,
                                      const PhaseHooks &hooks) {
  mlir::OwningOpRef<mlir::ModuleOp> copy = module.clone();
  options.schedules = "";
  if (request.from < Phase::Dispatches &&
      failed(lower(*copy, request.from, Phase::Dispatches, options, hooks)))
    return mlir::failure();
  options.schedules = request.schedules;
  TuneOptions tuning;
  tuning.seconds = request.tune / double(request.targets.size());
  llvm::json::Array records;
  for (const std::unique_ptr<Target> &target : request.targets) {
    mlir::FailureOr<exec::VariantOp> variant = findVariant(*copy, *target);
    if (failed(variant))
      return mlir::failure();
    tuneSchedules(*variant, *target, tuning, records);
  }
  llvm::json::Value file =
      llvm::json::Object{{"schedules", std::move(records)}};
  if (llvm::Error error =
          writeOutputFile(request.schedules, [&](llvm::raw_ostream &os) {
            os << llvm::formatv("{0:2}\n", file);
          }))
    return complain(llvm::toString(std::move(error)));
  return mlir::success();
}

/// Lowers a copy as far as compiling does before it writes code: what that
/// refuses is refused here, with the same words, and nothing else.
static mlir::LogicalResult runDry(mlir::ModuleOp module, const Request &request,
                                  const PipelineOptions &options,
                                  const PhaseHooks &hooks, PhaseTimes &times) {
  mlir::OwningOpRef<mlir::ModuleOp> copy = module.clone();
  auto stats = openStats(request);
  if (failed(stats))
    return mlir::failure();
  bool isAccepted = succeeded(
      lowerByPhase(*copy, request, Phase::Host, options, hooks, times));
  if (failed(writeOutput(request, [&](llvm::raw_ostream &os) {
        printOpCounts(os, countOps(module, isAccepted), json);
      })))
    return mlir::failure();
  if (!isAccepted)
    return mlir::failure();
  return writeStats(*stats, *copy, times);
}

/// Says on one line what was written, where the flags did not name it.
static void printPackage(const Request &request, mlir::ModuleOp module,
                         const PhaseTimes &times) {
  if (request.isPackageNamed)
    return;
  size_t kernels = 0;
  module.walk([&](exec::KernelOp) { ++kernels; });
  uint64_t bytes = 0;
  (void)llvm::sys::fs::file_size(request.output, bytes);
  double seconds = 0;
  for (const PhaseTimes::Entry &entry : times.get())
    seconds += entry.seconds;
  llvm::outs() << request.output << ": ";
  llvm::interleaveComma(request.targets, llvm::outs(), [](const auto &target) {
    llvm::outs() << target->getName();
  });
  llvm::outs() << "; " << kernels << " kernels, " << bytes << " bytes, "
               << llvm::format("%.1f", seconds) << " s\n";
}

static mlir::LogicalResult run(const Request &request,
                               const Extensions &extensions) {
  PhaseTimes times;
  std::unique_ptr<MLIRContext> context =
      makeCompilerContext([&](mlir::DialectRegistry &registry) {
        extensions.addDialects(registry);
      });
  mlir::DefaultTimingManager timing;
  mlir::applyDefaultTimingManagerCLOptions(timing);
  mlir::TimingScope scope = timing.getRootScope();
  PhaseHooks hooks = extensions.getHooks(scope);
  if (failed(enableRemarks(*context)))
    return mlir::failure();
  DiagnosticPrinter printer(context.get(), request.input, llvm::errs());
  ImportOptions importing;
  importing.allowUnknownGuards = allowUnknownGuards;
  importing.opSchemas.assign(opSchemas.begin(), opSchemas.end());
  auto module = readProgram(context.get(), request.input, importing);
  if (!module) {
    llvm::errs() << llvm::toString(module.takeError()) << "\n";
    return mlir::failure();
  }
  times.finish("read");
  addMetadata(module->get(), request);
  PipelineOptions options;
  setPipelineOptions(options, request);
  if (failed(verifyPhase(module->get(), request.from, options)))
    return mlir::failure();
  if (dryRun)
    return runDry(module->get(), request, options, hooks, times);
  auto stats = openStats(request);
  if (failed(stats))
    return mlir::failure();
  if (request.tune > 0 &&
      failed(writeTuned(module->get(), request, options, hooks)))
    return mlir::failure();
  if (request.tune > 0 && request.output == "-")
    return mlir::success();
  Phase lowest = std::min(request.to, Phase::Host);
  if (failed(
          lowerByPhase(module->get(), request, lowest, options, hooks, times)))
    return mlir::failure();
  if (request.to != Phase::Package) {
    if (failed(writeIR(module->get(), request)))
      return mlir::failure();
  } else if (request.emitKind) {
    if (failed(emitCode(module->get(), request)))
      return mlir::failure();
    times.finish(getPhaseName(Phase::Objects));
  } else {
    if (failed(compilePackage(module->get(), request.targets, request.options,
                              request.output)))
      return mlir::failure();
    times.finish(getPhaseName(Phase::Package));
    printPackage(request, module->get(), times);
  }
  return writeStats(*stats, module->get(), times);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  initTool("kiln-compile");
  static_cast<void>(hasFreedStats);
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
  Request request;
  request.options.threads = threads;
  if (failed(parseRequest(request)))
    return 1;
  Extensions extensions;
  return mlir::failed(extensions.load()) ||
         mlir::failed(run(request, extensions));
}

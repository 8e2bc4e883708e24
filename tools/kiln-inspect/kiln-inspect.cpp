// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shows the contents of an archive or a package.
#include "BriefManifest.h"
#include "Disassembler.h"
#include "ManifestPrinter.h"
#include "ProgramManifest.h"
#include "kiln-rt/archive/ZipReader.h"
#include "kiln/Compiler/Compiler.h"
#include "kiln/Import/ImportPt2.h"
#include "kiln/Support/Diagnostics.h"
#include "kiln/Support/JSON.h"
#include "kiln/Support/Tool.h"
#include "kiln/Support/Version.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"

namespace cl = llvm::cl;
using namespace kiln;

static cl::OptionCategory category("kiln-inspect");
static cl::opt<std::string> input(cl::Positional, cl::cat(category),
                                  cl::desc("<model.kiln | model.pt2>"),
                                  cl::Required);
static cl::opt<bool> signature("signature", cl::cat(category),
                               cl::desc("Symbols, inputs and outputs"));
static cl::opt<bool> weights("weights", cl::cat(category),
                             cl::desc("Parameters, buffers and constants"));
static cl::opt<bool> program("program", cl::cat(category),
                             cl::desc("The host programs"));
static cl::opt<bool> kernels("kernels", cl::cat(category),
                             cl::desc("The kernels and where they come from"));
static cl::opt<bool> schedules("schedules", cl::cat(category),
                               cl::desc("How each kernel is written"));
static cl::opt<std::string>
    assembly("asm", cl::cat(category), cl::value_desc("kernel"),
             cl::desc("The code of one kernel for each target"));
static cl::opt<bool> json("json", cl::cat(category),
                          cl::desc("Everything, or the schedules, as JSON"));

static llvm::Error toError(const rt::Error &error) {
  return llvm::createStringError(error.message);
}

static llvm::Expected<std::string> readRecord(const rt::ZipReader &zip,
                                              llvm::StringRef name) {
  auto entry = zip.require({name.data(), name.size()});
  if (!entry.ok())
    return toError(entry.error());
  auto bytes = zip.read(**entry);
  if (!bytes.ok())
    return toError(bytes.error());
  return std::string(bytes->begin(), bytes->end());
}

static llvm::Expected<llvm::json::Object> readJSON(const rt::ZipReader &zip,
                                                   llvm::StringRef record) {
  auto text = readRecord(zip, record);
  if (!text)
    return text.takeError();
  auto manifest = parseJSON(*text);
  if (!manifest || !manifest->getAsObject())
    return llvm::createStringError(
        input + ": " + record + ": " +
        (manifest ? "not an object" : llvm::toString(manifest.takeError())));
  return std::move(*manifest->getAsObject());
}

static llvm::Expected<llvm::json::Object> readManifest(const rt::ZipReader &zip,
                                                       llvm::StringRef record) {
  auto manifest = readJSON(zip, record);
  if (!manifest)
    return manifest;
  std::string details = findDetails(*manifest);
  if (!details.empty()) {
    auto own = readJSON(zip, details);
    if (!own)
      return own;
    addDetails(*own, *manifest);
  }
  expandManifest(*manifest);
  return manifest;
}

namespace {
/// One class of targets, as it is shown.
struct Shown {
  std::string name; ///< empty where there are no others
  llvm::json::Object manifest;
};
} // namespace

static llvm::Expected<std::vector<Shown>>
readPackage(const rt::ZipReader &zip) {
  auto manifest = readManifest(zip, "manifest.json");
  if (!manifest)
    return manifest.takeError();
  std::vector<Shown> shown;
  const llvm::json::Array *variants = manifest->getArray("variants");
  if (!variants) {
    shown.push_back({"", std::move(*manifest)});
    return shown;
  }
  for (const llvm::json::Value &value : *variants) {
    const llvm::json::Object *variant = value.getAsObject();
    auto textOf = [&](llvm::StringRef key) {
      return variant ? variant->getString(key).value_or("") : "";
    };
    auto own = readManifest(zip, textOf("record"));
    if (!own)
      return own.takeError();
    shown.push_back({textOf("class").str(), std::move(*own)});
  }
  return shown;
}

/// What is shown has strings of `context`.
static llvm::Expected<std::vector<Shown>> readArchive(MLIRContext &context) {
  DiagnosticPrinter printer(&context, input, llvm::errs());
  auto module = importPt2(&context, input);
  if (!module)
    return module.takeError();
  std::vector<Shown> shown;
  shown.push_back({"", makeProgramManifest(module->get())});
  return shown;
}

/// The text of one `.entry` of PTX, up to the brace that closes it.
static llvm::StringRef findEntry(llvm::StringRef ptx, llvm::StringRef symbol) {
  size_t at = ptx.find((".entry " + symbol + "(").str());
  if (at == llvm::StringRef::npos)
    return "";
  size_t end = ptx.find("\n}", at);
  return ptx.slice(ptx.rfind('\n', at) + 1,
                   end == llvm::StringRef::npos ? ptx.size() : end + 2);
}

static llvm::Error printCode(const rt::ZipReader &zip,
                             const llvm::json::Object &target,
                             llvm::StringRef symbol) {
  llvm::StringRef record = target.getString("record").value_or("");
  auto code = readRecord(zip, record);
  if (!code)
    return code.takeError();
  auto fail = [&](const llvm::Twine &what) {
    return llvm::createStringError(input + ": " + record + ": " + what);
  };
  llvm::outs() << target.getString("name").value_or("") << ": " << symbol
               << "\n";
  if (!record.ends_with(".ptx")) {
    if (llvm::Error error = disassemble(
            llvm::outs(), target.getString("name").value_or(""), *code, symbol))
      return fail(llvm::toString(std::move(error)));
    return llvm::Error::success();
  }
  llvm::StringRef entry = findEntry(*code, symbol);
  if (entry.empty())
    return fail("no entry " + symbol);
  llvm::outs() << entry << "\n";
  return llvm::Error::success();
}

/// The code of the kernel for each target of one class. Sets `isFound` where
/// there is such a kernel.
static llvm::Error printAssembly(const rt::ZipReader &zip,
                                 const llvm::json::Object &manifest,
                                 bool &isFound) {
  const llvm::json::Array *all = manifest.getArray("kernels");
  const llvm::json::Array *targets = manifest.getArray("targets");
  for (const llvm::json::Value &value : all ? *all : llvm::json::Array()) {
    const llvm::json::Object *kernel = value.getAsObject();
    if (!kernel || kernel->getString("name") != assembly.getValue())
      continue;
    isFound = true;
    const llvm::json::Object *code = kernel->getObject("code");
    for (const llvm::json::Value &target :
         targets &&code ? *targets : llvm::json::Array()) {
      const llvm::json::Object *object = target.getAsObject();
      const llvm::json::Object *own =
          object ? code->getObject(object->getString("name").value_or(""))
                 : nullptr;
      if (!own)
        continue;
      if (llvm::Error error =
              printCode(zip, *object, own->getString("symbol").value_or("")))
        return error;
    }
  }
  return llvm::Error::success();
}

static llvm::Error printAssembly(const rt::ZipReader &zip,
                                 llvm::ArrayRef<Shown> variants) {
  bool isFound = false;
  for (const Shown &variant : variants)
    if (llvm::Error error = printAssembly(zip, variant.manifest, isFound))
      return error;
  if (isFound)
    return llvm::Error::success();
  return llvm::createStringError(input + ": no kernel '" + assembly + "'");
}

static llvm::json::Value makeJSON(std::vector<Shown> variants) {
  if (schedules) {
    llvm::json::Array records;
    for (const Shown &variant : variants)
      addSchedules(variant.manifest, records);
    return llvm::json::Object{{"schedules", std::move(records)}};
  }
  if (variants.front().name.empty())
    return std::move(variants.front().manifest);
  llvm::json::Array all;
  for (Shown &variant : variants)
    all.push_back(
        llvm::json::Object{{"class", std::move(variant.name)},
                           {"manifest", std::move(variant.manifest)}});
  return llvm::json::Object{{"variants", std::move(all)}};
}

/// The part that differs by variant.
static void printVariant(llvm::raw_ostream &os, const Shown &variant,
                         bool isSummary) {
  if (!variant.name.empty())
    os << "variant " << variant.name << "\n";
  const llvm::json::Object &manifest = variant.manifest;
  if (isSummary)
    printSummary(os, manifest);
  if (weights)
    printWeights(os, manifest);
  if (program)
    printHostPrograms(os, manifest);
  if (kernels)
    printKernels(os, manifest);
  if (schedules)
    printSchedules(os, manifest);
}

static void print(llvm::raw_ostream &os, llvm::ArrayRef<Shown> variants) {
  // The same in all variants.
  const llvm::json::Object &first = variants.front().manifest;
  bool isSummary = !signature && !weights && !program && !kernels && !schedules;
  if (isSummary)
    printContract(os, first);
  else if (signature)
    printSignature(os, first);
  if (isSummary || weights || program || kernels || schedules)
    for (const Shown &variant : variants)
      printVariant(os, variant, isSummary);
}

static llvm::Error run() {
  auto zip = rt::ZipReader::openFile(input);
  if (!zip.ok())
    return toError(zip.error());
  bool isPackage = zip->find("manifest.json");
  std::unique_ptr<MLIRContext> context = makeCompilerContext();
  auto variants = isPackage ? readPackage(*zip) : readArchive(*context);
  if (!variants)
    return variants.takeError();
  llvm::raw_ostream &os = llvm::outs();
  if (!assembly.empty())
    return printAssembly(*zip, *variants);
  if (json) {
    os << llvm::formatv("{0:2}\n", makeJSON(std::move(*variants)));
    return llvm::Error::success();
  }
  print(os, *variants);
  return llvm::Error::success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  initTool("kiln-inspect");
  cl::HideUnrelatedOptions(category);
  registerDiagnosticFlags();
  cl::SetVersionPrinter(printVersion);
  cl::ParseCommandLineOptions(argc, argv,
                              "Kiln: what an archive or a package holds\n");
  if (llvm::Error error = run()) {
    printError(llvm::errs(), std::move(error));
    return 1;
  }
  return 0;
}

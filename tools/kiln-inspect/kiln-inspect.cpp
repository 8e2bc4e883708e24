// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shows the contents of an archive or a package.
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
static cl::opt<std::string>
    assembly("asm", cl::cat(category), cl::value_desc("kernel"),
             cl::desc("The code of one kernel for each target"));
static cl::opt<bool> json("json", cl::cat(category),
                          cl::desc("Everything, as JSON"));

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

static llvm::Expected<llvm::json::Object>
readPackage(const rt::ZipReader &zip) {
  auto text = readRecord(zip, "manifest.json");
  if (!text)
    return text.takeError();
  auto manifest = parseJSON(*text);
  if (!manifest || !manifest->getAsObject())
    return llvm::createStringError(
        input + ": manifest.json: " +
        (manifest ? "not an object" : llvm::toString(manifest.takeError())));
  return std::move(*manifest->getAsObject());
}

static llvm::Expected<llvm::json::Object> readArchive() {
  std::unique_ptr<MLIRContext> context = makeCompilerContext();
  DiagnosticPrinter printer(context.get(), input, llvm::errs());
  auto module = importPt2(context.get(), input);
  if (!module)
    return module.takeError();
  return makeProgramManifest(module->get());
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

static llvm::Error printAssembly(const rt::ZipReader &zip,
                                 const llvm::json::Object &manifest) {
  const llvm::json::Array *all = manifest.getArray("kernels");
  const llvm::json::Array *targets = manifest.getArray("targets");
  for (const llvm::json::Value &value : all ? *all : llvm::json::Array()) {
    const llvm::json::Object *kernel = value.getAsObject();
    if (!kernel || kernel->getString("name") != assembly.getValue())
      continue;
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
    return llvm::Error::success();
  }
  return llvm::createStringError(input + ": no kernel '" + assembly + "'");
}

static llvm::Error run() {
  auto zip = rt::ZipReader::openFile(input);
  if (!zip.ok())
    return toError(zip.error());
  bool isPackage = zip->find("manifest.json");
  auto manifest = isPackage ? readPackage(*zip) : readArchive();
  if (!manifest)
    return manifest.takeError();
  llvm::raw_ostream &os = llvm::outs();
  if (!assembly.empty())
    return printAssembly(*zip, *manifest);
  if (json) {
    os << llvm::formatv("{0:2}\n", llvm::json::Value(std::move(*manifest)));
    return llvm::Error::success();
  }
  if (!signature && !weights && !program && !kernels)
    printSummary(os, *manifest);
  if (signature)
    printSignature(os, *manifest);
  if (weights)
    printWeights(os, *manifest);
  if (program)
    printHostPrograms(os, *manifest);
  if (kernels)
    printKernels(os, *manifest);
  return llvm::Error::success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  initTool("kiln-inspect");
  cl::HideUnrelatedOptions(category);
  cl::SetVersionPrinter(printVersion);
  cl::ParseCommandLineOptions(argc, argv,
                              "Kiln: what an archive or a package holds\n");
  if (llvm::Error error = run()) {
    llvm::errs() << llvm::toString(std::move(error)) << "\n";
    return 1;
  }
  return 0;
}

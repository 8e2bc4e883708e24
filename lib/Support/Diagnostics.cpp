// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Support/Diagnostics.h"
#include "kiln/Support/Origin.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace kiln;

void kiln::registerDiagnosticFlags() {
  registerMLIRContextCLOptions();
  constexpr StringRef kName = "mlir-print-op-on-diagnostic";
  llvm::cl::Option *flag = llvm::cl::getRegisteredOptions().lookup(kName);
  flag->setHiddenFlag(llvm::cl::NotHidden);
  // MLIR's default is true; the user's word comes second, and holds.
  flag->setNumOccurrencesFlag(llvm::cl::ZeroOrMore);
  flag->addOccurrence(0, kName, "false");
}

DiagnosticPrinter::DiagnosticPrinter(MLIRContext *context, StringRef file,
                                     raw_ostream &os)
    : ScopedDiagnosticHandler(context), file(file), os(os) {
  setHandler([this](Diagnostic &diagnostic) { print(diagnostic); });
}

/// Prints a message after its place, in colour where `os` is a terminal.
static void printMessage(raw_ostream &os, DiagnosticSeverity severity,
                         StringRef message) {
  switch (severity) {
  case DiagnosticSeverity::Note:
    llvm::WithColor::note(os) << message;
    break;
  case DiagnosticSeverity::Warning:
    llvm::WithColor::warning(os) << message;
    break;
  case DiagnosticSeverity::Remark:
    llvm::WithColor::remark(os) << message;
    break;
  case DiagnosticSeverity::Error:
    llvm::WithColor(os, raw_ostream::SAVEDCOLOR, /*Bold=*/true) << message;
    break;
  }
  os << "\n";
}

void kiln::printError(raw_ostream &os, llvm::Error error) {
  std::string text = llvm::toString(std::move(error));
  for (StringRef line : llvm::split(text, '\n')) {
    auto [place, note] = line.split(": note: ");
    if (note.empty()) {
      os << line << "\n";
      continue;
    }
    os << place << ": ";
    printMessage(os, DiagnosticSeverity::Note, note);
  }
}

void DiagnosticPrinter::printSource(StringRef text) {
  if (text.empty())
    return;
  llvm::WithColor(os, raw_ostream::CYAN) << "    " << text;
  os << "\n";
}

void DiagnosticPrinter::print(Diagnostic &diagnostic) {
  std::string origin = getOrigin(diagnostic.getLocation()).str();
  os << file << ": ";
  if (!origin.empty())
    os << origin << ": ";
  printMessage(os, diagnostic.getSeverity(), diagnostic.str());
  if (os.is_displayed() && diagnostic.getSeverity() != DiagnosticSeverity::Note)
    printSource(getOrigin(diagnostic.getLocation()).text);
  for (Diagnostic &note : diagnostic.getNotes())
    print(note);
}

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

static StringRef prefixOf(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Note:
    return "note: ";
  case DiagnosticSeverity::Warning:
    return "warning: ";
  case DiagnosticSeverity::Remark:
    return "remark: ";
  case DiagnosticSeverity::Error:
    return "";
  }
  llvm_unreachable("unknown severity");
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
  os << prefixOf(diagnostic.getSeverity()) << diagnostic << "\n";
  if (os.is_displayed() && diagnostic.getSeverity() != DiagnosticSeverity::Note)
    printSource(getOrigin(diagnostic.getLocation()).text);
  for (Diagnostic &note : diagnostic.getNotes())
    print(note);
}

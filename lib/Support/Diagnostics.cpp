// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Support/Diagnostics.h"
#include "kiln/Support/Origin.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace kiln;

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

void DiagnosticPrinter::print(Diagnostic &diagnostic) {
  std::string origin = getOrigin(diagnostic.getLocation()).str();
  os << file << ": ";
  if (!origin.empty())
    os << origin << ": ";
  os << prefixOf(diagnostic.getSeverity()) << diagnostic << "\n";
  for (Diagnostic &note : diagnostic.getNotes())
    print(note);
}

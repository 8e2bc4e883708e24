// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How Kiln's tools print diagnostics.
#ifndef KILN_SUPPORT_DIAGNOSTICS_H
#define KILN_SUPPORT_DIAGNOSTICS_H

#include "kiln/Support/LLVM.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Error.h"

namespace kiln {

/// Declares MLIR's flags of contexts. An error prints the op that it is about,
/// with all of its regions, only where --mlir-print-op-on-diagnostic is given.
/// To be called once, before the command line is parsed and before a context is
/// made.
void registerDiagnosticFlags();

/// Prints an error of llvm::Error's, whose notes are lines of their own,
/// `file: note: message`.
void printError(raw_ostream &os, llvm::Error error);

/// While it lives, prints every error and warning of the context on one line:
/// `file: python-file:line: op: message`, without the parts that are not known.
/// Notes and remarks follow in the same form. On a terminal they are in colour,
/// and the line of Python stands below. `file` is the user's name for it.
class DiagnosticPrinter : public mlir::ScopedDiagnosticHandler {
public:
  DiagnosticPrinter(MLIRContext *context, StringRef file, raw_ostream &os);

private:
  void print(mlir::Diagnostic &diagnostic);
  void printSource(StringRef text);

  std::string file;
  raw_ostream &os;
};

} // namespace kiln

#endif // KILN_SUPPORT_DIAGNOSTICS_H

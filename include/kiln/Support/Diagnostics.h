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

/// Diagnostics of a context have said what is wrong: nothing is left to print.
class DiagnosedError : public llvm::ErrorInfo<DiagnosedError> {
public:
  static char ID;
  void log(raw_ostream &) const override {}
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
};

/// An error with a line of the user's Python.
class SourceError : public llvm::ErrorInfo<SourceError> {
public:
  static char ID;
  /// The text of the line; empty where it is not known.
  virtual StringRef getSource() const = 0;
};

/// Prints an error of llvm::Error's, whose notes are lines of their own,
/// `file: note: message`. On a terminal the line of Python stands below the
/// first. `before` is printed first, where there is anything to print.
void printError(raw_ostream &os, llvm::Error error, StringRef before = "");

/// Cuts the operations with regions that a diagnostic and its notes show to a
/// line of each: MLIR's verifier shows all that is in them. Where
/// --mlir-print-op-on-diagnostic is given, nothing is cut.
void shorten(mlir::Diagnostic &diagnostic);

/// Does so in each context of `registry`, before MLIR's drivers print. Contexts
/// with a DiagnosticPrinter need it not.
void shortenDiagnostics(mlir::DialectRegistry &registry);

/// While it lives, prints every error and warning of the context on one line:
/// `file: python-file:line: op: message`, without the parts that are not known.
/// Notes and remarks follow in the same form. On a terminal they are in colour,
/// and the line of Python stands below. `file` is the user's name for it.
class DiagnosticPrinter : public mlir::ScopedDiagnosticHandler {
public:
  DiagnosticPrinter(MLIRContext *context, StringRef file, raw_ostream &os);

private:
  void print(mlir::Diagnostic &diagnostic);

  std::string file;
  raw_ostream &os;
};

} // namespace kiln

#endif // KILN_SUPPORT_DIAGNOSTICS_H

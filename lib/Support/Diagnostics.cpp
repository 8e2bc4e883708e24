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

//===----------------------------------------------------------------------===//
// Length
//===----------------------------------------------------------------------===//

/// The text of an argument; empty where it is none.
static StringRef getText(const DiagnosticArgument &argument) {
  using Kind = DiagnosticArgument::DiagnosticArgumentKind;
  return argument.getKind() == Kind::String ? argument.getAsString() : "";
}

/// Keeps the first line of an operation with regions, which MLIR writes on
/// lines of its own.
static void shortenArguments(Diagnostic &diagnostic) {
  constexpr size_t kMostCharacters = 200;
  for (size_t i = 1; i < diagnostic.getArguments().size(); ++i) {
    auto [line, rest] = getText(diagnostic.getArguments()[i]).split('\n');
    if (rest.empty() || !line.ends_with("{") ||
        getText(diagnostic.getArguments()[i - 1]) != "\n")
      continue;
    // A diagnostic keeps the texts that are added to its end.
    diagnostic << line.take_front(kMostCharacters) + " …";
    MutableArrayRef<DiagnosticArgument> arguments = diagnostic.getArguments();
    arguments[i - 1] = DiagnosticArgument(StringRef());
    arguments[i] = arguments.back();
    arguments.back() = DiagnosticArgument(StringRef());
  }
}

void kiln::shorten(Diagnostic &diagnostic) {
  MLIRContext *context = diagnostic.getLocation().getContext();
  if (context->shouldPrintOpOnDiagnostic())
    return;
  shortenArguments(diagnostic);
  for (Diagnostic &note : diagnostic.getNotes())
    shortenArguments(note);
}

namespace {
/// The last handler that is registered sees a diagnostic first. A driver
/// registers its own after it has made the context, and before it loads the
/// dialects of what it reads.
struct Shortener : DialectExtensionBase {
  Shortener() : DialectExtensionBase(/*dialectNames=*/{}) {}
  void apply(MLIRContext *context, MutableArrayRef<Dialect *>) const override {
    context->getDiagEngine().registerHandler([](Diagnostic &diagnostic) {
      shorten(diagnostic);
      return failure(); // others print it
    });
  }
  std::unique_ptr<DialectExtensionBase> clone() const override {
    return std::make_unique<Shortener>();
  }
};
} // namespace

void kiln::shortenDiagnostics(DialectRegistry &registry) {
  registry.addExtension(TypeID::get<Shortener>(),
                        std::make_unique<Shortener>());
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

DiagnosticPrinter::DiagnosticPrinter(MLIRContext *context, StringRef file,
                                     raw_ostream &os)
    : ScopedDiagnosticHandler(context), file(file), os(os) {
  setHandler([this](Diagnostic &diagnostic) {
    shorten(diagnostic);
    print(diagnostic);
  });
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

/// The line of Python, if it is known, below a message on a terminal.
static void printSource(raw_ostream &os, StringRef text) {
  if (text.empty() || !os.is_displayed())
    return;
  llvm::WithColor(os, raw_ostream::CYAN) << "    " << text;
  os << "\n";
}

/// Lines of `file: message` and `file: note: message`.
static void printLines(raw_ostream &os, StringRef lines, StringRef source) {
  for (StringRef line : llvm::split(lines, '\n')) {
    auto [place, note] = line.split(": note: ");
    if (note.empty()) {
      os << line << "\n";
    } else {
      os << place << ": ";
      printMessage(os, DiagnosticSeverity::Note, note);
    }
    printSource(os, std::exchange(source, ""));
  }
}

char DiagnosedError::ID = 0;
char SourceError::ID = 0;

void kiln::printError(raw_ostream &os, llvm::Error error, StringRef before) {
  llvm::handleAllErrors(
      std::move(error), [](const DiagnosedError &) {},
      [&](const SourceError &known) {
        os << before;
        printLines(os, known.message(), known.getSource());
      },
      [&](const llvm::ErrorInfoBase &other) {
        os << before;
        printLines(os, other.message(), /*source=*/"");
      });
}

void DiagnosticPrinter::print(Diagnostic &diagnostic) {
  std::string origin = getOrigin(diagnostic.getLocation()).str();
  os << file << ": ";
  if (!origin.empty())
    os << origin << ": ";
  printMessage(os, diagnostic.getSeverity(), diagnostic.str());
  if (diagnostic.getSeverity() != DiagnosticSeverity::Note)
    printSource(os, getOrigin(diagnostic.getLocation()).text);
  for (Diagnostic &note : diagnostic.getNotes())
    print(note);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that was read, brought to phase core, and is evaluated.
#ifndef KILN_TOOLS_KILN_INTERPRET_INTERPRETER_H
#define KILN_TOOLS_KILN_INTERPRET_INTERPRETER_H

#include "kiln-rt/recorded/RecordedCalls.h"
#include "kiln/Compiler/Compiler.h"
#include "kiln/Reference/Program.h"

namespace kiln::interpret {

/// Which operators outside of core are evaluated as they are.
enum class Kept {
  None,         ///< the core program is the one that the compiler makes
  Undecomposed, ///< those that nothing decomposes
  All,          ///< all that the evaluator has a kernel of
};

/// Owns context, module and program.
class Interpreter {
public:
  /// Reads `path` (an archive, or IR in phase exported or core) and lowers it.
  /// Diagnostics are printed to `os`; where they say what is wrong, the error
  /// is a DiagnosedError.
  static llvm::Expected<std::unique_ptr<Interpreter>>
  load(raw_ostream &os, StringRef path, StringRef programName, Kept kept);

  /// Runs recorded calls. Unless state is kept each starts from the archive's.
  rt::Status run(const rt::RecordedOptions &options, const rt::PrintLine &print,
                 bool &wrong);
  /// Did the last run end because the evaluator does not support something?
  bool isRefused() const { return refused; }

  mlir::ModuleOp getModule() { return *module; }
  ep::ProgramOp getProgramOp() const { return programOp; }
  reference::Program &getProgram() { return *program; }
  /// The values of a call's inputs, by the names that fixtures have.
  rt::Expected<reference::RuntimeValues> makeInputs(const std::string &name,
                                                    const rt::NpzArrays &inputs,
                                                    const std::string &file);

private:
  Interpreter() : context(makeCompilerContext()) {}
  llvm::Error read(StringRef path, StringRef programName, Kept kept);
  rt::Expected<rt::NpzArrays> runCall(const std::string &name,
                                      const rt::NpzArrays &inputs,
                                      const std::string &file, double &seconds);

  std::unique_ptr<MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  ep::ProgramOp programOp;
  std::optional<reference::Program> program;
  bool refused = false;
};

} // namespace kiln::interpret

#endif // KILN_TOOLS_KILN_INTERPRET_INTERPRETER_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One compilation, from a program to IR, code or a package: what kiln-compile
// and the C API (kiln-c/Compiler.h) do.
#ifndef KILN_COMPILER_COMPILERSESSION_H
#define KILN_COMPILER_COMPILERSESSION_H

#include "kiln/Compiler/Compiler.h"
#include "kiln/Compiler/Statistics.h"
#include "llvm/ADT/StringMap.h"

namespace kiln {

/// Owns a context, the program in it, and how it is compiled. Options are set
/// first, then the program is read, then brought forth phase by phase. One
/// thread uses a session at a time; sessions are independent.
class CompilerSession {
public:
  /// `add` adds dialects to the context.
  explicit CompilerSession(
      llvm::function_ref<void(mlir::DialectRegistry &)> add = {});

  MLIRContext &getContext() { return *context; }

  /// How phases run; `targets` is set by the session.
  PipelineOptions options;
  ImportOptions importing;
  /// How code is written. `isCancelled` is asked between phases, too.
  TargetOptions coding;
  PhaseHooks hooks;
  /// What the package says of itself.
  llvm::StringMap<std::string> metadata;

  /// Sets an option of the pipelines by the name that it has in a pipeline's
  /// text, `fold-limit`; one that is a list grows.
  llvm::Error setOption(StringRef name, StringRef value);
  /// Adds a target that code is made for.
  llvm::Error addTarget(StringRef name);
  /// Adds a cubin of an architecture, `sm_90a`, beside the PTX of those targets
  /// that it can be made of.
  llvm::Error addCubin(StringRef architecture);
  ArrayRef<std::unique_ptr<Target>> getTargets() const { return targets; }

  /// An error where an option was set that no phase behind `from` up to `to`
  /// reads.
  llvm::Error checkOptions(Phase from, Phase to) const;

  /// Reads an archive, or IR of phase `phase` (at most `Host`), in the place of
  /// the program that was there. Where text is no IR, diagnostics say why, and
  /// the error is a DiagnosedError.
  llvm::Error read(StringRef path, Phase phase = Phase::Exported);
  /// The same of IR in memory, text or bytecode.
  llvm::Error parse(StringRef text, Phase phase = Phase::Exported);

  /// The program; null before one is read.
  mlir::ModuleOp getModule() const { return module.get(); }
  Phase getPhase() const { return phase; }
  const PhaseTimes &getTimes() const { return times; }

  /// Verifies what was read as IR of its phase, and brings it to `to` (at most
  /// `Host`). The phases are timed. On failure errors were emitted.
  LogicalResult runTo(Phase to);
  /// A program of its own that is where this one would be at `to`.
  FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> copyAt(Phase to);

  /// Brings the program to `Host`, and writes its kernels for the only target.
  FailureOr<std::string> emitCode(EmitKind kind);
  /// Brings the program to `Host`, and writes the package for all targets at
  /// `path`. A program that is not lowered for targets yet and was given none
  /// is compiled for this machine.
  LogicalResult writePackage(StringRef path);

private:
  void take(mlir::OwningOpRef<mlir::ModuleOp> program, Phase at);
  LogicalResult verify();
  void addMetadata();

  std::unique_ptr<MLIRContext> context;
  std::vector<std::unique_ptr<Target>> targets;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  Phase phase = Phase::Exported;
  bool isVerified = false;
  PhaseTimes times;
};

} // namespace kiln

#endif // KILN_COMPILER_COMPILERSESSION_H

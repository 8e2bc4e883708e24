// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler as a library: from an archive or IR at any phase to a package.
// An invocation belongs to one thread at a time; several may run at once, each
// on its own MLIRContext. Errors are diagnostics of the context.
#ifndef KILN_COMPILER_COMPILER_H
#define KILN_COMPILER_COMPILER_H

#include "kiln/Import/ImportPt2.h"
#include "kiln/Pipelines/Pipelines.h"
#include "kiln/Target/Target.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace kiln {

/// A context with every dialect that compilation needs, and those that `add`
/// adds.
std::unique_ptr<MLIRContext>
makeCompilerContext(llvm::function_ref<void(mlir::DialectRegistry &)> add = {});

/// Reads a `.pt2` archive, by the options, or IR (text or bytecode; `-` is
/// standard input). An archive that IR names by a relative path is looked for
/// beside the IR, then in the working directory. Where diagnostics say what is
/// wrong with IR, the error is a DiagnosedError.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
readProgram(MLIRContext *context, StringRef path,
            const ImportOptions &options = {});

/// What an embedder adds around the phases. Either may be null.
struct PhaseHooks {
  /// Sets up a pass manager before it has passes: instrumentation, timing,
  /// reproducers. There is one for each phase. Emits an error where it fails.
  std::function<LogicalResult(mlir::PassManager &)> setUp;
  /// Adds passes behind those of a phase, to a manager on `builtin.module`.
  std::function<void(Phase, mlir::OpPassManager &)> addAfter;
};

/// Brings `module` from phase `from` to phase `to` (at most `Host`), through
/// each phase in between. Where a hook added passes behind a phase, what they
/// leave is verified as IR of it; those behind `Exported` run first.
LogicalResult lower(mlir::ModuleOp module, Phase from, Phase to,
                    const PipelineOptions &options,
                    const PhaseHooks &hooks = {});

/// The variant of a module in phase `Dispatches` or `Host` that was lowered for
/// the class of `target`. An error is emitted where there is none.
FailureOr<exec::VariantOp> findVariant(mlir::ModuleOp module,
                                       const Target &target);

/// The kernels of a variant, in order.
SmallVector<exec::KernelOp> getKernels(exec::VariantOp variant);

/// Compiles the kernels of a module in phase `Host`, those of its variant for
/// each target, and writes the package at `path`. Nothing is left behind where
/// something fails.
LogicalResult compilePackage(mlir::ModuleOp module,
                             ArrayRef<std::unique_ptr<Target>> targets,
                             const TargetOptions &options, StringRef path);

/// One row of the table that `--dry-run` prints.
struct OpCount {
  enum Kind { Core, Decomposed, Custom, Unsupported };
  std::string name;
  Kind kind;
  unsigned count = 0;
  /// "model.py:12" of each use, in order; for custom and unsupported ops.
  std::vector<std::string> uses;
};

/// The operators of an `exported` or `core` module, sorted by kind and name.
/// `isAccepted`: it was lowered, so that nothing in it is unsupported. The
/// module is not changed.
std::vector<OpCount> countOps(mlir::ModuleOp module, bool isAccepted);

/// Prints the table as text or as JSON.
void printOpCounts(raw_ostream &os, ArrayRef<OpCount> rows, bool json);

} // namespace kiln

#endif // KILN_COMPILER_COMPILER_H

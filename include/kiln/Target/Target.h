// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A target: a name, and a compiler from `exec.kernel`s to the bytes of
// one code record of a package. The targets are made by `parseTarget`.
#ifndef KILN_TARGET_TARGET_H
#define KILN_TARGET_TARGET_H

#include "kiln/Target/Emitter.h"

namespace mlir {
class PassManager;
}

namespace kiln {

/// How one kernel is found in the code of a target, and how it is started.
struct KernelCode : Launch {
  /// Name of the function in the code. The kernel's own name where that is
  /// a C identifier, made into one otherwise; unique in the code.
  std::string symbol;
};

/// What the driver would make of PTX on a device, made beforehand.
struct Cubin {
  std::string architecture; ///< `sm_90a`
  /// Name of the record, e.g. `code/cuda-sm_80.sm_90a.cubin`.
  std::string recordName;
  std::string bytes;
};

/// The code of all kernels of a package for one target.
struct TargetCode {
  /// Name of the record in the package, e.g. `code/cpu-x86-64-v3.so`.
  std::string recordName;
  /// The record: an ELF shared object (CPU) or PTX text (CUDA). The same
  /// kernels and options give the same bytes.
  std::string bytes;
  /// One entry per kernel, in the order of the kernels that were compiled.
  SmallVector<KernelCode> kernels;
  /// CUDA: the same kernels for some architectures.
  std::vector<Cubin> cubins;
};

/// The forms of code that `Target::emit` writes.
enum class EmitKind {
  Mlir,   ///< the LLVM dialect, as text
  Llvm,   ///< LLVM IR after optimization, as text
  Asm,    ///< assembly (CPU) or PTX (CUDA)
  Ptx,    ///< PTX (CUDA only)
  Object, ///< the bytes of the code record
};

/// Options of a compilation.
struct TargetOptions {
  /// Level of LLVM's pipeline, 0 to 3.
  unsigned optimizationLevel = 3;
  /// CPU code keeps tables of the Python lines that its instructions are for.
  bool lineTables = false;
  /// CUDA: architectures, `sm_90a`, whose cubins go beside the PTX of each
  /// target that they can be made of.
  std::vector<std::string> cubins;
  /// What makes them: a path, or a program of PATH.
  std::string ptxas = "ptxas";
  /// Threads that compile kernels; 0: one for each processor that the process
  /// may use. The result does not depend on it.
  unsigned threads = 0;
  /// Called after each kernel with the number of those that are done and of
  /// all; by one thread at a time.
  std::function<void(size_t, size_t)> progress;
  /// Asked before each kernel, by several threads at once; true ends the
  /// compilation with an error.
  std::function<bool()> isCancelled;
  /// Sets up the pass manager that lowers a kernel, before it has passes, and
  /// emits an error where it fails. Kernels are then compiled one by one.
  std::function<LogicalResult(mlir::PassManager &)> setUp;
};

/// A compiler of kernels. A target has no mutable state: its functions may be
/// called from several threads at once, on kernels of different contexts or of
/// one context that allows threads.
class Target {
public:
  explicit Target(TargetInfo info) : info(std::move(info)) {}
  virtual ~Target();

  const TargetInfo &getInfo() const { return info; }
  /// The canonical name, e.g. `cpu:x86-64-v3` or `cuda:sm_90`.
  StringRef getName() const { return info.name; }
  /// What all targets of this one's class have in common.
  const TargetTraits &getTraits() const { return *info.traits; }
  /// Name of the class of targets, e.g. `cpu`.
  StringRef getClass() const { return info.getClass(); }

  /// Name of the code record, e.g. `code/cpu-x86-64-v3.so`.
  virtual std::string getRecordName() const = 0;

  /// Compiles `kernels`, which are not changed. A kernel has tensor arguments
  /// in any dense row-major shape; its results share one parallel domain.
  /// On failure errors were emitted at the kernels' locations.
  virtual FailureOr<TargetCode> compile(ArrayRef<exec::KernelOp> kernels,
                                        const TargetOptions &options) const = 0;

  /// Writes an intermediate form of `kernels`, for people and tests.
  virtual FailureOr<std::string> emit(ArrayRef<exec::KernelOp> kernels,
                                      EmitKind kind,
                                      const TargetOptions &options) const = 0;

protected:
  TargetInfo info;
};

/// Makes the target that `info`, of one class, describes.
using CreateTarget = std::unique_ptr<Target> (*)(TargetInfo info);

/// Adds the compiler of a class of targets, in the place of Kiln's where it has
/// one. `name` must outlive the compilations of the process. May be called from
/// any thread, before targets are made.
void registerTargetClass(StringRef name, CreateTarget create);

/// The target that `info` describes; its class has a compiler.
std::unique_ptr<Target> createTarget(TargetInfo info);

/// Makes the target `name`, as `getTargetInfo` knows it, under its canonical
/// name. On failure `error` says why and lists the known names.
FailureOr<std::unique_ptr<Target>> parseTarget(StringRef name,
                                               std::string &error);

/// Adds the dialects, interfaces and translations that targets need to the
/// context of the kernels. Must have been called on the registry of a context
/// before `compile` or `emit` is called with its kernels.
void registerTargetDialects(mlir::DialectRegistry &registry);

} // namespace kiln

#endif // KILN_TARGET_TARGET_H

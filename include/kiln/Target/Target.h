// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A target: a name, and a compiler from `exec.kernel`s to the bytes of
// one code record of a package. The targets are made by `parseTarget`.
#ifndef KILN_TARGET_TARGET_H
#define KILN_TARGET_TARGET_H

#include "kiln/Dialect/Exec/Exec.h"
#include <array>
#include <functional>
#include <memory>
#include <string>

namespace kiln {

/// How one kernel is found in the code of a target, and how it is started.
struct KernelCode {
  /// Name of the function in the code. The kernel's own name where that is
  /// a C identifier, made into one otherwise; unique in the code.
  std::string symbol;
  /// CPU: the least number of domain items that are worth a thread (>= 1).
  int64_t grain = 0;
  /// CPU: bytes of scratch memory that a call needs.
  int64_t scratch = 0;
  /// CUDA: threads of a block.
  std::array<int64_t, 3> block{};
  /// CUDA: blocks of the grid; expressions of `n` (the domain) and of the
  /// kernel's sizes `d0`, `d1`, …
  std::array<std::string, 3> grid;
  /// CUDA: bytes of dynamic shared memory.
  int64_t shared = 0;
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
  /// Threads that compile kernels; 0: one for each processor that the process
  /// may use. The result does not depend on it.
  unsigned threads = 0;
  /// Called after each kernel with the number of those that are done and of
  /// all; by one thread at a time.
  std::function<void(size_t, size_t)> progress;
};

/// What the kernels of a class of targets can be made of. Targets of one class
/// share kernels, memory plan and host program, and differ in code only.
struct TargetTraits {
  /// Name of the class: `cpu` or `cuda`.
  StringRef name;
  /// An item may go along a whole row: reductions along the same rows are
  /// better done together than once for each element.
  bool wholeRows;
  /// Products read weights in panels.
  bool panels;
  /// Two products around a softmax may be one kernel.
  bool attention;
};

/// A compiler of kernels. A target has no mutable state: its functions may be
/// called from several threads at once, on kernels of different contexts or of
/// one context that allows threads.
class Target {
public:
  virtual ~Target();

  /// The canonical name, e.g. `cpu:x86-64-v3` or `cuda:sm_90`.
  virtual StringRef getName() const = 0;

  /// What all targets of this one's class have in common.
  virtual const TargetTraits &getTraits() const = 0;
  /// Name of the class of targets, e.g. `cpu`.
  StringRef getClass() const { return getTraits().name; }

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
};

/// Makes the target `name`: `cpu:x86-64-v2`, `cpu:x86-64-v3`, `cpu:x86-64-v4`,
/// `cpu:native`, `cuda:sm_80`, … `cpu:native` is the highest level of the
/// processor that runs this, under that level's name.
/// On failure `error` says why and lists the known names.
FailureOr<std::unique_ptr<Target>> parseTarget(StringRef name,
                                               std::string &error);

/// Adds the dialects, interfaces and translations that targets need to the
/// context of the kernels. Must have been called on the registry of a context
/// before `compile` or `emit` is called with its kernels.
void registerTargetDialects(mlir::DialectRegistry &registry);

} // namespace kiln

#endif // KILN_TARGET_TARGET_H

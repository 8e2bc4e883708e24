// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emitters: how a kernel becomes a function. Each class of targets has a list
// of them in lib/Target/Emitters/Emitters.def, the most special one first, and
// what embedders register.
#ifndef KILN_TARGET_EMITTER_H
#define KILN_TARGET_EMITTER_H

#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Target/Cost.h"
#include <array>
#include <functional>
#include <memory>
#include <string>

namespace kiln {

/// What an emitter chose for a kernel. Two kernels of equal text and schedule
/// become equal code. Sizes that an emitter has no use for are empty or 0.
struct Schedule {
  std::string emitter;
  /// The part of the result whose sums are in registers together, in elements,
  /// outermost dimension first; the items of a thread (naive, CUDA).
  SmallVector<int64_t> tile;
  /// The part of the result that one item of work computes (CPU), or the
  /// threads of a block (CUDA).
  SmallVector<int64_t> block;
  /// Steps that one sum takes without a stop.
  int64_t depth = 0;

  bool operator==(const Schedule &other) const;
};

/// `gemm, tile = [8, 32], block = [256, 32], depth = 256`
llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const Schedule &schedule);

/// What starting a kernel takes.
struct Launch {
  /// CPU: the least number of domain items that are worth a thread (>= 1).
  int64_t grain = 0;
  /// CPU: bytes of scratch memory that a call needs, aligned to a cache line.
  int64_t scratch = 0;
  /// CUDA: threads of a block.
  std::array<int64_t, 3> block{};
  /// CUDA: blocks of the grid; expressions of `n` (the domain) and of the
  /// kernel's sizes `d0`, `d1`, …
  std::array<std::string, 3> grid;
  /// CUDA: bytes of dynamic shared memory.
  int64_t shared = 0;
  /// CPU: does scratch memory begin with a line that is zero when a task
  /// begins, and stay as one range of a task leaves it until the next?
  bool keepsScratch = false;
};

/// One way to write one kernel, which must outlive it and is not changed.
struct KernelPlan {
  Schedule schedule;
  Launch launch;
  Cost predicted; ///< by which plans are compared
  /// Writes the function `symbol` at the place of the builder, which must be in
  /// a module: an `llvm.func` of arith, math, scf and llvm operations, with the
  /// arguments that the class of target wants:
  ///
  ///  * cpu: `i32 symbol(ptr buffers, ptr sizes, i64 begin, i64 end, ptr
  ///    scratch)`, which computes the items [begin, end) of the domain;
  ///  * cuda: an entry that takes a pointer per operand, an i64 per size, and
  ///    the i64 number of items of the domain.
  ///
  /// On failure an error was emitted, and nothing of use was written.
  std::function<LogicalResult(OpBuilder &, StringRef symbol)> emit;
};

/// A way to write kernels of some kind.
struct Emitter {
  StringRef name;
  /// The plan for `kernel` on `target`, as `wanted` says where that is given;
  /// null where the emitter cannot write the kernel, or not in that way.
  std::unique_ptr<KernelPlan> (*plan)(exec::KernelOp kernel,
                                      const TargetInfo &target,
                                      const Schedule *wanted);
};

/// Adds an emitter to those of a class of targets, in front: of equal predicted
/// times it is taken before Kiln's. Both names must outlive the process's
/// compilations. May be called from any thread, before kernels are planned.
void registerEmitter(StringRef targetClass, Emitter emitter);

/// The emitters of a class of targets, the most special ones first. The last
/// one takes any kernel.
SmallVector<Emitter> getEmitters(StringRef targetClass);

/// The names of the emitters of all classes, each once.
SmallVector<StringRef> getEmitterNames();

/// The plans of all emitters but those `without` that can write `kernel`, in
/// their order.
SmallVector<std::unique_ptr<KernelPlan>>
getCandidates(exec::KernelOp kernel, const TargetInfo &target,
              ArrayRef<std::string> without = {});

/// The one with the least predicted time, the first of equal ones. There must
/// be one.
std::unique_ptr<KernelPlan> &
leastPredicted(MutableArrayRef<std::unique_ptr<KernelPlan>> candidates);

/// Of the candidates the one with the least predicted time, the first of equal
/// ones. Where `wanted` is given, the plan of the emitter that it names, and
/// null where that has none.
std::unique_ptr<KernelPlan> planKernel(exec::KernelOp kernel,
                                       const TargetInfo &target,
                                       const Schedule *wanted = nullptr);

/// The targets of the variant that `op` stands in, but for unknown ones, which
/// are refused where schedules are chosen. None where it stands in no variant.
std::vector<TargetInfo> getVariantTargets(Operation *op);

/// The attribute of `kernel` that says how it is written for `target`; null
/// where nothing was chosen yet.
exec::ScheduleAttr getSchedule(exec::KernelOp kernel, const TargetInfo &target);
void setSchedule(exec::KernelOp kernel, const TargetInfo &target,
                 const Schedule &schedule);

/// The plan that the attribute of `kernel` asks for, or the chosen one where it
/// has none. An error is emitted where no emitter can do what it asks.
FailureOr<std::unique_ptr<KernelPlan>> planScheduled(exec::KernelOp kernel,
                                                     const TargetInfo &target);

/// Is `kernel` written for `target` by `schedule`? A decision
/// (kiln/Support/Decision.h).
bool decideSchedule(llvm::StringLiteral tag, exec::KernelOp kernel,
                    const TargetInfo &target, const Schedule &schedule);

/// Gives `kernel` the schedule that is chosen for `target` where it has none,
/// of an emitter that is not in `without`; where that is declined, the one of
/// the emitter that takes most kernels. Errors are those of `planScheduled`,
/// and that no emitter is left.
LogicalResult chooseSchedule(exec::KernelOp kernel, const TargetInfo &target,
                             ArrayRef<std::string> without = {});

} // namespace kiln

#endif // KILN_TARGET_EMITTER_H

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function that a CPU kernel is:
// `i32 symbol(ptr buffers, ptr sizes, i64 begin, i64 end, ptr scratch)`.
#ifndef KILN_LIB_TARGET_EMITTERS_SCALAR_CPUFUNCTION_H
#define KILN_LIB_TARGET_EMITTERS_SCALAR_CPUFUNCTION_H

#include "ScalarEmitter.h"
#include "kiln/Support/CacheLine.h"
#include "kiln/Target/Emitter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace kiln {

class CpuFunction {
public:
  /// Creates the function at the place of `builder`, which then stands in its
  /// body, behind the loads of the operands.
  CpuFunction(OpBuilder &builder, exec::KernelOp kernel, StringRef symbol);

  const KernelFrame &getFrame() const { return frame; }
  /// The range of items to compute, of type `index`.
  Value getBegin() const { return begin; }
  Value getEnd() const { return end; }
  Value getScratch() const { return scratch; }

  /// Returns the status: 0, or the number of a KernelError.
  void finish(OpBuilder &builder);

private:
  mlir::LLVM::LLVMFuncOp function;
  Value status, begin, end, scratch;
  KernelFrame frame;
};

/// Writes the code for the range of items of a function, given the sizes of its
/// kernel's domain.
using CpuBody = std::function<LogicalResult(
    OpBuilder &, ScalarEmitter &, const CpuFunction &, ArrayRef<Value> sizes)>;

/// The address of the line of the cache behind the one at `address`.
Value skipLine(OpBuilder &builder, Value address);

/// The plan to write `kernel` with that body, which needs `scratch` bytes and
/// takes so many cycles. Items are as many as are worth a thread for most
/// kernels.
std::unique_ptr<KernelPlan> makeCpuPlan(exec::KernelOp kernel,
                                        const TargetInfo &target,
                                        Schedule schedule, int64_t scratch,
                                        CpuCycles cycles, CpuBody body);

/// The same, where a `Writer` made of builder, emitter, kernel, `plan`, facts
/// and scratch memory writes the items of a range.
template <typename Writer, typename Plan>
std::unique_ptr<KernelPlan>
makeCpuPlan(exec::KernelOp kernel, const TargetInfo &target, Schedule schedule,
            int64_t scratch, CpuCycles cycles, const Plan &plan) {
  return makeCpuPlan(kernel, target, std::move(schedule), scratch, cycles,
                     [kernel, plan, info = target.cpu](
                         OpBuilder &builder, ScalarEmitter &emitter,
                         const CpuFunction &function, ArrayRef<Value> sizes) {
                       return Writer(builder, emitter, kernel, plan, info,
                                     function.getScratch())
                           .run(function.getBegin(), function.getEnd(), sizes);
                     });
}

/// The same for a writer that packs for an item what the next ones read, too:
/// threads compute a kernel in several ranges.
template <typename Writer, typename Plan>
std::unique_ptr<KernelPlan>
makePackingCpuPlan(exec::KernelOp kernel, const TargetInfo &target,
                   Schedule schedule, int64_t scratch, CpuCycles cycles,
                   const Plan &plan) {
  auto result = makeCpuPlan(
      kernel, target, std::move(schedule), kCacheLineBytes + scratch, cycles,
      [kernel, plan,
       info = target.cpu](OpBuilder &builder, ScalarEmitter &emitter,
                          const CpuFunction &function, ArrayRef<Value> sizes) {
        Writer writer(builder, emitter, kernel, plan, info,
                      skipLine(builder, function.getScratch()));
        writer.keepItems(function.getScratch());
        return writer.run(function.getBegin(), function.getEnd(), sizes);
      });
  result->launch.keepsScratch = true;
  return result;
}

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_SCALAR_CPUFUNCTION_H

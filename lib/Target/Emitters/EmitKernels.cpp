// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Support/PassCount.h"
#include "kiln/Target/Emitter.h"
#include "kiln/Target/Emitters/Kernel.h"
#include "kiln/Target/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace kiln;

namespace kiln {
#define GEN_PASS_DEF_EMITKERNELSPASS
#include "kiln/Target/Passes.h.inc"
} // namespace kiln

static void remarkPlan(exec::KernelOp kernel, const Schedule &schedule) {
  std::string text;
  llvm::raw_string_ostream(text) << schedule;
  remark::analysis(
      kernel.getLoc(),
      remark::RemarkOpts::name("planned").category("kiln-schedule"))
      << remark::add("{0}", text);
}

namespace {
struct EmitKernels : kiln::impl::EmitKernelsPassBase<EmitKernels> {
  using Base::Base;

  std::unique_ptr<KernelPlan> plan(exec::KernelOp kernel,
                                   const TargetInfo &info) {
    if (emitter.empty())
      return planKernel(kernel, info);
    for (const Emitter &known : getEmitters(info.getClass()))
      if (known.name == emitter)
        return known.plan(kernel, info, nullptr);
    return nullptr;
  }

  LogicalResult checkOptions(const std::optional<TargetInfo> &info) {
    if (!info)
      return getOperation().emitError("unknown target '")
             << target << "'; known are " << listTargets();
    SmallVector<Emitter> emitters = getEmitters(info->getClass());
    if (emitter.empty() || llvm::any_of(emitters, [&](const Emitter &known) {
          return known.name == emitter;
        }))
      return success();
    return getOperation().emitError("targets of class ")
           << info->getClass() << " have no emitter '" << emitter << "'";
  }

  void runOnOperation() override {
    std::optional<TargetInfo> info = getTargetInfo(target);
    if (failed(checkOptions(info)))
      return signalPassFailure();
    SmallVector<exec::KernelOp> kernels;
    getOperation().walk([&](exec::KernelOp op) { kernels.push_back(op); });
    uint64_t written = 0;
    OpBuilder builder = OpBuilder::atBlockEnd(getOperation().getBody());
    for (auto [kernel, symbol] :
         llvm::zip(kernels, chooseKernelSymbols(kernels))) {
      std::unique_ptr<KernelPlan> plan = this->plan(kernel, *info);
      if (!plan)
        continue;
      remarkPlan(kernel, plan->schedule);
      if (failed(plan->emit(builder, symbol)))
        return signalPassFailure();
      kernel.erase();
      ++written;
    }
    count(getOperation(), *this, numWritten, written, "kernels written");
  }
};
} // namespace

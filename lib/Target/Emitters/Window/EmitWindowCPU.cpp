// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Scalar/CpuFunction.h"
#include "../Scalar/KernelDomain.h"
#include "WindowEmitter.h"
#include "kiln/Target/Emitters/Kernel.h"
#include "kiln/Target/Emitters/Window.h"
#include "kiln/Target/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace kiln;

namespace kiln {
#define GEN_PASS_DEF_EMITWINDOWCPUPASS
#include "kiln/Target/Passes.h.inc"
} // namespace kiln

LogicalResult kiln::emitWindowCpuKernel(OpBuilder &builder,
                                        exec::KernelOp kernel, StringRef symbol,
                                        const CpuInfo &info) {
  OpBuilder::InsertionGuard guard(builder);
  CpuFunction function(builder, kernel, symbol);
  ScalarEmitter emitter(builder, kernel, function.getFrame());
  FailureOr<SmallVector<Value>> sizes = emitDomain(emitter, kernel);
  if (failed(sizes))
    return failure();
  WindowEmitter window(builder, emitter, kernel, *matchWindow(kernel, info),
                       info, function.getScratch());
  if (failed(window.run(function.getBegin(), function.getEnd(), *sizes)))
    return failure();
  function.finish(builder);
  return success();
}

namespace {
struct EmitWindowCPU : kiln::impl::EmitWindowCPUPassBase<EmitWindowCPU> {
  using Base::Base;
  void runOnOperation() override {
    std::optional<CpuInfo> info = getCpuInfo(level);
    if (!info) {
      getOperation().emitError("unknown level '") << level << "'";
      return signalPassFailure();
    }
    if (failed(replaceKernels(
            getOperation(),
            [&](exec::KernelOp kernel) {
              return getWindowScratch(kernel, *info).has_value();
            },
            [&](OpBuilder &builder, exec::KernelOp kernel, StringRef symbol) {
              return emitWindowCpuKernel(builder, kernel, symbol, *info);
            })))
      signalPassFailure();
  }
};
} // namespace

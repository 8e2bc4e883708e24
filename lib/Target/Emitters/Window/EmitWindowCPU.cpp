// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Scalar/CpuFunction.h"
#include "WindowEmitter.h"
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
  return emitCpuFunction(
      builder, kernel, symbol,
      [&](ScalarEmitter &emitter, const CpuFunction &function,
          ArrayRef<Value> sizes) {
        WindowEmitter window(builder, emitter, kernel,
                             *matchWindow(kernel, info), info,
                             function.getScratch());
        return window.run(function.getBegin(), function.getEnd(), sizes);
      });
}

namespace {
struct EmitWindowCPU : kiln::impl::EmitWindowCPUPassBase<EmitWindowCPU> {
  using Base::Base;
  void runOnOperation() override {
    auto isWanted = [](exec::KernelOp kernel, const CpuInfo &info) {
      return getWindowScratch(kernel, info).has_value();
    };
    if (failed(replaceCpuKernels(getOperation(), level, isWanted,
                                 emitWindowCpuKernel)))
      signalPassFailure();
  }
};
} // namespace

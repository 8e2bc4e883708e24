// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Scalar/CpuFunction.h"
#include "GemmEmitter.h"
#include "kiln/Target/Emitters/Gemm.h"
#include "kiln/Target/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace kiln;

namespace kiln {
#define GEN_PASS_DEF_EMITGEMMCPUPASS
#include "kiln/Target/Passes.h.inc"
} // namespace kiln

LogicalResult kiln::emitGemmCpuKernel(OpBuilder &builder, exec::KernelOp kernel,
                                      StringRef symbol, const CpuInfo &info) {
  return emitCpuFunction(
      builder, kernel, symbol,
      [&](ScalarEmitter &emitter, const CpuFunction &function,
          ArrayRef<Value> sizes) {
        GemmEmitter gemm(builder, emitter, kernel, *matchGemm(kernel), info,
                         function.getScratch());
        return gemm.run(function.getBegin(), function.getEnd(), sizes);
      });
}

namespace {
struct EmitGemmCPU : kiln::impl::EmitGemmCPUPassBase<EmitGemmCPU> {
  using Base::Base;
  void runOnOperation() override {
    auto isWanted = [](exec::KernelOp kernel, const CpuInfo &info) {
      return getGemmScratch(kernel, info).has_value();
    };
    if (failed(replaceCpuKernels(getOperation(), level, isWanted,
                                 emitGemmCpuKernel)))
      signalPassFailure();
  }
};
} // namespace

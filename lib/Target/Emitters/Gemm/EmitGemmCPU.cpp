// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Scalar/CpuFunction.h"
#include "../Scalar/KernelDomain.h"
#include "GemmEmitter.h"
#include "kiln/Target/Emitters/Gemm.h"
#include "kiln/Target/Emitters/Kernel.h"
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
  OpBuilder::InsertionGuard guard(builder);
  CpuFunction function(builder, kernel, symbol);
  ScalarEmitter emitter(builder, kernel, function.getFrame());
  FailureOr<SmallVector<Value>> sizes = emitDomain(emitter, kernel);
  if (failed(sizes))
    return failure();
  GemmEmitter gemm(builder, emitter, kernel, *matchGemm(kernel), info,
                   function.getScratch());
  if (failed(gemm.run(function.getBegin(), function.getEnd(), *sizes)))
    return failure();
  function.finish(builder);
  return success();
}

namespace {
struct EmitGemmCPU : kiln::impl::EmitGemmCPUPassBase<EmitGemmCPU> {
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
              return getGemmScratch(kernel, *info).has_value();
            },
            [&](OpBuilder &builder, exec::KernelOp kernel, StringRef symbol) {
              return emitGemmCpuKernel(builder, kernel, symbol, *info);
            })))
      signalPassFailure();
  }
};
} // namespace

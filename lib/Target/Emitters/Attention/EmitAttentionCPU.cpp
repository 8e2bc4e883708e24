// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Scalar/CpuFunction.h"
#include "AttentionEmitter.h"
#include "kiln/Target/Emitters/Attention.h"
#include "kiln/Target/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace kiln;

namespace kiln {
#define GEN_PASS_DEF_EMITATTENTIONCPUPASS
#include "kiln/Target/Passes.h.inc"
} // namespace kiln

LogicalResult kiln::emitAttentionCpuKernel(OpBuilder &builder,
                                           exec::KernelOp kernel,
                                           StringRef symbol,
                                           const CpuInfo &info) {
  return emitCpuFunction(
      builder, kernel, symbol,
      [&](ScalarEmitter &emitter, const CpuFunction &function,
          ArrayRef<Value> sizes) {
        AttentionEmitter attention(builder, emitter,
                                   *matchAttention(kernel, info), info,
                                   function.getScratch());
        return attention.run(function.getBegin(), function.getEnd(),
                             emitter.index(kernel.getLoc()).product(sizes),
                             kernel.getNumTensorArguments());
      });
}

namespace {
struct EmitAttentionCPU
    : kiln::impl::EmitAttentionCPUPassBase<EmitAttentionCPU> {
  using Base::Base;
  void runOnOperation() override {
    auto isWanted = [](exec::KernelOp kernel, const CpuInfo &info) {
      return getAttentionScratch(kernel, info).has_value();
    };
    if (failed(replaceCpuKernels(getOperation(), level, isWanted,
                                 emitAttentionCpuKernel)))
      signalPassFailure();
  }
};
} // namespace

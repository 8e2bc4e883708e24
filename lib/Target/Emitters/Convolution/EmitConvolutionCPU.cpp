// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Scalar/CpuFunction.h"
#include "ConvolutionEmitter.h"
#include "kiln/Target/Emitters/Convolution.h"
#include "kiln/Target/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace kiln;

namespace kiln {
#define GEN_PASS_DEF_EMITCONVOLUTIONCPUPASS
#include "kiln/Target/Passes.h.inc"
} // namespace kiln

LogicalResult kiln::emitConvolutionCpuKernel(OpBuilder &builder,
                                             exec::KernelOp kernel,
                                             StringRef symbol,
                                             const CpuInfo &info) {
  return emitCpuFunction(
      builder, kernel, symbol,
      [&](ScalarEmitter &emitter, const CpuFunction &function,
          ArrayRef<Value> sizes) {
        ConvolutionEmitter convolution(builder, emitter, kernel,
                                       *matchConvolution(kernel, info), info,
                                       function.getScratch());
        return convolution.run(function.getBegin(), function.getEnd(), sizes);
      });
}

namespace {
struct EmitConvolutionCPU
    : kiln::impl::EmitConvolutionCPUPassBase<EmitConvolutionCPU> {
  using Base::Base;
  void runOnOperation() override {
    auto isWanted = [](exec::KernelOp kernel, const CpuInfo &info) {
      return getConvolutionScratch(kernel, info).has_value();
    };
    if (failed(replaceCpuKernels(getOperation(), level, isWanted,
                                 emitConvolutionCpuKernel)))
      signalPassFailure();
  }
};
} // namespace

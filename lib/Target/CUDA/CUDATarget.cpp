// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA: kernels become one PTX module. No libdevice, no toolkit.
#include "CUDATarget.h"
#include "../Lowering/Lowering.h"
#include "kiln/Target/Emitters/Kernel.h"

using namespace mlir;
using namespace kiln;

namespace {
class CUDATarget final : public Target {
public:
  using Target::Target;

  std::string getRecordName() const override {
    return ("code/cuda-" + info.getProcessor() + ".ptx").str();
  }
  FailureOr<TargetCode> compile(ArrayRef<exec::KernelOp> kernels,
                                const TargetOptions &options) const override;
  FailureOr<std::string> emit(ArrayRef<exec::KernelOp> kernels, EmitKind kind,
                              const TargetOptions &options) const override;
};
} // namespace

/// PTX is both the assembly and the code record of the package.
static EmitKind getTextKind(EmitKind kind) {
  return kind == EmitKind::Object ? EmitKind::Ptx : kind;
}

FailureOr<std::string> CUDATarget::emit(ArrayRef<exec::KernelOp> kernels,
                                        EmitKind kind,
                                        const TargetOptions &options) const {
  SmallVector<Launch> launches;
  return emitKernels(kernels, chooseKernelSymbols(kernels), info,
                     getTextKind(kind), options, launches);
}

FailureOr<TargetCode> CUDATarget::compile(ArrayRef<exec::KernelOp> kernels,
                                          const TargetOptions &options) const {
  SmallVector<std::string> symbols = chooseKernelSymbols(kernels);
  SmallVector<Launch> launches;
  FailureOr<std::string> text =
      emitKernels(kernels, symbols, info, EmitKind::Ptx, options, launches);
  if (failed(text))
    return failure();
  TargetCode code;
  code.recordName = getRecordName();
  code.bytes = std::move(*text);
  for (auto [symbol, launch] : llvm::zip_equal(symbols, launches))
    code.kernels.push_back({launch, symbol});
  return code;
}

std::unique_ptr<Target> kiln::createCudaTarget(TargetInfo info) {
  return std::make_unique<CUDATarget>(std::move(info));
}

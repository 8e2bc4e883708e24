// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA: kernels become one PTX module. No libdevice, and no toolkit but for the
// assembler where cubins are asked for.
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

private:
  LogicalResult addCubins(ArrayRef<exec::KernelOp> kernels,
                          const TargetOptions &options, TargetCode &code) const;
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

/// Adds the cubins that are asked for and can be made of the PTX in `code`.
LogicalResult CUDATarget::addCubins(ArrayRef<exec::KernelOp> kernels,
                                    const TargetOptions &options,
                                    TargetCode &code) const {
  for (const std::string &architecture : options.cubins) {
    if (kernels.empty() || !canAssemble(info.cuda, architecture))
      continue;
    FailureOr<std::string> bytes = assemblePtx(
        kernels.front()->getLoc(), code.bytes, architecture, options.ptxas);
    if (failed(bytes))
      return failure();
    code.cubins.push_back(
        {architecture,
         ("code/cuda-" + info.getProcessor() + "." + architecture + ".cubin")
             .str(),
         std::move(*bytes)});
  }
  return success();
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
  if (failed(addCubins(kernels, options, code)))
    return failure();
  return code;
}

std::unique_ptr<Target> kiln::createCudaTarget(TargetInfo info) {
  return std::make_unique<CUDATarget>(std::move(info));
}
